import { join } from 'node:path'
import { type Clock, every, systemClock } from '#main/core/clock.ts'
import { isTokenInvalid, isUnreachable } from '#main/core/failures.ts'
import { httpTransport } from '#main/core/http.ts'
import type { Terminal, TerminalDeps } from '#main/core/shell.ts'
import { openStorage, storageMigrations } from '#main/core/storage.ts'
import { createCardReader, createScanRouter } from '#main/features/card-reader/index.ts'
import { createConnection, type Push } from '#main/features/connection/index.ts'
import { createMembers, memberHash, memberMigrations } from '#main/features/members/index.ts'
import { outboxMigrations } from '#main/features/outbox/index.ts'
import { printerMigrations } from '#main/features/printer/index.ts'
import { createSession } from '#main/features/session/index.ts'
import { openTerminalSettings, terminalId } from '#main/features/settings/index.ts'
import { createSnapshotKeeper, snapshotMigrations } from '#main/features/snapshot/index.ts'
import { printClaimMigrations } from '#main/features/sync/index.ts'
import { api } from '#shared/api.ts'
import { type Client, createClient } from '#shared/core/client.ts'
import type { ConnectionState, DevicesState } from '#shared/ipc/contract.ts'
import type { PrinterStatus } from '#shared/ipc/devices.ts'
import { type Counter, createCounter } from './counter.ts'
import { createHandlers } from './handlers.ts'

const migrations = [
  ...storageMigrations,
  ...outboxMigrations,
  ...snapshotMigrations,
  ...memberMigrations,
  ...printerMigrations,
  ...printClaimMigrations,
]

const patient = 10_000
/** The customer stands there: after this the cache answers. */
const lookupLimit = 1500
const snapshotEvery = 5 * 60_000
/** Announcements to the window that come in bursts are one. */
const announcePause = 30

// Nothing on this computer says which language its cashier reads; the window translates by code wherever it can.
const locale = 'zh'

