import { ticketsOf } from '#renderer/features/play-records/index.ts'
import { formatAmount } from '#shared/core/money.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { RecentStart } from './recent-store.ts'

/** As many as there is room for. */
export const MAX_RECENT = 6

/** A record of the server as a start that can be printed and started again. */
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

/** Whether there is a ticket to print again: nobody rides before it is paid, nor once the sale was voided. */
export const hasTicket = ({ money }: Pick<RecentStart, 'money'>): boolean => money !== 'unpaid' && money !== 'voided'

/**
 * The last starts, newest first: what the store's server knows, with both numbers of a ticket that has two, and what was
 * started here and is not there yet. A cancelled one has no ticket any more; one whose sale was voided says so.
 */
export function recentStarts(records: readonly PlayRecord[] | undefined, own: readonly RecentStart[]): RecentStart[] {
  if (!records) return own.slice(0, MAX_RECENT)
  const known = new Set(records.map(({ id }) => id))
  const unknown = own.filter(({ outcome }) => !known.has(outcome.id))
  const time = ({ outcome }: RecentStart) => Date.parse(outcome.startedAt)
  return [...unknown, ...records.filter(isShown).map(startOf)]
    .sort((one, other) => time(other) - time(one))
    .slice(0, MAX_RECENT)
}

/** Without whoever has left this counter's own line: a ride that has begun stands there by itself, and a cancelled place is none. */
export function withoutServed(
  own: readonly RecentStart[],
  waited: readonly { id: string }[],
  waiting: readonly { id: string }[],
): RecentStart[] {
  const left = new Set(waited.map(({ id }) => id))
  for (const { id } of waiting) left.delete(id)
  return own.filter(({ outcome }) => !left.has(outcome.id))
}
