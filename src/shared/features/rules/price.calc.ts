import { fromMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { ConsumeType, OfferedRule } from './consume-rules.contract.ts'

/** Types whose price a member's level may lower: those that are paid from a member's money. */
export const takesLevelDiscount = (type: ConsumeType): boolean => type === 'BALANCE' || type === 'BALANCEANDINTEGRAL'

/**
 * What a level takes off a price: so many percent, rounded half up to the fen. The same as `level_discount` in SQL; a test holds them
 * together.
 */
export const levelDiscount = (price: Minor, percent: number): Minor => Math.floor((price * percent + 50) / 100)

type Discounted = Pick<OfferedRule, 'price' | 'levelDiscounts'>

/** Who is charged; the level is null where nobody here knows it. */
type Charged = { memberLevel: string | null } | null

/** The percent that the level of a member takes off the price of a rule; null: a guest. */
export const percentFor = ({ levelDiscounts }: Pick<Discounted, 'levelDiscounts'>, member: Charged): number =>
  levelDiscounts.find(({ level }) => level === member?.memberLevel)?.percent ?? 0

/** What it takes off the price of one charge. */
export const discountFor = (rule: Discounted, member: Charged): Minor =>
  levelDiscount(toMinor(rule.price), percentFor(rule, member))

/** The rule as it is for a member: its price is what the member's level leaves of it. */
export function ruleFor<R extends Discounted>(rule: R, member: Charged): R {
  const discount = discountFor(rule, member)
  return discount === 0 ? rule : { ...rule, price: fromMinor(toMinor(rule.price) - discount), levelDiscounts: [] }
}
