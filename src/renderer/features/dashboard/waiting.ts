import type { Api } from '#shared/api.ts'
import type { Client } from '#shared/core/client.ts'
import { fromWireTime, toWireTime } from '#shared/core/time.ts'
import type { HealthItem, TroubleKind } from '#shared/features/health/venue-health.contract.ts'
import { RecordDifferenceKind } from '#shared/features/reconciliation/reconciliation.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { WaitingTopic } from './waiting-topics.ts'

type Filters = Readonly<Record<string, string>>

/** A kind of pending work: its count, the required action, and its list. */
export interface WaitingKind {
  label: TextKey
  /** The action required for the work; without it no count is requested. */
  action: string
  /** The action required for the list, where it is another; the server would refuse the count without it. */
  list?: string
  page: string
  /** The topic pushed when the count changes; without one the count is polled every minute. */
  topic?: WaitingTopic
  /** The filters of the list; `dayBegin` is the start of the business day in the wire format. */
  filters(dayBegin: string): Filters
  /** Kinds counted from the same answer share its name. */
  source?: string
  ask(client: Client<Api>, filters: Filters): Promise<unknown>
  count(answer: unknown): number
}

interface Given<R> extends Omit<WaitingKind, 'filters' | 'ask' | 'count'> {
  filters?: Filters | ((dayBegin: string) => Filters)
  ask(client: Client<Api>, query: Filters & { pageSize: number }): Promise<{ result: R }>
  count(result: R): number
}

const ONE = 1
const NONE: Filters = {}
/** Differences between records; those of drawers and of cash outside them are separate kinds. */
const RECORDS = RecordDifferenceKind.options.filter((what) => what !== 'count' && what !== 'outside').join(',')

function kind<R>({ filters = NONE, ask, count, ...rest }: Given<R>): WaitingKind {
  return {
    ...rest,
    filters: typeof filters === 'function' ? filters : () => filters,
    ask: async (client, asked) => (await ask(client, Object.assign({}, asked, { pageSize: ONE }))).result,
    count: (answer) => count(answer as R),
  }
}

const total = (page: { total: number }): number => page.total

/** Counts the parts of the venue with one of these problems. */
const troubled =
  (...whats: TroubleKind[]) =>
  ({ items }: { items: readonly HealthItem[] }): number =>
    items.filter(({ troubles }) => troubles.some(({ what }) => whats.includes(what))).length

const HEALTH = {
  action: 'venuehealth:list',
  page: 'health/VenueHealth',
  source: 'venue health',
  ask: (client: Client<Api>) => client.venueHealth.look({}),
}

/**
 * In order of priority. Each count uses the filters of its list, so that both agree: the server counts within the user's
 * permissions and stores, and settled entries are excluded.
 */
