import { fromMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { ConsumeType, OfferedRule } from './consume-rules.contract.ts'

/** Whether level discounts apply to a type: only to those paid from a member's money. */
export const takesLevelDiscount = (type: ConsumeType): boolean => type === 'BALANCE' || type === 'BALANCEANDINTEGRAL'

/**
 * Discount of a level in fen, rounded half up. Mirrors `level_discount` in SQL; a test compares
 * the two.
 */
export const levelDiscount = (price: Minor, percent: number): Minor => Math.floor((price * percent + 50) / 100)

type Discounted = Pick<OfferedRule, 'price' | 'levelDiscounts'>

/** The charged member; the level is null if unknown. Null for a guest. */
type Charged = { memberLevel: string | null } | null

/** Discount of a member's level on a rule, in percent; 0 for a guest (null). */
export const percentFor = ({ levelDiscounts }: Pick<Discounted, 'levelDiscounts'>, member: Charged): number =>
  levelDiscounts.find(({ level }) => level === member?.memberLevel)?.percent ?? 0

/** Discount on the price of one charge, in fen. */
export const discountFor = (rule: Discounted, member: Charged): Minor =>
  levelDiscount(toMinor(rule.price), percentFor(rule, member))

/** Returns the rule with the member's discount taken off its price. */
export function ruleFor<R extends Discounted>(rule: R, member: Charged): R {
  const discount = discountFor(rule, member)
  return discount === 0 ? rule : { ...rule, price: fromMinor(toMinor(rule.price) - discount), levelDiscounts: [] }
}
