import { every } from '#main/core/clock.ts'
import type { Sqlite } from '#main/core/database.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import { createMemberSync, memberCache } from '#main/features/members/index.ts'
import { createLine, type LineDeps, orderEnd, placeStore } from '#main/features/offline-queue/index.ts'
import {
  createOutbox,
  createStarts,
  type FirstSending,
  type StartsDeps,
  wristbandsOf,
} from '#main/features/outbox/index.ts'
import { createPrinter, type PrinterDeps } from '#main/features/printer/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { lateActStore, shiftOf } from '#main/features/shifts/index.ts'
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
    Pick<StartsDeps, 'settings' | 'worker' | 'snapshot' | 'toldAt' | 'onStarted'>,
    Pick<ClusterTerminal, 'onHubChange'>,
    Pick<PrinterDeps, 'onStatus' | 'onOutcome' | 'receiptWords' | 'printing'> {
  db: Sqlite
  /** The snapshot as far as it is here. */
  currentSnapshot: LineDeps['currentSnapshot']
  onLineChange(): void
  secureStore: SecureStore
  hash: (value: string) => string
  answerMs?: number | undefined
  /** The server does not know this terminal: it forgot, or registering has failed. */
  onUnknownTerminal(): void
}

/** How long a customer waits for the server before the counter goes on without it. */
const FIRST_SENDING_LIMIT = 2500
const PRINT_JOBS_EVERY = 15_000
const PURGE_EVERY = 3600_000
const MEMBERS_EVERY = 5 * 60_000

export type Counter = ReturnType<typeof createCounter>

/** Everything that lives in the terminal's data file: starts and their sending, print jobs, cached members. */
export function createCounter(deps: CounterDeps) {
  const { db, clock, log, secureStore: protect, hash, grant, isOnline, write } = deps
  const { answerMs = FIRST_SENDING_LIMIT } = deps

  const client = createTerminalClient({ ...deps, cluster: () => cluster })
  const outbox = createOutbox({ db, protect, hash, clock, log })
  const cluster = createTerminalCluster({
    terminal: deps,
    outbox,
    queue: {
      own: () => line.shared.own(),
      transfer: (...wanted) => line.shared.transfer(...wanted),
      onPeerQueue: (told) => line.shared.onPeerQueue(told),
    },
    askSecret: async (who) => (await client(who).terminals.storeSecret()).result,
    onServerReachable: () => retryNow(),
  })
  const members = memberCache({ db, protect, hash, heldOf: outbox.heldOf, clock, log })
  const memberSync = createMemberSync({
    cache: members,
    clock,
    log,
    write,
    grant: () => (isOnline() ? grant() : null),
    ask: async (body, who) => (await client(who).members.keep({ body })).result,
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
      if (status.problem === 'none' && problem !== 'none') printJobs.printerIsWell()
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
    claim: async (who, recovered) =>
      (await client(who).terminals.claimPrintJobs({ body: { terminalId: deps.terminalId, recovered } })).result,
    report: (id, outcome, detail, who) =>
      client(who).terminals.reportPrintJob({ body: { id, terminalId: deps.terminalId, outcome, detail } }),
  })
  const charges = answeredCharges(clock)
  const drawer = lateActStore({ db, protect, clock, log })
  const uploads = createUploads({ terminal: deps, client, outbox, drawer, cluster: cluster, settle })
  const canAsk = (): boolean => isOnline() && grant() !== null
  const cachedMember: StartsDeps['cachedMember'] = (orgCode, id) => members.byId(orgCode, id)?.member ?? null
  const line = createLine({
    ...deps,
    store: placeStore({ db, protect, clock, log }),
    outbox,
    printer,
    canAsk,
    peerQueues: cluster.peerQueues,
    cachedMember,
    orderEnd: async (id) =>
      orderEnd(grant(), async (who) => (await client(who).consume.queryById({ query: { id } })).result),
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
      // Its guest may have left the line with it.
      cluster.peerQueues.tell()
      // What was made without the server need not wait for it where another terminal reaches it.
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
   * Writes down that the server has a start, together with its ticket. One that has waited for long may have been printed
   * elsewhere meanwhile: its ticket is asked for like any other of the store.
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
      // The ride is what counts; a ticket can be printed again.
      log.error('the ticket of a start cannot be made', { id: ticket.orderId, error })
    }
  }

  /** Prints what a charge has sold, from its answer: each paper once, whether this comes first or the server's job for it. */
  function printCharge({ key, papers }: ChargePapers): void {
    const orgCode = charges.storeOf(key)
    if (orgCode === null) return
    // A ticket without a terminal is one that the server keeps for nobody: another may be printing it.
    const kept = papers.filter(({ ticket }) => ticket.terminal !== '')
    write(() =>
      db.transaction(() => {
        for (const { ticket, wristbands } of kept) {
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

  // Who was at work when the program ended may sign in again, and the server may come, while this is waited for.
  const cancelFinishing = clock.after(FIRST_SENDING_LIMIT, () => starts.finishCutOff())
  const stopPurging = every(clock, PURGE_EVERY, purge)
  const stopAskingForMembers = every(clock, MEMBERS_EVERY, () => memberSync.refresh())
  const stopClaiming = every(clock, PRINT_JOBS_EVERY, () => printJobs.work())
  // After the caller has what this returns.
  const cancelFirstPurge = clock.after(0, () => {
    purge()
    cluster.applySettings()
  })

  /** The server is back, someone signed in, the computer woke up, or its disk has room again. */
  function retryNow(): void {
    starts.payOwed()
    if (isOnline() && grant()) starts.finishCutOff()
    uploads.hurry()
    line.hurry()
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
    together: cluster,
    hurry: retryNow,
    /** The computer woke up. */
    resume(): void {
      printer.wake()
      retryNow()
    },
    /**
     * Prints the ticket of an order again: from here, or by the store where this terminal has no printer or knows nothing of the order.
     * Answers whether any printer will.
     */
    async reprint(orderId: string): Promise<Pick<PrintOrdered, 'hasPrinter'>> {
      await line.comeHere(orderId)
      const printsHere = printer.status().state !== 'off'
      try {
        if (printsHere) printer.reprint(orderId, outbox.ticketOf(orderId) ?? line.ticketOf(orderId))
        if (printsHere) return { hasPrinter: true }
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'common.recordNotFound') throw error
      }
      const who = grant()
      if (!who || !isOnline()) throw new AppError(printsHere ? 'common.offline' : 'devices.notConfigured')
      const printId = printsHere ? deps.settings().printId : ''
      const { result } = await client(who).consume.pritpaidui({ query: { id: orderId, printId } })
      void printJobs.work()
      return { hasPrinter: result.hasPrinter }
    },
    /** A page's call leaves with a key: what it sells may be printed from its answer. */
    noteSending(key: string): void {
      const who = grant()
      if (who) charges.noteSending(key, who.orgCode)
    },
    printCharge,
    sendNow: () => uploads.sync.hurry(),
    refreshDrawer: uploads.refreshDrawer,
    tellDismissals: uploads.tellDismissals,
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
