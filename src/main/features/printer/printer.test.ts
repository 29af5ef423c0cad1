import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Sqlite } from '#main/core/database.ts'
import type { LogFields } from '#main/core/log.ts'
import { openSecureStore } from '#main/core/secure-store.ts'
import { newId } from '#shared/core/id.ts'
import { ticketCode } from '#shared/features/scans/index.ts'
import { PrinterSettings, type PrinterStatus, TicketData } from '#shared/ipc/devices.ts'
import { FakeClock, type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { createPrinter, type Printer, type PrinterJob, printerMigrations } from './index.ts'

let folder: string
let db: Sqlite
let sink: PrinterSink
let clock: FakeClock
let settings: PrinterSettings
let outcomes: PrinterJob[]
let statuses: PrinterStatus[]
let logged: string[]
let watchers: (() => void)[]
const running: Printer[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'printer-'))
  db = openDatabase(join(folder, 'terminal.sqlite'), printerMigrations)
  sink = await startPrinterSink()
  clock = new FakeClock()
  settings = PrinterSettings.parse({ transport: 'tcp', address: sink.host, port: sink.port, drawer: 'pin2' })
  outcomes = []
  statuses = []
  logged = []
  watchers = []
})

afterEach(async () => {
  await Promise.all(running.splice(0).map(shut))
  await sink.close()
  db.close()
  rmSync(folder, { recursive: true })
})

/** Closing waits for the job in hand; the clock must move for one that hangs. */
async function shut(printer: Printer): Promise<void> {
  const closed = printer.close()
  clock.advance(60_000)
  await closed
}

function start(): Printer {
  const look = (): void => {
    for (const watcher of watchers.slice()) watcher()
  }
  const log = (message: string, fields?: LogFields): void => {
    logged.push(`${message} ${JSON.stringify(fields)}`)
    look()
  }
  const printer = createPrinter({
    db,
    secrets: openSecureStore({ dir: folder }),
    receiptWords: () => null,
    settings: () => settings,
    clock,
    log: { debug: log, info: log, warn: log, error: log },
    onStatus(status) {
      statuses.push(status)
      look()
    },
    onOutcome(job) {
      outcomes.push(job)
      look()
    },
  })
  running.push(printer)
  return printer
}

const until = (condition: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!condition()) return
      watchers = watchers.filter((watcher) => watcher !== look)
      resolve()
    }
    watchers.push(look)
    look()
  })

const states = (): string[] => outcomes.map((job) => `${job.state}:${job.outcome}:${job.detail}`)
const nextOutcome = async (): Promise<PrinterJob> => {
  const seen = outcomes.length
  await until(() => outcomes.length > seen)
  return outcomes.at(-1) as PrinterJob
}
const probed = (): Promise<void> => until(() => statuses.at(-1)?.state === 'ready')

const ticket = (overrides: Partial<TicketData> = {}): TicketData => ({
  ...TicketData.parse({
    orderId: newId(),
    storeName: '极速卡丁车馆',
    ticketNo: 'A008',
    racer: '神秘车手',
    vehicleName: '7号车',
    ruleName: '单人 5 圈',
    mode: 'circlemode',
    amount: 5,
    startedAt: '2026-03-01T02:03:04Z',
  }),
  ...overrides,
})

const problem = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return null
}

