import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BusMessage } from '#server/core/realtime/bus.ts'
import type { BoxDirectory } from '#server/features/gateway/boxes.repository.ts'
import type { Box, BoxTransport } from '#server/features/gateway/transports/box.transport.ts'
import { newId } from '#shared/core/id.ts'
import type { Stops } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { until } from '#tests/support/until.ts'
import { openEmergencyJournal } from './emergency.journal.ts'
import { createEmergencyStops } from './emergency.service.ts'
import type { Stop } from './emergency-stop.model.ts'

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
  isCoinMachine: false,
})
const [kart, other, elsewhere] = [boxAt('A01A01', 'kart'), boxAt('A01A01'), boxAt('A01A02')]
/** Never stopped, so its store gets no emergency stops. */
const coinMachine = { ...boxAt('A01A03'), vehicleId: null, isCoinMachine: true }
const boxes = [kart, other, elsewhere, coinMachine]

const stopOf = (newFolder: Partial<Stop> = {}): Stop => ({
  id: newId(),
  orgCode: 'A01A01',
  vehicleIds: null,
  vehicleType: null,
  stoppedBy: 'somebody',
  stoppedAt: new Date().toISOString(),
  ...newFolder,
})

const releaseOf = ({ id, orgCode, vehicleIds, vehicleType }: Stop) => ({
  vehicleIds,
  vehicleType,
  released: [{ id, orgCode }],
})

const journalIn = (folder: string) => openEmergencyJournal(folder, pino({ level: 'silent' }))

/** A service with its own journal folder, or with the folder that another one left. */
function center(
  written: (Stop & { isReleased: boolean })[],
  folder = mkdtempSync(join(tmpdir(), 'pitlane-emergency-')),
) {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const published: [string, Stops][] = []
  const opened: (() => void)[] = []
  const listeners: ((message: BusMessage) => void)[] = []
  const state = { isAway: false, written }
  const stopListeners: ((orgCode: string, stops: unknown) => void)[] = []
  const transport: BoxTransport = {
    send: () => undefined,
    publishStops: (orgCode, stops) => void published.push([orgCode, stops]),
    onMessage: () => undefined,
    onStops: (work) => void stopListeners.push(work),
    onOpen: (work) => {
      opened.push(work)
      work()
    },
    close: async () => undefined,
  }
  const directory: BoxDirectory = {
    find: (id) => boxes.find((box) => box.id === id),
    findByImei: () => undefined,
    ofVehicle: () => undefined,
    all: () => boxes,
    refresh: async () => undefined,
    onChange: () => undefined,
  }
  const db = {
    scoped: async () => {
      if (state.isAway) throw new Error('the database is away')
      return state.written
    },
  } as never
  const bus = { listen: (stopListeners: (message: BusMessage) => void) => void listeners.push(stopListeners) } as never
  const service = createEmergencyStops({
    db,
    bus,
    clock: () => new Date(),
    realtime: {} as never,
    log: pino({ level: 'silent' }),
    directory,
    transports: [transport],
    journal: journalIn(folder),
    onMessage: () => undefined,
  })
  const say = (message: BusMessage) => {
    for (const stopListeners of listeners) stopListeners(message)
  }
  const lastAt = (orgCode: string) => published.findLast(([store]) => store === orgCode)?.[1].stops
  /** What another copy publishes at their broker. */
  const receiveFromCopy = (orgCode: string, message: unknown) => {
    for (const work of stopListeners) work(orgCode, message)
  }
  return { service, published, opened, state, say, lastAt, receiveFromCopy, journaled: () => journalIn(folder).read() }
}

