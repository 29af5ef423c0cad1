import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { BusMessage } from '#server/core/bus.ts'
import { newId } from '#shared/core/id.ts'
import type { Stops } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import type { Box, BoxWay } from './box.way.ts'
import type { BoxDirectory } from './boxes.repository.ts'
import { createEmergencyCenter, RELEASE_MESSAGE, STOP_MESSAGE } from './emergency.center.ts'
import { type Stop, sameFor } from './emergency.stop.ts'

const boxAt = (orgCode: string, vehicleType = ''): Box => ({
  id: newId(),
  orgCode,
  vehicleId: newId(),
  vehicleType,
  secretHash: Buffer.alloc(32),
  imei: '',
  simulated: false,
  gearLimit: 4,
  speedLimit: 100,
})
const [kart, other, elsewhere] = [boxAt('A01A01', 'kart'), boxAt('A01A01'), boxAt('A01A02')]

const stopOf = (given: Partial<Stop> = {}): Stop => ({
  id: newId(),
  orgCode: 'A01A01',
  vehicleIds: null,
  vehicleType: null,
  stoppedBy: 'somebody',
  stoppedAt: new Date().toISOString(),
  ...given,
})

function center(written: (Stop & { isReleased: boolean })[]) {
  const told: [string, Stops][] = []
  const opened: (() => void)[] = []
  const listeners: ((message: BusMessage) => void)[] = []
  const state = { isAway: false, written }
  const way: BoxWay = {
    say: () => undefined,
    stop: (orgCode, stops) => void told.push([orgCode, stops]),
    onMessage: () => undefined,
    onOpen: (work) => {
      opened.push(work)
      work()
    },
    close: async () => undefined,
  }
  const directory: BoxDirectory = {
    find: () => undefined,
    findByImei: () => undefined,
    ofVehicle: () => undefined,
    all: () => [kart, other, elsewhere],
    refresh: async () => undefined,
    onChange: () => undefined,
  }
  const db = {
    scoped: async () => {
      if (state.isAway) throw new Error('the database is away')
      return state.written
    },
  } as never
  const bus = { listen: (heard: (message: BusMessage) => void) => void listeners.push(heard) } as never
  const made = createEmergencyCenter({
    db,
    bus,
    clock: () => new Date(),
    realtime: {} as never,
    log: pino({ level: 'silent' }),
    directory,
    ways: [way],
    onOther: () => undefined,
  })
  const say = (message: BusMessage) => {
    for (const heard of listeners) heard(message)
  }
  const lastAt = (orgCode: string) => told.findLast(([store]) => store === orgCode)?.[1].stops
  return { made, told, opened, state, say, lastAt }
}

it('nothing is said before it is known what is in force, so that a restart lets no vehicle go', async () => {
  const stop = stopOf()
  const { made, told, opened, lastAt } = center([{ ...stop, isReleased: false }])
  for (const work of opened) work()
  expect(told).toEqual([])
  await made.look()
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: 'all' }])
  expect(lastAt('A01A02')).toEqual([])
  // A way that has forgotten everything hears it again.
  told.length = 0
  for (const work of opened) work()
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: 'all' }])
})

it('a stop is in force while the database is away, and although nothing of it is written', async () => {
  const { made, state, say, lastAt } = center([])
  await made.look()
  state.isAway = true
  const stop = stopOf({ vehicleType: 'kart' })
  say({ kind: STOP_MESSAGE, stop })
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: [kart.id] }])
  await expect(made.look()).rejects.toThrow()
  state.isAway = false
  await made.look()
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: [kart.id] }])
  say({ kind: RELEASE_MESSAGE, released: [sameFor(stop)] })
  expect(lastAt('A01A01')).toEqual([])
})

it('one of a chain stands in each of its stores, and one of a store in no other', async () => {
  const { made, say, lastAt } = center([])
  await made.look()
  const chain = stopOf({ orgCode: 'A01' })
  say({ kind: STOP_MESSAGE, stop: chain })
  for (const store of ['A01A01', 'A01A02']) expect(lastAt(store)).toEqual([{ id: chain.id, boxes: 'all' }])
  say({ kind: RELEASE_MESSAGE, released: [sameFor({ ...chain, orgCode: 'A01A02' })] })
  expect(lastAt('A01A02')).toEqual([])
  expect(lastAt('A01A01')).toEqual([{ id: chain.id, boxes: 'all' }])
  const own = stopOf({ vehicleIds: [elsewhere.vehicleId ?? ''] })
  say({ kind: STOP_MESSAGE, stop: own })
  expect(lastAt('A01A02')).toEqual([])
})
