import { every } from '#main/core/clocks/clock.ts'
import type { VenueClock } from '#main/core/clocks/venue-clock.ts'
import { createEvents, type Events } from '#main/core/events.ts'
import type { Sqlite } from '#main/core/storage/database.ts'
import type { Storage } from '#main/core/storage/storage.ts'
import type { TerminalDeps } from '#main/core/windows/shell.ts'
import type { Connection } from '#main/features/connection/index.ts'
import type { Identity } from '#main/features/identity/index.ts'
import { createMemberSync, memberCache, memberHash } from '#main/features/members/index.ts'
import { createOfflineQueue, orderEnd, queueEntryStore } from '#main/features/offline-queue/index.ts'
import {
  createOfflineTickets,
  createOutbox,
  createStarts,
  type FirstSending,
  type StartsDeps,
} from '#main/features/outbox/index.ts'
import { createPrinter, type PrinterJob } from '#main/features/printer/index.ts'
import type { CurrentUser, Grant } from '#main/features/session/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import { createDeferredActions, deferredActionStore, shiftOf } from '#main/features/shifts/index.ts'
import type { SnapshotKeeper } from '#main/features/snapshot/index.ts'
import {
  answerPapers,
  createDismissals,
  createPrintJobs,
  type DismissalsDeps,
  refusalError,
  Sync,
  toReadableCopy,
} from '#main/features/sync/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import type { DeferredShiftAction } from '#shared/features/shifts/shifts.schema.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'
import type { PrinterStatus } from '#shared/ipc/devices.ts'
import { createTerminalClient } from './terminal-client.ts'
import { createTerminalCluster } from './terminal-cluster.ts'
import type { TerminalEvents } from './terminal-events.ts'

/** The parts of the terminal that a counter uses; each outlives the data file. */
export interface CounterDeps extends Pick<TerminalDeps, 'secureStore' | 'log' | 'answerMs'> {
  db: Sqlite
  clock: VenueClock
  terminalId: string
  identity: Identity
  settings: TerminalSettingsStore
  user: CurrentUser
  connection: Connection
  snapshot: SnapshotKeeper
  events: Events<TerminalEvents>
  write: Storage['write']
}

/** Events between the parts of a counter. */
interface CounterEvents {
  printerChanged: PrinterStatus
  /** The state of a print job has changed. */
  jobChanged: PrinterJob
  /** The server has starts that it did not have before, or refused them. */
  startsSettled: undefined
  /** Deferred shift actions were sent, or the open shift was read. */
  shiftRead: undefined
  /** A start was made here. */
  started: StartOutcome['state']
  /** The leader reaches the server, so calls can be relayed through it. */
  serverReachable: undefined
}

/** How long a customer waits for the server before the counter continues without it. */
const FIRST_SENDING_TIMEOUT_MS = 2500
const PRINT_JOBS_INTERVAL_MS = 15_000
const PURGE_INTERVAL_MS = 3600_000
const MEMBER_SYNC_INTERVAL_MS = 5 * 60_000

export type Counter = ReturnType<typeof createCounter>

