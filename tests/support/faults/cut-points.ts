import { expect } from 'vitest'
import { sampled } from '#tests/support/runner/sample.ts'

const MAX_STATEMENTS = 200
/** A sample cuts one of so many consecutive statements. */
const STRIDE = 3
const offsets = Array.from({ length: STRIDE }, (_, index) => index + 1)

/**
 * Numbers of the statements to cut in the current test, from 1; the caller stops when a run was not cut. A sample has every third
 * number, with another start each day; all numbers if one of the slices has changed.
 */
export function* cutPoints(of: string, slices: readonly string[]): Generator<number> {
  const name = `${expect.getState().currentTestName} ${of}`
  const taken = new Set(sampled(offsets, { of: name, most: 1, slices }).map((offset) => offset % STRIDE))
  for (let statement = 1; statement <= MAX_STATEMENTS; statement++) {
    if (taken.has(statement % STRIDE)) yield statement
  }
  throw new Error(`${name} was still cut at statement ${MAX_STATEMENTS}`)
}
