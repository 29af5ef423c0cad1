import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BusMessage } from '#server/core/bus.ts'
import { newId } from '#shared/core/id.ts'
import type { Stops } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { until } from '#tests/support/until.ts'
import type { Box, BoxTransport } from './box.transport.ts'
import type { BoxDirectory } from './boxes.repository.ts'
import { openEmergencyJournal } from './emergency.journal.ts'
import { createEmergencyStops, RELEASE_MESSAGE, STOP_MESSAGE } from './emergency.service.ts'
import type { Stop } from './emergency-stop.ts'

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
  limitCard: '',
  controlAddress: '',
  controlProtocol: '',
  trajectory: 0,
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

const releaseOf = ({ id, orgCode, vehicleIds, vehicleType }: Stop) => ({
  vehicleIds,
  vehicleType,
  released: [{ id, orgCode }],
})

const journalIn = (folder: string) => openEmergencyJournal(folder, pino({ level: 'silent' }))

/** Of a server with a folder of its own, unless another one left its folder. */
function center(
  written: (Stop & { isReleased: boolean })[],
  folder = mkdtempSync(join(tmpdir(), 'pitlane-emergency-')),
) {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const told: [string, Stops][] = []
  const opened: (() => void)[] = []
  const listeners: ((message: BusMessage) => void)[] = []
  const state = { isAway: false, written }
  const heard: ((orgCode: string, stops: unknown) => void)[] = []
  const way: BoxTransport = {
    send: () => undefined,
    publishStops: (orgCode, stops) => void told.push([orgCode, stops]),
    onMessage: () => undefined,
    onStops: (work) => void heard.push(work),
    onOpen: (work) => {
      opened.push(work)
      work()
    },
    close: async () => undefined,
  }
  const directory: BoxDirectory = {
    find: (id) => [kart, other, elsewhere].find((box) => box.id === id),
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
  const made = createEmergencyStops({
    db,
    bus,
    clock: () => new Date(),
    realtime: {} as never,
    log: pino({ level: 'silent' }),
    directory,
    transports: [way],
    journal: journalIn(folder),
    onMessage: () => undefined,
  })
  const say = (message: BusMessage) => {
    for (const heard of listeners) heard(message)
  }
  const lastAt = (orgCode: string) => told.findLast(([store]) => store === orgCode)?.[1].stops
  /** What another copy says at their broker. */
  const others = (orgCode: string, message: unknown) => {
    for (const work of heard) work(orgCode, message)
  }
  return { made, told, opened, state, say, lastAt, others, journaled: () => journalIn(folder).read() }
}

describe('a stop that is not known to be written', () => {
  const given = () => mkdtempSync(join(tmpdir(), 'pitlane-emergency-'))

  it('is in force after an end of the server that nobody has ordered, and is written then', async () => {
    const folder = given()
    const before = center([], folder)
    await before.made.refresh()
    const [chain, own] = [stopOf({ orgCode: 'A01' }), stopOf({ vehicleType: 'kart' })]
    before.say({ kind: STOP_MESSAGE, stop: chain })
    before.say({ kind: STOP_MESSAGE, stop: own })
    const after = center([], folder)
    await after.made.refresh()
    const both = [
      { id: chain.id, boxes: 'all' },
      { id: own.id, boxes: [kart.id] },
    ]
    expect(after.lastAt('A01A01')).toEqual(both.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    expect(after.lastAt('A01A02')).toEqual([{ id: chain.id, boxes: 'all' }])
    // In one of its stores it is in the database, in the other it is not yet.
    after.state.written = [
      { ...own, isReleased: false },
      { ...chain, orgCode: 'A01A01', isReleased: false },
    ]
    await after.made.refresh()
    expect(after.journaled().map(({ id }) => id)).toEqual([chain.id, chain.id])
    after.state.written.push({ ...chain, orgCode: 'A01A02', isReleased: false })
    await after.made.refresh()
    expect(after.journaled()).toEqual([])
  })

  it('is over for good where it was released before the end', async () => {
    const folder = given()
    const before = center([], folder)
    await before.made.refresh()
    const stop = stopOf()
    before.say({ kind: STOP_MESSAGE, stop })
    const unheard = center([{ ...stop, isReleased: true }], folder)
    await unheard.made.refresh()
    expect(unheard.lastAt('A01A01')).toEqual([])
    expect(unheard.journaled()).toEqual([])
    before.say({ kind: STOP_MESSAGE, stop })
    before.say({ kind: RELEASE_MESSAGE, ...releaseOf(stop) })
    expect(before.journaled()).toEqual([])
  })

  it('leaves no file where no box can be told', async () => {
    const folder = given()
    const { made, say } = center([], folder)
    await made.refresh()
    say({ kind: STOP_MESSAGE, stop: stopOf({ orgCode: 'A09' }) })
    expect(readdirSync(folder)).toEqual([])
  })

  it('is told though the disk refuses it, and a file that is damaged stops no start', async () => {
    const folder = given()
    const { made, say, lastAt } = center([], folder)
    await made.refresh()
    rmSync(folder, { recursive: true })
    const stop = stopOf()
    say({ kind: STOP_MESSAGE, stop })
    expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: 'all' }])
    mkdirSync(folder)
    writeFileSync(join(folder, `${stop.id}.json`), '[{"id":')
    expect(journalIn(folder).read()).toEqual([])
  })
})

