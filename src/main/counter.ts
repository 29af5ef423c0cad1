import { every } from '#main/core/clock.ts'
import type { Sqlite } from '#main/core/database.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import { createMemberSync, memberCache } from '#main/features/members/index.ts'
import {
  createOfflineQueue,
  type OfflineQueueDeps,
  orderEnd,
  queueEntryStore,
} from '#main/features/offline-queue/index.ts'
import {
  createOutbox,
  createStarts,
  type FirstSending,
  type StartsDeps,
  wristbandsOf,
} from '#main/features/outbox/index.ts'
import { createPrinter, type PrinterDeps } from '#main/features/printer/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { deferredActionStore, shiftOf } from '#main/features/shifts/index.ts'
import { answeredCharges, createPrintJobs, refusalError } from '#main/features/sync/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import type { StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { PrinterStatus, TicketData } from '#shared/ipc/devices.ts'
import type { ChargePapers } from '#shared/ipc/prints.ts'
import { createTerminalClient } from './terminal-client.ts'
import { type ClusterTerminal, createTerminalCluster } from './terminal-cluster.ts'
import { createUploads, type UploadingTerminal } from './uploads.ts'

export interface CounterDeps
  extends UploadingTerminal,
    Pick<StartsDeps, 'settings' | 'worker' | 'snapshot' | 'serverReadAt' | 'onStarted'>,
    Pick<ClusterTerminal, 'onHubChange'>,
    Pick<PrinterDeps, 'onStatus' | 'onOutcome' | 'receiptWords' | 'printing'> {
  db: Sqlite
  /** The snapshot if it is stored here; null otherwise. */
  currentSnapshot: OfflineQueueDeps['currentSnapshot']
  onLineChange(): void
  secureStore: SecureStore
  hash: (value: string) => string
  answerMs?: number | undefined
  /** The server does not know this terminal: it forgot, or registering has failed. */
  onUnknownTerminal(): void
}

/** How long a customer waits for the server before the counter continues without it. */
const FIRST_SENDING_TIMEOUT_MS = 2500
const PRINT_JOBS_INTERVAL_MS = 15_000
const PURGE_INTERVAL_MS = 3600_000
const MEMBER_SYNC_INTERVAL_MS = 5 * 60_000

export type Counter = ReturnType<typeof createCounter>

