import { formatAmount } from '#shared/core/money.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { ticketsOf } from '#shared/features/sessions/tickets.calc.ts'
import type { RecentStart } from './recent-store.ts'

/** The number of starts that fit on the screen. */
export const MAX_RECENT = 6

/** Makes a list entry from a play record of the server. */
export const startOf = (record: PlayRecord): RecentStart => ({
  outcome: {
    state: record.offline ? 'offline' : 'online',
    id: record.id,
    ticketNo: ticketsOf(record),
    vehicleName: record.vehicleName,
    startedAt: fromWireTime(record.createTime).toISOString(),
    result: null,
  },
  racer: record.racer,
  ruleName: record.roleName,
  memberName: record.userTruenmae || record.userNickname || (record.userId ?? ''),
  price: record.price > 0 ? formatAmount(record.price) : '',
  money: record.playState === 'NOPAY' ? 'unpaid' : record.refundState,
  again: {
    type: record.consumeType,
    ruleId: record.ruleId,
    people: record.people,
    racer: record.racer,
    memberId: record.userId ?? '',
  },
})

const isShown = ({ playState, refundState }: PlayRecord): boolean =>
  playState !== 'CANCELLED' || refundState === 'voided'

/** Whether there is a ticket to reprint: not while unpaid, and not after a void. */
export const hasTicket = ({ money }: Pick<RecentStart, 'money'>): boolean => money !== 'unpaid' && money !== 'voided'

/**
 * The last starts, newest first: the play records of the server, and local starts that are not among them yet. Cancelled
 * records are left out, voided ones stay. Without records only the local starts.
 */
export function recentStarts(records: readonly PlayRecord[] | undefined, own: readonly RecentStart[]): RecentStart[] {
  if (!records) return own.slice(0, MAX_RECENT)
  const listed = new Set(records.map(({ id }) => id))
  const unlisted = own.filter(({ outcome }) => !listed.has(outcome.id))
  const time = ({ outcome }: RecentStart) => Date.parse(outcome.startedAt)
  return [...unlisted, ...records.filter(isShown).map(startOf)]
    .sort((one, other) => time(other) - time(one))
    .slice(0, MAX_RECENT)
}

/** Removes the starts whose queue entry has left the offline queue: a started ride has its own entry, a cancelled one none. */
export function withoutServed(
  own: readonly RecentStart[],
  before: readonly { id: string }[],
  after: readonly { id: string }[],
): RecentStart[] {
  const left = new Set(before.map(({ id }) => id))
  for (const { id } of after) left.delete(id)
  return own.filter(({ outcome }) => !left.has(outcome.id))
}
