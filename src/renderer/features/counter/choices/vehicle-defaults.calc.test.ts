import { describe, expect, it } from 'vitest'
import { buildRule, buildVehicle } from '#tests/support/venue/counter-data.ts'
import { ruleTiles } from './rule-tiles.calc.ts'
import { defaultModeOf, pickedVehicle, tileNow } from './vehicle-defaults.calc.ts'

describe("a vehicle's defaults at the counter", () => {
  const rules = [
    buildRule({ id: 'five', indexNumber: 1, countCycleNumber: 5, duration: 0 }),
    buildRule({ id: 'ten', indexNumber: 2, countCycleNumber: 10, duration: 0 }),
    buildRule({ id: 'short', indexNumber: 3, countCycleNumber: 0, duration: 8 }),
    buildRule({ id: 'members', indexNumber: 4, countCycleNumber: 3, duration: 0, memberLevel: 'gold' }),
  ]
  const tilesOf = (mode: 'circlemode' | 'timermode') =>
    ruleTiles(rules, { type: 'BALANCE', mode, people: 1, member: null, now: 0, canQueue: false })
  const kart = buildVehicle({ defaultMode: 'timermode', defaultLaps: 10, defaultMinutes: 8 })

  it('propose its run mode and the first applicable rule with the same laps or minutes', () => {
    expect(defaultModeOf(kart)).toBe('timermode')
    expect(tileNow(tilesOf('timermode'), { ruleId: null, picked: kart, mode: 'timermode' })?.rule.id).toBe('short')
    expect(tileNow(tilesOf('circlemode'), { ruleId: null, picked: kart, mode: 'circlemode' })?.rule.id).toBe('ten')
  })

  it('propose nothing without defaults, or where no such rule applies', () => {
    const plain = buildVehicle()
    expect(defaultModeOf(plain)).toBeNull()
    expect(tileNow(tilesOf('circlemode'), { ruleId: null, picked: plain, mode: 'circlemode' })).toBeNull()
    const three = buildVehicle({ defaultLaps: 3 })
    expect(tileNow(tilesOf('circlemode'), { ruleId: null, picked: three, mode: 'circlemode' })).toBeNull()
  })

  it('do not replace a chosen rule, nor the only applicable one where no default matches', () => {
    const chosen = { ruleId: 'five', picked: kart, mode: 'circlemode' } as const
    expect(tileNow(tilesOf('circlemode'), chosen)?.rule.id).toBe('five')
    expect(tileNow(tilesOf('timermode'), { ruleId: null, picked: null, mode: 'timermode' })?.rule.id).toBe('short')
  })

  it('come from a vehicle that was picked, not from a proposed one', () => {
    expect(pickedVehicle(kart, kart.id)).toBe(kart)
    expect(pickedVehicle(kart, null)).toBeNull()
    expect(pickedVehicle(kart, 'another, which is taken')).toBeNull()
    expect(pickedVehicle(null, null)).toBeNull()
  })
})
