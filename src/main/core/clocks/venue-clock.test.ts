import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { openVenueClock } from './stored-clock.ts'
import { createVenueClock, type StoredTime } from './venue-clock.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const HOUR = 3_600_000

/** A fake computer with an adjustable clock and real elapsed time. */
function computer(kept: StoredTime | null = null) {
  let wall = START
  let steady = 0
  const notes: StoredTime[] = []
  const changes: number[] = []
  const clock = { now: () => wall, steady: () => steady, after: () => () => undefined }
  const venue = createVenueClock({
    clock,
    stored: kept,
    store: (time) => notes.push(time),
    onChange: (ahead) => changes.push(ahead),
  })
  return {
    venue,
    notes,
    changes,
    pass(ms: number) {
      wall += ms
      steady += ms
    },
    setBy(ms: number) {
      wall += ms
    },
  }
}

it('is the computer’s clock until the server has sent its time', () => {
  const { venue, changes, notes } = computer()
  expect(venue.now()).toBe(START)
  venue.setServerTime(START + 400)
  expect(venue.now()).toBe(START)
  venue.setServerTime(START + 5 * HOUR)
  expect([venue.now(), venue.offset()]).toEqual([START + 5 * HOUR, 5 * HOUR])
  expect(changes).toEqual([5 * HOUR])
  expect(notes.at(-1)).toEqual({ ahead: 5 * HOUR, seenAt: START + 5 * HOUR })
})

it('is not affected by changes of the computer’s clock', () => {
  const { venue, pass, setBy } = computer()
  venue.setServerTime(START)
  for (const by of [3 * HOUR, -8 * HOUR, 500_000]) {
    const before = venue.now()
    setBy(by)
    pass(1000)
    expect(venue.now()).toBe(before + 1000)
  }
  // Small corrections of the clock are followed.
  setBy(50)
  expect(venue.now()).toBe(START + 3050)
})

it('continues during sleep, whether it is read before or after the wake-up event', () => {
  for (const isLookedAtFirst of [true, false]) {
    const { venue, setBy } = computer()
    venue.setServerTime(START)
    setBy(2 * HOUR)
    if (isLookedAtFirst) venue.now()
    venue.resume()
    expect(venue.now()).toBe(START + 2 * HOUR)
  }
})

it('is never earlier than the time stored before a restart', () => {
  const ahead = 10 * 60_000
  expect(computer({ ahead, seenAt: START }).venue.now()).toBe(START + ahead)
  const later = START + 5 * HOUR
  expect(computer({ ahead, seenAt: later }).venue.now()).toBe(later)
})

const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }

/** The same computer across restarts, whose clock may be reset in between. */
function restarted() {
  const entries = new Map<string, string>()
  const store = {
    get: (name: string) => entries.get(name) ?? null,
    set: (name: string, value: string) => void entries.set(name, value),
  } as SecureStore
  return (wall: number) => {
    let passed = 0
    const due: (() => void)[] = []
    const after = (_: number, run: () => void) => {
      due.push(run)
      return () => undefined
    }
    const venue = openVenueClock({ now: () => wall, steady: () => passed, after }, store, log, silent)
    return {
      venue,
      /** Advances the time and runs due timers. */
      async pass(ms: number) {
        wall += ms
        passed += ms
        for (const run of due.splice(0)) run()
        await turn()
      },
    }
  }
}

it('continues from the last stored minute if the computer loses power and its time while offline', async () => {
  const start = restarted()
  const first = start(START)
  first.venue.setServerTime(START)
  await first.pass(5 * HOUR)
  const second = start(0)
  expect(second.venue.now()).toBe(START + 5 * HOUR)
  await second.pass(HOUR)
  expect(start(0).venue.now()).toBe(START + 6 * HOUR)
})

it('recovers from a clock that was set forward while the program was off', async () => {
  const start = restarted()
  start(START).venue.setServerTime(START)
  const wrong = start(START + 24 * HOUR)
  await wrong.pass(HOUR)
  expect(wrong.venue.now()).toBe(START + 25 * HOUR)
  expect(start(START + 2 * HOUR).venue.now()).toBe(START + 2 * HOUR)
})

it('stores nothing before the server has sent its time', async () => {
  const start = restarted()
  await start(START + 24 * HOUR).pass(HOUR)
  expect(start(START).venue.now()).toBe(START)
})

it('is in whole milliseconds, as the terminal’s file requires', () => {
  const { venue, pass, setBy } = computer({ ahead: 0.25, seenAt: START })
  expect(venue.now()).toBe(START)
  pass(1000)
  setBy(3 * HOUR + 0.4)
  expect(Number.isInteger(venue.offset())).toBe(true)
})