export const waitingKinds: readonly WaitingKind[] = [
  kind({
    label: 'home.waits.counts',
    topic: 'reconciliation',
    action: 'reconciliation:list',
    page: 'reconciliation/SysReconciliationList',
    filters: { state: 'open', kind: 'count' },
    ask: (client, query) => client.reconciliation.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.outside',
    topic: 'reconciliation',
    action: 'shift:list',
    page: 'shift/SysShiftList',
    ask: (client) => client.shifts.outside({ query: {} }),
    count: (found) => found.filter(({ isOpen }) => isOpen).length,
  }),
  kind({
    label: 'home.waits.unresolved',
    topic: 'payments',
    action: 'payment:list',
    page: 'payment/SysPaymentUnresolved',
    ask: (client) => client.payments.unresolved({}),
    count: (found) => found.length,
  }),
  kind({
    label: 'home.waits.money',
    topic: 'reconciliation',
    action: 'reconciliation:list',
    page: 'reconciliation/SysReconciliationList',
    filters: { state: 'open', kind: RECORDS },
    ask: (client, query) => client.reconciliation.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.differences',
    topic: 'payments',
    action: 'payment:list',
    page: 'payment/SysPaymentDifferenceList',
    filters: { state: 'open' },
    ask: (client, query) => client.paymentDifferences.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.radar',
    action: 'lossradar:list',
    page: 'report/SysLossRadar',
    ask: (client) => client.lossRadar.query({ query: {} }),
    count: ({ people }) => people.flatMap(({ figures }) => figures).filter(({ isUnusual }) => isUnusual).length,
  }),
  kind({
    label: 'home.waits.refused',
    topic: 'refusals',
    action: 'refusal:list',
    page: 'terminals/RefusalList',
    ask: (client, query) => client.terminals.refusals({ query: { ...query, state: 'open' } }),
    count: total,
  }),
  kind({
    label: 'home.waits.shifts',
    topic: 'shifts',
    action: 'shift:list',
    page: 'shift/SysShiftList',
    // A shift of the current business day is still in progress.
    filters: (dayBegin) => ({ shiftState: 'open', openTime_end: justBefore(dayBegin) }),
    ask: (client, query) => client.shifts.list({ query }),
    count: total,
  }),
  kind({
    ...HEALTH,
    label: 'home.waits.terminals',
    count: troubled('terminalSilent', 'terminalMissing', 'terminalUnsent'),
  }),
  kind({ ...HEALTH, label: 'home.waits.backup', count: troubled('backupFailed', 'backupOld', 'backupNever') }),
  kind({
    label: 'home.waits.hung',
    action: 'playbeforepay:list',
    page: 'playbeforepay/SysPlayBeforePayList',
    filters: { playState: 'PENDING' },
    ask: (client, query) => client.playBeforePay.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.escaped',
    action: 'playbeforepay:list',
    page: 'playbeforepay/SysPlayBeforePayList',
    filters: { playState: 'ESCAPED' },
    ask: (client, query) => client.playBeforePay.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.refunding',
    topic: 'refunds',
    action: 'refund:list',
    page: 'refund/SysRefundList',
    filters: { refundState: 'refunding' },
    ask: (client, query) => client.refunds.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.applications',
    topic: 'applications',
    action: 'apply:review',
    list: 'apply:list',
    page: 'apply/SysApplyList',
    filters: { applyState: '0' },
    ask: (client, query) => client.applications.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.deposits',
    action: 'consume:list',
    page: 'consume/SysConsumeList',
    filters: { depositState: 'held' },
    ask: (client, query) => client.consumeOrders.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.cloakroom',
    topic: 'cloakroom',
    action: 'cloakroomitem:list',
    page: 'cloakroom/SysCloakroomItemList',
    filters: { cloakroomState: 'toBeCollected' },
    ask: (client, query) => client.cloakroomItems.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.comments',
    topic: 'comments',
    action: 'comment:review',
    list: 'comment:list',
    page: 'comment/SysCommentList',
    filters: { commentState: 'waiting' },
    ask: (client, query) => client.rideComments.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.feedback',
    topic: 'feedback',
    action: 'feedback:answer',
    list: 'feedback:list',
    page: 'feedback/SysFeedbackList',
    filters: { feedbackState: 'new' },
    ask: (client, query) => client.feedback.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.deletions',
    action: 'memberdeletion:answer',
    list: 'memberdeletion:list',
    page: 'membermanage/SysMemberDeletionList',
    filters: { state: 'open' },
    ask: (client, query) => client.memberDeletions.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.bookings',
    action: 'reservation:add',
    list: 'reservation:list',
    page: 'reservation/SysReservationList',
    filters: { bookState: 'WAITING' },
    ask: (client, query) => client.reservations.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.payouts',
    topic: 'promoters',
    action: 'promoterpayout:approve',
    list: 'promoterpayout:list',
    page: 'tuiguangrole/SysTuiguangPayoutList',
    filters: { payoutState: 'requested' },
    ask: (client, query) => client.promoterPayouts.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.coinMachines',
    action: 'coinoutput:sell',
    page: 'coin/SysCoinMachineList',
    ask: (client) => client.coinOutputs.machines({ query: {} }),
    // One that has never reported is not in use yet.
    count: (machines) =>
      machines.filter(({ online, fault, seenTime }) => seenTime !== null && (!online || fault !== '')).length,
  }),
  kind({
    label: 'home.waits.upkeep',
    action: 'vehicle:list',
    page: 'vehicles/SysVehicleList',
    filters: { upkeep: 'overdue' },
    ask: (client, query) => client.vehicles.list({ query }),
    count: total,
  }),
  kind({
    label: 'home.waits.maintenance',
    action: 'vehicle:list',
    page: 'vehicles/SysVehicleList',
    filters: { condition: 'maintenance' },
    ask: (client, query) => client.vehicles.list({ query }),
    count: total,
  }),
]

/** One second before a wire time. */
const justBefore = (time: string): string => toWireTime(new Date(fromWireTime(time).getTime() - 1000))
