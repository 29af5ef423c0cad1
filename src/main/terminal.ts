import { join } from 'node:path'
import { type Clock, every, systemClock } from '#main/core/clock.ts'
import type { Sqlite } from '#main/core/database.ts'
import type { Terminal, TerminalDeps } from '#main/core/shell.ts'
import { openStorage, type Storage } from '#main/core/storage.ts'
import {
  type CardReader,
  createCardReader,
  createScanRouter,
  type ScanRouter,
} from '#main/features/card-reader/index.ts'
import { type Connection, createConnection, type Push } from '#main/features/connection/index.ts'
import { createMembers, type Members, memberHash } from '#main/features/members/index.ts'
import { createSession, type Session } from '#main/features/session/index.ts'
import { openTerminalSettings, type TerminalSettingsStore, terminalId } from '#main/features/settings/index.ts'
import { createSnapshotKeeper, type SnapshotKeeper } from '#main/features/snapshot/index.ts'
import type { StartOutcome, TerminalSettings } from '#shared/ipc/contract.ts'
import { type Counter, createCounter } from './counter.ts'
import { createHandlers } from './handlers.ts'
import { migrations } from './migrations.ts'
import { createServerCalls, newsOf, type ServerCalls } from './server-calls.ts'
import { createStatus, type Status } from './status.ts'

/** The customer stands there: after this the cache answers. */
const lookupLimit = 1500
const snapshotEvery = 5 * 60_000

type Deps = TerminalDeps & { clock?: Clock }

/** Puts the terminal's parts together. */
export async function createTerminal(deps: Deps): Promise<Terminal> {
  const parts = new Parts(deps)
  await parts.open()
  return { handlers: parts.handlers(), resume: () => parts.resume(), close: () => parts.close() }
}

/** The parts of one terminal, and what each of them has to tell the others. */
class Parts {
  readonly #deps: Deps
  readonly #clock: Clock
  readonly #status: Status
  readonly #id: string
  readonly #settings: TerminalSettingsStore
  readonly #calls: ServerCalls
  readonly #session: Session
  readonly #connection: Connection
  readonly #snapshot: SnapshotKeeper
  readonly #members: Members
  readonly #router: ScanRouter
  readonly #reader: CardReader
  readonly #storage: Storage
  /** Null while the data file cannot be opened. */
  #counter: Counter | null = null
  #stopRefreshing: () => void = () => undefined
  #closed = false

