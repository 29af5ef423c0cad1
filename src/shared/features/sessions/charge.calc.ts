import type { Minor } from '#shared/core/money.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

/** Which part of a balance is spent first; a setting of the store. */
export type ChargeOrder = 'paidFirst' | 'giftFirst' | 'proportional'

/** People a charge counts: a rule with `priceMode` `one` charges once whatever their number. */
export const chargedPeople = (priceMode: 'one' | 'every', people: number): number => (priceMode === 'one' ? 1 : people)

/**
 * Splits a BALANCE charge over the paid and the gift balance, or null when both together do not cover it.
 *
 * In proportion, the paid part is rounded down and what rounding leaves comes from the gift.
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