describe('a printer that works', () => {
  test('a ticket comes out once, whole, and is known to be printed', async () => {
    const printer = start()
    const data = ticket()
    const job = printer.enqueueTicket(data)
    expect(job).toMatchObject({ state: 'waiting', copyNo: 1, ticketNo: 'A008', orderId: data.orderId, detail: 'none' })
    expect(await nextOutcome()).toMatchObject({ jobId: job.jobId, state: 'printed', outcome: 'printed', attempts: 1 })
    const printed = await sink.waitForJob(1)
    expect(printed).toMatchObject({ complete: true, qr: [ticketCode(data.orderId)], cuts: 1 })
    expect(printed.lines.map((line) => line.text)).toContain('A008')
    expect(printer.status()).toMatchObject({ state: 'ready', problem: 'none', waiting: 0, unknown: 0 })
    expect(printer.status().address).toBe(`127.0.0.1:${sink.port}`)
  })

  test('the same ticket asked for twice is printed once', async () => {
    const printer = start()
    const data = ticket()
    const first = printer.enqueueTicket(data)
    expect(printer.enqueueTicket(data).jobId).toBe(first.jobId)
    await nextOutcome()
    expect(printer.enqueueTicket(data)).toMatchObject({ jobId: first.jobId, state: 'printed' })
    printer.enqueueTicket(ticket({ ticketNo: 'A009' }))
    await nextOutcome()
    expect(sink.jobs.map((job) => job.qr[0] === ticketCode(data.orderId))).toEqual([true, false])
  })

  test('a reprint is the next copy and says so', async () => {
    const printer = start()
    const data = ticket()
    printer.enqueueTicket(data)
    await nextOutcome()
    expect(printer.reprint(data.orderId).copyNo).toBe(2)
    await nextOutcome()
    expect(printer.reprint(data.orderId).copyNo).toBe(3)
    await nextOutcome()
    const copies = sink.jobs.map((job) => job.lines.find((line) => line.text.includes('COPY'))?.text)
    expect(copies).toEqual([undefined, '补打 COPY 2', '补打 COPY 3'])
    expect(printer.list().map((job) => job.copyNo)).toEqual([3, 2, 1])
    expect(problem(() => printer.reprint(newId()))).toMatchObject({ code: 'common.recordNotFound' })
  })

  test('a slow printer gets all of it', async () => {
    sink.set('slow')
    start().enqueueTicket(ticket({ remark: '很长的备注'.repeat(200) }))
    expect(await nextOutcome()).toMatchObject({ state: 'printed' })
    expect((await sink.waitForJob(1)).complete).toBe(true)
  })

  test('twenty tickets come out in order and unmixed', async () => {
    const printer = start()
    const tickets = Array.from({ length: 20 }, (_, index) =>
      ticket({ ticketNo: `A${String(index + 1).padStart(3, '0')}` }),
    )
    for (const data of tickets) printer.enqueueTicket(data)
    await until(() => outcomes.length === 20)
    expect(sink.jobs.map((job) => [job.lines[4]?.text, job.qr.join()])).toEqual(
      tickets.map((data) => [data.ticketNo, ticketCode(data.orderId)]),
    )
    expect(sink.jobs.every((job) => job.complete && job.cuts === 1)).toBe(true)
  })

  test('low paper is shown and stops nothing', async () => {
    sink.set('paper-low')
    const printer = start()
    printer.enqueueTicket(ticket())
    expect(await nextOutcome()).toMatchObject({ state: 'printed' })
    expect(printer.status()).toMatchObject({ state: 'ready', paperLow: true })
  })

  test('a ticket stored in a transaction that fails is not printed', async () => {
    const printer = start()
    await clock.idle((pause) => pause === 30_000)
    const undo = db.transaction(() => {
      printer.enqueueTicket(ticket())
      throw new Error('changed my mind')
    })
    expect(undo).toThrow('changed my mind')
    printer.enqueueTicket(ticket({ ticketNo: 'A009' }))
    await nextOutcome()
    expect(sink.jobs.map((job) => job.lines[4]?.text)).toEqual(['A009'])
    expect(printer.list()).toHaveLength(1)
  })

  test('the test page and the drawer answer with what became of them', async () => {
    const printer = start()
    expect(await printer.testPrint('en')).toMatchObject({ kind: 'test', state: 'printed' })
    expect(await printer.openDrawer(newId())).toMatchObject({ kind: 'drawer', state: 'printed' })
    expect(sink.jobs.map((job) => job.drawerKicks.length)).toEqual([0, 1])
    expect(sink.jobs[0]?.lines[0]?.text).toBe('Printer test page')
    expect(printer.list()).toEqual([])
  })
})

