import { describe, expect, it } from 'vitest'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { buildMember, buildRule, buildVehicle } from '#tests/support/venue/counter-data.ts'
import {
  asksPassword,
  chosenVehicle,
  clock,
  modeForced,
  ofStore,
  peopleAllowed,
  peopleFixed,
  startable,
  stepVehicle,
  storesOf,
  vehicleTile,
} from './counter.calc.ts'

const now = Date.parse('2026-08-01T10:00:00Z')
const at = (seconds: number) => toWireTime(new Date(now + seconds * 1000))

describe('a consume type', () => {
  it('asks for the password where a pending ride holds value, visits or a card', () => {
    const member = buildMember({ havePassword: 'YES' })
    const asks = (consumeTypeRole: ConsumeType) => asksPassword(buildRule({ consumeTypeRole }), 1, member)
    expect(['BALANCE', 'FREQUENCY', 'PLAYFREELY'].map((type) => asks(type as ConsumeType))).toEqual([true, true, true])
    expect(asks('NOCARDCONSUME')).toBe(false)
    expect(asksPassword(buildRule({ consumeTypeRole: 'FREQUENCY' }), 1, buildMember())).toBe(false)
  })

  it('fixes one person for unlimited and test rides, and laps for lap rules', () => {
    expect(peopleFixed('PLAYFREELY') && peopleFixed('TESTCARD')).toBe(true)
    expect(peopleFixed('BALANCE')).toBe(false)
    expect([modeForced('QUAN'), modeForced('BALANCE')]).toEqual(['circlemode', null])
  })
})

