import type { Minor } from '#shared/core/money.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

/** Part of a balance that is spent first; a store setting. */
export type ChargeOrder = 'paidFirst' | 'giftFirst' | 'proportional'

/** Number of people charged; with `priceMode` `one` always 1. */
export const chargedPeople = (priceMode: 'one' | 'every', people: number): number => (priceMode === 'one' ? 1 : people)

/**
 * Splits a BALANCE charge into paid and gift balance; null if both together do not cover it.
 *
 * With `proportional` the paid part is rounded down and the remainder comes from the gift.
 */
export function splitBalance(
  amount: Minor,
  balance: Minor,
  give: Minor,
  order: ChargeOrder,
): { balance: Minor; give: Minor } | null {
  const total = balance + give
  if (amount > total) return null
  if (order === 'paidFirst') {
    const paid = Math.min(amount, balance)
    return { balance: paid, give: amount - paid }
  }
  if (order === 'giftFirst') {
    const gift = Math.min(amount, give)
    return { balance: amount - gift, give: gift }
  }
  if (total === 0) return { balance: 0, give: 0 }
  const gift = Math.min(give, amount - Number((BigInt(amount) * BigInt(balance)) / BigInt(total)))
  return { balance: amount - gift, give: gift }
}

/** Whether a type takes points. */
export const takesPoints = (consumeType: ConsumeType): boolean =>
  consumeType === 'INTEGRAL' || consumeType === 'BALANCEANDINTEGRAL'
