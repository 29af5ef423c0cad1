import { describe, expect, it } from 'vitest'
import { freeFor, proposed } from './heat.calc.ts'

const rider = (id: string, vehicleId = '', people = 1) => ({ id, vehicleId, people, sysOrgCode: 'A01A01' })
const vehicle = (id: string, given: { state?: 'idle' | 'inUse'; seats?: number; sysOrgCode?: string } = {}) => ({
  id,
  state: 'idle' as const,
  seats: 0,
  sysOrgCode: 'A01A01',
  ...given,
})

describe('the vehicles of a heat', () => {
  it('are the picked one, else the requested one, else the first free one, without duplicates', () => {
    const vehicles = [vehicle('1'), vehicle('2'), vehicle('3')]
    const heat = [rider('a'), rider('b', '1'), rider('c')]
    expect(proposed(heat, vehicles, { picked: { c: '2' } })).toEqual({ a: '3', b: '1', c: '2' })
    expect(proposed([...heat, rider('d')], vehicles, {})).toEqual({ a: '2', b: '1', c: '3' })
  })

  it('avoid one that a later queue entry has requested, while another is free', () => {
    const vehicles = [vehicle('1'), vehicle('2')]
    const queue = [rider('a'), rider('b', '1')]
    expect(proposed([rider('a')], vehicles, { queue })).toEqual({ a: '2' })
    expect(proposed([rider('a')], [vehicle('1')], { queue })).toEqual({ a: '1' })
  })

  it('are free, large enough and of the same store', () => {
    const busy = vehicle('1', { state: 'inUse' })
    const small = vehicle('2', { seats: 1 })
    const elsewhere = vehicle('3', { sysOrgCode: 'A01A02' })
    const fit = vehicle('4', { seats: 2 })
    expect(freeFor(rider('a', '', 2), [busy, small, elsewhere, fit], {})).toEqual([fit])
    expect(freeFor(rider('a'), [small], { b: '2' })).toEqual([])
    expect(proposed([rider('a', '1')], [busy, fit], { picked: { a: '1' } })).toEqual({ a: '4' })
  })
})
