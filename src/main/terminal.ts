import { join } from 'node:path'
import { type Clock, every, systemClock } from '#main/core/clock.ts'
import { createEvents } from '#main/core/events.ts'
import type { Terminal, TerminalDeps } from '#main/core/shell.ts'
import { openStorage, type Storage } from '#main/core/storage.ts'
import { openVenueClock, type StoredClock } from '#main/core/stored-clock.ts'
import { type Connection, createConnection } from '#main/features/connection/index.ts'
import { createIdentity, type Identity } from '#main/features/identity/index.ts'
import { refuseWhileLocked } from '#main/features/lock/index.ts'
import { createSession, type Session } from '#main/features/session/index.ts'
import { openTerminalSettings, type TerminalSettingsStore, terminalId } from '#main/features/settings/index.ts'
import { createSnapshotKeeper, type SnapshotKeeper } from '#main/features/snapshot/index.ts'
import { type Counter, createCounter } from './counter.ts'
import { counterDeps } from './counter-deps.ts'
import { type Devices, openDevices } from './devices.ts'
import { wireEvents } from './event-wiring.ts'
import { createHandlers } from './handlers.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { migrations } from './migrations.ts'
import { createStatus, type Status } from './status.ts'
import type { TerminalEvents } from './terminal-events.ts'
import { createUserClient, newsOf, type UserClient } from './user-client.ts'
import { createWorkstation, type Workstation } from './workstation.ts'

const SNAPSHOT_INTERVAL_MS = 5 * 60_000

type Deps = TerminalDeps & { clock?: Clock }

/** Creates the parts of a terminal and opens them. */
export async function createTerminal(deps: Deps): Promise<Terminal> {
  const parts = new Parts(deps)
  await parts.open()
  return {
    handlers: parts.handlers(),
    resume: () => parts.resume(),
    serverUrl: () => parts.serverUrl(),
    openWork: () => parts.station().openWork(),
    idleFor: () => parts.station().lock.idleFor(),
    close: () => parts.close(),
  }
}

/** The parts of one terminal; `event-wiring.ts` connects them. */
class Parts {
  readonly #deps: Deps
  readonly #clock: StoredClock
  readonly #events = createEvents<TerminalEvents>()
  readonly #status: Status
  readonly #id: string
  readonly #identity: Identity
  readonly #settings: TerminalSettingsStore
  readonly #calls: UserClient
  readonly #session: Session
  readonly #connection: Connection
  readonly #snapshot: SnapshotKeeper
  readonly #lookups: Lookups
  readonly #devices: Devices
  readonly #workstation: Workstation
  readonly #storage: Storage
  readonly #begin: () => Promise<void>
  /** Null while the data file cannot be opened. */
  #counter: Counter | null = null
  #stopRefreshing: () => void = () => undefined
  #closed = false

