import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import { storageError } from '#main/core/storage/storage-errors.ts'
import { speaksStatus } from '#paper/index.ts'
import type { PrinterSettings, PrinterStatus } from '#shared/ipc/devices.ts'
import { type Attempt, attemptPrint, probePrinter } from './print-attempt.ts'
import type { PrinterJob, PrintJobs, PrintPatch, QueuedPrint } from './print-jobs.repository.ts'
import type { PrinterTransport } from './printer.link.ts'

export interface SpoolerDeps {
  jobs: PrintJobs
  settings(): PrinterSettings
  transport(settings: PrinterSettings): PrinterTransport | null
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  onStatus(status: PrinterStatus): void
  /** An attempt at a job ended, or a job ended without one. */
  onOutcome(job: PrinterJob): void
}

const FIRST_PAUSE = 250
/** Someone may be changing the paper while a customer waits. */
const MAX_PAUSE_MS = 1500
const probeEvery = { well: 30_000, inTrouble: MAX_PAUSE_MS }
const STORAGE_PAUSE = 5000
const CLOSE_LIMIT = 2000
const KEEP_FOR = 7 * 24 * 3600_000

const ended = new Set<PrinterJob['state']>(['printed', 'sent', 'unknown', 'cancelled', 'expired'])

/**
 * Prints stored jobs one at a time, in order.
 *
 * A job is marked before its first byte is sent, so that after a crash it is `unknown` and never printed twice automatically.
 * Only jobs of which nothing was sent are retried; drawer pulses and test pages never.
 */
export class Spooler {
  readonly #deps: SpoolerDeps
  readonly #waiters = new Map<string, (job: PrinterJob) => void>()
  /** Outcomes that could not be stored yet; nothing else is printed until they are. */
  readonly #unsaved = new Map<string, PrintPatch>()
  readonly #abort = new AbortController()
  #inFlight: Promise<void> | null = null
  #recovered = false
  #closed = false
  #failures = 0
  #probeDue = true
  #purgedAt = 0
  #address = ''
  #answeredBy = ''
  /** Target whose last query got no answer. */
  #silentAt = ''
  #state: Pick<PrinterStatus, 'state' | 'problem' | 'paperLow'> = { state: 'idle', problem: 'none', paperLow: false }
  #published = ''
  #stopTimer: () => void = () => undefined

  constructor(deps: SpoolerDeps) {
    this.#deps = deps
  }

