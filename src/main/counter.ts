import { type Clock, every } from '#main/core/clock.ts'
import type { Sqlite } from '#main/core/database.ts'
import { httpTransport } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import { memberCache } from '#main/features/members/index.ts'
import { createOutbox, createStarts, type FirstSending, type StartsDeps } from '#main/features/outbox/index.ts'
import { createPrinter, type PrinterDeps } from '#main/features/printer/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { createDismissals, createPrintJobs, refusalError, Sync } from '#main/features/sync/index.ts'
import { api } from '#shared/api.ts'
import { type Client, createClient } from '#shared/core/client.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'
import type { PrinterStatus } from '#shared/ipc/devices.ts'

export interface CounterDeps
  extends Pick<StartsDeps, 'terminalId' | 'settings' | 'worker' | 'snapshot' | 'toldAt'>,
    Pick<PrinterDeps, 'onStatus' | 'onOutcome'> {
  db: Sqlite
  secureStore: SecureStore
  hash: (value: string) => string
  clock: Clock
  log: Log
  serverUrl(): string
  grant(): Grant | null
  isOnline(): boolean
  write<T>(run: () => T): T
  onDoubt(): void
  /** The server does not know this terminal: it forgot, or registering has failed. */
  onUnknownTerminal(): void
  onTokenInvalid(token: string): void
  /** What is waiting or refused has changed. */
  onOutboxChange(): void
  onStarted(state: StartOutcome['state']): void
}

/** How long a customer waits for the server before the counter goes on without it. */
const firstSendingLimit = 2500
const sendLimit = 10_000
const printJobsEvery = 15_000
const purgeEvery = 3600_000

export type Counter = ReturnType<typeof createCounter>

/** Everything that lives in the terminal's data file: starts and their sending, print jobs, cached members. */
export function createCounter(deps: CounterDeps) {
  const { db, clock, log, secureStore: protect, hash, grant, isOnline, write } = deps

  const client = (who: Grant, signal?: AbortSignal): Client<typeof api> =>
    createClient(
      api,
      httpTransport({
        serverUrl: deps.serverUrl(),
        token: who.token,
        locale: deps.settings().locale,
        timeoutMs: sendLimit,
        ...(signal ? { signal } : {}),
      }),
    )

  const outbox = createOutbox({ db, protect, hash, clock, log })
  const members = memberCache({ db, protect, hash, clock, log })
  let problem: PrinterStatus['problem'] = 'none'
  const printer = createPrinter({
    db,
    secrets: protect,
    settings: () => deps.settings().printer,
    log,
    clock,
    onStatus(status) {
      // Paper is in again: what the store is waiting for can be printed here.
      if (status.problem === 'none' && problem !== 'none') void printJobs.work()
      problem = status.problem
      deps.onStatus(status)
    },
    onOutcome(job) {
      printJobs.noteOutcome(job)
      deps.onOutcome(job)
    },
  })
  const printJobs = createPrintJobs({
    db,
    clock,
    log,
    printer: () => printer,
    grant,
    isOnline,
    write,
    onUnknownTerminal: deps.onUnknownTerminal,
    claim: async (who) =>
      (await client(who).terminals.claimPrintJobs({ body: { terminalId: deps.terminalId } })).result,
    report: (id, outcome, detail, who) =>
      client(who).terminals.reportPrintJob({ body: { id, terminalId: deps.terminalId, outcome, detail } }),
  })
  const sync = new Sync({
    outbox,
    clock,
    log,
    grant,
    isOnline,
    write,
    send: async (body, key, who, signal) => (await client(who, signal).playBeforePay.add({ body, key })).result,
    onDoubt: deps.onDoubt,
    onTokenInvalid: deps.onTokenInvalid,
    onSettled: deps.onOutboxChange,
  })
  const dismissals = createDismissals({
    outbox,
    log,
    grant,
    isOnline,
    write,
    send: (id, remark, who) => client(who).terminals.dismissRefusal({ body: { id, remark } }),
  })
  const starts = createStarts({
    ...deps,
    outbox,
    printer,
    canAsk: () => isOnline() && grant() !== null,
    async ask(id, goOffline): Promise<FirstSending> {
      const attempt = await sync.attempt(id, firstSendingLimit, goOffline)
      return attempt.kind === 'refused' ? { kind: 'refused', error: refusalError(attempt) } : attempt
    },
    onStarted(state) {
      // The ticket of an online start waits at the server, kept for this terminal for a few seconds.
      if (state === 'online') void printJobs.work()
      deps.onStarted(state)
    },
  })

  function purge(): void {
    try {
      write(() => {
        outbox.purge()
        members.purge()
        printJobs.purge()
      })
    } catch (error) {
      log.warn('old data cannot be removed', { error })
    }
  }

  const stopPurging = every(clock, purgeEvery, purge)
  const stopClaiming = every(clock, printJobsEvery, () => printJobs.work())
  // After the caller has what this returns.
  const cancelFirstPurge = clock.after(0, purge)

  return {
    outbox,
    members,
    printer,
    starts,

    /** The server is back, someone signed in, or the computer woke up. */
    hurry(): void {
      sync.hurry()
      void dismissals.tell()
      void printJobs.work()
    },
    sendNow: () => sync.hurry(),
    tellDismissals: () => void dismissals.tell(),
    fetchPrintJobs: () => void printJobs.work(),

    async close(): Promise<void> {
      cancelFirstPurge()
      stopPurging()
      stopClaiming()
      await sync.close()
      printJobs.close()
      await printer.close()
    },
  }
}
