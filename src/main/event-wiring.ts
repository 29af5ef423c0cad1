import type { Events } from '#main/core/events.ts'
import type { TerminalDeps } from '#main/core/shell.ts'
import type { Connection, Push } from '#main/features/connection/index.ts'
import type { Session } from '#main/features/session/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import type { SnapshotKeeper } from '#main/features/snapshot/index.ts'
import type { Counter } from './counter.ts'
import type { Devices } from './devices.ts'
import type { Status } from './status.ts'
import type { TerminalEvents } from './terminal-events.ts'
import type { UserClient } from './user-client.ts'
import type { Workstation } from './workstation.ts'

export interface EventWiringDeps {
  events: Events<TerminalEvents>
  emit: TerminalDeps['emit']
  onServerChange: () => void
  terminalId: string
  settings: TerminalSettingsStore
  status: Status
  session: Session
  connection: Connection
  snapshot: SnapshotKeeper
  calls: UserClient
  devices: Devices
  workstation: Workstation
  /** Null while the data file cannot be opened. */
  counter(): Counter | null
  isClosed(): boolean
}

/** Wires the events of each part to the other parts and to the window. */
export function wireEvents(deps: EventWiringDeps): { begin(): Promise<void> } {
  const { events, emit, status, session, connection, snapshot, devices, workstation: station } = deps

  /** The server assigns the ticket prefix, because two terminals with one prefix would print the same numbers. */
  async function register(): Promise<void> {
    const changed = await deps.calls.register(deps.terminalId, deps.settings)
    if (changed && !deps.isClosed()) emit('settings', 'changed', changed)
  }

  /** Call when a user can work with the server: it is back, or a sign-in has just happened. */
  async function begin(): Promise<void> {
    if (!connection.online || !session.grant()) return
    await register()
    if (deps.isClosed()) return
    deps.counter()?.retryNow()
    await snapshot.refresh()
  }

  /** Shows a price that the server sent, to one terminal or to the whole store. */
  function showPrice({ price, terminalId = '' }: Record<string, string>): void {
    const amount = Number(price?.replaceAll(',', ''))
    if (Number.isFinite(amount) && (terminalId === '' || terminalId === deps.terminalId))
      devices.display.showSent(amount)
  }

  function onPush({ cmd, topic, said }: Push): void {
    if (cmd === 'resumed') {
      snapshot.announce('all')
      void deps.counter()?.refreshDrawer()
      deps.counter()?.fetchPrintJobs()
    }
    if (cmd !== 'changed') return
    if (topic === 'customerDisplay' && said) showPrice(said)
    if (topic === 'vehicles' || topic === 'playRecords') snapshot.announce('news')
    if (topic === 'snapshot') snapshot.announce('all')
    if (topic === 'shifts') void deps.counter()?.refreshDrawer()
    // A terminal was enrolled or revoked, which changes the secret of the store.
    if (topic === 'terminals') deps.counter()?.cluster.refresh()
    if (topic === 'printJobs') deps.counter()?.fetchPrintJobs()
  }

  events.on('connectionChanged', () => {
    status.publishConnection()
    deps.counter()?.cluster.publishReachability()
    void begin()
  })
  events.on('clockChanged', () => status.publishConnection())
  events.on('serverDoubted', () => connection.doubt())
  events.on('pushed', (push) => {
    emit('connection', 'pushed', push)
    onPush(push)
  })
  events.on('tokenConfirmed', () => session.confirm())
  events.on('tokenRefused', (token) => session.invalidate(token))
  events.on('terminalUnknown', () => void register())
  events.on('sessionChanged', (next) => {
    emit('session', 'changed', next)
    // A sign-in has checked the password, and after a sign-out there is nothing to lock.
    station.lock.signedInOrOut()
    connection.restart()
    void begin()
  })
  events.on('settingsChanged', ({ before, now }) => {
    emit('settings', 'changed', now)
    station.arrange()
    void devices.readers.applySettings()
    void devices.display.applySettings()
    deps.counter()?.printer.wake()
    deps.counter()?.cluster.applySettings()
    status.publishDevices()
    if (before.serverUrl !== now.serverUrl) {
      connection.restart()
      deps.onServerChange()
    }
    status.publishConnection()
    void begin()
  })
  events.on('hubChanged', () => {
    emit('catalogue', 'changed', {})
    status.publishConnection()
  })
  events.on('snapshotChanged', () => {
    deps.counter()?.cluster.applyServerVehicles(snapshot.current()?.vehicles ?? [])
    emit('catalogue', 'changed', {})
    status.publishConnection()
  })
  events.on('outboxChanged', () => status.publishStarts())
  events.on('shiftChanged', () => {
    emit('shifts', 'changed', {})
    status.publishConnection()
  })
  events.on('lineChanged', () => emit('offlineQueue', 'changed', {}))
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
    if (!station.lock.hears(scan)) emit('scans', 'scanned', scan)
  })
  events.on('storageChanged', (problem) => {
    status.publishConnection()
    status.publishDevices()
    if (!problem) deps.counter()?.retryNow()
  })
  return { begin }
}