describe('a stop that may not be in the database', () => {
  const newFolder = () => mkdtempSync(join(tmpdir(), 'pitlane-emergency-'))

  it('is in force after a crash of the server, and is written then', async () => {
    const folder = newFolder()
    const before = center([], folder)
    await before.service.refresh()
    const [chain, own] = [stopOf({ orgCode: 'A01' }), stopOf({ vehicleType: 'kart' })]
    before.say({ kind: 'emergencyStop', stop: chain })
    before.say({ kind: 'emergencyStop', stop: own })
    const after = center([], folder)
    await after.service.refresh()
    const both = [
      { id: chain.id, boxes: 'all' },
      { id: own.id, boxes: [kart.id] },
    ]
    expect(after.lastAt('A01A01')).toEqual(both.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    expect(after.lastAt('A01A02')).toEqual([{ id: chain.id, boxes: 'all' }])
    // In one of its stores it is in the database, in the other not yet.
    after.state.written = [
      { ...own, isReleased: false },
      { ...chain, orgCode: 'A01A01', isReleased: false },
    ]
    await after.service.refresh()
    expect(after.journaled().map(({ id }) => id)).toEqual([chain.id, chain.id])
    after.state.written.push({ ...chain, orgCode: 'A01A02', isReleased: false })
    await after.service.refresh()
    expect(after.journaled()).toEqual([])
  })

  it('stays released after a crash of the server', async () => {
    const folder = newFolder()
    const before = center([], folder)
    await before.service.refresh()
    const stop = stopOf()
    before.say({ kind: 'emergencyStop', stop })
    const unheard = center([{ ...stop, isReleased: true }], folder)
    await unheard.service.refresh()
    expect(unheard.lastAt('A01A01')).toEqual([])
    expect(unheard.journaled()).toEqual([])
    before.say({ kind: 'emergencyStop', stop })
    before.say({ kind: 'emergencyRelease', ...releaseOf(stop) })
    expect(before.journaled()).toEqual([])
  })

  it('leaves no journal file if no box can be reached', async () => {
    const folder = newFolder()
    const { service, say } = center([], folder)
    await service.refresh()
    say({ kind: 'emergencyStop', stop: stopOf({ orgCode: 'A09' }) })
    say({ kind: 'emergencyStop', stop: stopOf({ orgCode: coinMachine.orgCode }) })
    expect(readdirSync(folder)).toEqual([])
  })

  it('is published though the disk fails, and a damaged journal file does not prevent a start', async () => {
    const folder = newFolder()
    const { service, say, lastAt } = center([], folder)
    await service.refresh()
    rmSync(folder, { recursive: true })
    const stop = stopOf()
    say({ kind: 'emergencyStop', stop })
    expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: 'all' }])
    mkdirSync(folder)
    writeFileSync(join(folder, `${stop.id}.json`), '[{"id":')
    expect(journalIn(folder).read()).toEqual([])
  })
})

it('publishes nothing before the stops were read, so that a restart releases no vehicle', async () => {
  const stop = stopOf()
  const { service, published, opened, lastAt } = center([{ ...stop, isReleased: false }])
  for (const work of opened) work()
  expect(published).toEqual([])
  await service.refresh()
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: 'all' }])
  expect(lastAt('A01A02')).toEqual([])
  // A transport that has lost everything receives it again.
  published.length = 0
  for (const work of opened) work()
  await until(() => expect(published.map(([store]) => store)).toEqual(['A01A01', 'A01A02']))
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: 'all' }])
})

it('publishes only stores with stops when a transport opens while the database is unavailable', async () => {
  const stop = stopOf()
  const { service, published, opened, state } = center([{ ...stop, isReleased: false }])
  await service.refresh()
  state.isAway = true
  published.length = 0
  for (const work of opened) work()
  await until(() => expect(published.map(([store]) => store)).toEqual(['A01A01']))
  // Another copy may have stopped vehicles there of which this one does not know.
  await expect(service.refresh()).rejects.toThrow()
  expect(published.map(([store]) => store)).toEqual(['A01A01'])
  state.isAway = false
  await service.refresh()
  expect(published.map(([store]) => store)).toEqual(['A01A01', 'A01A02'])
})

