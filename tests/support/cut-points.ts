import { expect } from 'vitest'
import { sampled } from './sample.ts'

const MOST_STATEMENTS = 200
/** Where not everything is tried, one of so many statements in a row is cut. */
const STRIDE = 3
const offsets = Array.from({ length: STRIDE }, (_, index) => index + 1)

/**
 * The statements at which to cut something of a test, from the first on, for a loop that ends when nothing was cut any more. A run
 * that samples takes one of three, others on the next day; all are taken where one of the slices has changed.
 */
export function* cutPoints(of: string, slices: readonly string[]): Generator<number> {
  const name = `${expect.getState().currentTestName} ${of}`
  const taken = new Set(sampled(offsets, { of: name, most: 1, slices }).map((offset) => offset % STRIDE))
  for (let statement = 1; statement <= MOST_STATEMENTS; statement++) {
    if (taken.has(statement % STRIDE)) yield statement
  }
  throw new Error(`${name} was cut at ${MOST_STATEMENTS} statements and never passed uncut`)
}
