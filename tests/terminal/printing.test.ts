import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '#main/core/clocks/clock.ts'
import { wristbandPaper } from '#main/features/outbox/index.ts'
import { newId } from '#shared/core/id.ts'
import type { PrintJob } from '#shared/features/terminals/terminals.contract.ts'
import { ReaderSettings, type Scan } from '#shared/ipc/devices.ts'
import type { PrintItem } from '#shared/ipc/prints.ts'
import { type PrinterSink, type SinkJob, startPrinterSink } from '#tests/support/escpos/index.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { openSerialPair, rdm6300Frame } from '#tests/support/serial/index.ts'
import { buildRule } from '#tests/support/venue/counter-data.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

let server: FaultServer
let sink: PrinterSink
let open: TestTerminal[] = []

async function terminal(clock: Clock = systemClock): Promise<TestTerminal> {
  const printer = { transport: 'tcp', address: sink.host, port: sink.port }
  const made = await startTerminal({ serverUrl: server.url, clock, settings: { printer: printer as never } })
  open.push(made)
  await made.online()
  await made.signIn()
  return made
}

const job = (given: Partial<PrintJob> = {}): PrintJob => ({
  id: newId(),
  printId: '',
  copyNo: 0,
  attempt: 1,
  ticket: venue.ticket(newId()),
  expiresAt: new Date(Date.now() + 3600_000).toISOString(),
  ...given,
})

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

const paper = (counter: TestTerminal, problem: string) =>
  counter.until(
    () => counter.handlers.devices.state({}),
    ({ printer }) => printer.problem === problem && printer.state !== 'idle',
  )

const text = ({ lines }: SinkJob): string => lines.map((line) => line.text).join('\n')

const announce = (...jobs: PrintJob[]): void => {
  server.printJobs.push(...jobs)
  server.push({ cmd: 'changed', topic: 'printJobs', orgCode: venue.orgCode })
}

it('prints and sends starts after the computer’s clock was changed, online and offline', async () => {
  let setBy = 0
  const counter = await terminal({ ...systemClock, now: () => Date.now() + setBy })
  setBy = 3_600_000
  const { id } = await counter.handlers.starts.start(venue.fields())
  expect(text(await sink.waitForJob(1))).toContain('A001')
  expect(await counter.handlers.starts.list({})).toMatchObject([{ id, state: 'sent' }])
  server.plan = (call) => (call === 'add' ? 'drop' : 'ok')
  const { ticketNo } = await counter.handlers.starts.start(venue.fields())
  expect(text(await sink.waitForJob(2))).toContain(ticketNo)
})