describe('vehicles', () => {
  const running = buildVehicle({ id: 'run', indexNumber: 1, state: 'inUse', startedAt: at(-90), endsAt: at(250) })
  const over = buildVehicle({ id: 'over', indexNumber: 4, state: 'inUse', startedAt: at(-600), endsAt: at(-1) })
  const lapping = buildVehicle({ id: 'laps', indexNumber: 2, state: 'inUse', startedAt: at(-90) })
  const unplugged = buildVehicle({ id: 'off', indexNumber: 3, isConnecte: 'NO' })
  const broken = buildVehicle({ id: 'broken', indexNumber: 5, state: 'maintenance' })
  const idle = buildVehicle({ id: 'idle', indexNumber: 6 })
  const board = [running, lapping, unplugged, over, broken, idle]

  it('shows what is left of a timed run and how long a lap run lasts', () => {
    expect(vehicleTile(running, now)).toMatchObject({ state: 'inUse', seconds: 250, counts: 'down' })
    expect(vehicleTile(lapping, now)).toMatchObject({ state: 'inUse', seconds: 90, counts: 'up' })
    expect([clock(250), clock(3850)]).toEqual(['4:10', '1:04:10'])
  })

  it('frees a vehicle whose timed run is over', () => {
    expect(vehicleTile(over, now).state).toBe('idle')
  })

  it('shows a vehicle under an emergency stop as stopped, and does not offer it', () => {
    const held = [running, over, idle].map((one) => ({ ...one, isStopped: true }))
    expect(held.map((one) => vehicleTile(one, now))).toEqual(
      held.map((vehicle) => ({ vehicle, state: 'stopped', seconds: null, counts: null })),
    )
    expect(vehicleTile({ ...broken, isStopped: true }, now).state).toBe('maintenance')
    expect(startable([...held, unplugged], now).map(({ id }) => id)).toEqual(['off'])
    expect(chosenVehicle(held, 'idle', now, true)).toBeNull()
    expect(stepVehicle(held, null, 'right', { columns: 3, now, online: true })).toBeNull()
  })

  it('chooses the first connected idle vehicle, and an unconnected one only when there is no other', () => {
    expect(startable(board, now).map(({ id }) => id)).toEqual(['over', 'idle', 'off'])
    expect(chosenVehicle([running, unplugged], null, now, true)?.id).toBe('off')
    expect(chosenVehicle([running, broken], null, now, true)).toBeNull()
  })

  it('does not offer a vehicle that goes out of service after its run, neither after the run nor offline', () => {
    const leaving = buildVehicle({ ...running, condition: 'maintenance' })
    const left = buildVehicle({ ...over, condition: 'maintenance' })
    expect(vehicleTile(left, now).state).toBe('maintenance')
    expect(startable([leaving, left], now)).toEqual([])
    expect(chosenVehicle([leaving], 'run', now, false)).toBeNull()
    expect(stepVehicle([broken, leaving], null, 'right', { columns: 3, now, online: false })).toBeNull()
  })

  it("keeps the cashier's choice while it is idle", () => {
    expect(chosenVehicle(board, 'off', now, true)?.id).toBe('off')
    expect(chosenVehicle(board, 'run', now, true)?.id).toBe('over')
  })

  it('allows choosing a vehicle in use offline, but proposes none', () => {
    expect(chosenVehicle(board, 'run', now, false)?.id).toBe('run')
    expect(chosenVehicle([running, broken], null, now, false)).toBeNull()
    expect(chosenVehicle([running, broken], 'broken', now, false)).toBeNull()
    expect(stepVehicle([running, broken, lapping], null, 'right', { columns: 3, now, online: false })).toBe('run')
    expect(stepVehicle([running, broken, lapping], 'run', 'right', { columns: 3, now, online: false })).toBe('laps')
    expect(stepVehicle(board, 'off', 'right', { columns: 3, now, online: false })).toBe('over')
  })

  it('proposes the first vehicle with enough seats, and limits people to the seats', () => {
    const single = buildVehicle({ id: 'single', indexNumber: 1, seats: 1 })
    const double = buildVehicle({ id: 'double', indexNumber: 2, seats: 2 })
    expect(chosenVehicle([single, double], null, now, true)?.id).toBe('single')
    expect(chosenVehicle([single, double], null, now, true, 2)?.id).toBe('double')
    expect(chosenVehicle([single, double], 'single', now, true, 2)?.id).toBe('single')
    expect(peopleAllowed([single, double], null, now)).toBe(2)
    expect(peopleAllowed([single, double], 'single', now)).toBe(1)
    expect(peopleAllowed([single, buildVehicle({ id: 'unsaid' })], null, now)).toBe(99)
    expect(peopleAllowed([], null, now)).toBe(1)
  })

  it('moves with the arrow keys over idle vehicles only', () => {
    expect(stepVehicle(board, 'off', 'right', { columns: 3, now, online: true })).toBe('over')
    expect(stepVehicle(board, 'over', 'right', { columns: 3, now, online: true })).toBe('idle')
    expect(stepVehicle(board, 'off', 'down', { columns: 3, now, online: true })).toBe('idle')
    expect(stepVehicle(board, 'idle', 'right', { columns: 3, now, online: true })).toBe('idle')
    expect(stepVehicle(board, null, 'left', { columns: 3, now, online: true })).toBe('off')
  })
})

describe('a counter of headquarters', () => {
  it('offers the vehicles and rules of one store at a time', () => {
    const store = { orgCode: 'A01', departName: '', timeZone: 'Asia/Shanghai' } as Catalogue['store']
    const rules = [buildRule({ id: 'r2', sysOrgCode: 'A01A02' }), buildRule({ id: 'r1', sysOrgCode: 'A01A01' })]
    const vehicles = [
      buildVehicle({ id: 'v1', sysOrgCode: 'A01A01' }),
      buildVehicle({ id: 'v2', sysOrgCode: 'A01A02' }),
    ]
    const all = { takenAt: '', store, rules, vehicles }
    expect(storesOf(all)).toEqual(['A01A01', 'A01A02'])
    const one = ofStore(all, 'A01A02')
    expect([one.rules.map(({ id }) => id), one.vehicles.map(({ id }) => id)]).toEqual([['r2'], ['v2']])
  })
})