  constructor(deps: Deps) {
    const { dir, log, clock = systemClock } = deps
    this.#deps = deps
    this.#clock = openVenueClock(clock, deps.secureStore, log, () => this.#events.emit('clockChanged', undefined))
    this.#status = this.#openStatus()
    this.#settings = openTerminalSettings(dir, deps.serverUrl ?? '', log)
    this.#id = terminalId(dir, log)
    this.#identity = createIdentity({ terminalId: this.#id, store: deps.secureStore, clock: this.#clock, log })
    this.#calls = this.#openUserClient()
    this.#session = this.#openSession()
    this.#snapshot = this.#openSnapshot()
    this.#connection = this.#openConnection()
    this.#lookups = this.#openLookups()
    this.#devices = openDevices({ settings: this.#settings, events: this.#events, clock: this.#clock, log })
    this.#workstation = this.#openWorkstation()
    this.#begin = wireEvents({
      events: this.#events,
      emit: deps.emit,
      onServerChange: deps.onServerChange ?? (() => undefined),
      terminalId: this.#id,
      settings: this.#settings,
      status: this.#status,
      session: this.#session,
      connection: this.#connection,
      snapshot: this.#snapshot,
      calls: this.#calls,
      devices: this.#devices,
      workstation: this.#workstation,
      counter: () => this.#counter,
      isClosed: () => this.#closed,
    }).begin
    // Last, because opening the file may already emit events.
    this.#storage = this.#openStorage()
  }

  async open(): Promise<void> {
    this.#workstation.arrange()
    await Promise.all([this.#devices.readers.applySettings(), this.#devices.display.applySettings()])
    this.#stopRefreshing = every(this.#clock, SNAPSHOT_INTERVAL_MS, () => this.#begin())
  }

  resume(): void {
    this.#clock.resume()
    this.#connection.resume()
    this.#devices.readers.resume()
    this.#devices.display.resume()
    this.#counter?.resume()
  }

  serverUrl = (): string => this.#settings.serverUrl()
  station = (): Workstation => this.#workstation

  async close(): Promise<void> {
    this.#closed = true
    this.#stopRefreshing()
    this.#clock.close()
    this.#workstation.close()
    this.#status.close()
    this.#snapshot.close()
    this.#connection.close()
    await Promise.all([this.#devices.readers.close(), this.#devices.display.close()])
    await this.#storage.close()
  }

  handlers(): Terminal['handlers'] {
    const handlers = createHandlers({
      session: this.#session,
      ...this.#lookups,
      settings: this.#settings,
      snapshot: this.#snapshot,
      ...this.#devices,
      clock: this.#clock,
      log: this.#deps.log,
      locale: () => this.#settings.get().locale,
      calls: this.#calls,
      workstation: this.#workstation,
      connectionState: this.#status.connection,
      devices: this.#status.devices,
      counter: () => this.#counter,
      openStorage: () => this.#storage.open(),
      write: (run) => this.#storage.write(run),
      onOutboxChange: () => this.#events.emit('outboxChanged', undefined),
      onShiftChange: () => this.#events.emit('shiftChanged', undefined),
      canAsk: () => this.#connection.online && this.#session.grant() !== null,
      onLearnSwipe: (swipes) => this.#events.emit('learnSwiped', swipes),
      onSettingsChange: (before, now) => this.#events.emit('settingsChanged', { before, now }),
    })
    return refuseWhileLocked(handlers, this.#workstation.lock.isLocked)
  }

  #openWorkstation(): Workstation {
    return createWorkstation({
      terminal: this.#deps,
      clock: this.#clock,
      settings: this.#settings,
      session: this.#session,
      terminalId: this.#id,
      connection: this.#status.connection,
      devices: this.#status.devices,
      counter: () => this.#counter,
    })
  }

  #openUserClient(): UserClient {
    return createUserClient({
      locale: () => this.#settings.get().locale,
      log: this.#deps.log,
      serverUrl: () => this.#settings.serverUrl(),
      grant: () => this.#session.grant(),
      token: () => this.#session.token(),
      isOnline: () => this.#connection.online,
      identity: this.#identity,
      onConfirmed: () => this.#events.emit('tokenConfirmed', undefined),
      onDoubt: () => this.#events.emit('serverDoubted', undefined),
      onTokenInvalid: (token) => this.#events.emit('tokenRefused', token),
    })
  }

  #openStatus(): Status {
    const parts = {
      settings: () => this.#settings,
      connection: () => this.#connection,
      snapshot: () => this.#snapshot,
      readers: () => this.#devices.readers,
      storage: () => this.#storage,
      counter: () => this.#counter,
      clockAhead: () => this.#clock.offset(),
      isEnrolled: () => this.#calls.isEnrolledFor(this.#session.current()?.userInfo.orgCode),
      report: (report: Parameters<UserClient['report']>[2]) =>
        this.#calls.report(this.#id, this.#deps.appVersion, report),
    }
    return createStatus(parts, this.#clock, this.#deps.emit)
  }

  #openSession(): Session {
    const { secureStore, log } = this.#deps
    return createSession({
      store: secureStore,
      clock: this.#clock,
      log,
      client: this.#calls.client,
      isOnline: () => this.#connection.online,
      onChange: (next) => this.#events.emit('sessionChanged', next),
    })
  }

  #openSnapshot(): SnapshotKeeper {
    const { secureStore, log } = this.#deps
    return createSnapshotKeeper({
      protect: secureStore,
      clock: this.#clock,
      log,
      orgCode: () => this.#session.current()?.userInfo.orgCode || null,
      fetchChanges: (query) =>
        this.#calls.signedIn(async (calls) => (await calls.terminals.snapshotChanges({ query })).result),
      fetchNews: (ruleIds) => this.#calls.signedIn((calls) => newsOf(calls, ruleIds)),
      write: (run) => this.#storage.write(run),
      onChange: () => this.#events.emit('snapshotChanged', undefined),
    })
  }

  #openConnection(): Connection {
    return createConnection({
      clock: this.#clock,
      log: this.#deps.log,
      serverUrl: () => this.#settings.serverUrl(),
      identity: () => this.#session.grant(),
      onChange: () => this.#events.emit('connectionChanged', undefined),
      onServerTime: (time) => this.#clock.setServerTime(time),
      onPush: (push) => this.#events.emit('pushed', push),
    })
  }

  #openLookups(): Lookups {
    return createLookups({
      terminal: this.#deps,
      clock: this.#clock,
      calls: this.#calls,
      session: this.#session,
      snapshot: this.#snapshot,
      counter: () => this.#counter,
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
        this.#counter = createCounter({
          ...counterDeps({
            terminal: this.#deps,
            clock: this.#clock,
            terminalId: this.#id,
            identity: this.#identity,
            settings: this.#settings,
            session: this.#session,
            connection: this.#connection,
            snapshot: this.#snapshot,
            events: this.#events,
            write: (run) => this.#storage.write(run),
          }),
          db,
        })
      },
      onClose: async () => {
        const counter = this.#counter
        this.#counter = null
        this.#snapshot.attach(null)
        await counter?.close()
      },
      onProblem: (problem) => this.#events.emit('storageChanged', problem),
    })
  }
}
