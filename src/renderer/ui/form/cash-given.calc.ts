import { type Minor, toMinor } from '#shared/core/money.ts'

/** The change in minor units; 0 where no cash was entered, null where it does not cover the price. `given` is in major units. */
export function changeOf(price: Minor, given: number | null): Minor | null {
  if (given === null) return 0
  const change = toMinor(given) - price
  return change < 0 ? null : change
}

const NOTES = [50, 100, 200, 500, 1000] as const

/** Likely cash amounts for a price in minor units: major units, smallest first. */
export function likelyNotes(price: Minor): number[] {
  const rounded = [100, 50, 10].map((step) => (Math.ceil(price / (step * 100)) * step * 100) / 100)
  const likely = [...rounded, ...NOTES].filter((note) => toMinor(note) > price)
  return [...new Set(likely)].sort((one, other) => one - other).slice(0, 3)
}
