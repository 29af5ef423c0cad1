import type { Clock } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Identity } from '#main/features/identity/index.ts'
import type { Outbox } from '#main/features/outbox/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { createLateActs, type LateActStore } from '#main/features/shifts/index.ts'
import { createDismissals, type DismissalsDeps, readable, Sync } from '#main/features/sync/index.ts'
import type { StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { DeferredShiftAction } from '#shared/features/shifts/shifts.schema.ts'
import type { TerminalClient } from './terminal-client.ts'
import type { TerminalCluster } from './terminal-cluster.ts'

/** What a counter has that its sending needs. */
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
  /** What is waiting or refused has changed. */
  onOutboxChange(): void
  /** So has the drawer, or what the server says of it. */
  onShiftChange(): void
}

interface UploadsDeps {
  terminal: UploadingTerminal
  client: TerminalClient
  outbox: Outbox
  drawer: LateActStore
  cluster: TerminalCluster
  /** The server has a start: it is written down together with its ticket. */
  settle(id: string, result: StartResult, who: Grant): void
}

export type Uploads = ReturnType<typeof createUploads>

/** Everything of a counter that waits for the server: starts, what was done with the drawer, and dismissals. */
export function createUploads({ terminal: around, client, outbox, drawer, cluster: together, settle }: UploadsDeps) {
  const { clock, log, identity, grant, isOnline, write, terminalId } = around

  /** A copy of what the server falls over, for the manager to see. */
  const keepCopy = (
    id: string,
    payload: DeferredShiftAction | ReturnType<typeof readable>,
    who: Grant,
    signal?: AbortSignal,
  ) => client(who, signal).terminals.keepRefusal({ body: { id, terminalId, code: 'sync.serverFails', payload } })

  const sync = new Sync({
    outbox,
    clock,
    log,
    grant,
    isOnline: together.canReachServer,
    write,
    send: async (body, key, who, signal) => (await client(who, signal).playBeforePay.add({ body, key })).result,
    keepCopy: (id, body, who, signal) => keepCopy(id, readable(body), who, signal),
    settle,
    isHeldBack: drawer.holdsBack,
    onDoubt: around.onDoubt,
    onTokenInvalid: around.onTokenInvalid,
    onSettled() {
      around.onOutboxChange()
      // A count waits for the sales before it.
      if (drawer.counts().waiting > 0) void deferredActions.work()
    },
  })
  const deferredActions = createLateActs({
    store: drawer,
    clock,
    log,
    grant,
    isOnline,
    reaches: together.canReachServer,
    write,
    send: async (body, key, who) => (await client(who).shifts.late({ body, key })).result.counted,
    isBelieved: ({ orgCode }) => identity.isEnrolledAt({ serverUrl: around.serverUrl(), orgCode }),
    ask: async (who) => (await client(who).shifts.current()).result,
    keepCopy: (id, body, who) => keepCopy(id, body, who),
    onTokenInvalid: around.onTokenInvalid,
    onChange() {
      around.onShiftChange()
      // What was sold after it may go now.
      sync.kick()
    },
  })
  const dismissalsOf = (refused: DismissalsDeps['outbox']) =>
    createDismissals({
      outbox: refused,
      log,
      grant,
      isOnline: together.canReachServer,
      write,
      send: (id, remark, who) => client(who).terminals.dismissRefusal({ body: { id, remark } }),
    })
  const dismissals = [dismissalsOf(outbox), dismissalsOf(drawer)]

  function tellDismissals(): void {
    for (const refused of dismissals) void refused.tell()
  }

  return {
    sync,
    /** The drawer, and what was done with it, is told to the server and asked of it. */
    refreshDrawer: (): Promise<void> => deferredActions.work(),
    tellDismissals,
    /** What was put off is tried at once. */
    hurry(): void {
      deferredActions.hurry()
      sync.hurry()
      tellDismissals()
    },
    async close(): Promise<void> {
      await sync.close()
      await deferredActions.close()
    },
  }
}
