import type { Notice } from '#renderer/core/notice.ts'
import { changeOf } from '#renderer/ui/form/cash-given.calc.ts'
import { formatMinor, toMinor } from '#shared/core/money.ts'
import { amountOfCart } from '#shared/features/products/cart.calc.ts'
import type { ChargeResult } from '#shared/features/sessions/charge.schema.ts'
import { costOf } from '#shared/features/sessions/charge-preview.calc.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import { dueOf, type Plan } from './plan.calc.ts'

/** The result of a start key: a start, an entry of the offline queue, or an order. */
export type StartResult =
  | { kind: 'hung'; outcome: StartOutcome }
  | { kind: 'joined'; entry: OfflineQueueEntry }
  | { kind: 'charged'; order: Pick<ChargeResult, 'plays' | 'usageMode' | 'amount' | 'deposit'> }

/** What the guest has paid or will pay, in minor units; 0 for the ride of a coupon, whose value was not paid here. */
export function paidPrice({ chosen, rule }: Pick<Plan, 'chosen' | 'rule'>, done: StartResult): number {
  const listPrice = rule ? costOf(rule, chosen.people).price : 0
  if (rule?.consumeTypeRole === 'GROUPCOUPON') return amountOfCart(chosen.cart)
  if (done.kind !== 'charged' || (listPrice <= 0 && chosen.cart.length === 0)) return Math.max(0, listPrice)
  return toMinor(done.order.amount) + toMinor(done.order.deposit)
}

/** The notice for an order: its tickets, and whether they ride or wait. */
function orderNotice({ usageMode, plays }: Pick<ChargeResult, 'usageMode' | 'plays'>): Notice {
  const [first] = plays
  const values = {
    // The strip compares it with the newest entry of the list of starts.
    ticket: first?.ticketNo ?? '',
    vehicle: plays.map(({ vehicleName }) => vehicleName).join('、'),
    count: plays.length,
  }
  if (usageMode === 'lineup') return { key: plays.length > 1 ? 'counter.queuedMany' : 'counter.queued', values }
  return { key: plays.length > 1 ? 'counter.chargedMany' : 'counter.charged', values }
}

const changeKeys: Partial<Record<TextKey, TextKey>> = {
  'counter.charged': 'counter.charged.change',
  'counter.queued': 'counter.queued.change',
  'counter.sold.cash': 'counter.sold.cash.change',
}

/** Adds the change due to the notice of a cash payment. */
function withChange(notice: Notice, { chosen, rule }: Pick<Plan, 'chosen' | 'rule'>): Notice {
  const change = changeOf(dueOf(rule, chosen.people, amountOfCart(chosen.cart)), chosen.received)
  const key = change ? changeKeys[notice.key] : undefined
  return key ? { key, values: { ...notice.values, change: formatMinor(change ?? 0) } } : notice
}

function startNoticeKey({ state, isTicketOwed }: StartOutcome): TextKey {
  if (isTicketOwed) return 'counter.doneTicketOwed'
  return state === 'online' ? 'counter.done' : 'counter.doneOffline'
}

/** The notice that shows the result of a start key. */
export function startNotice(plan: Plan, done: StartResult): Notice {
  if (done.kind === 'joined') return { key: 'counter.joined', values: { ticket: done.entry.ticketNo } }
  if (done.kind === 'charged') return withChange(orderNotice(done.order), plan)
  const { outcome } = done
  const values = {
    ticket: outcome.ticketNo,
    vehicle: outcome.vehicleName,
    amount: formatMinor(paidPrice(plan, done)),
  }
  const { offlinePay } = plan
  return offlinePay
    ? withChange({ key: `counter.sold.${offlinePay}`, values }, plan)
    : { key: startNoticeKey(outcome), values }
}
