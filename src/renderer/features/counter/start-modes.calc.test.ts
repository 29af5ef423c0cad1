import { describe, expect, it } from 'vitest'
import { startModesOf } from './start-modes.calc.ts'

const store = {
  canPlayFirst: true,
  isSwapped: false,
  online: true,
  mayCharge: true,
  canSellOffline: false,
  canQueueOffline: false,
}

describe('the keys that begin something', () => {
  it('charge and start, play first, and charge and line up; the store may swap the first two', () => {
    expect(startModesOf(store)).toEqual({ F4: 'hang', F5: 'charge', F6: 'lineup' })
    expect(startModesOf({ ...store, isSwapped: true })).toEqual({ F4: 'charge', F5: 'hang', F6: 'lineup' })
  })

  it('never play first in a store without XWHF, whatever it swaps', () => {
    expect(startModesOf({ ...store, canPlayFirst: false, isSwapped: true })).toEqual({
      F4: null,
      F5: 'charge',
      F6: 'lineup',
    })
  })

  it('play first without the server and for who may not charge, with either key', () => {
    expect(startModesOf({ ...store, online: false })).toEqual({ F4: 'hang', F5: 'hang', F6: null })
    expect(startModesOf({ ...store, mayCharge: false, isSwapped: true })).toEqual({ F4: 'hang', F5: 'hang', F6: null })
  })

  it('take what can be paid without the server, also where the store has no pay-later', () => {
    const alone = { ...store, online: false, canSellOffline: true }
    expect(startModesOf(alone)).toEqual({ F4: 'hang', F5: 'sell', F6: null })
    expect(startModesOf({ ...alone, canPlayFirst: false })).toEqual({ F4: null, F5: 'sell', F6: null })
    expect(startModesOf({ ...alone, mayCharge: false }).F5).toBe('hang')
    expect(startModesOf({ ...alone, online: true }).F5).toBe('charge')
  })

  it('line a guest up without the server where the counter keeps places, and who may charge works there', () => {
    const alone = { ...store, online: false, canQueueOffline: true }
    expect(startModesOf(alone)).toEqual({ F4: 'hang', F5: 'hang', F6: 'join' })
    expect(startModesOf({ ...alone, canSellOffline: true })).toEqual({ F4: 'hang', F5: 'sell', F6: 'join' })
    expect(startModesOf({ ...alone, mayCharge: false }).F6).toBeNull()
    expect(startModesOf({ ...alone, online: true }).F6).toBe('lineup')
  })

  it('leave F5 to say why nothing can be started where neither is possible', () => {
    expect(startModesOf({ ...store, online: false, canPlayFirst: false })).toEqual({ F4: null, F5: 'charge', F6: null })
  })
})
