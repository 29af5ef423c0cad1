import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { LogFields } from '#main/core/log.ts'
import { openDatabase, type Sqlite } from '#main/core/storage/database.ts'
import { openSecureStore } from '#main/core/storage/secure-store.ts'
import { createPrinter, type Printer, type PrinterJob, printerMigrations } from '#main/features/printer/index.ts'
import { newId } from '#shared/core/id.ts'
import { PrinterSettings, type PrinterStatus, TicketData } from '#shared/ipc/devices.ts'
import { FakeClock, type PrinterSink, startPrinterSink } from './escpos/index.ts'

/** A ticket of no particular order, with overrides. */
export const queueTicket = (given: Partial<TicketData> = {}): TicketData => ({
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
  ...given,
})

/** A terminal's network printer with a strict printer behind it, new for each test of a file. */
export function printerBench() {
  const at = {
    folder: '',
    db: null as unknown as Sqlite,
    sink: null as unknown as PrinterSink,
    clock: new FakeClock(),
    settings: PrinterSettings.parse({}),
    outcomes: [] as PrinterJob[],
    statuses: [] as PrinterStatus[],
    logged: [] as string[],
    running: [] as Printer[],
  }
  let watchers: (() => void)[] = []

  beforeEach(async () => {
    at.folder = mkdtempSync(join(tmpdir(), 'printer-'))
    at.db = openDatabase(join(at.folder, 'terminal.sqlite'), printerMigrations)
    at.sink = await startPrinterSink()
    at.clock = new FakeClock()
    at.settings = PrinterSettings.parse({
      transport: 'tcp',
      address: at.sink.host,
      port: at.sink.port,
      drawer: 'pin2',
    })
    at.outcomes = []
    at.statuses = []
    at.logged = []
    watchers = []
  })

  afterEach(async () => {
    await Promise.all(at.running.splice(0).map(shut))
    await at.sink.close()
    at.db.close()
    rmSync(at.folder, { recursive: true })
  })

  /** Closing waits for the current job; a job that hangs needs the clock to move. */
  async function shut(printer: Printer): Promise<void> {
    const closed = printer.close()
    at.clock.advance(60_000)
    await closed
  }

  const look = (): void => {
    for (const watcher of watchers.slice()) watcher()
  }

  function start(): Printer {
    const log = (message: string, fields?: LogFields): void => {
      at.logged.push(`${message} ${JSON.stringify(fields)}`)
      look()
    }
    const printer = createPrinter({
      db: at.db,
      secrets: openSecureStore({ dir: at.folder }),
      receiptWords: () => null,
      printing: () => null,
      settings: () => at.settings,
      clock: at.clock,
      log: { debug: log, info: log, warn: log, error: log },
      onStatus(status) {
        at.statuses.push(status)
        look()
      },
      onOutcome(job) {
        at.outcomes.push(job)
        look()
      },
    })
    at.running.push(printer)
    return printer
  }

  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const lookFor = (): void => {
        if (!condition()) return
        watchers = watchers.filter((watcher) => watcher !== lookFor)
        resolve()
      }
      watchers.push(lookFor)
      lookFor()
    })

  const states = (): string[] => at.outcomes.map((job) => `${job.state}:${job.outcome}:${job.detail}`)

  async function nextOutcome(): Promise<PrinterJob> {
    const seen = at.outcomes.length
    await until(() => at.outcomes.length > seen)
    return at.outcomes.at(-1) as PrinterJob
  }

  const probed = (): Promise<void> => until(() => at.statuses.at(-1)?.state === 'ready')

  return { at, start, shut, until, states, nextOutcome, probed }
}
