import { AppError } from '#shared/core/errors.ts'
import { formatMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { ConsumeRule, ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { chargedPeople } from './charge.calc.ts'

/** Value that a pending ride holds in a member's wallets. */
export interface HeldValue {
  /** Paid and gift balance together, in fen. */
  money: Minor
  integral: number
  laps: number
  coins: number
  /** Of the gift balance alone, in fen; besides `money`. */
  give: Minor
}

/** Price fields of a rule. */
export interface HoldRule {
  consumeType: ConsumeType
  priceMode: 'one' | 'every'
  price: Minor
  integral: number
  laps: number
  coins: number
}

const nothing: HeldValue = { money: 0, integral: 0, laps: 0, coins: 0, give: 0 }

/** Returns the hold of a member's pending ride; zero for types that do not use these wallets. */
export function valueToHold(rule: HoldRule, people: number): HeldValue {
  const times = chargedPeople(rule.priceMode, people)
  switch (rule.consumeType) {
    case 'BALANCE':
      return { ...nothing, money: rule.price * times }
    case 'INTEGRAL':
      return { ...nothing, integral: rule.integral * times }
    case 'BALANCEANDINTEGRAL':
      return { ...nothing, money: rule.price * times, integral: rule.integral * times }
    case 'QUAN':
      // Laps are charged per vehicle, and a record has one vehicle.
      return { ...nothing, laps: rule.laps }
    case 'COIN':
      return { ...nothing, coins: rule.coins * times }
    case 'GIFT':
      return { ...nothing, give: rule.price * times }
    default:
      return nothing
  }
}

/** Returns the hold of a start by a rule as the counter has it. */
export function holdOf(rule: ConsumeRule, people: number): HeldValue {
  const { consumeTypeRole: consumeType, priceMode, price, integral, countCycleNumber: laps, coins } = rule
  return valueToHold({ consumeType, priceMode, price: toMinor(price), integral, laps, coins }, people)
}

/** Returns the first wallet whose free value does not cover a hold, or null. */
export function shortWallet(wanted: HeldValue, free: HeldValue): keyof HeldValue | null {
  const wallets = ['money', 'integral', 'laps', 'coins', 'give'] as const
  return wallets.find((wallet) => wanted[wallet] > free[wallet]) ?? null
}

const codes = {
  money: 'members.insufficientBalance',
  integral: 'members.insufficientIntegral',
  laps: 'members.insufficientQuan',
  coins: 'members.insufficientCoins',
  give: 'members.insufficientGive',
} as const

/** Returns the refusal that names the shortage of a wallet, with formatted money. */
export function insufficient(wallet: keyof HeldValue, needed: number, available: number): AppError {
  const show = (value: number) => (wallet === 'money' || wallet === 'give' ? formatMinor(value) : String(value))
  return new AppError(codes[wallet], { needed: show(needed), available: show(available) })
}
