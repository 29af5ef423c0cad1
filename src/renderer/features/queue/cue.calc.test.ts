import { describe, expect, it } from 'vitest'
import { cueOf, partyOf } from './cue.calc.ts'

const called = (calledMinutes: number, leftMinutes = 50) => cueOf({ queueState: 'CALLED', calledMinutes, leftMinutes })

describe('what a place in line wants', () => {
  it('is nothing of whoever waits, or was called just now', () => {
    expect(cueOf({ queueState: 'WAITING', calledMinutes: null, leftMinutes: 50 })).toBeNull()
    expect(called(0)).toBeNull()
    expect(cueOf({ queueState: 'DONE', calledMinutes: null, leftMinutes: null })).toBeNull()
  })

  it('is a look for a guest who was called and does not come, the more the longer', () => {
    expect(called(1)).toEqual({ key: 'queue.calledSince', minutes: 1, tone: 'usual' })
    expect(called(3)).toEqual({ key: 'queue.calledSince', minutes: 3, tone: 'warning' })
  })

  it('is above all a number that ends soon, called or not', () => {
    expect(called(20, 9)).toEqual({ key: 'queue.expiresIn', minutes: 10, tone: 'error' })
    const waiting = cueOf({ queueState: 'WAITING', calledMinutes: null, leftMinutes: 0 })
    expect(waiting).toEqual({ key: 'queue.expiresIn', minutes: 1, tone: 'error' })
  })
})

describe('a party', () => {
  const one = (id: string, consumeid: string) => ({ id, consumeid, queueState: 'WAITING' as const })

  it('is whom one order paid for, whoever was meant first', () => {
    const line = [one('1', 'a'), one('2', 'b'), one('3', 'a')]
    expect(partyOf(one('3', 'a'), line).map(({ id }) => id)).toEqual(['3', '1'])
    expect(partyOf(one('2', 'b'), line).map(({ id }) => id)).toEqual(['2'])
  })
})
