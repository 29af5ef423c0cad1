import {
  amountOf,
  type ExchangeProblem,
  exchangeProblem,
  mostExchangeable,
  NO_LIMIT,
  type Rate,
  receivedFor,
  unitsOf,
} from '#shared/features/exchange/exchange.calc.ts'
import type { ExchangeOption } from '#shared/features/exchange/exchanges.schema.ts'

/** What an exchange would do, in wire amounts. */
export interface ExchangePreview {
  received: number
  fromAfter: number
  toAfter: number
}

const rateOf = ({ fromWallet, toWallet, ...rate }: ExchangeOption): Rate => ({
  fromUnits: unitsOf(fromWallet, rate.fromAmount),
  toUnits: unitsOf(toWallet, rate.toAmount),
  minimum: unitsOf(fromWallet, rate.minimum),
  step: unitsOf(fromWallet, rate.step),
  dayLimit: rate.dayLimit === NO_LIMIT ? NO_LIMIT : unitsOf(fromWallet, rate.dayLimit),
})

const standingOf = ({ fromWallet, available, usedToday }: ExchangeOption) => ({
  available: unitsOf(fromWallet, available),
  usedToday: unitsOf(fromWallet, usedToday),
})

/** The effect of exchanging an amount at an offered rate; null for no amount or a fraction of a unit. */
export function exchangePreview(option: ExchangeOption, amount: number | null): ExchangePreview | null {
  const { fromWallet, toWallet, available, toValue } = option
  const units = amount === null ? Number.NaN : unitsOf(fromWallet, amount)
  if (Number.isNaN(units)) return null
  const received = receivedFor(rateOf(option), units)
  return {
    received: amountOf(toWallet, received),
    fromAfter: amountOf(fromWallet, unitsOf(fromWallet, available) - units),
    toAfter: amountOf(toWallet, unitsOf(toWallet, toValue) + received),
  }
}

/** Why the amount cannot be exchanged, with wire amounts; null if it can. */
export function previewProblem(option: ExchangeOption, amount: number): ExchangeProblem | null {
  const problem = exchangeProblem(rateOf(option), unitsOf(option.fromWallet, amount), standingOf(option))
  if (!problem) return null
  const details = Object.entries(problem.details).map(([name, units]) => [name, amountOf(option.fromWallet, units)])
  return { ...problem, details: Object.fromEntries(details) }
}

/** The largest amount that can be exchanged now. */
export const mostOf = (option: ExchangeOption): number =>
  amountOf(option.fromWallet, mostExchangeable(rateOf(option), standingOf(option)))
