import type { ErrorCode } from '#shared/core/errors.ts'
import { type Minor, toMinor } from '#shared/core/money.ts'
import type { ConsumeRule, ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import { type ChargeOrder, chargedPeople, splitBalance } from './charge.calc.ts'
import type { ChargeAccount, ChargePayMode, OrderPayMode } from './charge.schema.ts'

/** Price fields of a rule, or of a record that has stored them. */
export interface PricedRule {
  consumeType: ConsumeType
  priceMode: 'one' | 'every'
  price: Minor
  deposit: Minor
  integral: number
  frequency: number
  laps: number
  coins: number
  projectType: string
  /** Value of the coupon used for payment; 0 without one. */
  couponValue: Minor
  /** What the products beside the ride cost. */
  goods: Minor
  /** What a discount coupon takes off the price of the order. */
  off: Minor
}

/** Value that a member may spend now, without holds of other orders and expired value. */
export interface Spendable {
  balance: Minor
  give: Minor
  integral: number
  laps: number
  coins: number
  /** Visits by project. */
  visits: Readonly<Record<string, number>>
  /** Projects for which the member has a usable unlimited card. */
  unlimited: readonly string[]
}

export interface PlannedLine {
  account: ChargeAccount
  /** Project of visits and unlimited cards; empty for others. */
  project: string
  /** Negative: taken from the member. Positive: paid to or deposited with the store. */
  delta: number
}

export interface Shortage {
  code: Extract<ErrorCode, `members.insufficient${string}` | 'members.noUnlimitedCard'>
  needed: number
  available: number
}

type CostOfRule =
  | 'consumeTypeRole'
  | 'priceMode'
  | 'price'
  | 'deposit'
  | 'integral'
  | 'frequency'
  | 'countCycleNumber'
  | 'coins'
  | 'projectType'

/** A rule with what a discount coupon takes off the price of the order, in fen. */
export type CouponedRule = Pick<ConsumeRule, CostOfRule> & { off?: Minor }

/** Returns the price fields of a rule; `couponValue` is the value of the coupon that pays and `goods` the price of the products, in fen. */
export const pricedOf = (rule: CouponedRule, couponValue: Minor, goods: Minor = 0): PricedRule => ({
  consumeType: rule.consumeTypeRole,
  priceMode: rule.priceMode,
  price: toMinor(rule.price),
  deposit: toMinor(rule.deposit),
  integral: rule.integral,
  frequency: rule.frequency,
  laps: rule.countCycleNumber,
  coins: rule.coins,
  projectType: rule.projectType,
  couponValue,
  goods,
  off: rule.off ?? 0,
})

/** Whether a type is paid from a member's wallets. */
export const isPaidByMember = (type: ConsumeType): boolean =>
  type !== 'NOCARDCONSUME' && type !== 'GROUPCOUPON' && type !== 'TESTCARD'

/** Whether products are sold beside a ride of a type. */
export const takesProducts = (type: ConsumeType): boolean => type !== 'TESTCARD' && type !== 'GIFT'

/** Whether one charge of a type may start several vehicles. */
export const takesSeveralVehicles = (type: ConsumeType): boolean => type === 'GROUPCOUPON' || type === 'QUAN'

/** Types that always charge for one person. */
export const isForOne = (type: ConsumeType): boolean => type === 'PLAYFREELY' || type === 'TESTCARD'

/** Price of a ride in fen, for any way of payment, without the deposit. */
export function priceOf(rule: PricedRule, people: number): Minor {
  const { consumeType: type, price, couponValue } = rule
  if (type === 'GROUPCOUPON') return couponValue
  const isPriced = type === 'BALANCE' || type === 'BALANCEANDINTEGRAL' || type === 'NOCARDCONSUME' || type === 'GIFT'
  return isPriced ? price * chargedPeople(rule.priceMode, people) - rule.off : 0
}

/** Deposit in fen, once per charge. */
export const depositOf = ({ consumeType, deposit }: PricedRule): Minor =>
  consumeType === 'NOCARDCONSUME' ? deposit : 0

/** Returns how an order is paid: `none` if nothing is due, cash if a guest rule has only a deposit. */
export function payModeOf(rule: PricedRule, people: number, wanted: ChargePayMode): OrderPayMode {
  if (isPaidByMember(rule.consumeType)) return 'balance'
  if (rule.consumeType === 'GROUPCOUPON' && rule.goods > 0) return wanted === 'wechat' ? 'scan' : wanted
  if (rule.consumeType !== 'NOCARDCONSUME') return 'none'
  if (priceOf(rule, people) + depositOf(rule) + rule.goods === 0) return 'none'
  return priceOf(rule, people) + rule.goods === 0 || wanted === 'cash' ? 'cash' : 'scan'
}

/**
 * Distributes people over vehicles in order: up to the seats of each, leaving at least one person per remaining vehicle. 0 seats means
 * no limit. Returns null if they do not fit.
 */
export function peopleOnVehicles(people: number, seats: readonly number[]): number[] | null {
  let left = Math.max(people, seats.length)
  const spread = seats.map((seatCount, index) => {
    const maxPeople = left - (seats.length - index - 1)
    const onVehicle = seatCount > 0 ? Math.min(seatCount, maxPeople) : maxPeople
    left -= onVehicle
    return onVehicle
  })
  return left === 0 ? spread : null
}

/**
 * Returns the lines of a charge, or the shortage. Mirrors `charge_lines` in SQL; a test compares the two.
 *
 * Visits: an unlimited card of the project covers its holder, the others pay visits of the project, and missing
 * ones come from the general project.
 */
export function chargeLines(
  rule: PricedRule,
  { people, vehicles, order, payMode }: { people: number; vehicles: number; order: ChargeOrder; payMode: OrderPayMode },
  has: Spendable,
): PlannedLine[] | Shortage {
  const times = chargedPeople(rule.priceMode, people)
  const { consumeType: type, projectType: project, goods } = rule
  const price = priceOf(rule, people) + goods
  const forGoods = goods > 0 ? money(goods, has, order) : []
  switch (type) {
    case 'BALANCE':
      return money(price, has, order)
    case 'INTEGRAL':
      return both(forGoods, points(rule.integral * times, has))
    case 'BALANCEANDINTEGRAL':
      return both(money(price, has, order), points(rule.integral * times, has))
    case 'QUAN':
      return both(forGoods, taken('laps', '', rule.laps * vehicles, has.laps, 'members.insufficientQuan'))
    case 'COIN':
      return both(forGoods, taken('coins', '', rule.coins * times, has.coins, 'members.insufficientCoins'))
    case 'GIFT':
      // Never from the paid balance, which products are paid from as well.
      return taken('give', '', price - goods, has.give, 'members.insufficientGive')
    case 'FREQUENCY':
      return both(forGoods, visits(rule.frequency, times, project, has))
    case 'PLAYFREELY': {
      const card = cardFor(project, has)
      if (card === null) return both(forGoods, { code: 'members.noUnlimitedCard', needed: 1, available: 0 })
      return both(forGoods, [{ account: 'unlimited', project: card, delta: -1 }])
    }
    case 'GROUPCOUPON':
      // A coupon without value is used up as well.
      return both(payMode === 'balance' ? forGoods : payMode === 'none' ? [] : line(payMode, goods), [
        { account: 'coupon', project: '', delta: rule.couponValue },
      ])
    case 'NOCARDCONSUME':
      if (payMode !== 'cash' && payMode !== 'scan') return []
      return both(line(payMode, price + rule.deposit), line('deposit', rule.deposit))
    case 'TESTCARD':
      return []
  }
}

const line = (account: ChargeAccount, delta: number, project = ''): PlannedLine[] =>
  delta === 0 ? [] : [{ account, project, delta }]

const isShort = (plan: PlannedLine[] | Shortage): plan is Shortage => !Array.isArray(plan)

/** Whether a plan is a shortage. */
export const isShortage = (plan: object): plan is Shortage => 'needed' in plan

function both(one: PlannedLine[] | Shortage, other: PlannedLine[] | Shortage): PlannedLine[] | Shortage {
  if (isShort(one)) return one
  return isShort(other) ? other : [...one, ...other]
}

function money(amount: Minor, { balance, give }: Spendable, order: ChargeOrder): PlannedLine[] | Shortage {
  const split = splitBalance(amount, balance, give, order)
  if (!split) return { code: 'members.insufficientBalance', needed: amount, available: balance + give }
  return [...line('balance', -split.balance), ...line('give', -split.give)]
}

const points = (amount: number, { integral }: Spendable): PlannedLine[] | Shortage =>
  taken('integral', '', amount, integral, 'members.insufficientIntegral')

function taken(
  account: ChargeAccount,
  project: string,
  needed: number,
  available: number,
  code: Shortage['code'],
): PlannedLine[] | Shortage {
  return needed > available ? { code, needed, available } : line(account, -needed, project)
}

/** Returns the project of the unlimited card that covers a ride: its own, else the general one; null if none. */
const cardFor = (project: string, { unlimited }: Spendable): string | null =>
  [project, GENERAL_PROJECT].find((one) => unlimited.includes(one)) ?? null

function visits(each: number, times: number, project: string, has: Spendable): PlannedLine[] | Shortage {
  const card = cardFor(project, has)
  const needed = each * (times - (card === null ? 0 : 1))
  const own = has.visits[project] ?? 0
  const general = project === GENERAL_PROJECT ? 0 : (has.visits[GENERAL_PROJECT] ?? 0)
  if (needed > own + general) {
    return { code: 'members.insufficientFrequency', needed, available: own + general }
  }
  const ownTaken = Math.min(needed, own)
  return [
    ...(card === null ? [] : line('unlimited', -1, card)),
    ...line('frequency', -ownTaken, project),
    ...line('frequency', ownTaken - needed, GENERAL_PROJECT),
  ]
}