/** Everything that is stored in the terminal's data file: starts and their upload, print jobs, the offline queue, cached members. */
export function createCounter(deps: CounterDeps) {
  const { db, clock, log, terminalId, identity, user, connection, snapshot, events, write } = deps
  const { secureStore, answerMs = FIRST_SENDING_TIMEOUT_MS } = deps
  const { serverUrl, get: settings } = deps.settings
  const { grant } = user
  const isOnline = (): boolean => connection.online
  const canAsk = (): boolean => isOnline() && grant() !== null
  const onTokenInvalid = (token: string): void => events.emit('tokenRefused', token)
  const protect = secureStore
  const hash = memberHash(secureStore, log)
  const counterEvents = createEvents<CounterEvents>()

  // What is stored here.
  const outbox = createOutbox({ db, protect, hash, clock, log })
  const drawer = deferredActionStore({ db, protect, clock, log })
  const members = memberCache({ db, protect, hash, heldOf: outbox.heldOf, clock, log })
  const cachedMember: StartsDeps['cachedMember'] = (orgCode, id) => members.forStart(orgCode, id, canAsk())

  // The other terminals of the store. The secret is read only while this terminal reaches the server itself.
  const directClient = createTerminalClient({ identity, serverUrl, settings, relay: null })
  const cluster = createTerminalCluster({
    clock,
    log,
    secureStore,
    terminalId,
    settings,
    serverUrl,
    grant,
    isOnline,
    serverReadAt: snapshot.serverReadAt,
    write,
    outbox,
    askSecret: async (who) => (await directClient(who).terminals.storeSecret()).result,
    onChange: () => events.emit('clusterChanged', undefined),
    onServerReachable: () => counterEvents.emit('serverReachable', undefined),
  })
  const { canReachServer } = cluster
  const client = createTerminalClient({ identity, serverUrl, settings, relay: cluster })

  const memberSync = createMemberSync({
    cache: members,
    clock,
    log,
    write,
    grant: () => (isOnline() ? grant() : null),
    ask: async (body, who) => (await client(who).members.keep({ body })).result,
  })

  // Printing.
  const printer = createPrinter({
    db,
    secrets: protect,
    settings: () => settings().printer,
    receiptWords: () => snapshot.current()?.store.receipt ?? null,
    printing: () => snapshot.current()?.store.printing ?? null,
    log,
    clock,
    onStatus: (status) => counterEvents.emit('printerChanged', status),
    onOutcome: (job) => counterEvents.emit('jobChanged', job),
  })
  const printJobs = createPrintJobs({
    db,
    clock,
    log,
    printer,
    grant,
    isOnline,
    write,
    onUnknownTerminal: () => events.emit('terminalUnknown', undefined),
    claim: async (who, recovered) =>
      (await client(who).terminals.claimPrintJobs({ body: { terminalId, recovered } })).result,
    report: (id, outcome, detail, who) =>
      client(who).terminals.reportPrintJob({ body: { id, terminalId, outcome, detail } }),
  })
  const papers = answerPapers({ db, outbox, printJobs, write, clock, log })

  // Uploads: starts, deferred shift actions, dismissals of refusals.
  /** Sends a copy of a request at which the server fails, for the manager to see. */
  const keepCopy = (
    id: string,
    payload: DeferredShiftAction | ReturnType<typeof toReadableCopy>,
    who: Grant,
    signal?: AbortSignal,
  ) => client(who, signal).terminals.storeRefusal({ body: { id, terminalId, code: 'sync.serverFails', payload } })
  const offlineTickets = createOfflineTickets({ db, outbox, printer, write, log })
  const sync = new Sync({
    outbox,
    clock,
    log,
    grant,
    isOnline: canReachServer,
    write,
    send: async (body, key, who, signal) => (await client(who, signal).playBeforePay.add({ body, key })).result,
    keepCopy: (id, body, who, signal) => keepCopy(id, toReadableCopy(body), who, signal),
    settle(id, result, { orgCode }) {
      papers.settleStart(id, result, orgCode)
      cluster.recordSent(id)
    },
    goOffline: offlineTickets.goOffline,
    isHeldBack: drawer.holdsBack,
    onDoubt: () => events.emit('serverDoubted', undefined),
    onTokenInvalid,
    onSettled: () => counterEvents.emit('startsSettled', undefined),
  })
  const deferredActions = createDeferredActions({
    store: drawer,
    clock,
    log,
    grant,
    isOnline,
    reaches: canReachServer,
    write,
    send: async (body, key, who) => (await client(who).shifts.late({ body, key })).result.counted,
    isEnrolled: ({ orgCode }) => identity.isEnrolledAt({ serverUrl: serverUrl(), orgCode }),
    ask: async (who) => (await client(who).shifts.current()).result,
    keepCopy: (id, body, who) => keepCopy(id, body, who),
    onTokenInvalid,
    onChange: () => counterEvents.emit('shiftRead', undefined),
  })
  const dismissalsOf = (refused: DismissalsDeps['outbox']) =>
    createDismissals({
      outbox: refused,
      log,
      grant,
      isOnline: canReachServer,
      write,
      send: (id, remark, who) => client(who).terminals.dismissRefusal({ body: { id, remark } }),
    })
  const dismissals = [dismissalsOf(outbox), dismissalsOf(drawer)]

  // Starts, and the queue for them without the server.
  const offlineQueue = createOfflineQueue({
    db,
    clock,
    log,
    terminalId,
    settings,
    write,
    worker: user.worker,
    snapshot: snapshot.ready,
    currentSnapshot: snapshot.current,
    store: queueEntryStore({ db, protect, clock, log }),
    outbox,
    printer,
    canAsk,
    peerQueues: cluster.peerQueues,
    cachedMember,
    orderEnd: async (id) =>
      orderEnd(grant(), async (who) => (await client(who).consume.queryById({ query: { id } })).result),
    onChange: () => events.emit('offlineQueueChanged', undefined),
  })
  cluster.connectQueue(offlineQueue.shared)
  const starts = createStarts({
    db,
    clock,
    log,
    terminalId,
    settings,
    write,
    worker: user.worker,
    snapshot: snapshot.ready,
    serverReadAt: snapshot.serverReadAt,
    outbox,
    tickets: offlineTickets,
    offlineQueue: offlineQueue.port,
    cluster: cluster.port,
    canAsk,
    onStarted: (state) => counterEvents.emit('started', state),
    cachedMember,
    shift: (orgCode) => shiftOf(drawer, orgCode),
    async ask(id, waiting): Promise<FirstSending> {
      const attempt = await sync.attempt(id, answerMs, waiting)
      return attempt.kind === 'refused' ? { kind: 'refused', error: refusalError(attempt) } : attempt
    },
  })

  counterEvents.on('printerChanged', (status) => {
    printJobs.notePrinterStatus(status)
    events.emit('devicesChanged', undefined)
  })
  counterEvents.on('jobChanged', (job) => {
    printJobs.noteOutcome(job)
    events.emit('printed', job)
  })
  counterEvents.on('startsSettled', () => {
    events.emit('outboxChanged', undefined)
    // Closing a shift waits for the sales before it.
    if (drawer.counts().waiting > 0) void deferredActions.work()
  })
  counterEvents.on('shiftRead', () => {
    events.emit('shiftChanged', undefined)
    // Sales after the action may be sent now.
    sync.kick()
  })
  counterEvents.on('started', (state) => {
    events.emit('started', state)
    // The start may have ended a queue entry.
    cluster.peerQueues.publish()
    // An offline start can be uploaded at once where the leader reaches the server.
    if (!isOnline() && canReachServer()) sync.kick()
  })
  counterEvents.on('serverReachable', retryNow)

  function purge(): void {
    try {
      write(() => {
        outbox.purge()
        drawer.purge()
        members.purge()
        printJobs.purge()
        offlineQueue.purge()
      })
    } catch (error) {
      log.warn('old data cannot be removed', { error })
    }
  }

  const stopTimers = [
    // Leaves time for a sign-in and for the connection after a restart.
    clock.after(FIRST_SENDING_TIMEOUT_MS, () => starts.finishInterrupted()),
    every(clock, PURGE_INTERVAL_MS, purge),
    every(clock, MEMBER_SYNC_INTERVAL_MS, () => memberSync.refresh()),
    every(clock, PRINT_JOBS_INTERVAL_MS, () => printJobs.work()),
    // Deferred until the caller has the returned object.
    clock.after(0, () => {
      purge()
      cluster.applySettings()
    }),
  ]

  function sendDismissals(): void {
    for (const refused of dismissals) void refused.sendAll()
  }

  /** Call when the server is back, someone signed in, the computer resumed, or its disk has room again. */
  function retryNow(): void {
    offlineTickets.retry()
    if (canAsk()) starts.finishInterrupted()
    deferredActions.retryNow()
    sync.retryNow()
    sendDismissals()
    offlineQueue.settleNow()
    void printJobs.work()
    void memberSync.refresh()
    cluster.refresh()
  }

  /**
   * Reprints the ticket of an order: here, or by the store where this terminal has no printer or does not have the order.
   * Returns whether any printer will. Throws `common.offline` or `devices.notConfigured` where neither is possible.
   */
  async function reprint(orderId: string): Promise<Pick<PrintOrdered, 'hasPrinter'>> {
    await offlineQueue.takeOver(orderId)
    const printsHere = printer.status().state !== 'off'
    try {
      if (printsHere) printer.reprint(orderId, outbox.ticketOf(orderId) ?? offlineQueue.ticketOf(orderId))
      if (printsHere) return { hasPrinter: true }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'common.recordNotFound') throw error
    }
    const who = grant()
    if (!who || !isOnline()) throw new AppError(printsHere ? 'common.offline' : 'devices.notConfigured')
    const printId = printsHere ? settings().printId : ''
    const { result } = await client(who).consume.reprintTicket({ query: { id: orderId, printId } })
    void printJobs.work()
    return { hasPrinter: result.hasPrinter }
  }

  return {
    outbox,
    drawer,
    members,
    printer,
    starts,
    offlineQueue,
    cluster,

    /** How much the server does not have yet, and how much it refused: starts, and what was done with the drawer. */
    unsent() {
      const [starts, acts] = [outbox.counts(), drawer.counts()]
      return { waiting: starts.waiting + acts.waiting, refused: starts.refused + acts.refused }
    },
    retryNow,
    /** Call when the computer resumes. */
    resume(): void {
      printer.wake()
      retryNow()
    },
    reprint,
    /** A page sends a call with a key: the papers that it sells may be printed from its answer. */
    noteSending(key: string): void {
      const who = grant()
      if (who) papers.noteSending(key, who.orgCode)
    },
    printCharge: papers.printCharge,
    cancelPrint: printJobs.cancel,
    sendNow: () => sync.retryNow(),
    /** Sends deferred shift actions, then reads the open shift from the server. */
    refreshDrawer: (): Promise<void> => deferredActions.work(),
    sendDismissals,
    fetchPrintJobs: () => void printJobs.work(),

    async close(): Promise<void> {
      for (const stop of stopTimers) stop()
      offlineQueue.close()
      cluster.close()
      memberSync.close()
      await sync.close()
      await deferredActions.close()
      printJobs.close()
      await printer.close()
    },
  }
}