/** Everything that is stored in the terminal's data file: starts and their upload, print jobs, the offline queue, cached members. */
export function createCounter(deps: CounterDeps) {
  const { db, clock, log, secureStore: protect, hash, grant, isOnline, write } = deps
  const { answerMs = FIRST_SENDING_TIMEOUT_MS } = deps

  const client = createTerminalClient({ ...deps, cluster: () => cluster })
  const outbox = createOutbox({ db, protect, hash, clock, log })
  const cluster = createTerminalCluster({
    terminal: deps,
    outbox,
    queue: {
      own: () => line.shared.own(),
      transfer: (...request) => line.shared.transfer(...request),
      onPeerQueue: (queue) => line.shared.onPeerQueue(queue),
    },
    askSecret: async (user) => (await client(user).terminals.storeSecret()).result,
    onServerReachable: () => retryNow(),
  })
  const members = memberCache({ db, protect, hash, heldOf: outbox.heldOf, clock, log })
  const memberSync = createMemberSync({
    cache: members,
    clock,
    log,
    write,
    grant: () => (isOnline() ? grant() : null),
    ask: async (body, user) => (await client(user).members.keep({ body })).result,
  })
  let problem: PrinterStatus['problem'] = 'none'
  const printer = createPrinter({
    db,
    secrets: protect,
    settings: () => deps.settings().printer,
    receiptWords: deps.receiptWords,
    printing: deps.printing,
    log,
    clock,
    onStatus(status) {
      if (status.problem === 'none' && problem !== 'none') printJobs.onPrinterReady()
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
    claim: async (user, recovered) =>
      (await client(user).terminals.claimPrintJobs({ body: { terminalId: deps.terminalId, recovered } })).result,
    report: (id, outcome, detail, user) =>
      client(user).terminals.reportPrintJob({ body: { id, terminalId: deps.terminalId, outcome, detail } }),
  })
  const charges = answeredCharges(clock)
  const drawer = deferredActionStore({ db, protect, clock, log })
  const uploads = createUploads({ terminal: deps, client, outbox, drawer, cluster, settle })
  const canAsk = (): boolean => isOnline() && grant() !== null
  const cachedMember: StartsDeps['cachedMember'] = (orgCode, id) => members.byId(orgCode, id)?.member ?? null
  const line = createOfflineQueue({
    ...deps,
    store: queueEntryStore({ db, protect, clock, log }),
    outbox,
    printer,
    canAsk,
    peerQueues: cluster.peerQueues,
    cachedMember,
    orderEnd: async (id) =>
      orderEnd(grant(), async (user) => (await client(user).consume.queryById({ query: { id } })).result),
    onChange: deps.onLineChange,
  })
  const starts = createStarts({
    ...deps,
    outbox,
    printer,
    line: line.port,
    hub: cluster.port,
    canAsk,
    onStarted(state) {
      deps.onStarted(state)
      // The start may have ended a queue entry.
      cluster.peerQueues.publish()
      // An offline start can be uploaded at once where the hub reaches the server.
      if (!isOnline() && cluster.canReachServer()) uploads.sync.kick()
    },
    cachedMember,
    shift: (orgCode) => shiftOf(drawer, orgCode),
    async ask(id, waiting): Promise<FirstSending> {
      const attempt = await uploads.sync.attempt(id, answerMs, waiting)
      return attempt.kind === 'refused' ? { kind: 'refused', error: refusalError(attempt) } : attempt
    },
  })

  /**
   * Stores in one commit that the server has a start, and its ticket. The ticket of a start that has waited for long may
   * have been printed elsewhere meanwhile: it comes as a print job of the store, like any other.
   */
  function settle(id: string, result: StartResult, { orgCode }: Grant): void {
    db.transaction(() => {
      outbox.markSent(id, result.ticketNo)
      if (!outbox.isOffline(id) && outbox.isFresh(id)) print(result.ticket, orgCode)
    })()
    cluster.recordSent(id)
    void printJobs.work()
  }

  function print(ticket: TicketData, orgCode: string): void {
    try {
      printJobs.printOwn(ticket, orgCode)
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('storage.')) throw error
      // The ride must not fail for it; a ticket can be printed again.
      log.error('the ticket of a start cannot be made', { id: ticket.orderId, error })
    }
  }

  /** Prints the papers of a charge from its answer: each once, whether this or the server's print job comes first. */
  function printCharge({ key, papers }: ChargePapers): void {
    const orgCode = charges.storeOf(key)
    if (orgCode === null) return
    // The server does not reserve a ticket without a terminal: another terminal may be printing it.
    const reserved = papers.filter(({ ticket }) => ticket.terminal !== '')
    write(() =>
      db.transaction(() => {
        for (const { ticket, wristbands } of reserved) {
          print(ticket, orgCode)
          const labels = wristbandsOf(ticket, wristbands)
          if (labels) print(labels, orgCode)
        }
      })(),
    )
    void printJobs.work()
  }

  function purge(): void {
    try {
      write(() => {
        outbox.purge()
        drawer.purge()
        members.purge()
        printJobs.purge()
        line.purge()
      })
    } catch (error) {
      log.warn('old data cannot be removed', { error })
    }
  }

  // Leaves time for a sign-in and for the connection after a restart.
  const cancelFinishing = clock.after(FIRST_SENDING_TIMEOUT_MS, () => starts.finishCutOff())
  const stopPurging = every(clock, PURGE_INTERVAL_MS, purge)
  const stopAskingForMembers = every(clock, MEMBER_SYNC_INTERVAL_MS, () => memberSync.refresh())
  const stopClaiming = every(clock, PRINT_JOBS_INTERVAL_MS, () => printJobs.work())
  // Deferred until the caller has the returned object.
  const cancelFirstPurge = clock.after(0, () => {
    purge()
    cluster.applySettings()
  })

  /** Call when the server is back, someone signed in, the computer resumed, or its disk has room again. */
  function retryNow(): void {
    starts.markOffline()
    if (isOnline() && grant()) starts.finishCutOff()
    uploads.retryNow()
    line.settleNow()
    void printJobs.work()
    void memberSync.refresh()
    cluster.refresh()
  }

  return {
    outbox,
    drawer,
    members,
    printer,
    starts,
    line,

    /** How much the server does not have yet, and how much it refused: starts, and what was done with the drawer. */
    unsent() {
      const [starts, acts] = [outbox.counts(), drawer.counts()]
      return { waiting: starts.waiting + acts.waiting, refused: starts.refused + acts.refused }
    },
    cluster,
    retryNow,
    /** Call when the computer resumes. */
    resume(): void {
      printer.wake()
      retryNow()
    },
    /**
     * Reprints the ticket of an order: here, or by the store where this terminal has no printer or does not have the order.
     * Returns whether any printer will. Throws `common.offline` or `devices.notConfigured` where neither is possible.
     */
    async reprint(orderId: string): Promise<Pick<PrintOrdered, 'hasPrinter'>> {
      await line.takeOver(orderId)
      const printsHere = printer.status().state !== 'off'
      try {
        if (printsHere) printer.reprint(orderId, outbox.ticketOf(orderId) ?? line.ticketOf(orderId))
        if (printsHere) return { hasPrinter: true }
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'common.recordNotFound') throw error
      }
      const user = grant()
      if (!user || !isOnline()) throw new AppError(printsHere ? 'common.offline' : 'devices.notConfigured')
      const printId = printsHere ? deps.settings().printId : ''
      const { result } = await client(user).consume.reprintTicket({ query: { id: orderId, printId } })
      void printJobs.work()
      return { hasPrinter: result.hasPrinter }
    },
    /** A page sends a call with a key: the papers that it sells may be printed from its answer. */
    noteSending(key: string): void {
      const user = grant()
      if (user) charges.noteSending(key, user.orgCode)
    },
    printCharge,
    sendNow: () => uploads.sync.retryNow(),
    refreshDrawer: uploads.refreshDrawer,
    sendDismissals: uploads.sendDismissals,
    fetchPrintJobs: () => void printJobs.work(),

    async close(): Promise<void> {
      cancelFirstPurge()
      cancelFinishing()
      stopPurging()
      stopClaiming()
      stopAskingForMembers()
      line.close()
      cluster.close()
      memberSync.close()
      await uploads.close()
      printJobs.close()
      await printer.close()
    },
  }
}
