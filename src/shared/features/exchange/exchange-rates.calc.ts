import type { ErrorCode } from '#shared/core/errors.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import { MAX_RECEIVED, NO_LIMIT, receivedFor, unitsOf } from './exchange.calc.ts'
import type { ExchangeRateFields } from './exchange-rates.contract.ts'

export interface RateProblem {
  code: ErrorCode
  details: { field: keyof ExchangeRateFields }
}

/** The rate with the general project where visits name none, and no project for other wallets. */
export function normalizedRate(rate: ExchangeRateFields): ExchangeRateFields {
  const projectOf = (wallet: string, project: string): string =>
    wallet === 'frequency' ? project || GENERAL_PROJECT : ''
  return {
    ...rate,
    fromProject: projectOf(rate.fromWallet, rate.fromProject),
    toProject: projectOf(rate.toWallet, rate.toProject),
  }
}

/** What is wrong with a normalized rate as a whole, or null. */
export function rateProblem(rate: ExchangeRateFields): RateProblem | null {
  const { fromWallet, fromProject, toWallet, toProject, dayLimit } = rate
  const problem = (code: ErrorCode, field: keyof ExchangeRateFields): RateProblem => ({ code, details: { field } })
  if (fromWallet === toWallet && fromProject === toProject) return problem('exchange.sameWallet', 'toWallet')
  // Coins are a means of play: they never become money again.
  if (fromWallet === 'coins' && toWallet === 'give') return problem('exchange.coinsNotMoney', 'toWallet')
  const units = {
    fromAmount: unitsOf(fromWallet, rate.fromAmount),
    toAmount: unitsOf(toWallet, rate.toAmount),
    minimum: unitsOf(fromWallet, rate.minimum),
    step: unitsOf(fromWallet, rate.step),
    dayLimit: dayLimit === NO_LIMIT ? NO_LIMIT : unitsOf(fromWallet, dayLimit),
  }
  for (const [field, value] of Object.entries(units)) {
    // The entries have the names of the fields.
    if (Number.isNaN(value)) return problem('exchange.wholeUnits', field as keyof ExchangeRateFields)
  }
  if (units.minimum % units.step !== 0) return problem('exchange.minimumStep', 'minimum')
  const minReceived = receivedFor({ fromUnits: units.fromAmount, toUnits: units.toAmount }, units.minimum)
  if (minReceived < 1) return problem('exchange.givesNothing', 'minimum')
  if (minReceived > MAX_RECEIVED) return problem('exchange.tooMuch', 'toAmount')
  if (dayLimit !== NO_LIMIT && units.dayLimit < units.minimum) return problem('exchange.dayBelowMinimum', 'dayLimit')
  return null
}
