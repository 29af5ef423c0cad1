import type { Clock } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Identity } from '#main/features/identity/index.ts'
import type { Outbox } from '#main/features/outbox/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { createDeferredActions, type DeferredActionStore } from '#main/features/shifts/index.ts'
import { createDismissals, type DismissalsDeps, Sync, toReadableCopy } from '#main/features/sync/index.ts'
import type { StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { DeferredShiftAction } from '#shared/features/shifts/shifts.schema.ts'
import type { TerminalClient } from './terminal-client.ts'
import type { TerminalCluster } from './terminal-cluster.ts'

/** What uploads need of this terminal. */
export interface UploadingTerminal {
  clock: Clock
  log: Log
  identity: Identity
  terminalId: string
  serverUrl(): string
  grant(): Grant | null
  isOnline(): boolean
  write<T>(run: () => T): T
  onDoubt(): void
  onTokenInvalid(token: string): void
  /** Waiting or refused starts have changed. */
  onOutboxChange(): void
  /** The shift or the drawer has changed. */
  onShiftChange(): void
}

interface UploadsDeps {
  terminal: UploadingTerminal
  client: TerminalClient
  outbox: Outbox
  drawer: DeferredActionStore
  cluster: TerminalCluster
  /** Stores in one commit that the server has a start, and its ticket. */
  settle(id: string, result: StartResult, user: Grant): void
}

export type Uploads = ReturnType<typeof createUploads>

/** Uploads of a counter to the server: starts, deferred shift actions and dismissals. */
export function createUploads({ terminal, client, outbox, drawer, cluster, settle }: UploadsDeps) {
  const { clock, log, identity, grant, isOnline, write, terminalId } = terminal

  /** Sends a copy of a request at which the server fails, for the manager to see. */
  const keepCopy = (
    id: string,
    payload: DeferredShiftAction | ReturnType<typeof toReadableCopy>,
    user: Grant,
    signal?: AbortSignal,
  ) => client(user, signal).terminals.storeRefusal({ body: { id, terminalId, code: 'sync.serverFails', payload } })

  const sync = new Sync({
    outbox,
    clock,
    log,
    grant,
    isOnline: cluster.canReachServer,
    write,
    send: async (body, key, user, signal) => (await client(user, signal).playBeforePay.add({ body, key })).result,
    keepCopy: (id, body, user, signal) => keepCopy(id, toReadableCopy(body), user, signal),
    settle,
    isHeldBack: drawer.holdsBack,
    onDoubt: terminal.onDoubt,
    onTokenInvalid: terminal.onTokenInvalid,
    onSettled() {
      terminal.onOutboxChange()
      // Closing a shift waits for the sales before it.
      if (drawer.counts().waiting > 0) void deferredActions.work()
    },
  })
  const deferredActions = createDeferredActions({
    store: drawer,
    clock,
    log,
    grant,
    isOnline,
    reaches: cluster.canReachServer,
    write,
    send: async (body, key, user) => (await client(user).shifts.late({ body, key })).result.counted,
    isBelieved: ({ orgCode }) => identity.isEnrolledAt({ serverUrl: terminal.serverUrl(), orgCode }),
    ask: async (user) => (await client(user).shifts.current()).result,
    keepCopy: (id, body, user) => keepCopy(id, body, user),
    onTokenInvalid: terminal.onTokenInvalid,
    onChange() {
      terminal.onShiftChange()
      // Sales after the action may be sent now.
      sync.kick()
    },
  })
  const dismissalsOf = (refused: DismissalsDeps['outbox']) =>
    createDismissals({
      outbox: refused,
      log,
      grant,
      isOnline: cluster.canReachServer,
      write,
      send: (id, remark, user) => client(user).terminals.dismissRefusal({ body: { id, remark } }),
    })
  const dismissals = [dismissalsOf(outbox), dismissalsOf(drawer)]

  function sendDismissals(): void {
    for (const refused of dismissals) void refused.tell()
  }

  return {
    sync,
    /** Sends deferred shift actions, then reads the open shift from the server. */
    refreshDrawer: (): Promise<void> => deferredActions.work(),
    sendDismissals,
    /** Retries everything that was postponed, at once. */
    retryNow(): void {
      deferredActions.retryNow()
      sync.retryNow()
      sendDismissals()
    },
    async close(): Promise<void> {
      await sync.close()
      await deferredActions.close()
    },
  }
}
