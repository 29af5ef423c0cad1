import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isCounterBusy, pauseForCounter, portionSize, withCounterPriority } from '#server/db/counter-priority.ts'
import { memberHome } from '#shared/features/member-page/member-home.contract.ts'
import { memberOwn } from '#shared/features/member-page/member-own.contract.ts'
import { createLaneLimits, createMemberLimit, type LaneLimits, laneOf } from './lane.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A counter that writes until it is stopped. */
function writing(): { end(): Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const write = withCounterPriority(() => promise)
  return {
    end: () => {
      resolve()
      return write
    },
  }
}

/** Starts tasks of as many users, which run until `end`; returns how many are running. */
function begin(turns: LaneLimits[keyof LaneLimits], people: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let underWay = 0
  const works = Array.from({ length: people }, (_, person) =>
    turns.run(() => {
      underWay++
      return promise
    }, `person ${person}`),
  )
  return {
    underWay: async () => {
      await vi.advanceTimersByTimeAsync(0)
      return underWay
    },
    end: () => {
      resolve()
      return Promise.all(works)
    },
  }
}

it('leaves two lists and one workbook on two processors while the counter writes and for a second after', async () => {
  const { lists, workbooks } = createLaneLimits(6, 2)
  const counter = writing()
  const [listed, exported] = [begin(lists, 5), begin(workbooks, 5)]
  expect([await listed.underWay(), await exported.underWay()]).toEqual([2, 1])
  await counter.end()
  await vi.advanceTimersByTimeAsync(999)
  expect(isCounterBusy()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(isCounterBusy()).toBe(false)
  await Promise.all([listed.end(), exported.end()])
  const [more, moreExported] = [begin(lists, 5), begin(workbooks, 5)]
  expect([await more.underWay(), await moreExported.underWay()]).toEqual([4, 2])
  await Promise.all([more.end(), moreExported.end()])
})

it('restores the number of turns as soon as one of the readers has finished', async () => {
  const { lists } = createLaneLimits(6, 2)
  const counter = writing()
  const first = begin(lists, 2)
  expect(await first.underWay()).toBe(2)
  const waiting = begin(lists, 5)
  expect(await waiting.underWay()).toBe(0)
  await counter.end()
  await vi.advanceTimersByTimeAsync(1000)
  await first.end()
  expect(await waiting.underWay()).toBe(4)
  await waiting.end()
})

it('does not limit lists on a machine with enough processors', async () => {
  const { lists, workbooks } = createLaneLimits(6, 8)
  const counter = writing()
  const [listed, exported] = [begin(lists, 5), begin(workbooks, 5)]
  expect([await listed.underWay(), await exported.underWay()]).toEqual([4, 2])
  await Promise.all([counter.end(), listed.end(), exported.end()])
})

it('leaves three quarters of the counter’s connections while many members write, and one to each of them', async () => {
  const many = begin(createMemberLimit(16), 10)
  expect(await many.underWay()).toBe(4)
  await many.end()
  const limit = createMemberLimit(16)
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = vi.fn(() => promise)
  const calls = Array.from({ length: 3 }, () => limit.run(work, 'one member'))
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledOnce()
  resolve()
  await Promise.all(calls)
})

it('gives reads of members the connections of lists', () => {
  expect([memberHome.home, memberOwn.own, memberOwn.edit].map(laneOf)).toEqual(['lists', 'lists', 'counter'])
})

it('pauses a workbook for a write, again for the next one, and never for long', async () => {
  const [counter, other, resumed] = [writing(), writing(), vi.fn()]
  expect(portionSize(100)).toBe(20)
  void pauseForCounter().then(resumed)
  await counter.end()
  await vi.advanceTimersByTimeAsync(19)
  expect(resumed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(resumed).toHaveBeenCalledOnce()
  void pauseForCounter().then(resumed)
  await vi.advanceTimersByTimeAsync(10)
  await other.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(resumed).toHaveBeenCalledTimes(2)
  await pauseForCounter()
  await vi.advanceTimersByTimeAsync(1000)
  expect(portionSize(100)).toBe(100)
})
