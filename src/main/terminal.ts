import { join } from 'node:path'
import { type Clock, every, systemClock } from '#main/core/clocks/clock.ts'
import { openVenueClock } from '#main/core/clocks/stored-clock.ts'
import { createEvents } from '#main/core/events.ts'
import { OLDEST_ON_DATA_FILE } from '#main/core/storage/data-file-release.ts'
import { createStorage } from '#main/core/storage/storage.ts'
import type { Terminal, TerminalDeps } from '#main/core/windows/shell.ts'
import { createCardReaders, createScanRouter } from '#main/features/card-reader/index.ts'
import { createCashiers } from '#main/features/cashiers/index.ts'
import { createConnection, type Push } from '#main/features/connection/index.ts'
import { createCustomerDisplay } from '#main/features/customer-display/index.ts'
import { createIdentity } from '#main/features/identity/index.ts'
import { refuseWhileLocked } from '#main/features/lock/index.ts'
import { createMembers } from '#main/features/members/index.ts'
import { createSession, openCurrentUser } from '#main/features/session/index.ts'
import { openTerminalSettings, terminalId as readTerminalId } from '#main/features/settings/index.ts'
import { createSnapshotKeeper } from '#main/features/snapshot/index.ts'
import { mayDo } from '#shared/core/may-do.ts'
import { scanRulesOf } from '#shared/features/scans/index.ts'
import { type Counter, createCounter } from './counter.ts'
import { createHandlers } from './handlers.ts'
import { migrations } from './migrations.ts'
import { createStatus } from './status.ts'
import type { TerminalEvents } from './terminal-events.ts'
import { createUserClient, newsOf } from './user-client.ts'
import { createWorkstation } from './workstation.ts'

type Deps = TerminalDeps & { clock?: Clock }

const SNAPSHOT_INTERVAL_MS = 5 * 60_000
/** The customer waits: after this the member cache answers. */
const LOOKUP_TIMEOUT_MS = 1500
/** After this a terminal without its server counts as one that works offline. */
const SERVER_PATIENCE_MS = 60_000
/** Hashing a password takes the server longer. */
const PASSWORD_CHECK_TIMEOUT_MS = 6000

/** Creates the parts of a terminal, connects them by their events, and opens them. */
export async function createTerminal(deps: Deps): Promise<Terminal> {
  const parts = createParts(deps)
  const { clock, storage, snapshot, connection, readers, display, status, workstation } = parts
  const startedAt = clock.now()
  let isClosed = false
  const { begin } = wireEvents(parts, deps, () => isClosed)
  // After the wiring, because opening the file may already emit events.
  parts.openDataFile()
  workstation.arrange()
  await Promise.all([readers.applySettings(), display.applySettings()])
  const stopRefreshing = every(clock, SNAPSHOT_INTERVAL_MS, () => begin())

  return {
    handlers: refuseWhileLocked(createHandlers({ ...parts, log: deps.log }), workstation.lock.isLocked),
    serverUrl: () => parts.settings.serverUrl(),
    terminalId: parts.terminalId,
    isWorking: () =>
      parts.counter() !== null &&
      storage.problem === null &&
      (connection.online || clock.now() - startedAt >= SERVER_PATIENCE_MS),
    openWork: workstation.openWork,
    idleFor: workstation.lock.idleFor,
    resume() {
      clock.resume()
      connection.resume()
      readers.resume()
      display.resume()
      parts.counter()?.resume()
    },
    async close() {
      isClosed = true
      stopRefreshing()
      clock.close()
      workstation.close()
      status.close()
      snapshot.close()
      connection.close()
      await Promise.all([readers.close(), display.close()])
      await storage.close()
    },
  }
}

type Parts = ReturnType<typeof createParts>

