import { expect, it } from 'vitest'
import { nextCheckAfterEnd } from './payments.steps.ts'

const ended = new Date('2026-06-01T10:00:00Z')
const later = (milliseconds: number) => new Date(ended.getTime() + milliseconds)
const TWO_DAYS = 2 * 86_400_000

it('queries a closed payment at least once, however long the provider or the server was unavailable', () => {
  expect(nextCheckAfterEnd(0, ended, later(TWO_DAYS))).toEqual(later(TWO_DAYS + 30_000))
  expect(nextCheckAfterEnd(1, ended, later(TWO_DAYS))).toBeNull()
  expect(nextCheckAfterEnd(1, ended, later(60_000))).toEqual(later(360_000))
})
