import type { Clock } from '#main/core/clocks/clock.ts'
import { isUnreachable } from '#main/core/failures.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { HubState } from '#shared/ipc/hub.ts'
import { type Cuttable, cuttable } from '#tests/support/faults/cuttable.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startTestServer, type TestCopy, type TestServer } from '#tests/support/server.ts'
import { makeFolder, startTerminal, type TestTerminal } from './harness.ts'

export const STORE = 'A01A01'
const MOST_TRIES = 20

/** A counter of a store whose terminals work together, with its way to the server and its way to the hub. */
export interface HubCounter {
  terminal: TestTerminal
  dir: string
  internet: Cuttable
  lan: Cuttable
}

export interface HubStore {
  venue: TestServer
  copy: TestCopy
  /** The first is the hub. */
  counters: HubCounter[]
  port: number
  /** Opens another life of a counter's terminal. */
  reopen(index: number): Promise<TestTerminal>
  /** What the server has of starts, oldest first. */
  records(): Promise<{ id: string; ticketNo: string; terminalName: string }[]>
  close(): Promise<void>
}

interface Given {
  clock?: Clock
  /** What each counter has besides. */
  settings?(index: number): Promise<object>
}

/** Counters that a store believes, joined to the first of them, with their cashiers signed in. */
export async function openHubStore(count: number, { clock, settings: more }: Given = {}): Promise<HubStore> {
  const venue = await startTestServer()
  const copy = await venue.startCopy()
  const manager = await venue.signIn('manager', STORE)
  await manager.storeSettings.edit({ body: { orgCode: STORE, trialLimit: -1, hungOrderLimit: 1000 } })
  const before = new Set((await recordsOf(venue)).map(({ id }) => id))
  const port = await freePort()
  const counters: HubCounter[] = []
  for (let index = 0; index < count; index++) {
    const internet = await cuttable(copy.url)
    const lan = await cuttable(`http://127.0.0.1:${port}`)
    const dir = await makeFolder()
    const name = `T${index + 1}`
    const address = new URL(lan.url).host
    const hub = { mode: index === 0 ? 'serve' : 'join', address: index === 0 ? '' : address, port }
    const settings = { terminalName: name, prefix: name, hub, ...(await more?.(index)) } as never
    const terminal = await startTerminal({ dir, serverUrl: internet.url, settings, ...timeOf(clock) })
    await terminal.online()
    await patiently(() => terminal.enrol(STORE))
    counters.push({ terminal, dir, internet, lan })
  }
  for (const { terminal } of counters) await patiently(() => terminal.signIn())
  await Promise.all(counters.map(({ terminal }, index) => role(terminal, index === 0 ? 'hub' : 'member')))
  return {
    venue,
    copy,
    counters,
    port,
    async reopen(index) {
      const counter = counters[index] as HubCounter
      counter.terminal = await startTerminal({ dir: counter.dir, serverUrl: counter.internet.url, ...timeOf(clock) })
      return counter.terminal
    },
    records: async () => (await recordsOf(venue)).filter(({ id }) => !before.has(id)),
    async close() {
      await Promise.all(counters.map(({ terminal }) => terminal.close()))
      for (const { internet, lan } of counters) for (const way of [internet, lan]) way.close()
      await venue.stop()
    },
  }
}

/** Does again what a terminal gave up on a slow machine. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (tries === MOST_TRIES || !isUnreachable(error)) throw error
    }
  }
}

const recordsOf = ({ deps }: TestServer) =>
  deps.db.scoped(EVERY_STORE, (trx) =>
    trx.selectFrom('playRecord').select(['id', 'ticketNo', 'terminalName']).orderBy('createdAt').execute(),
  )

const timeOf = (clock: Clock | undefined): { clock?: Clock } => (clock ? { clock } : {})

export const hubOf = async ({ handlers }: TestTerminal): Promise<HubState> => (await handlers.connection.state({})).hub

/** Resolves when a terminal has a place among the others. */
export const role = (terminal: TestTerminal, wanted: HubState['role']): Promise<HubState> =>
  terminal.until(
    () => hubOf(terminal),
    (hub) => hub.role === wanted,
  )

/** Some counters lose the internet, and notice it. */
export async function lose(counters: readonly HubCounter[]): Promise<void> {
  for (const { internet } of counters) internet.cut()
  await Promise.all(counters.map(({ terminal }) => terminal.online(false)))
}

export async function regain(counters: readonly HubCounter[]): Promise<void> {
  await Promise.all(counters.map(({ internet }) => internet.mend()))
  await Promise.all(counters.map(({ terminal }) => terminal.online()))
}

/** Resolves when nothing waits at a terminal any more. */
export const allSent = (terminal: TestTerminal) =>
  terminal.until(
    () => terminal.handlers.connection.state({}),
    ({ waiting }) => waiting === 0,
  )

/** What a cashier enters for the nth vehicle and a ride by time. */
export async function fieldsOf(terminal: TestTerminal, vehicle: number): Promise<StartFields> {
  const snapshot = await terminal.handlers.catalogue.read({})
  const rule = snapshot?.rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === 'BALANCE' && duration > 0)
  const ready = snapshot?.vehicles.filter(({ condition }) => condition === 'ready') ?? []
  return {
    consumeVehicleMode: 'timermode',
    ruleId: rule?.id ?? '',
    remark: '',
    racer: '神秘车手',
    vehicleId: ready[vehicle]?.id ?? '',
    userId: '',
    people: 1,
  }
}

export const start = async (terminal: TestTerminal, vehicle: number, id?: string) =>
  terminal.handlers.starts.start({ ...(await fieldsOf(terminal, vehicle)), id })

/** A guest pays for a ride in cash; answers how much. */
export async function sell(terminal: TestTerminal): Promise<number> {
  const rules = (await terminal.handlers.catalogue.read({}))?.rules ?? []
  const rule = rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === 'NOCARDCONSUME' && duration > 0)
  await terminal.handlers.starts.start({ ...(await fieldsOf(terminal, 0)), ruleId: rule?.id ?? '', pays: 'cash' })
  return (rule?.price ?? 0) + (rule?.deposit ?? 0)
}

/** The number of a start, or why there is none. */
export const tryStart = (terminal: TestTerminal, vehicle: number): Promise<string> =>
  start(terminal, vehicle).then(
    ({ ticketNo }) => ticketNo,
    ({ code, details }) => `${code} ${details?.by ?? ''}`.trim(),
  )

/** What a terminal shows of the nth vehicle. */
export async function stateOf(terminal: TestTerminal, vehicle: number): Promise<string | undefined> {
  const { vehicleId } = await fieldsOf(terminal, vehicle)
  return (await terminal.handlers.catalogue.read({}))?.vehicles.find(({ id }) => id === vehicleId)?.state
}
