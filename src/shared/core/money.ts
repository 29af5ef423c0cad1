import { z } from 'zod'
import { wrong } from './text.ts'

/** An integer amount in the currency's minor unit (fen), the only form in the database and in calculations. */
export type Minor = number

/** Largest absolute amount, in minor units. */
const LIMIT = 99_999_999_999

/** A wire amount in minor units. Throws a `RangeError` for more than two decimals or an amount out of range. */
export function toMinor(decimal: number): Minor {
  const minor = Math.round(decimal * 100)
  if (!Number.isFinite(decimal) || Math.abs(decimal * 100 - minor) > 1e-4 || Math.abs(minor) > LIMIT) {
    throw new RangeError('not an amount with at most two decimals')
  }
  return minor === 0 ? 0 : minor
}

/** The wire form of an amount: a decimal number with at most two places. */
export const fromMinor = (minor: Minor): number => minor / 100

/** Formats an amount for display: thousands grouped by commas, always two decimals (`1,234.50`). */
export function formatMinor(minor: Minor): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${minor < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`
}

/** Formats a wire amount for display; throws like `toMinor`. */
export const formatAmount = (decimal: number): string => formatMinor(toMinor(decimal))

const atMostTwoDecimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) <= 1e-4

/** Schema of a wire amount: decimal, at most two places. */
export const Amount = z
  .number()
  .min(-LIMIT / 100)
  .max(LIMIT / 100)
  .refine(atMostTwoDecimals, wrong('input.twoDecimals'))