it('nothing is said before it is known what is in force, so that a restart lets no vehicle go', async () => {
  const stop = stopOf()
  const { made, told, opened, lastAt } = center([{ ...stop, isReleased: false }])
  for (const work of opened) work()
  expect(told).toEqual([])
  await made.refresh()
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: 'all' }])
  expect(lastAt('A01A02')).toEqual([])
  // A way that has forgotten everything hears it again.
  told.length = 0
  for (const work of opened) work()
  await until(() => expect(told.map(([store]) => store)).toEqual(['A01A01', 'A01A02']))
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: 'all' }])
})

it('a way that opens while the database is away hears what is in force, and of no store that nothing is', async () => {
  const stop = stopOf()
  const { made, told, opened, state } = center([{ ...stop, isReleased: false }])
  await made.refresh()
  state.isAway = true
  told.length = 0
  for (const work of opened) work()
  await until(() => expect(told.map(([store]) => store)).toEqual(['A01A01']))
  // Another copy may have stopped something there of which this one has not heard.
  await expect(made.refresh()).rejects.toThrow()
  expect(told.map(([store]) => store)).toEqual(['A01A01'])
  state.isAway = false
  await made.refresh()
  expect(told.map(([store]) => store)).toEqual(['A01A01', 'A01A02'])
})

it('a stop is in force while the database is away, and although nothing of it is written', async () => {
  const { made, state, say, lastAt } = center([])
  await made.refresh()
  state.isAway = true
  const stop = stopOf({ vehicleType: 'kart' })
  say({ kind: STOP_MESSAGE, stop })
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: [kart.id] }])
  await expect(made.refresh()).rejects.toThrow()
  state.isAway = false
  await made.refresh()
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: [kart.id] }])
  say({ kind: RELEASE_MESSAGE, ...releaseOf(stop) })
  expect(lastAt('A01A01')).toEqual([])
})

it('one of a chain stands in each of its stores, and one of a store in no other', async () => {
  const { made, say, lastAt } = center([])
  await made.refresh()
  const chain = stopOf({ orgCode: 'A01' })
  say({ kind: STOP_MESSAGE, stop: chain })
  for (const store of ['A01A01', 'A01A02']) expect(lastAt(store)).toEqual([{ id: chain.id, boxes: 'all' }])
  say({ kind: RELEASE_MESSAGE, ...releaseOf({ ...chain, orgCode: 'A01A02' }) })
  expect(lastAt('A01A02')).toEqual([])
  expect(lastAt('A01A01')).toEqual([{ id: chain.id, boxes: 'all' }])
  const own = stopOf({ vehicleIds: [elsewhere.vehicleId ?? ''] })
  say({ kind: STOP_MESSAGE, stop: own })
  expect(lastAt('A01A02')).toEqual([])
})

describe('copies of the server at one broker', () => {
  it('take over a stop of which they have heard nothing else, until another says that it was released', async () => {
    const { made, state, say, lastAt, others } = center([])
    await made.refresh()
    state.isAway = true
    const [unheard, own] = [newId(), stopOf({ vehicleIds: [other.vehicleId ?? ''] })]
    others('A01A01', { stops: [{ id: unheard, boxes: [kart.id] }] })
    say({ kind: STOP_MESSAGE, stop: own })
    expect(lastAt('A01A01')).toEqual([
      { id: unheard, boxes: [kart.id] },
      { id: own.id, boxes: [other.id] },
    ])
    others('A01A01', { stops: [{ id: own.id, boxes: [other.id] }], released: [unheard] })
    say({ kind: RELEASE_MESSAGE, ...releaseOf(own) })
    expect(lastAt('A01A01')).toEqual([])
    expect(lastAt('A01A02')).toEqual([])
  })

  it('say a stop again at once that another has left out, and never one that they hear was released', async () => {
    const { made, told, say, lastAt, others } = center([])
    await made.refresh()
    const stop = stopOf()
    say({ kind: STOP_MESSAGE, stop })
    told.length = 0
    others('A01A01', { stops: [] })
    expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: 'all' }])
    told.length = 0
    others('A01A01', { stops: [], released: [stop.id] })
    await made.refresh()
    expect(told).toEqual([])
  })

  it('hear from who knows it that a stop was released which they say to be in force', async () => {
    const { made, told, say, others } = center([])
    await made.refresh()
    const stop = stopOf()
    say({ kind: STOP_MESSAGE, stop })
    say({ kind: RELEASE_MESSAGE, ...releaseOf(stop) })
    told.length = 0
    others('A01A01', { stops: [{ id: stop.id, boxes: 'all' }] })
    expect(told).toEqual([['A01A01', { stops: [], released: [stop.id] }]])
  })

  it('are not confused by what is no stop', async () => {
    const { made, told, others } = center([])
    await made.refresh()
    told.length = 0
    const nonsense = [null, 'x', { stops: 1 }, { stops: [{ id: 'x', boxes: 'all' }] }]
    for (const said of nonsense) others('A01A01', said)
    await made.refresh()
    expect(told.every(([, { stops }]) => stops.length === 0)).toBe(true)
  })
})
