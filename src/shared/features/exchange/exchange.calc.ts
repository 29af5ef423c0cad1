import type { ErrorCode } from '#shared/core/errors.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'

/** Wallets that an exchange may take from. */
export const fromWallets = ['balance', 'give', 'integral', 'laps', 'coins', 'frequency'] as const
/** Wallets that an exchange may add to. The paid balance is none of them: any other value may have been a gift. */
export const toWallets = ['give', 'integral', 'laps', 'coins', 'frequency'] as const
export type FromWallet = (typeof fromWallets)[number]

/** The most that one exchange may add, in ledger units. */
export const MAX_RECEIVED = 999_999_999
/** Value of "no limit per day". */
export const NO_LIMIT = -1

/** A rate in ledger units (fen, points, laps, coins, visits): so many units of one wallet give so many of the other. */
export interface Rate {
  fromUnits: number
  toUnits: number
  /** The smallest amount of an exchange, and what every amount is a multiple of. */
  minimum: number
  step: number
  /** Most units that a member may exchange in a business day; -1: no limit. */
  dayLimit: number
}

export const isMoneyWallet = (wallet: string): boolean => wallet === 'balance' || wallet === 'give'

/** A wire amount in ledger units; NaN for a fraction of a point, lap, coin or visit. */
export function unitsOf(wallet: string, amount: number): number {
  if (isMoneyWallet(wallet)) return toMinor(amount)
  return Number.isInteger(amount) ? amount : Number.NaN
}

/** Ledger units as a wire amount. */
export const amountOf = (wallet: string, units: number): number => (isMoneyWallet(wallet) ? fromMinor(units) : units)

/** What an exchange adds, rounded down to the unit. Same as `exchange_received` in SQL. */
export const receivedFor = ({ fromUnits, toUnits }: Pick<Rate, 'fromUnits' | 'toUnits'>, amount: number): number =>
  Number((BigInt(amount) * BigInt(toUnits)) / BigInt(fromUnits))

/** Why an exchange is refused: the code of the error and its amounts in units of the wallet that gives. */
export interface ExchangeProblem {
  code: ErrorCode
  details: Record<string, number>
}

interface Standing {
  /** Free value of the wallet that gives. */
  available: number
  /** Units that the member has exchanged at this rate today. */
  usedToday: number
}

/** Why this amount cannot be exchanged, or null. Same as the part of `plan_exchange` in SQL that concerns amounts. */
export function exchangeProblem(
  rate: Rate,
  amount: number,
  { available, usedToday }: Standing,
): ExchangeProblem | null {
  const { minimum, step, dayLimit } = rate
  if (amount < minimum) return { code: 'exchange.belowMinimum', details: { minimum } }
  if (amount % step !== 0) return { code: 'exchange.notStep', details: { step } }
  if (receivedFor(rate, amount) > MAX_RECEIVED) return { code: 'exchange.tooMuch', details: {} }
  if (dayLimit !== NO_LIMIT && usedToday + amount > dayLimit) {
    return { code: 'exchange.dayLimit', details: { limit: dayLimit, left: Math.max(0, dayLimit - usedToday) } }
  }
  if (amount > available) return { code: 'exchange.short', details: { needed: amount, available } }
  return null
}

/** The largest amount that can be exchanged now; 0 if there is none. */
export function mostExchangeable(rate: Rate, { available, usedToday }: Standing): number {
  const left = rate.dayLimit === NO_LIMIT ? available : Math.min(available, rate.dayLimit - usedToday)
  const whole = left - (left % rate.step)
  return whole >= rate.minimum ? whole : 0
}

/** A part of a wallet with its end; null: no end. */
export interface LotPart {
  ends: number | null
  value: number
}

/**
 * The lots that an exchange makes of those that it took from: in proportion, each with the end of its part. A unit that comes from
 * two lots ends with the earlier one, so no value outlives what it came from. Same as `lots_of_exchange` in SQL.
 */
export function lotsOfExchange(taken: readonly LotPart[], received: number): LotPart[] {
  const total = taken.reduce((sum, { value }) => sum + BigInt(value), 0n)
  const ends = [...new Set(taken.map((part) => part.ends))].sort((one, other) => rank(one) - rank(other))
  const lots: LotPart[] = []
  let taking = 0n
  let given = 0n
  for (const end of ends) {
    for (const part of taken) if (part.ends === end) taking += BigInt(part.value)
    const until = (BigInt(received) * taking + total - 1n) / total
    if (until > given) lots.push({ ends: end, value: Number(until - given) })
    given = until
  }
  return lots
}

const rank = (ends: number | null): number => ends ?? Number.POSITIVE_INFINITY