  status(): PrinterStatus {
    const { jobs, settings } = this.#deps
    return { ...this.#state, address: addressOf(settings()), ...jobs.count() }
  }

  /** Retries at once: after a change of settings, a wake-up or a user's request. */
  wake(): void {
    this.#failures = 0
    this.#probeDue = true
    this.#guarded(() => this.#deps.jobs.hurry())
    this.kick()
  }

  /** Announces that a job was settled by the cashier. */
  announce(job: PrinterJob): void {
    this.#settled(job)
  }

  /** Looks for jobs after the current call, so that the caller's transaction is committed first. */
  kick(): void {
    queueMicrotask(() => this.#pump())
  }

  /** Resolves when a job has ended. */
  ended(jobId: string): Promise<PrinterJob> {
    return new Promise((resolve) => this.#waiters.set(jobId, resolve))
  }

  /** Finishes the current job if that is quick, and stops. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stopTimer()
    const stop = this.#deps.clock.after(CLOSE_LIMIT, () => this.#abort.abort())
    await this.#inFlight
    stop()
  }

  #pump(): void {
    if (this.#closed || this.#inFlight !== null) return
    this.#stopTimer()
    const settings = this.#deps.settings()
    const transport = this.#deps.transport(settings)
    this.#noticeAddress(transport === null ? '' : addressOf(settings))
    const healthy = this.#guarded(() => {
      this.#tidy()
      const next = transport === null ? null : this.#deps.jobs.head()
      if (transport !== null && next !== null && this.#isDue(next)) {
        this.#begin(transport, settings, next)
      } else if (transport !== null && next === null && this.#probeDue) {
        this.#run(this.#probe(transport, settings))
      } else {
        const longest = this.#state.problem === 'none' ? probeEvery.well : probeEvery.inTrouble
        const pause = next === null ? longest : next.nextAt - this.#deps.clock.now()
        this.#later(Math.min(pause, longest))
      }
      this.#publishStatus()
    })
    if (!healthy) this.#later(STORAGE_PAUSE)
  }

  #begin(transport: PrinterTransport, settings: PrinterSettings, { job, bytes }: QueuedPrint): void {
    const { jobs } = this.#deps
    if (bytes === null) {
      this.#settled(jobs.patch(job.jobId, { state: 'cancelled', outcome: null, detail: 'unreadable', nextAt: 0 }))
      this.kick()
    } else if (jobs.begin(job.jobId)) this.#run(this.#print(transport, settings, job, bytes))
  }

  // A longer pause than the maximum means that the computer's clock was set back.
  #isDue({ nextAt }: QueuedPrint): boolean {
    const pause = nextAt - this.#deps.clock.now()
    return pause <= 0 || pause > MAX_PAUSE_MS
  }

  #later(pause: number): void {
    this.#stopTimer = this.#deps.clock.after(pause, () => {
      this.#probeDue = true
      this.#pump()
    })
  }

  #run(work: Promise<void>): void {
    this.#inFlight = work
      .catch((error: unknown) => this.#deps.log.error('printing failed unexpectedly', { error }))
      .finally(() => {
        this.#inFlight = null
        this.kick()
      })
  }

  async #print(transport: PrinterTransport, settings: PrinterSettings, job: PrinterJob, bytes: Buffer): Promise<void> {
    const { clock, log } = this.#deps
    if (this.#state.state === 'idle') this.#state = { ...this.#state, state: 'opening' }
    const started = clock.now()
    const result = await attemptPrint(transport, bytes, this.#options(settings))
    this.#note(result, settings)
    const failed = result.outcome === 'blocked' || result.outcome === 'not-sent'
    const patch = this.#patchFor(job, result)
    const details = { jobId: job.jobId, kind: job.kind, ...result, bytes: bytes.length, ms: clock.now() - started }
    log[result.outcome === 'printed' || result.outcome === 'sent' ? 'info' : 'warn']('print attempt', details)
    if (failed) {
      if (job.kind === 'ticket') this.#failures++
    } else {
      // Lets waiting jobs continue.
      if (this.#failures > 0) this.#guarded(() => this.#deps.jobs.hurry())
      this.#failures = 0
    }
    this.#unsaved.set(job.jobId, patch)
    this.#guarded(() => this.#save())
    this.#publishStatus()
  }

  #patchFor(job: PrinterJob, { outcome, detail }: Attempt): PrintPatch {
    const now = this.#deps.clock.now()
    const lasting = job.kind === 'ticket'
    if (outcome === 'printed' || outcome === 'sent') return { state: outcome, outcome, detail, nextAt: 0 }
    if (!lasting) return { state: 'cancelled', outcome, detail, nextAt: 0 }
    if (outcome === 'unknown') return { state: 'unknown', outcome, detail, nextAt: 0 }
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE * 2 ** Math.min(this.#failures, 10))
    // Jitter, so that several terminals do not retry one printer in step.
    return { state: 'waiting', outcome, detail, nextAt: now + pause - Math.floor(Math.random() * pause * 0.2) }
  }

  async #probe(transport: PrinterTransport, settings: PrinterSettings): Promise<void> {
    this.#probeDue = false
    this.#note(await probePrinter(transport, this.#options(settings)), settings)
    this.#publishStatus()
  }

  #options(settings: PrinterSettings) {
    return {
      answers: settings.answers && speaksStatus(settings.maker),
      hasAnswered: this.#answeredBy === addressOf(settings),
      isSilent: this.#silentAt === addressOf(settings),
      baudRate: settings.baudRate,
      clock: this.#deps.clock,
      signal: this.#abort.signal,
    }
  }

  #note({ outcome, problem, paperLow, detail }: Attempt, settings: PrinterSettings): void {
    if (outcome === 'printed' || outcome === 'blocked') this.#answeredBy = addressOf(settings)
    this.#silentAt = outcome === 'sent' ? addressOf(settings) : ''
    const lost = problem === 'unreachable' || problem === 'offline'
    const state = problem === 'none' ? 'ready' : lost ? 'lost' : 'error'
    if (state !== this.#state.state) this.#deps.log.info('printer state', { state, problem, detail })
    this.#state = { state, problem, paperLow }
  }

  #noticeAddress(address: string): void {
    if (address === this.#address && address !== '') return
    this.#address = address
    this.#state = { state: address === '' ? 'off' : 'idle', problem: 'none', paperLow: false }
    this.#probeDue = true
    this.#failures = 0
  }

  /** Settles jobs after a crash, expiry or a full disk, before anything new is printed. */
  #tidy(): void {
    const { jobs, clock } = this.#deps
    this.#save()
    if (!this.#recovered) {
      for (const job of jobs.interrupted()) {
        const state = job.kind === 'ticket' ? 'unknown' : 'cancelled'
        this.#settled(jobs.patch(job.jobId, { state, outcome: 'unknown', detail: 'restarted', nextAt: 0 }))
      }
      this.#recovered = true
    }
    for (const { jobId, outcome, detail } of jobs.expired(clock.now())) {
      this.#settled(jobs.patch(jobId, { state: 'expired', outcome, detail, nextAt: 0 }))
    }
    if (clock.now() - this.#purgedAt < 3600_000) return
    this.#purgedAt = clock.now()
    jobs.purge(clock.now() - KEEP_FOR)
  }

  #save(): void {
    for (const [jobId, patch] of this.#unsaved) {
      const job = this.#deps.jobs.patch(jobId, patch)
      this.#unsaved.delete(jobId)
      this.#settled(job)
    }
  }

  #settled(job: PrinterJob | null): void {
    if (job === null) return
    this.#notify(() => this.#deps.onOutcome(job))
    if (!ended.has(job.state)) return
    this.#waiters.get(job.jobId)?.(job)
    this.#waiters.delete(job.jobId)
  }

  #guarded(run: () => void): boolean {
    try {
      run()
      return true
    } catch (error) {
      this.#deps.log.error('print jobs cannot be stored or read', { error: storageError(error) })
      return false
    }
  }

  #publishStatus(): void {
    if (this.#closed) return
    const status = this.status()
    const text = JSON.stringify(status)
    if (text === this.#published) return
    this.#published = text
    this.#notify(() => this.#deps.onStatus(status))
  }

  // A failing listener must not stop printing.
  #notify(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      this.#deps.log.error('a listener of the printer failed', { error })
    }
  }
}

function addressOf({ transport, address, port }: PrinterSettings): string {
  if (transport === 'none') return ''
  return transport === 'tcp' ? `${address}:${port}` : address
}