/** Creates the parts, each after those that it uses. What a part reports is an event. */
function createParts(deps: Deps) {
  const { dir, log, secureStore, appVersion, emit } = deps
  const events = createEvents<TerminalEvents>()
  const clock = openVenueClock(deps.clock ?? systemClock, secureStore, log, () =>
    events.emit('clockChanged', undefined),
  )
  const settings = openTerminalSettings(dir, deps.serverUrl ?? '', log)
  const terminalId = readTerminalId(dir, log)
  const identity = createIdentity({ terminalId, store: secureStore, clock, log })

  // The data file, which is opened last. The counter consists of everything that is stored in it.
  const storage = createStorage({
    path: join(dir, 'terminal.db'),
    migrations,
    release: { version: appVersion, oldest: OLDEST_ON_DATA_FILE },
    clock,
    log,
    onProblem: (problem) => events.emit('storageChanged', problem),
  })
  let openCounter: Counter | null = null
  /** Null while the data file cannot be opened. */
  const counter = (): Counter | null => openCounter

  // The user and the server.
  const user = openCurrentUser({
    store: secureStore,
    clock,
    log,
    onChange: (next) => events.emit('sessionChanged', next),
  })
  const connection = createConnection({
    clock,
    log,
    serverUrl: settings.serverUrl,
    identity: user.grant,
    onChange: () => events.emit('connectionChanged', undefined),
    onServerTime: (time) => clock.setServerTime(time),
    onPush: (push) => events.emit('pushed', push),
  })
  const isOnline = (): boolean => connection.online
  const calls = createUserClient({
    locale: () => settings.get().locale,
    log,
    serverUrl: settings.serverUrl,
    grant: user.grant,
    token: user.token,
    isOnline,
    identity,
    onConfirmed: () => events.emit('tokenConfirmed', undefined),
    onDoubt: () => events.emit('serverDoubted', undefined),
    onTokenInvalid: (token) => events.emit('tokenRefused', token),
  })
  const session = createSession({ store: secureStore, clock, log, client: calls.client, isOnline, user })
  const snapshot = createSnapshotKeeper({
    protect: secureStore,
    clock,
    log,
    orgCode: () => user.session()?.userInfo.orgCode || null,
    fetchChanges: (query) =>
      calls.signedIn(async (client) => (await client.terminals.snapshotChanges({ query })).result),
    fetchNews: (ruleIds) => calls.signedIn((client) => newsOf(client, ruleIds)),
    write: storage.write,
    onChange: () => events.emit('snapshotChanged', undefined),
  })

  // Members by card, phone or name, and cashiers.
  const members = createMembers({
    client: () => calls.online(LOOKUP_TIMEOUT_MS),
    cache: () => counter()?.members ?? null,
    orgCode: () => user.worker().userInfo.orgCode,
    mayDo: (action) => mayDo(user.worker().permissions, action),
    log,
  })
  const cashiers = createCashiers({
    store: secureStore,
    clock,
    log,
    client: () => calls.online(PASSWORD_CHECK_TIMEOUT_MS),
    cashiers: () => snapshot.current()?.cashiers ?? [],
    takesBadges: () => {
      const store = snapshot.current()?.store
      return store?.cashierByBadge === 'YES' && calls.isEnrolledFor(store.orgCode)
    },
  })

  // The devices besides the printer, which belongs to the counter.
  const router = createScanRouter({
    clock,
    rules: () => scanRulesOf(settings.get().keyboard),
    onScan: (scan) => events.emit('scanned', scan),
  })
  const readers = createCardReaders({
    settings: () => settings.get().readers,
    clock,
    log,
    onScan: router.submit,
    onStatus: () => events.emit('devicesChanged', undefined),
  })
  const display = createCustomerDisplay({ settings: () => settings.get().customerDisplay, clock, log })

  // What the window shows, and the computer itself.
  const status = createStatus({
    settings,
    connection,
    snapshot,
    readers,
    storage,
    counter,
    clock,
    emit,
    isEnrolled: () => calls.isEnrolledFor(user.session()?.userInfo.orgCode),
    update: () => deps.updateState?.(),
    report: (report) => calls.report(terminalId, appVersion, report),
  })
  const workstation = createWorkstation({
    terminal: deps,
    clock,
    settings,
    user,
    session,
    terminalId,
    connection: status.connection,
    devices: status.devices,
    counter,
  })

  function openDataFile(): void {
    storage.start({
      onOpen(db) {
        snapshot.attach(db)
        openCounter = createCounter({
          ...deps,
          db,
          clock,
          terminalId,
          identity,
          settings,
          user,
          connection,
          snapshot,
          events,
          write: storage.write,
        })
      },
      async onClose() {
        const closing = openCounter
        openCounter = null
        snapshot.attach(null)
        await closing?.close()
      },
    })
  }

  return {
    events,
    clock,
    settings,
    terminalId,
    storage,
    counter,
    openDataFile,
    user,
    connection,
    calls,
    session,
    snapshot,
    members,
    cashiers,
    router,
    readers,
    display,
    status,
    workstation,
  }
}

