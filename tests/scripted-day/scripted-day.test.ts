import { afterEach, expect, it } from 'vitest'
import { type Clock, systemClock } from '#main/core/clocks/clock.ts'
import { AppError } from '#shared/core/errors.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { openSerialPair, rdm6300Frame } from '#tests/support/serial/index.ts'
import { until } from '#tests/support/until.ts'
import { removeFolders, type TestTerminal } from '#tests/terminal/harness.ts'
import { allSent, type HubCounter, type HubStore, lose, openHubStore, regain, role } from '#tests/terminal/hub-store.ts'

/** A short day in `npm test`; `npm run day` is a whole one. */
const STARTS = Number(process.env.PITLANE_DAY_STARTS ?? 9)
const HOURS = 15
const COUNTERS = 3
const READERS = 2
const MINUTE = 60_000
const CARDS = ['0004829731', '0004829735', '0004829737', '0004829740']

type Reader = Awaited<ReturnType<typeof openSerialPair>>

/** The equipment of one counter. */
interface Desk {
  readers: Reader[]
  printer: PrinterSink
}

interface Begun {
  id: string
  ticketNo: string
  paid: boolean
}

let store: HubStore
let desks: Desk[]
let ahead = 0

const clock: Clock = {
  now: () => Date.now() + ahead,
  steady: () => performance.now() + ahead,
  after: systemClock.after,
}

afterEach(async () => {
  await store.close()
  for (const { readers, printer } of desks) {
    for (const reader of readers) await reader.close()
    await printer.close()
  }
  await removeFolders()
})

async function openDesk(): Promise<object> {
  const readers = await Promise.all(Array.from({ length: READERS }, () => openSerialPair()))
  const printer = await startPrinterSink()
  desks.push({ readers, printer })
  return {
    readers: readers.map(({ readerPath: path }) => ({ link: 'serial', path, protocol: 'rdm6300' })),
    printer: { transport: 'tcp', address: printer.host, port: printer.port },
  }
}

/** Holds a card to a reader; returns the member that the counter has found. */
async function swipe({ events, handlers }: TestTerminal, reader: Reader, card: string): Promise<string> {
  const before = events.length
  const scan = () => events.slice(before).find(({ name }) => name === 'scans.scanned')?.payload as { value: string }
  await reader.write(rdm6300Frame(card))
  await until(() => expect(scan()?.value).toBe(card))
  return (await handlers.members.find({ card })).member?.id ?? ''
}

