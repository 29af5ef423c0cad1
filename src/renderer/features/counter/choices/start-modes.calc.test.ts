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

describe('start modes of the keys', () => {
  it('charges with F5, plays first with F4 and queues with F6, and swaps the first two on request of the store', () => {
    expect(startModesOf(store)).toEqual({ F4: 'hang', F5: 'charge', F6: 'lineup' })
    expect(startModesOf({ ...store, isSwapped: true })).toEqual({ F4: 'charge', F5: 'hang', F6: 'lineup' })
  })

  it('never plays first in a store without XWHF, even with swapped keys', () => {
    expect(startModesOf({ ...store, canPlayFirst: false, isSwapped: true })).toEqual({
      F4: null,
      F5: 'charge',
      F6: 'lineup',
    })
  })

  it('plays first with both keys offline, and for users who may not charge', () => {
    expect(startModesOf({ ...store, online: false })).toEqual({ F4: 'hang', F5: 'hang', F6: null })
    expect(startModesOf({ ...store, mayCharge: false, isSwapped: true })).toEqual({ F4: 'hang', F5: 'hang', F6: null })
  })

  it('sells offline what can be paid offline, also in a store without XWHF', () => {
    const alone = { ...store, online: false, canSellOffline: true }
    expect(startModesOf(alone)).toEqual({ F4: 'hang', F5: 'sell', F6: null })
    expect(startModesOf({ ...alone, canPlayFirst: false })).toEqual({ F4: null, F5: 'sell', F6: null })
    expect(startModesOf({ ...alone, mayCharge: false }).F5).toBe('hang')
    expect(startModesOf({ ...alone, online: true }).F5).toBe('charge')
  })

  it('queues a guest offline where the counter has an offline queue and the user may charge', () => {
    const alone = { ...store, online: false, canQueueOffline: true }
    expect(startModesOf(alone)).toEqual({ F4: 'hang', F5: 'hang', F6: 'join' })
    expect(startModesOf({ ...alone, canSellOffline: true })).toEqual({ F4: 'hang', F5: 'sell', F6: 'join' })
    expect(startModesOf({ ...alone, mayCharge: false }).F6).toBeNull()
    expect(startModesOf({ ...alone, online: true }).F6).toBe('lineup')
  })

  it('leaves F5 as charge, so that it explains why nothing can be started', () => {
    expect(startModesOf({ ...store, online: false, canPlayFirst: false })).toEqual({ F4: null, F5: 'charge', F6: null })
  })
})