describe('print jobs of the server', () => {
  it('are claimed when they are announced, printed, and reported', async () => {
    await terminal()
    await server.until(() => server.heard.length > 0)
    const wanted = job()
    announce(wanted)
    const printed = await sink.waitForJob(1)
    expect(text(printed)).toContain('A001')
    await server.until(() => server.reports.length === 1)
    expect(server.reports[0]).toMatchObject({ id: wanted.id, outcome: 'printed' })
  })

  it('do not delay the ticket of an online start, which is printed once, from the answer', async () => {
    const counter = await terminal()
    const orders: string[] = []
    server.onStart = (key) => {
      orders.push(key)
      server.printJobs.push(job({ id: key, ticket: venue.ticket(key) }))
    }
    const { id } = await counter.handlers.starts.start(venue.fields())
    const printed = text(await sink.waitForJob(1))
    expect(printed).toContain('A001')
    expect(printed).not.toContain('COPY')
    expect(orders).toEqual([id])
    await server.until(() => server.reports.some((report) => report.id === id && report.outcome === 'printed'))
    expect(sink.jobs).toHaveLength(1)
    expect(await counter.handlers.prints.list({})).toMatchObject([{ orderId: id, copyNo: 1 }])
  })

  it('are not printed again where this terminal has printed the ticket itself', async () => {
    const counter = await terminal()
    server.plan = (call) => (call === 'add' ? 'lose' : 'ok')
    const { id, state } = await counter.handlers.starts.start(venue.fields())
    expect(state).toBe('offline')
    expect(text(await sink.waitForJob(1))).toContain('T1-001')
    server.plan = () => 'ok'
    await server.until(() => server.starts.length === 1)
    const late = job({ ticket: venue.ticket(id) })
    await server.until(() => server.heard.length > 0)
    announce(late)
    await server.until(() => server.reports.length === 1)
    expect(server.reports[0]).toMatchObject({ id: late.id, outcome: 'printed' })
    expect(sink.jobs).toHaveLength(1)
  })

  it('print the wristbands of an offline start once, also where the server has a job for them', async () => {
    server.rules = [buildRule({ id: 'rule-1', useBracelet: 'YES', braceletCount: 2, duration: 8 })]
    const counter = await terminal()
    await counter.until(
      () => counter.handlers.catalogue.read({}),
      (read) => read?.rules[0]?.useBracelet === 'YES',
    )
    server.plan = (call) => (call === 'add' ? 'lose' : 'ok')
    const { id } = await counter.handlers.starts.start({ ...venue.fields(), people: 2 })
    await sink.waitForJob(2)
    const [paper = ''] = sink.jobs.map(text).filter((line) => line.includes('4/4'))
    expect(paper).toContain('1/4')
    expect(paper).toContain('T1-001')
    server.plan = () => 'ok'
    await server.until(() => server.starts.length === 1 && server.heard.length > 0)
    const late = job({ ticket: { ...venue.ticket(wristbandPaper(id)), wristbands: 4 } })
    announce(late)
    await server.until(() => server.reports.length === 1)
    expect(server.reports[0]).toMatchObject({ id: late.id, outcome: 'printed' })
    expect(sink.jobs).toHaveLength(2)
  })

  it('use the layout of the store, also offline, and still say COPY', async () => {
    const words = { block: 'words', zh: '生日快乐', en: '', align: 'center', bold: false, scale: 2 } as const
    const number = { block: 'value', field: 'number', align: 'left', bold: true, scale: 4 } as const
    server.printing = { layouts: { queueTicket: [words, number, { block: 'marks' }] }, logos: [] }
    const counter = await terminal()
    await counter.until(
      () => counter.handlers.catalogue.read({}),
      (read) => read !== null,
    )
    server.plan = (call) => (call === 'add' ? 'drop' : 'ok')
    const { id, ticketNo } = await counter.handlers.starts.start(venue.fields())
    const first = await sink.waitForJob(1)
    expect(first.lines.map(({ text: line }) => line)).toEqual(['生日快乐', ticketNo, '离线 OFFLINE'])
    // One that is still being printed is not printed again.
    await counter.until(
      () => counter.handlers.prints.list({}),
      ([print]) => print?.state === 'printed',
    )
    await counter.handlers.prints.reprint({ orderId: id })
    expect(text(await sink.waitForJob(2))).toContain('COPY 2')
  })

  it('say COPY when an earlier claim was lost, because the ticket may already exist', async () => {
    await terminal()
    await server.until(() => server.heard.length > 0)
    announce(job({ attempt: 2 }))
    expect(text(await sink.waitForJob(1))).toContain('COPY')
  })

  it('are left to the other printers of the store while this one has no paper', async () => {
    sink.set('paper-out')
    const counter = await terminal()
    await paper(counter, 'paper-out')
    await server.until(() => server.heard.length > 0)
    const { claims } = server
    announce(job())
    await counter.event('connection.pushed')
    const { id, state } = await counter.handlers.starts.start(venue.fields())
    expect(state).toBe('online')
    expect(server.claims).toBe(claims)
    // Nobody has to do anything but to put paper in.
    sink.set('ready')
    await paper(counter, 'none')
    await sink.waitForJob(2)
    await server.until(() => server.reports.length === 2)
    expect(server.reports.map((report) => report.id)).toContain(id)
  })

  it('are returned to the store when the printer stays blocked, and are printed here when they come again', async () => {
    const counter = await terminal()
    await server.until(() => server.heard.length > 0)
    await paper(counter, 'none')
    sink.set('cover-open')
    const wanted = job()
    announce(wanted)
    await server.until(() => server.reports.length === 1)
    expect(server.reports[0]).toMatchObject({ id: wanted.id, outcome: 'blocked', detail: 'cover-open' })
    expect(sink.jobs).toEqual([])
    sink.set('ready')
    server.printJobs.push(wanted)
    await server.until(() => server.reports.length === 2)
    expect(server.recoveries).toBeGreaterThan(0)
    expect(server.reports[1]).toMatchObject({ id: wanted.id, outcome: 'printed' })
    expect(text(await sink.waitForJob(1))).not.toContain('COPY')
  })
})

