import { type Clock, systemClock } from '#main/core/clock.ts'
import type { Sqlite } from '#main/core/database.ts'
import type { Log } from '#main/core/log.ts'
import { storageError } from '#main/core/storage-errors.ts'
import {
  commandsOf,
  type ReceiptWords,
  type RenderedDocument,
  readPaper,
  renderPaper,
  renderTestPage,
} from '#paper/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { Paper } from '#shared/features/printing/paper.schema.ts'
import type { StorePrinting } from '#shared/features/printing/print-layout.schema.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { PrinterSettings, PrinterStatus, TicketData } from '#shared/ipc/devices.ts'
import { type NewPrintJob, type PrinterJob, type PrintSecrets, printJobs } from './print-jobs.repository.ts'
import { transportFor } from './printer.transport.ts'
import { Spooler } from './spooler.ts'

export { findPrinters } from './found-printers.ts'
export type { PrintDetail } from './print-attempt.ts'
export { type PrinterJob, printerMigrations } from './print-jobs.repository.ts'

export interface PrinterDeps {
  db: Sqlite
  /** Encrypts what the stored tickets say; the terminal's secure store. */
  secrets: PrintSecrets
  settings(): PrinterSettings
  /** The store's own words on tickets; null while nothing is known of the store. */
  receiptWords(): ReceiptWords | null
  /** The store's own layouts and logo; null while nothing is known of the store. */
  printing(): StorePrinting | null
  log: Log
  clock?: Clock
  onStatus(status: PrinterStatus): void
  /** An attempt at a job ended, or a job ended without one: it expired, the terminal crashed, the cashier decided. */
  onOutcome(job: PrinterJob): void
}

export interface TicketJobOptions {
  /** 1 for the first ticket of an order; the pair of order and copy is printed once, however often it is asked for. */
  copyNo?: number
  /** Says COPY on a first copy too, because another terminal may have printed it already. */
  markCopy?: boolean
  /** When the ticket is of no more use; two hours from now unless given. */
  expiresAt?: Date
}

const TICKET_LIFE = 2 * 3600_000
const TEST_LIFE = 60_000
const DRAWER_LIFE = 5000
const LISTED = 100

export type Printer = ReturnType<typeof createPrinter>

