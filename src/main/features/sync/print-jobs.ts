import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Sqlite } from '#main/core/storage/database.ts'
import type { Printer, PrinterJob } from '#main/features/printer/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { PrintJob } from '#shared/features/terminals/terminals.contract.ts'
import type { PrinterStatus, PrintOutcome, TicketData } from '#shared/ipc/devices.ts'
import { printClaims } from './print-jobs.store.ts'
import { sendFailure } from './send-failure.ts'

export interface PrintJobsDeps {
  db: Sqlite
  clock: Clock
  log: Log
  printer: Pick<Printer, 'enqueueTicket' | 'cancel' | 'job' | 'status'>
  grant(): Grant | null
  isOnline(): boolean
  /** `recovered`: the printer works again, so jobs that it returned are offered at once. */
  claim(grant: Grant, recovered: boolean): Promise<PrintJob[]>
  report(id: string, outcome: PrintOutcome, detail: string, grant: Grant): Promise<unknown>
  write<T>(run: () => T): T
  onUnknownTerminal(): void
}

export type PrintJobs = ReturnType<typeof createPrintJobs>

/** How long a printer with a problem may hold a job before it is returned to the store. */
const BLOCKED_JOB_TIMEOUT_MS = 8000

/**
 * Claims the store's print jobs that this terminal may print, and reports the outcome of each.
 *
 * A ticket that this terminal has already printed offline has the same key at the spooler: it is reported as printed and
 * not printed again.
 */
