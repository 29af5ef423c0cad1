import { formatMinor } from '#shared/core/money.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { chargeOf, type Said } from './counter.calc.ts'
import type { Plan } from './plan.calc.ts'
import type { Way } from './ways.calc.ts'

/** Whether a rule takes anything at all, in whatever it is charged by. */
const takesAnything = ({ consumeTypeRole, price, deposit }: ConsumeRule): boolean => {
  if (consumeTypeRole === 'TESTCARD') return false
  return consumeTypeRole === 'NOCARDCONSUME' ? price + deposit > 0 : true
}

/** What a button of a start says it will do (domain: XWHF): charge a member, take a guest's money, redeem a coupon, or just start. */
export function wordsOfWay(way: Way, rule: ConsumeRule | null): TextKey {
  if (way === 'hang') return 'counter.way.hang'
  if (way === 'join') return 'counter.way.join'
  const isLineup = way === 'lineup'
  if (rule && !takesAnything(rule)) return isLineup ? 'counter.way.justLineup' : 'counter.way.justStart'
  if (rule?.consumeTypeRole === 'NOCARDCONSUME') return isLineup ? 'counter.way.takeLineup' : 'counter.way.takeStart'
  if (rule?.consumeTypeRole === 'GROUPCOUPON') return isLineup ? 'counter.way.redeemLineup' : 'counter.way.redeemStart'
  return isLineup ? 'counter.way.lineup' : 'counter.way.charge'
}

/** What is taken, in a few words below the button's; null where nothing is, or nothing is chosen. */
export function takenBy({ way, rule, chosen, vehicles }: Plan): Said | null {
  if (!rule) return null
  const charge = chargeOf(rule, chosen.people, way === 'hang' ? 1 : Math.max(1, vehicles.length))
  const isGuest = rule.consumeTypeRole === 'NOCARDCONSUME'
  if (charge.price > 0) {
    const amount = formatMinor(charge.price)
    if (way === 'join') return { key: 'counter.taken.atStart', values: { amount } }
    if (way === 'hang')
      return { key: isGuest || chosen.userId === '' ? 'counter.taken.later' : 'counter.taken.held', values: { amount } }
    if (!isGuest) return { key: 'counter.taken.amount', values: { amount } }
    return { key: chosen.payMode === 'unline' ? 'counter.taken.cash' : 'counter.taken.scan', values: { amount } }
  }
  if (charge.integral > 0) return { key: 'rule.integral', values: { count: charge.integral } }
  if (charge.laps > 0) return { key: 'rule.laps', values: { count: charge.laps } }
  if (charge.visits > 0) return { key: 'rule.visits', values: { count: charge.visits } }
  if (rule.consumeTypeRole === 'GROUPCOUPON') return { key: 'counter.taken.coupon' }
  return rule.consumeTypeRole === 'PLAYFREELY' ? { key: 'counter.taken.card' } : null
}
