import { type Clock, systemClock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Sqlite } from '#main/core/storage/database.ts'
import { storageError } from '#main/core/storage/storage-errors.ts'
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
export { attemptPrint, type PrintDetail, probePrinter } from './print-attempt.ts'
export { type PrinterJob, printerMigrations } from './print-jobs.repository.ts'
export { transportFor } from './printer.transport.ts'

export interface PrinterDeps {
  db: Sqlite
  /** Encrypts stored tickets: the terminal's secure store. */
  secrets: PrintSecrets
  settings(): PrinterSettings
  /** Custom texts of the store; null before they are loaded. */
  receiptWords(): ReceiptWords | null
  /** Custom layouts and logo of the store; null before they are loaded. */
  printing(): StorePrinting | null
  log: Log
  clock?: Clock
  onStatus(status: PrinterStatus): void
  /** An attempt ended, or a job ended without one: expired, interrupted by a crash, or settled by the cashier. */
  onOutcome(job: PrinterJob): void
}

export interface TicketJobOptions {
  /** 1 for the first ticket of an order; each pair of order and copy is printed once. */
  copyNo?: number
  /** Marks the first ticket as a copy as well, because another terminal may have printed it. */
  markCopy?: boolean
  /** Expiry of the job; default: in two hours. */
  expiresAt?: Date
}

const TICKET_LIFE = 2 * 3600_000
const TEST_LIFE = 60_000
const DRAWER_LIFE = 5000
const LISTED = 100

export type Printer = ReturnType<typeof createPrinter>

/** The terminal's printer: every job is stored before it is printed, and printed once. */
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

  /** Renders a paper; returns no bytes on failure, which must not stop its ride. */
  function rendered(ticket: TicketData, copyNo: number, markCopy: boolean): RenderedDocument {
    const printer = settings()
    const { columns, cut } = printer
    try {
      const [words, printing] = [deps.receiptWords(), deps.printing()]
      return renderPaper(ticket, { columns, cut, printer, copyNo, markCopy, words, printing })
    } catch (error) {
      deps.log.error('a paper cannot be rendered', { orderId: ticket.orderId, error })
      return { bytes: Buffer.of(), missing: [] }
    }
  }

  /** Cancels the job of a paper that cannot be rendered; it stays listed, so that the cashier can retry it. */
  function giveUp({ jobId }: PrinterJob): PrinterJob {
    const job = jobs.patch(jobId, { state: 'cancelled', outcome: null, detail: 'unmakeable', nextAt: 0 })
    if (job === null) throw new Error('a job that was just stored is not there')
    // Announced after the surrounding transaction is committed.
    queueMicrotask(() => spooler.announce(job))
    return job
  }

  function addCopy(orderId: string, known: TicketData | null = null): PrinterJob {
    const last = jobs.lastOf(orderId)
    const storedTicket = last?.ticket ?? known
    if (storedTicket === null) throw new AppError('common.recordNotFound')
    // The expected wait has changed by now.
    const { ahead: _, waitMinutes: __, ...ticket } = storedTicket
    const before = last?.job.copyNo ?? 0
    // A job that was not sent waits again; either way another printer may have printed the ticket meanwhile.
    const copyNo = last !== null && endedUnsent(last.job) ? before : before + 1
    return addTicket(ticket, { copyNo, markCopy: true })
  }

  // Cancelled or expired before any byte was sent: it can be requested again.
  const endedUnsent = ({ state, outcome }: PrinterJob): boolean =>
    (state === 'cancelled' || state === 'expired') && outcome !== 'unknown'

  const settle = (job: PrinterJob, state: 'printed' | 'cancelled'): PrinterJob =>
    jobs.patch(job.jobId, { state, outcome: job.outcome, detail: job.detail, nextAt: 0 }) ?? job

  /** Prints a job for someone at the printer: tried once, now; resolves with its outcome. */
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
     * nothing is printed before the commit. Repeating an order and copy returns the existing job; one that
     * was cancelled or expired before anything was sent waits again.
     */
    enqueueTicket: (ticket: TicketData, options: TicketJobOptions = {}): PrinterJob =>
      changing(() => addTicket(ticket, options)),

    /**
     * Prints an order's ticket again as the next copy; a waiting one is only retried at once. `known` is the ticket of an
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

    /** Settles a job with an unknown outcome: printed, or to be printed again as a copy. The first call counts. */
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

    /** Cancels a waiting job, such as one that another terminal will print; other jobs are not changed. */
    cancel: (jobId: string): PrinterJob =>
      changing(() => {
        const job = jobs.byId(jobId)
        if (job === null) throw new AppError('common.recordNotFound')
        return job.state === 'waiting' ? settle(job, 'cancelled') : job
      }),

    /** The latest jobs and all that wait or have an unknown outcome, newest first. */
    list: (): PrinterJob[] => jobs.recent(LISTED),
    job: (jobId: string): PrinterJob | null => jobs.byId(jobId),

    /** Returns the content of a paper, decoded from its bytes; null if they cannot be read. */
    paper(jobId: string): Paper | null {
      const bytes = jobs.bytesOf(jobId)
      if (bytes === null || bytes.length === 0) return null
      const printer = settings()
      try {
        return readPaper(bytes, printer, printer.columns)
      } catch {
        // Rendered for a previous printer of another make.
        return null
      }
    },
    status: (): PrinterStatus => spooler.status(),

    /** Prints a test page; resolves with its outcome. */
    testPrint(locale: Locale = 'zh'): Promise<PrinterJob> {
      const printer = settings()
      const { columns, cut } = printer
      const { address } = spooler.status()
      const page = renderTestPage({ columns, cut, printer, locale, address, at: new Date(clock.now()) })
      return once('test', TEST_LIFE, page.bytes)
    },

    /** Opens the drawer now or not at all, once per cause; null if the printer has none. */
    async openDrawer(cause: string): Promise<PrinterJob | null> {
      const printer = settings()
      if (printer.drawer === 'none') return null
      const kick = commandsOf(printer).drawer(printer.drawer === 'pin2' ? 2 : 5)
      return once('drawer', DRAWER_LIFE, Buffer.from(kick), cause)
    },

    /** Retries at once, after a change of settings or when the computer wakes up. */
    wake: () => spooler.wake(),

    /** Finishes or aborts the current job; call before the database is closed. */
    close: () => spooler.close(),
  }
}
