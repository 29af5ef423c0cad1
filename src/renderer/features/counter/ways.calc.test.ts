import { describe, expect, it } from 'vitest'
import { waysOf } from './ways.calc.ts'

const store = { paysLater: true, isSwapped: false, online: true, mayCharge: true, paysHere: false, joinsHere: false }

describe('the keys that begin something', () => {
  it('charge and start, play first, and charge and line up; the store may swap the first two', () => {
    expect(waysOf(store)).toEqual({ F4: 'hang', F5: 'charge', F6: 'lineup' })
    expect(waysOf({ ...store, isSwapped: true })).toEqual({ F4: 'charge', F5: 'hang', F6: 'lineup' })
  })

  it('never play first in a store without XWHF, whatever it swaps', () => {
    expect(waysOf({ ...store, paysLater: false, isSwapped: true })).toEqual({ F4: null, F5: 'charge', F6: 'lineup' })
  })

  it('play first without the server and for who may not charge, with either key', () => {
    expect(waysOf({ ...store, online: false })).toEqual({ F4: 'hang', F5: 'hang', F6: null })
    expect(waysOf({ ...store, mayCharge: false, isSwapped: true })).toEqual({ F4: 'hang', F5: 'hang', F6: null })
  })

  it('take what can be paid without the server, also where the store has no pay-later', () => {
    const alone = { ...store, online: false, paysHere: true }
    expect(waysOf(alone)).toEqual({ F4: 'hang', F5: 'sell', F6: null })
    expect(waysOf({ ...alone, paysLater: false })).toEqual({ F4: null, F5: 'sell', F6: null })
    expect(waysOf({ ...alone, mayCharge: false }).F5).toBe('hang')
    expect(waysOf({ ...alone, online: true }).F5).toBe('charge')
  })

  it('line a guest up without the server where the counter keeps places, and who may charge works there', () => {
    const alone = { ...store, online: false, joinsHere: true }
    expect(waysOf(alone)).toEqual({ F4: 'hang', F5: 'hang', F6: 'join' })
    expect(waysOf({ ...alone, paysHere: true })).toEqual({ F4: 'hang', F5: 'sell', F6: 'join' })
    expect(waysOf({ ...alone, mayCharge: false }).F6).toBeNull()
    expect(waysOf({ ...alone, online: true }).F6).toBe('lineup')
  })

  it('leave F5 to say why nothing can be started where neither is possible', () => {
    expect(waysOf({ ...store, online: false, paysLater: false })).toEqual({ F4: null, F5: 'charge', F6: null })
  })
})
