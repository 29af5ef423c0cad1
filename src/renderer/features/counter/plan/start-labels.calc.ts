import type { Notice } from '#renderer/core/notice.ts'
import { formatMinor } from '#shared/core/money.ts'
import { amountOfCart } from '#shared/features/products/cart.calc.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import { isShortage } from '#shared/features/sessions/charge-lines.calc.ts'
import { type Cost, costOf, takenOf } from '#shared/features/sessions/charge-preview.calc.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { Plan } from './plan.calc.ts'

/** Whether a rule takes money or value of any kind. */
const takesAnything = ({ consumeTypeRole, price, deposit }: ConsumeRule): boolean => {
  if (consumeTypeRole === 'TESTCARD') return false
  return consumeTypeRole === 'NOCARDCONSUME' ? price + deposit > 0 : true
}

/** The label of a start button (domain: XWHF): charge a member, take money, redeem a coupon, or just start. */
export function startLabel({ startMode, rule, chosen }: Pick<Plan, 'startMode' | 'rule' | 'chosen'>): TextKey {
  if (startMode === 'hang') return 'counter.way.hang'
  if (startMode === 'join') return 'counter.way.join'
  const isLineup = startMode === 'lineup'
  if (rule && !takesAnything(rule) && chosen.cart.length === 0)
    return isLineup ? 'counter.way.justLineup' : 'counter.way.justStart'
  if (rule?.consumeTypeRole === 'NOCARDCONSUME') return isLineup ? 'counter.way.takeLineup' : 'counter.way.takeStart'
  if (rule?.consumeTypeRole === 'GROUPCOUPON') return isLineup ? 'counter.way.redeemLineup' : 'counter.way.redeemStart'
  return isLineup ? 'counter.way.lineup' : 'counter.way.charge'
}

/** The second line of a start button: what is taken; null where nothing is, no rule is chosen, or the coupon is for other starts. */
export function takenLabel({ startMode, rule, chosen, vehicles, foreseen, lack }: Plan): Notice | null {
  if (!rule || lack?.code === 'couponCodes.chargeOnly') return null
  const goods = amountOfCart(chosen.cart)
  const cost = costOf(rule, chosen.people, startMode === 'hang' ? 1 : Math.max(1, vehicles.length))
  const isGuest = rule.consumeTypeRole === 'NOCARDCONSUME'
  if (cost.price > 0 || (goods > 0 && isGuest)) {
    const amount = formatMinor(cost.price + goods)
    if (startMode === 'join') return { key: 'counter.taken.atStart', values: { amount } }
    if (startMode === 'hang')
      return { key: isGuest || chosen.userId === '' ? 'counter.taken.later' : 'counter.taken.held', values: { amount } }
    if (!isGuest) return { key: 'counter.taken.amount', values: { amount } }
    return { key: chosen.payMode === 'cash' ? 'counter.taken.cash' : 'counter.taken.scan', values: { amount } }
  }
  const value = valueLabel(rule, cost, chosen.userId === '' ? null : foreseen)
  if (goods === 0) return value
  const money: Notice = { key: 'counter.taken.amount', values: { amount: formatMinor(goods) } }
  return value ? { key: 'counter.taken.both', values: { value, money } } : money
}

/** What is taken that is no money. */
function valueLabel(rule: ConsumeRule, cost: Cost, foreseen: Plan['foreseen']): Notice | null {
  if (cost.integral > 0) return { key: 'rule.integral', values: { count: cost.integral } }
  if (cost.coins > 0) return { key: 'rule.coins', values: { count: cost.coins } }
  if (cost.laps > 0) return { key: 'rule.laps', values: { count: cost.laps } }
  // An unlimited card covers its holder, so fewer visits are taken than the rule has.
  const preview = foreseen && !isShortage(foreseen) ? foreseen : null
  const visits = preview ? takenOf(preview, 'frequency') : cost.visits
  if (visits > 0) return { key: 'rule.visits', values: { count: visits } }
  if (rule.consumeTypeRole === 'GROUPCOUPON') return { key: 'counter.taken.coupon' }
  const usesCard = rule.consumeTypeRole === 'PLAYFREELY' || (preview !== null && takenOf(preview, 'unlimited') > 0)
  return usesCard ? { key: 'counter.taken.card' } : null
}
