import { describe, expect, it } from 'vitest'
import { toWireTime } from '#shared/core/time.ts'
import { nextRun } from './schedule.ts'

/** A Friday, 10:07:31 in China. */
const NOW = new Date('2026-11-20T02:07:31Z')
const next = (expression: string) => {
  const at = nextRun(expression, NOW)
  return at && toWireTime(at)
}

describe('a schedule', () => {
  it.each([
    ['0/30 * * * * ?', '2026-11-20 10:08:00'],
    ['*/10 * * * * ?', '2026-11-20 10:07:40'],
    ['0 0/10 * * * ?', '2026-11-20 10:10:00'],
    ['0 15 4 * * ?', '2026-11-21 04:15:00'],
    ['0 0 12 1 * ? *', '2026-12-01 12:00:00'],
    ['0 0 9 ? * 2-6', '2026-11-23 09:00:00'],
    ['0 0 9 ? * 1', '2026-11-22 09:00:00'],
    ['0 0 9 ? * MON', '2026-11-23 09:00:00'],
    ['0 0 9 ? * 6#3', '2026-12-18 09:00:00'],
    ['15 4 * * *', '2026-11-21 04:15:00'],
    ['0 9 * * 1', '2026-11-23 09:00:00'],
  ])('%s is due next at %s', (expression, at) => expect(next(expression)).toBe(at))

  it.each(['', '* * * *', '61 * * * *', '0 0 0 31 2 ?', '0 0 0 1 1 ? 2099', 'a b c d e', '0 0 25 * * ?'])(
    'is none: "%s"',
    (expression) => expect(next(expression)).toBeNull(),
  )
})
