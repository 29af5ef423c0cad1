import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import type { RunOrder, VehicleReport } from '#server/features/dispatch/index.ts'
import type { Box, BoxMessage, BoxTransport, ServerMessage } from '#server/features/gateway/transports/box.transport.ts'
import { newId } from '#shared/core/id.ts'
import type { RunCommand } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { until } from '#tests/support/until.ts'
import { type BoxLink, createBoxLink } from './box.link.ts'
import type { BoxDirectory } from './boxes.repository.ts'

const box: Box = {
  id: newId(),
  orgCode: 'A01A01',
  vehicleId: newId(),
  vehicleType: '',
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
}
const directory: BoxDirectory = {
  find: (id) => (id === box.id ? box : undefined),
  findByImei: () => undefined,
  ofVehicle: (id) => (id === box.vehicleId ? box : undefined),
  all: () => [box],
  refresh: async () => undefined,
  onChange: () => undefined,
}

let link: BoxLink
afterEach(() => link.close())

/** A link with one fake transport that records what is sent; `receive` delivers a message of the box. */
function createTestLink() {
  const sent: ServerMessage[] = []
  const reports: VehicleReport[] = []
  const onlineChanges: boolean[] = []
  let deliver: (message: BoxMessage) => void = () => undefined
  const transport: BoxTransport = {
    send: (_, one) => void sent.push(one),
    publishStops: () => undefined,
    onMessage: (listener) => {
      deliver = listener
    },
    onOpen: () => undefined,
    close: async () => undefined,
  }
  let number = 0
  // Whether the run that a box reports is active in the database.
  const state = { isGoing: false }
  const db = { call: async () => ++number, scoped: async () => state.isGoing } as never
  link = createBoxLink({
    db,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    directory,
    transports: [transport],
  })
  link.onReport((report) => reports.push(report))
  link.onStatusChange(({ isOnline }) => onlineChanges.push(isOnline))
  const receive = (leaf: BoxMessage['leaf'], message: unknown, orgCode = box.orgCode) =>
    deliver({ boxId: box.id, orgCode, leaf, message })
  const commands = () =>
    sent.flatMap(({ leaf, message }) => (leaf === 'command' && message.kind !== 'drive' ? [message as RunCommand] : []))
  return { receive, state, reports, onlineChanges, commands }
}

const order = (overrides: Partial<RunOrder> = {}): RunOrder => ({
  runId: newId(),
  vehicleId: box.vehicleId ?? '',
  orgCode: box.orgCode,
  laps: 5,
  lapsDone: 0,
  endsAt: null,
  delaySeconds: 0,
  slowed: false,
  isCalledBack: false,
  ...overrides,
})

it('sends a command again under its number until it is confirmed or a later one replaces it', async () => {
  const { receive, commands } = createTestLink()
  receive('online', { online: true })
  const run = order()
  link.start(run)
  await until(() => expect(commands().length).toBeGreaterThan(1))
  expect(new Set(commands().map(({ seq }) => seq)).size).toBe(1)
  // It stays online all the while, however slow this machine is.
  receive('state', {})
  link.extend({ ...run, laps: 6 })
  await until(() => expect(commands().at(-1)).toMatchObject({ kind: 'extend', laps: 6, run: run.runId }))
  const last = commands().at(-1)?.seq ?? 0
  expect(last).toBeGreaterThan(commands()[0]?.seq ?? 0)
  receive('ack', { seq: last, result: 'done' })
  const count = commands().length
  // It lost its power and state: it gets the whole command again, with a greater number.
  receive('online', { online: true, run: null })
  await until(() => expect(commands()).toHaveLength(count + 1))
  expect(commands().at(-1)).toMatchObject({ laps: 6, run: run.runId })
  expect(commands().at(-1)?.seq).toBeGreaterThan(last)
})

it('stops a box that reconnects in a run that has ended', async () => {
  const { receive, commands } = createTestLink()
  const run = newId()
  receive('online', { online: true, run })
  await until(() => expect(commands()).toMatchObject([{ kind: 'stop', run, over: true }]))
})

it('lets a box continue its run when the server has just started', async () => {
  const { receive, state, commands } = createTestLink()
  state.isGoing = true
  const run = order()
  receive('online', { online: true, run: run.runId })
  receive('online', { online: true, run: run.runId })
  link.start(run)
  await until(() => expect(commands().length).toBeGreaterThan(0))
  expect(commands().filter(({ over }) => over)).toEqual([])
})

it('shows a silent box as offline, and as online as soon as it sends again', async () => {
  const { receive, onlineChanges } = createTestLink()
  receive('online', { online: true })
  expect(onlineChanges).toEqual([true])
  await until(() => expect(onlineChanges.at(-1)).toBe(false))
  receive('state', { battery: 50 })
  expect(onlineChanges.at(-1)).toBe(true)
  receive('online', { online: false })
  expect(onlineChanges.at(-1)).toBe(false)
})

it('ignores messages under another store and invalid messages', () => {
  const { receive, reports, onlineChanges } = createTestLink()
  const lap = { run: newId(), number: 1, ms: 30_000 }
  receive('lap', lap, 'A01A02')
  expect(onlineChanges).toEqual([])
  for (const wrong of [
    { ...lap, ms: -1 },
    { ...lap, ms: 0 },
    { ...lap, number: 0 },
    { ...lap, run: 'x' },
    null,
    'lap',
    undefined,
  ])
    receive('lap', wrong)
  expect(reports).toEqual([])
  receive('lap', { ...lap, ago: 60_000, at: 0 })
  expect(reports).toMatchObject([
    { kind: 'lap', lap: { runId: lap.run, number: 1, ms: 30_000, deviceAt: new Date(0) } },
  ])
  const [report] = reports
  if (report?.kind !== 'lap') throw new Error('no lap')
  expect(Math.abs(report.lap.doneAt.getTime() + 60_000 - Date.now())).toBeLessThan(30_000)
})