  constructor(deps: Deps) {
    const { dir, log, clock = systemClock } = deps
    this.#deps = deps
    this.#clock = clock
    this.#status = this.#openStatus()
    this.#settings = openTerminalSettings(dir, deps.serverUrl ?? '', log)
    this.#id = terminalId(dir, log)
    this.#calls = this.#openCalls()
    this.#session = this.#openSession()
    this.#snapshot = this.#openSnapshot()
    this.#connection = this.#openConnection()
    this.#members = this.#openMembers()
    this.#router = createScanRouter({ clock, onScan: (scan) => deps.emit('scans', 'scanned', scan) })
    this.#reader = createCardReader({
      settings: () => this.#settings.get().reader,
      clock,
      log,
      onScan: this.#router.submit,
      onStatus: () => this.#status.tellDevices(),
    })
    this.#storage = this.#openStorage()
  }

  async open(): Promise<void> {
    await this.#reader.applySettings()
    this.#stopRefreshing = every(this.#clock, snapshotEvery, () => this.#begin())
  }

  resume(): void {
    this.#connection.resume()
    this.#reader.resume()
    this.#counter?.printer.wake()
    this.#counter?.hurry()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#stopRefreshing()
    this.#status.close()
    this.#snapshot.close()
    this.#connection.close()
    await this.#reader.close()
    await this.#storage.close()
  }

  handlers(): Terminal['handlers'] {
    const { appVersion, dir, secureStore } = this.#deps
    return createHandlers({
      session: this.#session,
      members: this.#members,
      settings: this.#settings,
      snapshot: this.#snapshot,
      router: this.#router,
      reader: this.#reader,
      clock: this.#clock,
      locale: () => this.#settings.get().locale,
      info: { version: appVersion, terminalId: this.#id, dataDir: dir, protectedBy: secureStore.protectedBy },
      connectionState: this.#status.connection,
      devices: this.#status.devices,
      counter: () => this.#counter,
      openStorage: () => this.#storage.open(),
      write: (run) => this.#storage.write(run),
      onOutboxChange: () => this.#status.tellStarts(),
      onSettingsChange: (before, now) => this.#settingsChanged(before, now),
    })
  }

  #openCalls(): ServerCalls {
    return createServerCalls({
      locale: () => this.#settings.get().locale,
      log: this.#deps.log,
      serverUrl: () => this.#settings.serverUrl(),
      grant: () => this.#session.grant(),
      onConfirmed: () => this.#session.confirm(),
      onDoubt: () => this.#connection.doubt(),
      onTokenInvalid: (token) => this.#session.invalidate(token),
    })
  }

  #openStatus(): Status {
    const parts = {
      settings: () => this.#settings,
      connection: () => this.#connection,
      snapshot: () => this.#snapshot,
      reader: () => this.#reader,
      storage: () => this.#storage,
      counter: () => this.#counter,
    }
    return createStatus(parts, this.#clock, this.#deps.emit)
  }

  #openSession(): Session {
    const { secureStore, log, emit } = this.#deps
    return createSession({
      store: secureStore,
      clock: this.#clock,
      log,
      client: this.#calls.client,
      isOnline: () => this.#connection.online,
      onChange: (next) => {
        emit('session', 'changed', next)
        this.#connection.restart()
        void this.#begin()
      },
    })
  }

  #openSnapshot(): SnapshotKeeper {
    const { secureStore, log, emit } = this.#deps
    return createSnapshotKeeper({
      protect: secureStore,
      clock: this.#clock,
      log,
      orgCode: () => this.#session.current()?.userInfo.orgCode || null,
      fetchSnapshot: () => this.#calls.signedIn(async (calls) => (await calls.terminals.snapshot()).result),
      fetchNews: () => this.#calls.signedIn(newsOf),
      write: (run) => this.#storage.write(run),
      onChange: () => {
        emit('catalogue', 'changed', {})
        this.#status.tellConnection()
      },
    })
  }

  #openConnection(): Connection {
    return createConnection({
      clock: this.#clock,
      log: this.#deps.log,
      serverUrl: () => this.#settings.serverUrl(),
      identity: () => this.#session.grant(),
      onChange: () => {
        this.#status.tellConnection()
        void this.#begin()
      },
      onPush: (push) => this.#pushed(push),
    })
  }

  #openMembers(): Members {
    return createMembers({
      client: () => {
        const grant = this.#session.grant()
        return grant && this.#connection.online ? this.#calls.client(grant.token, lookupLimit) : null
      },
      cache: () => this.#counter?.members ?? null,
      orgCode: () => this.#session.worker().userInfo.orgCode,
      log: this.#deps.log,
    })
  }

  #openStorage(): Storage {
    const { dir, log } = this.#deps
    return openStorage({
      path: join(dir, 'terminal.db'),
      migrations,
      clock: this.#clock,
      log,
      onOpen: (db) => {
        this.#snapshot.attach(db)
        this.#counter = this.#openCounter(db)
      },
      onClose: async () => {
        const last = this.#counter
        this.#counter = null
        this.#snapshot.attach(null)
        await last?.close()
      },
      onProblem: (problem) => {
        this.#status.tellConnection()
        this.#status.tellDevices()
        if (!problem) this.#counter?.hurry()
      },
    })
  }

  #openCounter(db: Sqlite): Counter {
    const { secureStore, log, emit } = this.#deps
    return createCounter({
      db,
      secureStore,
      log,
      hash: memberHash(secureStore, log),
      clock: this.#clock,
      terminalId: this.#id,
      settings: () => this.#settings.get(),
      serverUrl: () => this.#settings.serverUrl(),
      worker: () => this.#session.worker(),
      grant: () => this.#session.grant(),
      isOnline: () => this.#connection.online,
      snapshot: async () => {
        if (!this.#snapshot.current()) await this.#snapshot.refresh()
        return this.#snapshot.current()
      },
      toldAt: () => this.#snapshot.toldAt(),
      write: (run) => this.#storage.write(run),
      onDoubt: () => this.#connection.doubt(),
      onUnknownTerminal: () => void this.#register(),
      onTokenInvalid: (token) => this.#session.invalidate(token),
      onOutboxChange: () => this.#status.tellStarts(),
      onStarted: (state) => this.#started(state),
      onStatus: () => this.#status.tellDevices(),
      onOutcome: (job) => job.kind === 'ticket' && emit('prints', 'changed', job),
    })
  }

  /** Someone can work with the server now: it is back, or a sign-in has just happened. */
  async #begin(): Promise<void> {
    if (!this.#connection.online || !this.#session.grant()) return
    await this.#register()
    if (this.#closed) return
    this.#counter?.hurry()
    await this.#snapshot.refresh()
  }

  /** Two terminals of a store with one prefix would print the same ticket numbers: the server says which one is ours. */
  async #register(): Promise<void> {
    const changed = await this.#calls.register(this.#id, this.#settings)
    if (changed && !this.#closed) this.#deps.emit('settings', 'changed', changed)
  }

  #pushed(push: Push): void {
    this.#deps.emit('connection', 'pushed', push)
    if (push.cmd !== 'changed') return
    if (push.topic === 'vehicles' || push.topic === 'playRecords') this.#snapshot.announce('news')
    if (push.topic === 'snapshot') this.#snapshot.announce('all')
    if (push.topic === 'printJobs') this.#counter?.fetchPrintJobs()
  }

  #started(state: StartOutcome['state']): void {
    this.#status.tellStarts()
    this.#deps.emit('catalogue', 'changed', {})
    if (state === 'online') this.#snapshot.announce('news')
  }

  #settingsChanged(before: TerminalSettings, now: TerminalSettings): void {
    this.#deps.emit('settings', 'changed', now)
    void this.#reader.applySettings()
    this.#counter?.printer.wake()
    this.#status.tellDevices()
    if (before.serverUrl !== now.serverUrl) this.#connection.restart()
    this.#status.tellConnection()
    void this.#begin()
  }
}