/** Wires the events of each part to the other parts and to the window. */
function wireEvents(parts: Parts, deps: Deps, isClosed: () => boolean): { begin(): Promise<void> } {
  const { events, settings, counter, user, connection, snapshot, readers, display, status, workstation } = parts
  const { emit } = deps

  /** The server assigns the ticket prefix, because two terminals with one prefix would print the same numbers. */
  async function register(): Promise<void> {
    const changed = await parts.calls.register(parts.terminalId, settings)
    if (changed && !isClosed()) emit('settings', 'changed', changed)
  }

  /** Call when a user can work with the server: it is back, or a sign-in has just happened. */
  async function begin(): Promise<void> {
    if (!connection.online || !user.grant()) return
    await register()
    if (isClosed()) return
    counter()?.retryNow()
    await snapshot.refresh()
  }

  /** Shows a price that the server sent, to one terminal or to the whole store. */
  function showPrice({ price, terminalId = '' }: Record<string, string>): void {
    const amount = Number(price?.replaceAll(',', ''))
    if (Number.isFinite(amount) && (terminalId === '' || terminalId === parts.terminalId)) display.showSent(amount)
  }

  function onPush({ cmd, topic, details }: Push): void {
    if (cmd === 'resumed') {
      snapshot.announce('all')
      void counter()?.refreshDrawer()
      counter()?.fetchPrintJobs()
    }
    if (cmd !== 'changed') return
    if (topic === 'customerDisplay' && details) showPrice(details)
    if (topic === 'vehicles' || topic === 'playRecords') snapshot.announce('news')
    if (topic === 'snapshot') snapshot.announce('all')
    if (topic === 'shifts') void counter()?.refreshDrawer()
    // A terminal was enrolled or revoked, which changes the secret of the store.
    if (topic === 'terminals') counter()?.cluster.refresh()
    if (topic === 'printJobs') counter()?.fetchPrintJobs()
  }

  events.on('connectionChanged', () => {
    status.publishConnection()
    counter()?.cluster.publishReachability()
    void begin()
  })
  events.on('clockChanged', () => status.publishConnection())
  events.on('serverDoubted', () => connection.doubt())
  events.on('pushed', (push) => {
    emit('connection', 'pushed', push)
    onPush(push)
  })
  events.on('tokenConfirmed', () => user.confirm())
  events.on('tokenRefused', (token) => user.invalidate(token))
  events.on('terminalUnknown', () => void register())
  events.on('sessionChanged', (next) => {
    emit('session', 'changed', next)
    // A sign-in has checked the password, and after a sign-out there is nothing to lock.
    workstation.lock.signedInOrOut()
    connection.restart()
    void begin()
  })
  events.on('settingsChanged', ({ before, now }) => {
    emit('settings', 'changed', now)
    workstation.arrange()
    void readers.applySettings()
    void display.applySettings()
    counter()?.printer.wake()
    counter()?.cluster.applySettings()
    status.publishDevices()
    if (before.serverUrl !== now.serverUrl) {
      connection.restart()
      deps.onServerChange?.()
    }
    status.publishConnection()
    void begin()
  })
  events.on('clusterChanged', () => {
    emit('catalogue', 'changed', {})
    status.publishConnection()
  })
  events.on('snapshotChanged', () => {
    counter()?.cluster.applyServerVehicles(snapshot.current()?.vehicles ?? [])
    emit('catalogue', 'changed', {})
    status.publishConnection()
  })
  events.on('outboxChanged', () => status.publishStarts())
  events.on('shiftChanged', () => {
    emit('shifts', 'changed', {})
    status.publishConnection()
  })
  events.on('offlineQueueChanged', () => emit('offlineQueue', 'changed', {}))
  events.on('started', (state) => {
    status.publishStarts()
    emit('offlineQueue', 'changed', {})
    emit('catalogue', 'changed', {})
    if (state === 'online') snapshot.announce('news')
  })
  events.on('printed', (job) => job.kind === 'ticket' && emit('prints', 'changed', job))
  events.on('devicesChanged', () => status.publishDevices())
  events.on('learnSwiped', (swipes) => emit('devices', 'learnSwiped', { swipes }))
  events.on('scanned', (scan) => {
    const isConsumed = scan.isRepeat ? workstation.lock.isLocked() : workstation.lock.hears(scan)
    if (!isConsumed) emit('scans', 'scanned', scan)
  })
  events.on('storageChanged', (problem) => {
    status.publishConnection()
    status.publishDevices()
    if (!problem) counter()?.retryNow()
  })
  return { begin }
}