it('keeps a stop in force while the database is unavailable and nothing is written', async () => {
  const { service, state, say, lastAt } = center([])
  await service.refresh()
  state.isAway = true
  const stop = stopOf({ vehicleType: 'kart' })
  say({ kind: 'emergencyStop', stop })
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: [kart.id] }])
  await expect(service.refresh()).rejects.toThrow()
  state.isAway = false
  await service.refresh()
  expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: [kart.id] }])
  say({ kind: 'emergencyRelease', ...releaseOf(stop) })
  expect(lastAt('A01A01')).toEqual([])
})

it('applies a stop of a chain to each of its stores, and a stop of a store to no other', async () => {
  const { service, say, lastAt } = center([])
  await service.refresh()
  const chain = stopOf({ orgCode: 'A01' })
  say({ kind: 'emergencyStop', stop: chain })
  for (const store of ['A01A01', 'A01A02']) expect(lastAt(store)).toEqual([{ id: chain.id, boxes: 'all' }])
  say({ kind: 'emergencyRelease', ...releaseOf({ ...chain, orgCode: 'A01A02' }) })
  expect(lastAt('A01A02')).toEqual([])
  expect(lastAt('A01A01')).toEqual([{ id: chain.id, boxes: 'all' }])
  const own = stopOf({ vehicleIds: [elsewhere.vehicleId ?? ''] })
  say({ kind: 'emergencyStop', stop: own })
  expect(lastAt('A01A02')).toEqual([])
})

describe('copies of the server that share a broker', () => {
  it('take over a stop that they only received there, until another publishes its release', async () => {
    const { service, state, say, lastAt, receiveFromCopy } = center([])
    await service.refresh()
    state.isAway = true
    const [unheard, own] = [newId(), stopOf({ vehicleIds: [other.vehicleId ?? ''] })]
    receiveFromCopy('A01A01', { stops: [{ id: unheard, boxes: [kart.id] }] })
    say({ kind: 'emergencyStop', stop: own })
    expect(lastAt('A01A01')).toEqual([
      { id: unheard, boxes: [kart.id] },
      { id: own.id, boxes: [other.id] },
    ])
    receiveFromCopy('A01A01', { stops: [{ id: own.id, boxes: [other.id] }], released: [unheard] })
    say({ kind: 'emergencyRelease', ...releaseOf(own) })
    expect(lastAt('A01A01')).toEqual([])
    expect(lastAt('A01A02')).toEqual([])
  })

  it('publish a stop again at once that another left out, unless it was released', async () => {
    const { service, published, say, lastAt, receiveFromCopy } = center([])
    await service.refresh()
    const stop = stopOf()
    say({ kind: 'emergencyStop', stop })
    published.length = 0
    receiveFromCopy('A01A01', { stops: [] })
    expect(lastAt('A01A01')).toEqual([{ id: stop.id, boxes: 'all' }])
    published.length = 0
    receiveFromCopy('A01A01', { stops: [], released: [stop.id] })
    await service.refresh()
    expect(published).toEqual([])
  })

  it('learn from another copy that a stop was released', async () => {
    const { service, published, say, receiveFromCopy } = center([])
    await service.refresh()
    const stop = stopOf()
    say({ kind: 'emergencyStop', stop })
    say({ kind: 'emergencyRelease', ...releaseOf(stop) })
    published.length = 0
    receiveFromCopy('A01A01', { stops: [{ id: stop.id, boxes: 'all' }] })
    expect(published).toEqual([['A01A01', { stops: [], released: [stop.id] }]])
  })

  it('ignore invalid messages', async () => {
    const { service, published, receiveFromCopy } = center([])
    await service.refresh()
    published.length = 0
    const nonsense = [null, 'x', { stops: 1 }, { stops: [{ id: 'x', boxes: 'all' }] }]
    for (const message of nonsense) receiveFromCopy('A01A01', message)
    await service.refresh()
    expect(published.every(([, { stops }]) => stops.length === 0)).toBe(true)
  })
})