describe('a print that the cashier cancels', () => {
  it('comes back once when the store orders a copy of the same number', async () => {
    const counter = await terminal()
    const { id } = await counter.handlers.starts.start(venue.fields())
    await sink.waitForJob(1)
    await counter.event<PrintItem>('prints.changed', ({ state }) => state === 'printed')
    sink.set('paper-out')
    await counter.handlers.prints.reprint({ orderId: id })
    await paper(counter, 'paper-out')
    const [copy] = await counter.handlers.prints.list({})
    expect(await counter.handlers.prints.cancel({ jobId: copy?.jobId ?? '' })).toMatchObject({ state: 'cancelled' })
    sink.set('ready')
    await counter.handlers.devices.testPrint({})
    await server.until(() => server.heard.length > 0)
    const wanted = job({ copyNo: 1, ticket: venue.ticket(id) })
    announce(wanted)
    await server.until(() => server.reports.some((report) => report.id === wanted.id))
    const prints = await counter.until(
      () => counter.handlers.prints.list({}),
      (items) => items.every(({ state }) => state === 'printed'),
    )
    expect(prints.map(({ copyNo }) => copyNo)).toEqual([2, 1])
    // The ticket, the test page and the copy.
    expect(sink.jobs).toHaveLength(3)
  })

  it('ends the job at the store, so that no printer is offered it again', async () => {
    const now = Date.now()
    // The printer gives nothing back by itself, however slow this computer is.
    const after: Clock['after'] = (ms, run) => (ms === 8000 ? () => undefined : systemClock.after(ms, run))
    const counter = await terminal({ now: () => now, after })
    await server.until(() => server.heard.length > 0)
    await paper(counter, 'none')
    sink.set('cover-open')
    const wanted = job()
    announce(wanted)
    await paper(counter, 'cover-open')
    const [print] = await counter.handlers.prints.list({})
    await counter.handlers.prints.cancel({ jobId: print?.jobId ?? '' })
    await server.until(() => server.reports.length === 1)
    expect(server.reports).toMatchObject([{ id: wanted.id, outcome: 'unknown', detail: 'cancelled' }])
    expect(await counter.handlers.prints.list({})).toMatchObject([{ jobId: print?.jobId, state: 'cancelled' }])
  })
})

describe('the devices of a counter', () => {
  it('print a test page and report the outcome', async () => {
    const counter = await terminal()
    expect(await counter.handlers.devices.testPrint({})).toMatchObject({ outcome: 'printed' })
    await counter.event('devices.changed')
  })

  it('print the ticket of an order again as a copy', async () => {
    const counter = await terminal()
    await server.kill()
    await counter.online(false)
    const { id } = await counter.handlers.starts.start(venue.fields())
    await counter.event<PrintItem>('prints.changed', ({ state }) => state === 'printed')
    expect(await counter.handlers.prints.reprint({ orderId: id })).toEqual({ hasPrinter: true })
    expect(text(await sink.waitForJob(2))).toContain('COPY')
  })

  it('report a swiped card, a typed one, and one of the keyboard reader', async () => {
    const pair = await openSerialPair()
    try {
      const counter = await terminal()
      const settings = await counter.handlers.settings.read({})
      const reader = ReaderSettings.parse({ path: pair.readerPath })
      await counter.handlers.settings.write({ ...settings, readers: [reader] } as never)
      await counter.until(
        () => counter.handlers.devices.state({}),
        (now) => now.readers[0]?.state === 'ready',
      )
      await pair.write(rdm6300Frame('0004829731'))
      const scan = await counter.event<Scan>('scans.scanned')
      expect(scan).toMatchObject({ kind: 'memberCard', value: '0004829731', source: 'serial' })
      await counter.handlers.scans.submit({ value: '100001', source: 'manual' })
      await counter.event<Scan>('scans.scanned', ({ source }) => source === 'manual')
      await counter.handlers.scans.submit({ value: '0008844356', source: 'wedge' })
      const typed = await counter.event<Scan>('scans.scanned', ({ source }) => source === 'wedge')
      expect(typed.value).toBe('0008844356')
      expect(await counter.handlers.devices.findReaders({})).toHaveProperty('found')
    } finally {
      await pair.close()
    }
  })
})
