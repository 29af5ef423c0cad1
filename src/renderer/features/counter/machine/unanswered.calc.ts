import { type CounterState, memberOf, type Order, type SentSale } from './counter.state.ts'
import type { CounterView } from './counter.view.ts'

/** The order without an answer that the next press repeats. A queue entry that waits again for its start was not charged. */
export function openOrderOf(
  { unanswered }: Pick<CounterState, 'unanswered'>,
  { orderKey, resumed }: Pick<CounterView, 'orderKey' | 'resumed'>,
): Order | null {
  const isWaiting = resumed !== null && resumed.state !== 'paying'
  return unanswered?.key === orderKey && !isWaiting ? unanswered : null
}

/** Whether the screen shows member and rule of the order without an answer, and nothing was chosen since. */
export function repeatsOpenOrder(state: CounterState, { rule }: Pick<CounterView, 'rule'>): boolean {
  const { unanswered, orderKey } = state
  if (unanswered?.key !== orderKey) return false
  const { userId, ruleId } = unanswered.plan.chosen
  return userId === memberOf(state)?.id && ruleId === rule?.id
}

/** The sale without an answer, while its cart is on the screen unchanged: nothing else may be taken for that cart. */
export const openSaleOf = ({
  unansweredSale,
  saleKey,
}: Pick<CounterState, 'unansweredSale' | 'saleKey'>): SentSale | null =>
  unansweredSale?.key === saleKey ? unansweredSale : null
