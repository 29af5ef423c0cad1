import { describe, expect, it } from 'vitest'
import { cueOf, partyOf } from './cue.calc.ts'

const called = (calledMinutes: number, leftMinutes = 50) => cueOf({ queueState: 'CALLED', calledMinutes, leftMinutes })

describe('the cue of a queue entry', () => {
  it('is none while waiting or just called', () => {
    expect(cueOf({ queueState: 'WAITING', calledMinutes: null, leftMinutes: 50 })).toBeNull()
    expect(called(0)).toBeNull()
    expect(cueOf({ queueState: 'DONE', calledMinutes: null, leftMinutes: null })).toBeNull()
  })

  it('is a search for a guest who was called and does not come, more urgent with time', () => {
    expect(called(1)).toEqual({ key: 'queue.calledSince', minutes: 1, tone: 'usual' })
    expect(called(3)).toEqual({ key: 'queue.calledSince', minutes: 3, tone: 'warning' })
  })

  it('is above all a number that expires soon, called or not', () => {
    expect(called(20, 9)).toEqual({ key: 'queue.expiresIn', minutes: 10, tone: 'error' })
    const waiting = cueOf({ queueState: 'WAITING', calledMinutes: null, leftMinutes: 0 })
    expect(waiting).toEqual({ key: 'queue.expiresIn', minutes: 1, tone: 'error' })
  })
})

describe('a party', () => {
  const one = (id: string, consumeid: string) => ({ id, consumeid, queueState: 'WAITING' as const })

  it('is the entries paid by one order, starting with the given one', () => {
    const line = [one('1', 'a'), one('2', 'b'), one('3', 'a')]
    expect(partyOf(one('3', 'a'), line).map(({ id }) => id)).toEqual(['3', '1'])
    expect(partyOf(one('2', 'b'), line).map(({ id }) => id)).toEqual(['2'])
  })
})
