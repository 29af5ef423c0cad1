import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import type { RunOrder, VehicleReport } from '#server/features/dispatch/index.ts'
import { newId } from '#shared/core/id.ts'
import type { RunCommand } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { until } from '#tests/support/until.ts'
import { type BoxLink, createBoxLink } from './box.link.ts'
import type { Box, BoxMessage, BoxTransport, ServerMessage } from './box.transport.ts'
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

/** A link whose only way writes down what is said, and says what a box would. */
function linked() {
  const said: ServerMessage[] = []
  const reports: VehicleReport[] = []
  const news: boolean[] = []
  let hear: (message: BoxMessage) => void = () => undefined
  const way: BoxTransport = {
    send: (_, one) => void said.push(one),
    publishStops: () => undefined,
    onMessage: (heard) => {
      hear = heard
    },
    onOpen: () => undefined,
    close: async () => undefined,
  }
  let number = 0
  // Whether a run that a box names goes on, in the books.
  const state = { isGoing: false }
  const db = { call: async () => ++number, scoped: async () => state.isGoing } as never
  link = createBoxLink({ db, clock: () => new Date(), log: pino({ level: 'silent' }), directory, transports: [way] })
  link.onReport((report) => reports.push(report))
  link.onStatusChange(({ isOnline }) => news.push(isOnline))
  const says = (leaf: BoxMessage['leaf'], message: unknown, orgCode = box.orgCode) =>
    hear({ boxId: box.id, orgCode, leaf, message })
  const commands = () =>
    said.flatMap(({ leaf, message }) => (leaf === 'command' && message.kind !== 'drive' ? [message as RunCommand] : []))
  return { says, state, reports, news, commands }
}

const order = (given: Partial<RunOrder> = {}): RunOrder => ({
  runId: newId(),
  vehicleId: box.vehicleId ?? '',
  orgCode: box.orgCode,
  laps: 5,
  lapsDone: 0,
  endsAt: null,
  delaySeconds: 0,
  slowed: false,
  isCalledBack: false,
  ...given,
})

it('a command is said again under its number until it is confirmed, and a later one takes its place', async () => {
  const { says, commands } = linked()
  says('online', { online: true })
  const run = order()
  link.start(run)
  await until(() => expect(commands().length).toBeGreaterThan(1))
  expect(new Set(commands().map(({ seq }) => seq)).size).toBe(1)
  // It is heard all the while, however slow this machine is.
  says('state', {})
  link.extend({ ...run, laps: 6 })
  await until(() => expect(commands().at(-1)).toMatchObject({ kind: 'extend', laps: 6, run: run.runId }))
  const last = commands().at(-1)?.seq ?? 0
  expect(last).toBeGreaterThan(commands()[0]?.seq ?? 0)
  says('ack', { seq: last, result: 'done' })
  const count = commands().length
  // It lost its power: it is told all of it anew, under a greater number.
  says('online', { online: true, run: null })
  await until(() => expect(commands()).toHaveLength(count + 1))
  expect(commands().at(-1)).toMatchObject({ laps: 6, run: run.runId })
  expect(commands().at(-1)?.seq).toBeGreaterThan(last)
})

it('a box that comes back in a run that is over is told to stand', async () => {
  const { says, commands } = linked()
  const run = newId()
  says('online', { online: true, run })
  await until(() => expect(commands()).toMatchObject([{ kind: 'stop', run, over: true }]))
})

it('a box that comes back to a server that has just started goes on with its run', async () => {
  const { says, state, commands } = linked()
  state.isGoing = true
  const run = order()
  says('online', { online: true, run: run.runId })
  says('online', { online: true, run: run.runId })
  link.start(run)
  await until(() => expect(commands().length).toBeGreaterThan(0))
  expect(commands().filter(({ over }) => over)).toEqual([])
})

it('a box that is silent is shown so, and as there as soon as it is heard', async () => {
  const { says, news } = linked()
  says('online', { online: true })
  expect(news).toEqual([true])
  await until(() => expect(news.at(-1)).toBe(false))
  says('state', { battery: 50 })
  expect(news.at(-1)).toBe(true)
  says('online', { online: false })
  expect(news.at(-1)).toBe(false)
})

it('what a box says under another store, or what nobody understands, is passed over', () => {
  const { says, reports, news } = linked()
  const lap = { run: newId(), number: 1, ms: 30_000 }
  says('lap', lap, 'A01A02')
  expect(news).toEqual([])
  for (const wrong of [
    { ...lap, ms: -1 },
    { ...lap, ms: 0 },
    { ...lap, number: 0 },
    { ...lap, run: 'x' },
    null,
    'lap',
    undefined,
  ])
    says('lap', wrong)
  expect(reports).toEqual([])
  says('lap', { ...lap, ago: 60_000, at: 0 })
  expect(reports).toMatchObject([
    { kind: 'lap', lap: { runId: lap.run, number: 1, ms: 30_000, deviceAt: new Date(0) } },
  ])
  const [report] = reports
  if (report?.kind !== 'lap') throw new Error('no lap')
  expect(Math.abs(report.lap.doneAt.getTime() + 60_000 - Date.now())).toBeLessThan(30_000)
})
