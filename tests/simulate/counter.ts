import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/core/errors.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { type Cuttable, cuttable } from '#tests/support/faults/cuttable.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { startTerminal, type TestTerminal } from '#tests/terminal/harness.ts'
import type { Chance } from '#tests/walks/random.ts'

const RACER = '柜台'
const SLOW = new Set(['common.timeout', 'common.offline'])
const MAX_TRIES = 20
/** How long the last starts of an evening may take to reach the server. */
const PATIENCE_MS = 120_000

/** A counter of the evening: the terminal's own main process, its printer, and a network that drops. */
export interface Counter {
  terminal: TestTerminal
  network: Cuttable
  printer: PrinterSink
  started: { id: string; state: string }[]
  refused: Map<string, number>
}

/** Retries what a terminal gave up on a slow machine. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isSlow = error instanceof AppError && SLOW.has(error.code)
      if (!isSlow || tries === MAX_TRIES) throw error
    }
  }
}

export async function openCounter(serverUrl: string, now: () => number): Promise<Counter> {
  const network = await cuttable(serverUrl)
  const printer = await startPrinterSink()
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  const settings = { printer: { transport: 'tcp', address: printer.host, port: printer.port } as never }
  const terminal = await startTerminal({ serverUrl: new URL(network.url).origin, clock: { now, after }, settings })
  await patiently(() => terminal.online())
  await patiently(() => terminal.enrol(STORE))
  await patiently(() => terminal.signIn())
  return { terminal, network, printer, started: [], refused: new Map() }
}

/** Starts a ride like a cashier, with the server or offline. */
export async function startRide({ terminal, started, refused }: Counter, chance: Chance, members: readonly string[]) {
  const known = await terminal.handlers.catalogue.read({})
  const rules = known?.rules.filter(({ consumeTypeRole, duration }) => consumeTypeRole === 'BALANCE' && duration > 0)
  if (!known || !rules?.length) throw new Error('the terminal has no rules')
  const vehicle = chance.oneOf(known.vehicles)
  const userId = chance.happens(0.4) ? chance.oneOf(members) : ''
  const fields = {
    consumeVehicleMode: 'timermode' as const,
    ruleId: chance.oneOf(rules).id,
    remark: '',
    racer: RACER,
  }
  try {
    const { id, state } = await terminal.handlers.starts.start({ ...fields, vehicleId: vehicle.id, userId, people: 1 })
    started.push({ id, state })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
  }
}

/** Waits until all starts of a counter, whose network is back, have reached the server; returns how many have not. */
export async function waitForStarts({ terminal }: Counter): Promise<number> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const { waiting } = await terminal.handlers.connection.state({})
    if (waiting === 0 || Date.now() > until) return waiting
    await delay(200)
  }
}

/** What does not add up at a counter, according to the server's records. */
export async function lookAtCounter({ terminal, started, printer }: Counter, onServer: ReadonlySet<string>) {
  const found: string[] = []
  const states = new Map((await terminal.handlers.starts.list({})).map(({ id, state }) => [id, state]))
  for (const { id, state } of started) {
    const isThere = onServer.has(id)
    const isRefused = states.get(id) === 'refused'
    if (isThere === isRefused) found.push(`start ${id} (${state}) is ${isThere ? 'there and refused' : 'lost'}`)
  }
  const tickets = printer.jobs
    .filter(({ complete }) => complete)
    .map(({ lines }) => lines.map((line) => line.text).join('\n'))
  const twice = tickets.filter((ticket, index) => tickets.indexOf(ticket) < index && !/COPY|副本|补打/.test(ticket))
  return [...found, ...twice.map((ticket) => `printed twice: ${ticket.slice(0, 60)}`)]
}

export async function closeCounter({ terminal, network, printer }: Counter): Promise<void> {
  await terminal.close()
  network.close()
  await printer.close()
}