/** Puts the terminal's parts together. */
export async function createTerminal(deps: TerminalDeps & { clock?: Clock }): Promise<Terminal> {
  const { dir, secureStore, log, emit, clock = systemClock } = deps
  const settings = openTerminalSettings(dir, deps.serverUrl ?? '', log)
  const id = terminalId(dir, log)
  const hash = memberHash(secureStore, log)
  let counter: Counter | null = null
  let closed = false

  const client = (token: string | null, timeoutMs: number): Client<typeof api> =>
    createClient(api, async (request) => {
      try {
        const send = httpTransport({ serverUrl: settings.serverUrl(), token, locale, timeoutMs })
        const answer = await send(request)
        if (token) session.confirm()
        return answer
      } catch (error) {
        if (isUnreachable(error)) connection.doubt()
        if (token && isTokenInvalid(error)) session.invalidate(token)
        throw error
      }
    })

  const session = createSession({
    store: secureStore,
    clock,
    log,
    client,
    isOnline: () => connection.online,
    onChange(next) {
      emit('session', 'changed', next)
      connection.restart()
      void begin()
    },
  })

  const snapshot = createSnapshotKeeper({
    protect: secureStore,
    clock,
    log,
    orgCode: () => session.current()?.userInfo.orgCode || null,
    fetchSnapshot: () => withGrant(async (calls) => (await calls.terminals.snapshot()).result),
    fetchVehicles: () => withGrant(async (calls) => (await calls.vehicles.listorgcode({ query: {} })).result),
    write: (run) => storage.write(run),
    onChange() {
      emit('catalogue', 'changed', {})
      tellConnection()
    },
  })

  function withGrant<T>(call: (calls: Client<typeof api>) => Promise<T>): Promise<T> | null {
    const grant = session.grant()
    return grant ? call(client(grant.token, patient)) : null
  }

  /** Makes this terminal known to the store it works in; its name and prefix may have changed. */
  async function register(): Promise<void> {
    const { terminalName: name, prefix, printId } = settings.get()
    try {
      await withGrant((calls) => calls.terminals.register({ body: { id, name, prefix, printId } }))
    } catch (error) {
      if (!isUnreachable(error)) log.warn('the terminal cannot be registered', { error })
    }
  }

  /** Someone can work with the server now: it is back, or a sign-in has just happened. */
  async function begin(): Promise<void> {
    if (!connection.online || !session.grant()) return
    await register()
    if (closed) return
    counter?.hurry()
    await snapshot.refresh()
  }

  const connection = createConnection({
    clock,
    log,
    serverUrl: settings.serverUrl,
    identity: () => session.grant(),
    onChange() {
      tellConnection()
      void begin()
    },
    onPush,
  })

  function onPush(push: Push): void {
    emit('connection', 'pushed', push)
    if (push.cmd !== 'changed') return
    if (push.topic === 'vehicles') snapshot.announce('vehicles')
    if (push.topic === 'snapshot') snapshot.announce('all')
    if (push.topic === 'printJobs') counter?.fetchPrintJobs()
  }

  const storage = openStorage({
    path: join(dir, 'terminal.db'),
    migrations,
    clock,
    log,
    onOpen(db) {
      snapshot.attach(db)
      counter = createCounter({
        db,
        secureStore,
        hash,
        clock,
        log,
        locale,
        terminalId: id,
        settings: settings.get,
        serverUrl: settings.serverUrl,
        worker: session.worker,
        grant: session.grant,
        isOnline: () => connection.online,
        async snapshot() {
          if (!snapshot.current()) await snapshot.refresh()
          return snapshot.current()
        },
        write: (run) => storage.write(run),
        onDoubt: connection.doubt,
        onTokenInvalid: session.invalidate,
        onOutboxChange: tellStarts,
        onStarted(state) {
          tellStarts()
          emit('catalogue', 'changed', {})
          if (state === 'online') snapshot.announce('vehicles')
        },
        onStatus: tellDevices,
        onOutcome: (job) => job.kind === 'ticket' && emit('prints', 'changed', job),
      })
    },
    async onClose() {
      const last = counter
      counter = null
      snapshot.attach(null)
      await last?.close()
    },
    onProblem(problem) {
      tellConnection()
      if (!problem) counter?.hurry()
    },
  })

  const router = createScanRouter({ clock, onScan: (scan) => emit('scans', 'scanned', scan) })
  const reader = createCardReader({
    settings: () => settings.get().reader,
    clock,
    log,
    onScan: router.submit,
    onStatus: tellDevices,
  })

  function devices(): DevicesState {
    return {
      reader: reader.status(),
      printer: counter?.printer.status() ?? printerWithoutStorage(settings.get().printer),
    }
  }

  function connectionState(): ConnectionState {
    const { waiting, refused } = counter?.outbox.counts() ?? { waiting: 0, refused: 0 }
    const { problem } = storage
    return {
      online: connection.online,
      serverUrl: settings.serverUrl(),
      since: new Date(connection.since).toISOString(),
      snapshotAt: snapshot.current()?.takenAt ?? null,
      waiting,
      refused,
      storageProblem: problem && { code: problem.code, details: problem.details },
    }
  }

  const announcing = new Set<() => void>()
  const pending = new Set<string>()

  /** Tells the window soon; what is asked for again until then is told once. */
  function announce(name: string, tell: () => void): void {
    if (pending.has(name) || closed) return
    pending.add(name)
    const cancel = clock.after(announcePause, () => {
      pending.delete(name)
      announcing.delete(cancel)
      if (!closed) tell()
    })
    announcing.add(cancel)
  }

  function tellConnection(): void {
    announce('connection', () => emit('connection', 'changed', connectionState()))
  }
  function tellStarts(): void {
    announce('starts', () => emit('starts', 'changed', {}))
    tellConnection()
  }
  function tellDevices(): void {
    announce('devices', () => emit('devices', 'changed', devices()))
  }

  const members = createMembers({
    client() {
      const grant = session.grant()
      return grant && connection.online ? client(grant.token, lookupLimit) : null
    },
    cache: () => counter?.members ?? null,
    orgCode: () => session.worker().userInfo.orgCode,
    log,
  })

  await reader.applySettings()
  const stopRefreshing = every(clock, snapshotEvery, () => (connection.online ? snapshot.refresh() : undefined))

  return {
    handlers: createHandlers({
      session,
      connectionState,
      devices,
      members,
      settings,
      snapshot,
      router,
      reader,
      clock,
      locale,
      info: { version: deps.appVersion, terminalId: id, dataDir: dir, protectedBy: secureStore.protectedBy },
      counter: () => counter,
      write: (run) => storage.write(run),
      onOutboxChange: tellStarts,
      onSettingsChange(before, now) {
        emit('settings', 'changed', now)
        void reader.applySettings()
        counter?.printer.wake()
        tellDevices()
        if (before.serverUrl !== now.serverUrl) connection.restart()
        tellConnection()
        void begin()
      },
    }),
    resume() {
      connection.resume()
      reader.resume()
      counter?.printer.wake()
      counter?.hurry()
    },
    async close() {
      closed = true
      stopRefreshing()
      for (const cancel of announcing) cancel()
      snapshot.close()
      connection.close()
      await reader.close()
      await storage.close()
    },
  }
}

const printerWithoutStorage = ({ address }: { address: string }): PrinterStatus => ({
  state: 'error',
  address,
  problem: 'none',
  paperLow: false,
  waiting: 0,
  unknown: 0,
})
