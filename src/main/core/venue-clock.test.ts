import { expect, it } from 'vitest'
import { createVenueClock, type KeptTime } from './venue-clock.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const HOUR = 3_600_000

/** A computer whose clock anybody can set, beside time that passes. */
function computer(kept: KeptTime | null = null) {
  let wall = START
  let steady = 0
  const notes: KeptTime[] = []
  const told: number[] = []
  const clock = { now: () => wall, steady: () => steady, after: () => () => undefined }
  const venue = createVenueClock({
    clock,
    kept,
    keep: (time) => notes.push(time),
    onChange: (ahead) => told.push(ahead),
  })
  return {
    venue,
    notes,
    told,
    pass(ms: number) {
      wall += ms
      steady += ms
    },
    setBy(ms: number) {
      wall += ms
    },
  }
}

it('is the computer’s until the server has said another one', () => {
  const { venue, told, notes } = computer()
  expect(venue.now()).toBe(START)
  venue.hear(START + 400)
  expect(venue.now()).toBe(START)
  venue.hear(START + 5 * HOUR)
  expect([venue.now(), venue.ahead()]).toEqual([START + 5 * HOUR, 5 * HOUR])
  expect(told).toEqual([5 * HOUR])
  expect(notes.at(-1)).toEqual({ ahead: 5 * HOUR, seenAt: START + 5 * HOUR })
})

it('goes on evenly while somebody sets the computer’s clock, forwards or back', () => {
  const { venue, pass, setBy } = computer()
  venue.hear(START)
  for (const by of [3 * HOUR, -8 * HOUR, 500_000]) {
    const before = venue.now()
    setBy(by)
    pass(1000)
    expect(venue.now()).toBe(before + 1000)
  }
  // A clock that is kept right by small steps is followed.
  setBy(50)
  expect(venue.now()).toBe(START + 3050)
})

it('goes on while the computer sleeps, whether the wake-up is told before or after it is looked at', () => {
  for (const isLookedAtFirst of [true, false]) {
    const { venue, setBy } = computer()
    venue.hear(START)
    setBy(2 * HOUR)
    if (isLookedAtFirst) venue.now()
    venue.resume()
    expect(venue.now()).toBe(START + 2 * HOUR)
  }
})

it('was never earlier than what was known before the program ended', () => {
  const ahead = 10 * 60_000
  expect(computer({ ahead, seenAt: START }).venue.now()).toBe(START + ahead)
  const later = START + 5 * HOUR
  expect(computer({ ahead, seenAt: later }).venue.now()).toBe(later)
})

it('is whole milliseconds, which is all that the terminal’s file takes, though time passes in parts of them', () => {
  const { venue, pass, setBy } = computer({ ahead: 0.25, seenAt: START })
  expect(venue.now()).toBe(START)
  pass(1000)
  setBy(3 * HOUR + 0.4)
  expect(Number.isInteger(venue.ahead())).toBe(true)
})
