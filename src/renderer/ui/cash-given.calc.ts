import { type Minor, toMinor } from '#shared/core/money.ts'

/** What a cashier gives back of the notes that a customer has given; null where they are not enough. */
export function changeOf(price: Minor, given: number | null): Minor | null {
  if (given === null) return 0
  const change = toMinor(given) - price
  return change < 0 ? null : change
}

const NOTES = [50, 100, 200, 500, 1000] as const

/** Notes that a customer is likely to give for a price, the smallest first. */
export function likelyNotes(price: Minor): number[] {
  const rounded = [100, 50, 10].map((step) => (Math.ceil(price / (step * 100)) * step * 100) / 100)
  const likely = [...rounded, ...NOTES].filter((note) => toMinor(note) > price)
  return [...new Set(likely)].sort((one, other) => one - other).slice(0, 3)
}