export function createPrintJobs(deps: PrintJobsDeps) {
  const { clock, log, printer } = deps
  const claims = printClaims(deps.db)
  let running: Promise<void> | null = null
  let again = false
  let recovered = false
  let lastProblem: PrinterStatus['problem'] = 'none'
  let closed = false
  const timers = new Set<() => void>()

  function take(jobs: readonly PrintJob[], orgCode: string): void {
    deps.write(() =>
      deps.db.transaction(() => {
        for (const job of jobs) {
          const printed = enqueue(job)
          claims.take(job.id, orgCode, printed.jobId, clock.now())
          settle(printed)
        }
      })(),
    )
  }

  /**
   * Creates the printer's job for a server job. The server counts copies from 0 and the printer from 1. The cashier may
   * have made copies here that the server does not know; a new copy must not reuse their numbers.
   */
  function enqueue({ id, ticket, copyNo, attempt, expiresAt }: PrintJob): PrinterJob {
    const options = { markCopy: attempt > 1, expiresAt: new Date(expiresAt) }
    const claim = claims.byId(id)
    const existing = claim && printer.job(claim.jobId)
    if (existing) return printer.enqueueTicket(ticket, { ...options, copyNo: existing.copyNo })
    for (let number = copyNo + 1; ; number++) {
      const job = printer.enqueueTicket(ticket, { ...options, copyNo: number })
      const isNew = job.state === 'waiting' && job.attempts === 0 && claims.ofJob(job.jobId).length === 0
      if (copyNo === 0 || isNew) return job
    }
  }

  /** Stores the outcome of a job that has ended. */
  function settle(job: PrinterJob): void {
    const outcome = endOf(job)
    if (!outcome) return
    for (const claim of claims.ofJob(job.jobId)) claims.end(claim.id, outcome, job.detail)
    // Returned to the store, and then printed here because the cashier asked for it: the store need not print it.
    if (outcome === 'printed' || outcome === 'sent') claims.takeBack(job.jobId, outcome, job.detail)
  }

  function giveBack(jobId: string): void {
    if (closed) return
    deps.write(() => {
      const job = printer.cancel(jobId)
      if (job.state !== 'cancelled') return
      log.info('a print job is returned to the store', { jobId, detail: job.detail })
      const outcome = job.outcome === 'blocked' ? 'blocked' : 'not-sent'
      for (const claim of claims.ofJob(jobId)) claims.end(claim.id, outcome, job.detail)
    })
    void work()
  }

  async function report(grant: Grant): Promise<void> {
    for (const { id, outcome, detail } of claims.unreported(grant.orgCode)) {
      if (!outcome) continue
      try {
        await deps.report(id, outcome, detail, grant)
      } catch (error) {
        const failure = sendFailure(error)
        if (failure.kind !== 'refused') throw error
        log.warn('the server did not take the report on a print job', { id, code: failure.code })
      }
      deps.write(() => claims.markReported(id))
    }
  }

  async function once(): Promise<void> {
    const grant = deps.grant()
    if (closed || !grant || !deps.isOnline()) return
    await report(grant)
    // A printer with a problem claims nothing: another one of the store may be able to print.
    const { state, problem } = printer.status()
    if (state === 'off' || problem !== 'none') return
    const wantsBack = recovered
    recovered = false
    const jobs = await deps.claim(grant, wantsBack)
    if (closed || jobs.length === 0) return
    take(jobs, grant.orgCode)
    await report(grant)
  }

  function work(): Promise<void> {
    again = true
    running ??= (async () => {
      try {
        while (again) {
          again = false
          await once()
        }
      } catch (error) {
        if (error instanceof AppError && error.code === 'terminals.unknown') deps.onUnknownTerminal()
        if (sendFailure(error).kind !== 'later' || !deps.isOnline()) return
        log.warn('print jobs cannot be fetched or reported', { error })
      } finally {
        running = null
      }
    })()
    return running
  }

  return {
    /** Reports finished jobs and claims new ones. */
    work,

    /** When the printer works again, jobs that it returned are printed here unless printed elsewhere meanwhile. */
    notePrinterStatus({ problem }: Pick<PrinterStatus, 'problem'>): void {
      const isReadyAgain = problem === 'none' && lastProblem !== 'none'
      lastProblem = problem
      if (!isReadyAgain) return
      recovered = true
      void work()
    },

    /**
     * Prints a paper from the server's response without claiming its job: the server reserves that for this terminal for a while and
     * receives the outcome under the paper's id. Does nothing if the job was claimed first: it may have been returned to the
     * store and printed elsewhere. Called within a transaction; for a start, in the start's own.
     */
    printOwn(ticket: TicketData, orgCode: string): void {
      const { orderId } = ticket
      if (claims.byId(orderId)) return
      const hasPrinter = printer.status().state !== 'off'
      const jobId = hasPrinter ? printer.enqueueTicket(ticket).jobId : ''
      claims.take(orderId, orgCode, jobId, clock.now())
      if (!hasPrinter) claims.end(orderId, 'not-sent', 'unreachable')
    },

    /** The state of a printer job has changed. */
    noteOutcome(job: PrinterJob): void {
      if (endOf(job)) {
        deps.write(() => settle(job))
        void work()
        return
      }
      const own = closed ? [] : claims.ofJob(job.jobId)
      if (own.length === 0) return
      const waited = clock.now() - Math.min(...own.map((claim) => claim.claimedAt))
      // Limited, because the computer's clock may have been set back.
      const stop = clock.after(Math.min(BLOCKED_JOB_TIMEOUT_MS, Math.max(0, BLOCKED_JOB_TIMEOUT_MS - waited)), () => {
        timers.delete(stop)
        if (printer.job(job.jobId)?.state === 'waiting') giveBack(job.jobId)
      })
      timers.add(stop)
    },

    /**
     * Cancels a waiting job for the cashier. Its claim ends as `unknown`, which the store does not offer again; `not-sent`
     * would leave it to the other printers.
     */
    cancel(jobId: string): PrinterJob {
      const cancelled = deps.write(() => {
        const job = printer.cancel(jobId)
        const open = job.state === 'cancelled' ? claims.ofJob(jobId) : []
        for (const { id } of open) claims.end(id, 'unknown', 'cancelled')
        return job
      })
      void work()
      return cancelled
    },

    purge: () => claims.purge(clock.now()),

    close(): void {
      closed = true
      for (const stop of timers) stop()
    },
  }
}

function endOf({ state, outcome }: PrinterJob): PrintOutcome | null {
  if (state === 'printed' || state === 'sent' || state === 'unknown') return state
  if (state === 'expired') return 'not-sent'
  // Settled by the cashier after nobody knew: it is with the store as what it was.
  if (state === 'cancelled') return outcome === 'unknown' ? 'unknown' : 'not-sent'
  return null
}
