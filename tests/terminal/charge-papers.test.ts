import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Clock, systemClock } from '#main/core/clocks/clock.ts'
import { wristbandPaper } from '#main/features/outbox/index.ts'
import { newId } from '#shared/core/id.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import type { PrintItem } from '#shared/ipc/prints.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

// The papers of a charge, which come from its answer: without the server's word that there is something to print, and once.
let server: FaultServer
let sink: PrinterSink
let open: TestTerminal[] = []

async function terminal(given: { clock?: Clock; dir?: string } = {}): Promise<TestTerminal> {
  const printer = { transport: 'tcp', address: sink.host, port: sink.port }
  const made = await startTerminal({ ...given, serverUrl: server.url, settings: { printer: printer as never } })
  open.push(made)
  await made.online()
  if (!(await made.handlers.session.current({}))) await made.signIn()
  return made
}

beforeEach(async () => {
  server = await startFaultServer()
  sink = await startPrinterSink()
})

afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  open = []
  await sink.close()
  await server.kill()
  await removeFolders()
})

/** Sends a charge from the page; what the server answers matters to none of these. */
async function send(counter: TestTerminal, key: string): Promise<void> {
  const json = { type: 'application/json', body: JSON.stringify(venue.fields()) }
  const path = '/consume/sysConsume/add'
  await counter.handlers.server.ask({ method: 'POST', path, key, language: 'zh', ...json })
}

const hand = (counter: TestTerminal, key: string, ticket: TicketData, wristbands = 0) =>
  counter.handlers.prints.printCharge({ key, papers: [{ ticket, wristbands }] })

const jobOf = (ticket: TicketData) => ({
  id: ticket.orderId,
  printId: '',
  copyNo: 0,
  attempt: 1,
  ticket,
  expiresAt: new Date(Date.now() + 3600_000).toISOString(),
})

/** The server says that there is something to print, as it does after a charge. */
function announce(...tickets: TicketData[]): void {
  server.printJobs.push(...tickets.map(jobOf))
  server.push({ cmd: 'changed', topic: 'printJobs', orgCode: venue.orgCode })
}

/** Waits until all papers of this terminal are printed: a test page comes after them. */
async function settled(counter: TestTerminal): Promise<void> {
  const { claims } = server
  server.push({ cmd: 'changed', topic: 'printJobs', orgCode: venue.orgCode })
  await server.until(() => server.claims > claims)
  expect(await counter.handlers.devices.testPrint({})).toMatchObject({ outcome: 'printed' })
}

const printed = (counter: TestTerminal, wanted: number) =>
  counter.until(
    () => counter.handlers.prints.list({}),
    (jobs) => jobs.filter(({ state }) => state === 'printed').length === wanted,
  )

const paperOf = (wanted: TicketData) => (job: PrintItem) => job.orderId === wanted.orderId

it('are printed from the answer with their wristbands and reported, without a notice from the server', async () => {
  const counter = await terminal()
  const key = newId()
  const ticket = venue.ticket(newId(), { ticketNo: 'A042' })
  await send(counter, key)
  await hand(counter, key, ticket, 2)
  const papers = await printed(counter, 2)
  expect(papers.map(({ orderId }) => orderId).sort()).toEqual([ticket.orderId, wristbandPaper(ticket.orderId)].sort())
  const texts = sink.jobs.map(({ lines }) => lines.map(({ text }) => text).join('\n'))
  expect(texts[0]).toContain('A042')
  expect(texts[1]).toContain('2/2')
  expect(texts.join('\n')).not.toContain('COPY')
  await server.until(() => server.reports.length === 2)
  expect(server.reports.map(({ id, outcome }) => [id, outcome])).toEqual([
    [ticket.orderId, 'printed'],
    [wristbandPaper(ticket.orderId), 'printed'],
  ])
})

it('are printed once where both answer and job arrive, in either order, and where an answer is repeated', async () => {
  const counter = await terminal()
  await server.until(() => server.heard.length > 0)
  const keys = [newId(), newId(), newId()]
  const tickets = keys.map(() => venue.ticket(newId()))
  for (const key of keys) await send(counter, key)
  const [first, second, third] = tickets as [TicketData, TicketData, TicketData]
  announce(first)
  await printed(counter, 1)
  await hand(counter, keys[0] ?? '', first)
  await hand(counter, keys[1] ?? '', second)
  announce(second)
  announce(third)
  await Promise.all([hand(counter, keys[2] ?? '', third), hand(counter, keys[2] ?? '', third)])
  await printed(counter, 3)
  await settled(counter)
  expect(sink.jobs).toHaveLength(4)
  await server.until(() => tickets.every(({ orderId }) => server.reports.some(({ id }) => id === orderId)))
  expect(server.reports.every(({ outcome }) => outcome === 'printed')).toBe(true)
})

it('are not printed from a late answer, from an answer to another sender, or when not reserved for a terminal', async () => {
  let late = 0
  const counter = await terminal({ clock: { ...systemClock, now: () => Date.now() + late } })
  const key = newId()
  await send(counter, key)
  await hand(counter, newId(), venue.ticket(newId()))
  await hand(counter, key, venue.ticket(newId(), { terminal: '' }))
  // The computer slept.
  late = 31_000
  counter.resume()
  await hand(counter, key, venue.ticket(newId()))
  // The same call again is not sent for the first time, and its answer may be that of long ago.
  await send(counter, key)
  await hand(counter, key, venue.ticket(newId()))
  await settled(counter)
  expect(await counter.handlers.prints.list({})).toEqual([])
  const again = newId()
  await send(counter, again)
  await hand(counter, again, venue.ticket(newId()))
  await printed(counter, 1)
})

it('are not printed from an answer when the job was returned to the store meanwhile', async () => {
  const start = Date.now()
  const faster: Clock = {
    now: () => start + (Date.now() - start) * 8,
    after: (ms, run) => systemClock.after(ms / 8, run),
  }
  const counter = await terminal({ clock: faster })
  await server.until(() => server.heard.length > 0)
  const key = newId()
  const ticket = venue.ticket(newId())
  sink.set('cover-open')
  await send(counter, key)
  announce(ticket)
  await counter.until(
    () => counter.handlers.prints.list({}),
    (jobs) => jobs.some(paperOf(ticket)),
  )
  await server.until(() => server.reports.some(({ outcome }) => outcome === 'blocked'))
  await hand(counter, key, ticket)
  sink.set('ready')
  await settled(counter)
  expect(sink.jobs).toHaveLength(1)
})

it('are printed once when the program ends between claiming and printing, or before claiming', async () => {
  sink.set('paper-out')
  const first = await terminal()
  const [taken, missed] = [venue.ticket(newId()), venue.ticket(newId())]
  const [key, lost] = [newId(), newId()]
  await send(first, key)
  await hand(first, key, taken)
  await send(first, lost)
  await first.close()
  sink.set('ready')
  const second = await terminal({ dir: first.dir })
  // The answer is not known any more, or comes to a program that has not sent the charge.
  await hand(second, lost, missed)
  announce(taken, missed)
  await printed(second, 2)
  await settled(second)
  expect(sink.jobs).toHaveLength(3)
})