describe('a printer that says no', () => {
  test.each([
    ['paper-out', 'paper-out'],
    ['cover-open', 'cover-open'],
  ] as const)('%s: nothing is sent, and the ticket comes out by itself afterwards', async (mode, detail) => {
    sink.set(mode)
    const printer = start()
    printer.enqueueTicket(ticket())
    expect(await nextOutcome()).toMatchObject({ state: 'waiting', outcome: 'blocked', detail })
    expect(printer.status()).toMatchObject({ state: 'error', problem: mode, waiting: 1 })
    expect(sink.jobs).toEqual([])
    clock.advance(500)
    expect(await nextOutcome()).toMatchObject({ state: 'waiting', attempts: 2 })
    sink.set('ready')
    clock.advance(3000)
    expect(await nextOutcome()).toMatchObject({ state: 'printed', attempts: 3 })
    expect(sink.jobs).toHaveLength(1)
    expect(printer.status()).toMatchObject({ state: 'ready', problem: 'none', waiting: 0 })
  })

  test('the state is seen before the first ticket, and again soon while something is wrong', async () => {
    sink.set('paper-out')
    start()
    await until(() => statuses.at(-1)?.problem === 'paper-out')
    sink.set('ready')
    await clock.idle((pause) => pause === 1500)
    clock.advance(1500)
    await probed()
    expect(sink.jobs).toEqual([])
  })

  test('a copy of a ticket that was taken back waits in its place, and says that it may exist already', async () => {
    const printer = start()
    sink.set('paper-out')
    const wanted = ticket()
    const { jobId } = printer.enqueueTicket(wanted)
    await nextOutcome()
    printer.cancel(jobId)
    sink.set('ready')
    expect(printer.reprint(wanted.orderId)).toMatchObject({ jobId, copyNo: 1, state: 'waiting' })
    await until(() => sink.jobs.length === 1)
    expect(sink.jobs[0]?.lines.map(({ text }) => text).join()).toContain('COPY')
  })

  test('a ticket that was never here is printed as a copy of what is known of its order', async () => {
    const printer = start()
    const known = ticket()
    expect(() => printer.reprint(known.orderId)).toThrow()
    printer.reprint(known.orderId, known)
    await until(() => sink.jobs.length === 1)
    expect(sink.jobs[0]?.lines.map(({ text }) => text).join()).toContain('COPY')
  })

  test('a sale opens the drawer once, however often it is asked, also while it is being opened', async () => {
    const printer = start()
    const sale = newId()
    const asked = await Promise.all([printer.openDrawer(sale), printer.openDrawer(sale)])
    expect(new Set(asked.map((job) => job?.jobId)).size).toBe(1)
    expect(await printer.openDrawer(sale)).toMatchObject({ state: 'printed' })
    expect(await printer.openDrawer(newId())).toMatchObject({ state: 'printed' })
    expect(sink.jobs.flatMap((job) => job.drawerKicks)).toHaveLength(2)
    settings = { ...settings, drawer: 'none' }
    expect(await printer.openDrawer(newId())).toBeNull()
    settings = { ...settings, drawer: 'pin5' }
    await printer.openDrawer(newId())
    expect(sink.jobs.flatMap((job) => job.drawerKicks).map(({ pin }) => pin)).toEqual([2, 2, 5])
  })

  test('a drawer kick is not tried again, and an old one is not even tried', async () => {
    sink.set('cover-open')
    const printer = start()
    await until(() => statuses.at(-1)?.state === 'error')
    expect(await printer.openDrawer(newId())).toMatchObject({
      state: 'cancelled',
      outcome: 'blocked',
      detail: 'cover-open',
    })
    sink.set('no-fence')
    printer.enqueueTicket(ticket())
    await sink.until(() =>
      sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    const late = printer.openDrawer(newId())
    clock.advance(15_000)
    expect(await late).toMatchObject({ state: 'expired', attempts: 0 })
    expect(sink.jobs.flatMap((job) => job.drawerKicks)).toEqual([])
  })

  test('a ticket that waited too long is not printed any more', async () => {
    sink.set('paper-out')
    const printer = start()
    printer.enqueueTicket(ticket(), { expiresAt: new Date(clock.now() + 1000) })
    await nextOutcome()
    sink.set('ready')
    clock.advance(1500)
    await until(() => outcomes.at(-1)?.state === 'expired')
    expect(sink.jobs).toEqual([])
  })

  test('a waiting ticket can be taken back', async () => {
    sink.set('paper-out')
    const printer = start()
    const job = printer.enqueueTicket(ticket())
    await nextOutcome()
    expect(printer.cancel(job.jobId).state).toBe('cancelled')
    sink.set('ready')
    printer.enqueueTicket(ticket({ ticketNo: 'A009' }))
    await nextOutcome()
    expect(sink.jobs.map((printed) => printed.lines[4]?.text)).toEqual(['A009'])
  })

  test('a ticket that was taken back or expired before it was sent can be asked for again', async () => {
    sink.set('paper-out')
    const printer = start()
    const data = ticket()
    const job = printer.enqueueTicket(data)
    await nextOutcome()
    printer.cancel(job.jobId)
    const again = printer.enqueueTicket(data, { markCopy: true, expiresAt: new Date(clock.now() + 1000) })
    expect(again).toMatchObject({ jobId: job.jobId, state: 'waiting', outcome: null, detail: 'none' })
    await nextOutcome()
    clock.advance(2000)
    await until(() => outcomes.at(-1)?.state === 'expired')
    sink.set('ready')
    printer.enqueueTicket(data)
    expect(await nextOutcome()).toMatchObject({ jobId: job.jobId, state: 'printed' })
    expect(printer.enqueueTicket(data).state).toBe('printed')
    expect(sink.jobs).toHaveLength(1)
  })

  test('asking again for a ticket that still waits does not make a second one', async () => {
    sink.set('paper-out')
    const printer = start()
    const data = ticket()
    const job = printer.enqueueTicket(data)
    await nextOutcome()
    sink.set('ready')
    expect(printer.reprint(data.orderId).jobId).toBe(job.jobId)
    await nextOutcome()
    expect(sink.jobs).toHaveLength(1)
  })
})

describe('a printer that is away', () => {
  test('a refused connection is not-sent, and the ticket comes out when the printer is back', async () => {
    const { port } = sink
    await sink.close()
    const printer = start()
    printer.enqueueTicket(ticket())
    expect(await nextOutcome()).toMatchObject({ state: 'waiting', outcome: 'not-sent', detail: 'unreachable' })
    expect(printer.status()).toMatchObject({ state: 'lost', problem: 'unreachable', waiting: 1 })
    sink = await startPrinterSink({ port })
    printer.wake()
    expect(await nextOutcome()).toMatchObject({ state: 'printed', attempts: 2 })
    expect(sink.jobs).toHaveLength(1)
  })

  test('the pauses grow to a second and a half and no further', async () => {
    await sink.close()
    const printer = start()
    printer.enqueueTicket(ticket())
    const pauses: number[] = []
    for (let round = 0; round < 10; round++) {
      await nextOutcome()
      const pause = await clock.idle()
      pauses.push(pause)
      clock.advance(pause)
    }
    for (const [round, pause] of pauses.entries()) {
      const longest = Math.min(1500, 250 * 2 ** round)
      expect(pause).toBeLessThanOrEqual(longest)
      expect(pause).toBeGreaterThanOrEqual(longest * 0.8 - 1)
    }
    sink = await startPrinterSink()
  })

  test('new settings are used at once', async () => {
    const printer = start()
    await probed()
    settings = { ...settings, transport: 'none' }
    const job = printer.enqueueTicket(ticket())
    await until(() => statuses.at(-1)?.state === 'off')
    expect(printer.status()).toMatchObject({ state: 'off', address: '', waiting: 1 })
    await expect(printer.testPrint()).rejects.toMatchObject({ code: 'devices.notConfigured' })
    settings = { ...settings, transport: 'tcp' }
    printer.wake()
    expect(await nextOutcome()).toMatchObject({ jobId: job.jobId, state: 'printed' })
  })
})

describe('nobody knows', () => {
  test('a connection cut in the middle is unknown and never tried again by itself', async () => {
    const printer = start()
    await probed()
    sink.cutAfter(200)
    const data = ticket()
    const job = printer.enqueueTicket(data)
    expect(await nextOutcome()).toMatchObject({ state: 'unknown', outcome: 'unknown', detail: 'cut-off' })
    sink.cutAfter(null)
    clock.advance(120_000)
    printer.wake()
    await probed()
    expect(printer.status()).toMatchObject({ waiting: 0, unknown: 1 })
    expect(sink.jobs.map((printed) => printed.complete)).toEqual([false])
    const copy = printer.resolve(job.jobId, 'reprint')
    expect(copy).toMatchObject({ copyNo: 2, state: 'waiting' })
    await until(() => outcomes.at(-1)?.jobId === copy.jobId)
    expect(sink.jobs[1]?.lines.some((line) => line.text === '补打 COPY 2')).toBe(true)
    expect(printer.resolve(job.jobId, 'reprint').state).toBe('cancelled')
    expect(sink.jobs).toHaveLength(2)
  })

  test('a cut at any byte is unknown or printed, never sent twice', async () => {
    const printer = start()
    await probed()
    for (const bytes of [13, 14, 100, 300, 500]) {
      sink.cutAfter(bytes)
      printer.enqueueTicket(ticket())
      expect(await nextOutcome()).toMatchObject({ state: 'unknown', attempts: 1 })
    }
  })

  test('the cashier says that it came out', async () => {
    const printer = start()
    await probed()
    sink.cutAfter(200)
    const job = printer.enqueueTicket(ticket())
    await nextOutcome()
    expect(printer.resolve(job.jobId, 'printed')).toMatchObject({ state: 'printed', outcome: 'unknown' })
    expect(states()).toEqual(['unknown:unknown:cut-off', 'printed:unknown:cut-off'])
    expect(printer.status().unknown).toBe(0)
    expect(problem(() => printer.resolve('nothing', 'printed'))).toMatchObject({ code: 'common.recordNotFound' })
  })

  test('a printer that never answers is unknown where it should answer', async () => {
    sink.set('silent')
    const printer = start()
    await sink.until(() => sink.raw().length === 3)
    clock.advance(1000)
    await until(() => statuses.at(-1)?.state === 'lost')
    printer.enqueueTicket(ticket())
    await sink.until(() => sink.raw().length === 6)
    clock.advance(1000)
    await sink.until(() =>
      sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    clock.advance(15_000)
    expect(await nextOutcome()).toMatchObject({ state: 'unknown', detail: 'no-answer', attempts: 1 })
  })

  test('a printer that never answers is sent where nothing else is expected of it', async () => {
    sink.set('silent')
    settings = { ...settings, answers: false }
    const printer = start()
    printer.enqueueTicket(ticket())
    expect(await nextOutcome()).toMatchObject({ state: 'sent', outcome: 'sent', detail: 'none' })
    const printed = await sink.waitForJob(1)
    expect(printed).toMatchObject({ complete: true, cuts: 1 })
    expect(printed.commands).not.toContain('status')
    expect(printed.commands).not.toContain('fence')
  })

  test('a printer that used to answer and is silent now gets nothing', async () => {
    const printer = start()
    await probed()
    sink.set('silent')
    const before = sink.raw().length
    printer.enqueueTicket(ticket())
    await sink.until(() => sink.raw().length > before)
    clock.advance(1000)
    expect(await nextOutcome()).toMatchObject({ state: 'waiting', outcome: 'not-sent', detail: 'no-answer' })
    sink.set('ready')
    printer.wake()
    expect(await nextOutcome()).toMatchObject({ state: 'printed' })
    expect(sink.jobs).toHaveLength(1)
  })

  test('paper that runs out in the middle is unknown, and says why', async () => {
    sink.set('no-fence')
    const printer = start()
    await probed()
    printer.enqueueTicket(ticket())
    await sink.until(() =>
      sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    sink.set('paper-out')
    clock.advance(15_000)
    expect(await nextOutcome()).toMatchObject({ state: 'unknown', detail: 'paper-out' })
    expect(printer.status()).toMatchObject({ state: 'error', problem: 'paper-out', unknown: 1 })
  })

  test('after a crash in the middle the job is unknown and is not printed by itself', async () => {
    sink.set('no-fence')
    start()
    const data = ticket()
    const job = running[0]?.enqueueTicket(data)
    await sink.until(() =>
      sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    // The file as a killed process leaves it: copied while the job is in hand.
    const crashed = join(folder, 'crashed.sqlite')
    db.pragma('wal_checkpoint(full)')
    writeFileSync(crashed, readFileSync(db.name))
    await shut(running.pop() as Printer)
    db.close()
    db = openDatabase(crashed, printerMigrations)
    sink.set('ready')
    const seen = outcomes.length
    const printer = start()
    await until(() => outcomes.length > seen)
    expect(outcomes.slice(seen)).toMatchObject([{ jobId: job?.jobId, state: 'unknown', detail: 'restarted' }])
    expect(printer.enqueueTicket(data).state).toBe('unknown')
    printer.wake()
    printer.enqueueTicket(ticket({ ticketNo: 'A009' }))
    await nextOutcome()
    expect(sink.jobs.filter((printed) => printed.qr[0] === ticketCode(data.orderId))).toHaveLength(1)
    expect(printer.status()).toMatchObject({ waiting: 0, unknown: 1 })
  })

  test('a terminal that shuts down in the middle stores that nobody knows', async () => {
    sink.set('no-fence')
    const printer = start()
    const job = printer.enqueueTicket(ticket())
    await sink.until(() =>
      sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    const closed = printer.close()
    clock.advance(2000)
    await closed
    expect(printer.job(job.jobId)).toMatchObject({ state: 'unknown', detail: 'cut-off' })
  })
})

describe('storage that fails', () => {
  test('a full disk is told to the caller and nothing is printed', async () => {
    const printer = start()
    await probed()
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
    const fill = (): unknown => problem(() => printer.enqueueTicket(ticket({ remark: '满'.repeat(3000) })))
    expect(fill()).toMatchObject({ code: 'storage.full' })
    await expect(printer.testPrint()).resolves.toBeDefined()
    expect(sink.jobs.flatMap((job) => job.qr)).toEqual(['PITLANE-TEST'])
  })

  test('a read-only file is told to the caller, and a waiting ticket is printed only when it can be marked', async () => {
    sink.set('paper-out')
    const printer = start()
    printer.enqueueTicket(ticket())
    await nextOutcome()
    sink.set('ready')
    db.pragma('query_only = 1')
    expect(problem(() => printer.enqueueTicket(ticket()))).toMatchObject({ code: 'storage.readOnly' })
    clock.advance(15_000)
    await until(() => logged.some((line) => line.includes('cannot be stored')))
    expect(sink.jobs).toEqual([])
    db.pragma('query_only = 0')
    clock.advance(5000)
    expect(await nextOutcome()).toMatchObject({ state: 'printed' })
    expect(sink.jobs).toHaveLength(1)
  })

  test('an outcome that cannot be stored is kept and stored later; the ticket is not printed again', async () => {
    sink.set('no-fence')
    const printer = start()
    const job = printer.enqueueTicket(ticket())
    await sink.until(() =>
      sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    db.pragma('query_only = 1')
    clock.advance(15_000)
    await until(() => logged.some((line) => line.includes('cannot be stored')))
    db.pragma('query_only = 0')
    clock.advance(5000)
    await until(() => outcomes.length === 1)
    expect(printer.job(job.jobId)).toMatchObject({ state: 'unknown', attempts: 1 })
  })
})

test('a listener that fails stops nothing', async () => {
  const printer = createPrinter({
    db,
    secrets: openSecureStore({ dir: folder }),
    receiptWords: () => null,
    settings: () => settings,
    clock,
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    onStatus: () => expect.unreachable(),
    onOutcome: () => expect.unreachable(),
  })
  running.push(printer)
  expect(await printer.testPrint()).toMatchObject({ state: 'printed' })
  printer.enqueueTicket(ticket())
  await sink.waitForJob(2)
})

test('nothing about a guest goes to the log, or readable to the disk', async () => {
  const printer = start()
  printer.enqueueTicket(ticket({ racer: 'Bruce Lee', memberNo: '0004829731' }))
  await nextOutcome()
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join()).not.toMatch(/Bruce|0004829731/)
  db.pragma('wal_checkpoint(truncate)')
  expect(readFileSync(db.name, 'latin1')).not.toMatch(/Bruce|0004829731|QnJ1Y2/)
})

test('a ticket that can no longer be decrypted is cancelled and keeps nobody waiting', async () => {
  sink.set('paper-out')
  const first = start()
  first.enqueueTicket(ticket())
  await nextOutcome()
  running.pop()
  await shut(first)
  rmSync(join(folder, 'secure-store.key'))
  sink.set('ready')
  const printer = start()
  printer.enqueueTicket(ticket({ ticketNo: 'A009' }))
  expect(await nextOutcome()).toMatchObject({ state: 'cancelled', detail: 'unreadable', ticketNo: 'A008' })
  expect(await nextOutcome()).toMatchObject({ state: 'printed', ticketNo: 'A009' })
})

test('tickets are forgotten after seven days', async () => {
  const printer = start()
  const job = printer.enqueueTicket(ticket())
  await nextOutcome()
  await clock.idle((pause) => pause === 30_000)
  clock.advance(7 * 24 * 3600_000 + 60_000)
  printer.enqueueTicket(ticket())
  await nextOutcome()
  expect(printer.job(job.jobId)).toBeNull()
  expect(states()).toEqual(['printed:printed:none', 'printed:printed:none'])
})
