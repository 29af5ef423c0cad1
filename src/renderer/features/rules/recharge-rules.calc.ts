import type { Notice } from '#renderer/core/notice.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { RechargeRuleFields } from '#shared/features/rules/recharge-rules.contract.ts'

/** The gifts of a recharge besides its balance. */
export function giftsOf(
  rule: Pick<RechargeRuleFields, 'give' | 'integral' | 'frequency' | 'laps' | 'giftCount'>,
  project: string,
  /** The name of the gift item; empty: none. */
  goods: string,
): Notice[] {
  const gifts: Notice[] = []
  if (rule.give > 0) gifts.push({ key: 'rechargeRule.gift', values: { amount: formatAmount(rule.give) } })
  if (rule.integral > 0) gifts.push({ key: 'rechargeRule.points', values: { count: rule.integral } })
  if (rule.frequency > 0) gifts.push({ key: 'rechargeRule.visits', values: { count: rule.frequency, project } })
  if (rule.laps > 0) gifts.push({ key: 'rechargeRule.lapsGiven', values: { count: rule.laps } })
  if (goods !== '') gifts.push({ key: 'rechargeRule.goodsGiven', values: { gift: goods, count: rule.giftCount } })
  return gifts
}