/** A ride on a vehicle that is free according to this counter: of a member, or for cash. */
async function ride({ handlers }: TestTerminal, userId: string, number: number): Promise<Begun | string> {
  const known = await handlers.catalogue.read({})
  const free = known?.vehicles.filter(({ state, condition }) => state === 'idle' && condition === 'ready') ?? []
  const type = userId === '' ? 'NOCARDCONSUME' : 'BALANCE'
  const rule = known?.rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === type && duration > 0)
  const fields: StartFields = {
    consumeVehicleMode: 'timermode',
    ruleId: rule?.id ?? '',
    remark: '',
    racer: `车手${number}`,
    vehicleId: free[number % free.length]?.id ?? '',
    userId,
    people: 1,
  }
  try {
    const { id, ticketNo } = await handlers.starts.start({ ...fields, pays: userId === '' ? 'cash' : undefined })
    return { id, ticketNo, paid: userId === '' }
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** The state of a paper; a replaced one is cancelled. */
const ENDED = new Set(['printed', 'sent', 'cancelled'])
const PAPER_TROUBLES = ['paper-out', 'cover-open', 'slow'] as const

/** Waits until everything is printed or of unknown result; then the cashier looks and reports what is there. */
async function printAll({ handlers }: TestTerminal, printer: PrinterSink): Promise<void> {
  await until(async () => {
    const jobs = await handlers.prints.list({})
    for (const { jobId, ticketNo } of jobs.filter(({ state }) => state === 'unknown'))
      await handlers.prints.resolve({ jobId, as: papersOf([printer], ticketNo) > 0 ? 'printed' : 'reprint' })
    expect(jobs.filter(({ state }) => !ENDED.has(state))).toEqual([])
  })
}

const papersOf = (printers: readonly PrinterSink[], ticketNo: string): number =>
  printers
    .flatMap(({ jobs }) => jobs)
    .filter(({ complete, lines }) => complete && lines.some(({ text }) => text.includes(ticketNo))).length

it('completes an offline day with every ride stored once and every ticket printed once', {
  timeout: 3_600_000,
}, async () => {
  desks = []
  ahead = 0
  store = await openHubStore(COUNTERS, { clock, settings: openDesk })
  const { venue, copy, counters } = store
  for (const { terminal } of counters)
    await terminal.until(
      () => terminal.handlers.devices.state({}),
      ({ readers }) => readers.length === READERS && readers.every(({ state }) => state === 'ready'),
    )
  for (const { terminal } of counters) for (const card of CARDS) await terminal.handlers.members.find({ card })
  await lose(counters)
  await copy.stop()

  const begun: Begun[] = []
  const refusals = new Map<string, number>()
  for (let number = 0; number < STARTS; number++) {
    const counter = counters[number % COUNTERS] as HubCounter
    const desk = desks[number % COUNTERS] as Desk
    // The second counter's printer is the one that misbehaves.
    const trouble = number % COUNTERS === 1 ? PAPER_TROUBLES[(number >> 1) % PAPER_TROUBLES.length] : undefined
    if (trouble) desk.printer.set(trouble)
    const reader = desk.readers[Math.floor(number / COUNTERS) % READERS] as Reader
    const userId = number % 4 === 3 ? '' : await swipe(counter.terminal, reader, CARDS[number % CARDS.length] ?? '')
    const asked = await ride(counter.terminal, userId, number)
    // A member without value, or whose store has reached its limit of pending rides, pays in cash.
    const outcome = typeof asked === 'string' && userId !== '' ? await ride(counter.terminal, '', number) : asked
    if (typeof outcome === 'string') refusals.set(outcome, (refusals.get(outcome) ?? 0) + 1)
    else begun.push(outcome)
    desk.printer.set('ready')
    await counter.terminal.handlers.prints.retry({})
    await printAll(counter.terminal, desk.printer)
    ahead += Math.round((HOURS * 60 * MINUTE) / STARTS)
    if (number === Math.floor(STARTS / 3)) await restartHub()
    if (number === Math.floor(STARTS / 2)) counters[2]?.lan.cut()
    if (number === Math.floor((STARTS * 2) / 3)) await counters[2]?.lan.mend()
  }

  venue.clock.advance(ahead)
  store.copy = await venue.startCopy({ port: Number(new URL(copy.url).port) })
  await regain(counters)
  await Promise.all(counters.map(({ terminal }) => allSent(terminal)))
  const records = await store.records()
  expect(begun.length).toBeGreaterThan(STARTS / 2)
  expect(begun.map(({ id }) => records.filter((record) => record.id === id).length)).toEqual(begun.map(() => 1))
  const ids = new Set(begun.map(({ id }) => id))
  expect(records.filter(({ id }) => !ids.has(id))).toEqual([])
  const lists = await Promise.all(counters.map(({ terminal }) => terminal.handlers.starts.list({})))
  expect(lists.flat().filter(({ state }) => state !== 'sent' && state !== 'refused')).toEqual([])
  const printers = desks.map(({ printer }) => printer)
  for (const ticketNo of new Set(begun.map((one) => one.ticketNo))) {
    // Numbers restart each day.
    const sold = begun.filter((one) => one.ticketNo === ticketNo).length
    expect([ticketNo, papersOf(printers, ticketNo)]).toEqual([ticketNo, sold])
  }
  console.log(
    `${begun.length} starts, ${[...refusals].map(([code, count]) => `${count} ${code}`).join(', ') || 'none refused'}`,
  )

  async function restartHub(): Promise<void> {
    await counters[0]?.terminal.close()
    const terminal = await store.reopen(0)
    await terminal.online(false)
    await role(terminal, 'hub')
    await terminal.until(
      () => terminal.handlers.devices.state({}),
      ({ readers }) => readers.every(({ state }) => state === 'ready'),
    )
  }
})
