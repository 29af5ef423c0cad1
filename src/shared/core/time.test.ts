import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessDay, formatTime, fromWireTime, toWireTime, WireTime, WireTimeFilter } from './time.ts'

const moment = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) })
  .map((milliseconds) => new Date(Math.floor(milliseconds / 1000) * 1000))
const zone = fc.constantFrom('Asia/Shanghai', 'Asia/Urumqi', 'UTC', 'Europe/Berlin', 'America/New_York')
const hour = fc.integer({ min: 0, max: 23 })
const some = { numRuns: 60 }

describe('wire time', () => {
  it('survives conversion and back to the second', () => {
    fc.assert(
      fc.property(moment, (at) => fromWireTime(toWireTime(at)).getTime() === at.getTime()),
      some,
    )
  })

  it('is written in GMT+8 in the form of the family', () => {
    expect(toWireTime(new Date('2026-03-04T16:05:06Z'))).toBe('2026-03-05 00:05:06')
    expect(WireTime.safeParse(toWireTime(new Date(0))).success).toBe(true)
  })

  it('sorts as text in time order', () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => toWireTime(a) < toWireTime(b) === a < b),
      some,
    )
  })

  it('reads a date as its first or its last second', () => {
    expect(toWireTime(fromWireTime('2026-03-05', 'begin'))).toBe('2026-03-05 00:00:00')
    expect(toWireTime(fromWireTime('2026-03-05', 'end'))).toBe('2026-03-05 23:59:59')
    expect(WireTimeFilter.safeParse('2026-3-5').success).toBe(false)
  })
})

describe('the business day', () => {
  it('begins at its hour in the zone of the store', () => {
    expect(businessDay(new Date('2026-03-04T16:00:00Z'))).toBe('2026-03-05')
    expect(businessDay(new Date('2026-03-04T21:59:59Z'), 'Asia/Shanghai', 6)).toBe('2026-03-04')
    expect(businessDay(new Date('2026-03-04T22:00:00Z'), 'Asia/Shanghai', 6)).toBe('2026-03-05')
    expect(businessDay(new Date('2026-03-01T02:00:00Z'), 'Asia/Shanghai', 12)).toBe('2026-02-28')
  })

  it('never goes back as time goes on', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 72 * 3600 }), zone, hour, (at, seconds, where, start) => {
        const later = new Date(at.getTime() + seconds * 1000)
        return businessDay(at, where, start) <= businessDay(later, where, start)
      }),
      some,
    )
  })

  it('is the local date, or the previous date before the day begins', () => {
    fc.assert(
      fc.property(moment, zone, hour, (at, where, start) => {
        const [date = '', time = ''] = formatTime(at, where).split(' ')
        const begun = Number(time.slice(0, 2)) >= start
        const day = businessDay(at, where, start)
        expect(begun ? day === date : day < date).toBe(true)
      }),
      some,
    )
  })
})
