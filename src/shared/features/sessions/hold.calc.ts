import { AppError } from '#shared/core/errors.ts'
import { formatMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { ConsumeRule, ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { chargedPeople } from './charge.calc.ts'

/** What an open order reserves in a member's wallets. */
export interface HeldValue {
  /** Of the paid and gift balance together. */
  money: Minor
  integral: number
  laps: number
}

/** What the price of a rule is made of. */
export interface HoldRule {
  consumeType: ConsumeType
  priceMode: 'one' | 'every'
  price: Minor
  integral: number
  laps: number
}

/** What a play-then-deduct order of a known member reserves; types that take nothing from these wallets reserve nothing. */
export function valueToHold(rule: HoldRule, people: number): HeldValue {
  const times = chargedPeople(rule.priceMode, people)
  switch (rule.consumeType) {
    case 'BALANCE':
      return { money: rule.price * times, integral: 0, laps: 0 }
    case 'INTEGRAL':
      return { money: 0, integral: rule.integral * times, laps: 0 }
    case 'BALANCEANDINTEGRAL':
      return { money: rule.price * times, integral: rule.integral * times, laps: 0 }
    case 'QUAN':
      // Laps are charged per vehicle, and a record has one.
      return { money: 0, integral: 0, laps: rule.laps }
    default:
      return { money: 0, integral: 0, laps: 0 }
  }
}

/** What a start by a rule as the counter knows it reserves. */
export function holdOf(rule: ConsumeRule, people: number): HeldValue {
  const { consumeTypeRole: consumeType, muiltMode: priceMode, price, integral, countCycleNumber: laps } = rule
  return valueToHold({ consumeType, priceMode, price: toMinor(price), integral, laps }, people)
}

/** The first wallet whose free part does not cover a hold, or null. */
export function shortWallet(wanted: HeldValue, free: HeldValue): keyof HeldValue | null {
  const wallets = ['money', 'integral', 'laps'] as const
  return wallets.find((wallet) => wanted[wallet] > free[wallet]) ?? null
}

const codes = {
  money: 'members.insufficientBalance',
  integral: 'members.insufficientIntegral',
  laps: 'members.insufficientQuan',
} as const

/** The refusal that names what a wallet lacks, money as people read it. */
export function insufficient(wallet: keyof HeldValue, needed: number, available: number): AppError {
  const show = (value: number) => (wallet === 'money' ? formatMinor(value) : String(value))
  return new AppError(codes[wallet], { needed: show(needed), available: show(available) })
}