/** The terminal's ticket printer: everything is stored before it is printed, and printed once. */
export function createPrinter(deps: PrinterDeps) {
  const { clock = systemClock, settings } = deps
  const jobs = printJobs(deps.db, deps.secrets)
  const spooler = new Spooler({ ...deps, clock, jobs, transport: (now) => transportFor(now, clock) })

  const changing = <T>(run: () => T): T => {
    try {
      return jobs.transaction(run)
    } catch (error) {
      throw storageError(error)
    } finally {
      spooler.kick()
    }
  }

  function addTicket(ticket: TicketData, { copyNo = 1, markCopy = false, expiresAt }: TicketJobOptions): PrinterJob {
    const key = `ticket:${ticket.orderId}:${copyNo}`
    const existing = jobs.byKey(key)
    if (existing !== null && !endedUnsent(existing)) return existing
    const { bytes, missing } = rendered(ticket, copyNo, markCopy)
    const end = expiresAt?.getTime() ?? clock.now() + TICKET_LIFE
    const job: NewPrintJob = {
      key,
      kind: 'ticket',
      orderId: ticket.orderId,
      copyNo,
      bytes,
      ticket,
      missing,
      expiresAt: end,
    }
    const added = existing === null ? jobs.add(job, clock.now()) : jobs.revive(existing.jobId, job)
    return bytes.length > 0 ? added : giveUp(added)
  }

  /** A paper's bytes; none where it cannot be made, which is no reason for its ride not to begin. */
  function rendered(ticket: TicketData, copyNo: number, markCopy: boolean): RenderedDocument {
    const printer = settings()
    const { columns, cut } = printer
    try {
      const [words, printing] = [deps.receiptWords(), deps.printing()]
      return renderPaper(ticket, { columns, cut, printer, copyNo, markCopy, words, printing })
    } catch (error) {
      deps.log.error('a paper cannot be made', { orderId: ticket.orderId, error })
      return { bytes: Buffer.of(), missing: [] }
    }
  }

  /** Leaves a paper that cannot be made where the cashier sees it, and can try again. */
  function giveUp({ jobId }: PrinterJob): PrinterJob {
    const job = jobs.patch(jobId, { state: 'cancelled', outcome: null, detail: 'unmakeable', nextAt: 0 })
    if (job === null) throw new Error('a job that was just stored is not there')
    // Told when whatever is being written with it is committed.
    queueMicrotask(() => spooler.announce(job))
    return job
  }

  function addCopy(orderId: string, known: TicketData | null = null): PrinterJob {
    const last = jobs.lastOf(orderId)
    const kept = last?.ticket ?? known
    if (kept === null) throw new AppError('common.recordNotFound')
    // The line is another one by now.
    const { ahead: _, waitMinutes: __, ...ticket } = kept
    const before = last?.job.copyNo ?? 0
    // One of which nothing was sent waits anew; either way another printer may have brought the ticket out meanwhile.
    const copyNo = last !== null && endedUnsent(last.job) ? before : before + 1
    return addTicket(ticket, { copyNo, markCopy: true })
  }

  // Given up before a byte of it left (taken back, or expired): it may be asked for again.
  const endedUnsent = ({ state, outcome }: PrinterJob): boolean =>
    (state === 'cancelled' || state === 'expired') && outcome !== 'unknown'

  const settle = (job: PrinterJob, state: 'printed' | 'cancelled'): PrinterJob =>
    jobs.patch(job.jobId, { state, outcome: job.outcome, detail: job.detail, nextAt: 0 }) ?? job

  /** A job for someone who stands at the printer: it is tried once, now, and its end is awaited. */
  async function once(kind: 'test' | 'drawer', life: number, bytes: Buffer, cause = newId()): Promise<PrinterJob> {
    if (transportFor(settings(), clock) === null) throw new AppError('devices.notConfigured')
    const now = clock.now()
    const key = `${kind}:${cause}`
    const content = { bytes, ticket: null, missing: [] }
    const job = { key, kind, orderId: '', copyNo: 1, expiresAt: now + life, ...content }
    const before = jobs.byKey(key)
    if (before !== null) return before
    const { jobId } = changing(() => jobs.add(job, now))
    return spooler.ended(jobId)
  }

  spooler.wake()

  return {
    /**
     * Stores a ticket and prints it as soon as the printer can. May be called inside a transaction on the same database:
     * nothing is printed before that is committed. The same order and copy again returns the job that exists; one that
     * was taken back or expired before anything was sent waits anew.
     */
    enqueueTicket: (ticket: TicketData, options: TicketJobOptions = {}): PrinterJob =>
      changing(() => addTicket(ticket, options)),

    /**
     * Prints an order's ticket again as the next copy; one that is still waiting is only hurried. `known` is the ticket of an
     * order that was never printed here.
     */
    reprint(orderId: string, known: TicketData | null = null): PrinterJob {
      let unknown: PrinterJob | null = null
      const job = changing(() => {
        const last = jobs.lastOf(orderId)
        if (last?.job.state === 'waiting' || last?.job.state === 'printing') return last.job
        if (last?.job.state === 'unknown') unknown = settle(last.job, 'cancelled')
        return addCopy(orderId, known)
      })
      if (unknown !== null) spooler.announce(unknown)
      spooler.wake()
      return job
    },

    /** The cashier's word on an unknown job: it came out, or it is printed again as a copy. Said twice, the first counts. */
    resolve(jobId: string, as: 'printed' | 'reprint'): PrinterJob {
      let settled: PrinterJob | null = null
      const job = changing(() => {
        const unknown = jobs.byId(jobId)
        if (unknown === null) throw new AppError('common.recordNotFound')
        if (unknown.state !== 'unknown') return unknown
        settled = settle(unknown, as === 'printed' ? 'printed' : 'cancelled')
        return as === 'printed' ? settled : addCopy(unknown.orderId)
      })
      if (settled !== null) spooler.announce(settled)
      return job
    },

    /** Takes back a job that is still waiting, such as one that another terminal will print; any other stays as it is. */
    cancel: (jobId: string): PrinterJob =>
      changing(() => {
        const job = jobs.byId(jobId)
        if (job === null) throw new AppError('common.recordNotFound')
        return job.state === 'waiting' ? settle(job, 'cancelled') : job
      }),

    /** The latest tickets and all that wait or are in doubt, newest first. */
    list: (): PrinterJob[] => jobs.recent(LISTED),
    job: (jobId: string): PrinterJob | null => jobs.byId(jobId),

    /** What stands on a paper, read from the bytes that the printer gets or got; null where they cannot be read. */
    paper(jobId: string): Paper | null {
      const bytes = jobs.bytesOf(jobId)
      if (bytes === null || bytes.length === 0) return null
      const printer = settings()
      try {
        return readPaper(bytes, printer, printer.columns)
      } catch {
        // Made for a printer of another make, before this one was set up.
        return null
      }
    },
    status: (): PrinterStatus => spooler.status(),

    /** Prints a page that shows whether everything works; resolves with what became of it. */
    testPrint(locale: Locale = 'zh'): Promise<PrinterJob> {
      const printer = settings()
      const { columns, cut } = printer
      const { address } = spooler.status()
      const page = renderTestPage({ columns, cut, printer, locale, address, at: new Date(clock.now()) })
      return once('test', TEST_LIFE, page.bytes)
    },

    /** Opens the drawer now or not at all, and once for each cause; null where none hangs on this printer. */
    async openDrawer(cause: string): Promise<PrinterJob | null> {
      const printer = settings()
      if (printer.drawer === 'none') return null
      const kick = commandsOf(printer).drawer(printer.drawer === 'pin2' ? 2 : 5)
      return once('drawer', DRAWER_LIFE, Buffer.from(kick), cause)
    },

    /** Tries again at once: after a change of settings and when the computer wakes up. */
    wake: () => spooler.wake(),

    /** Finishes or breaks off the job in hand; call it before the database is closed. */
    close: () => spooler.close(),
  }
}
