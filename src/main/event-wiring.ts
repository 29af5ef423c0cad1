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

/** What each event means for the other parts and for the window; the one place where parts meet. */
export function wireEvents(deps: EventWiringDeps): { begin(): Promise<void> } {
  const { events, emit, status, session, connection, snapshot, devices, workstation: station } = deps

  /** Two terminals of a store with one prefix would print the same ticket numbers: the server says which one is ours. */
  async function register(): Promise<void> {
    const changed = await deps.calls.register(deps.terminalId, deps.settings)
    if (changed && !deps.isClosed()) emit('settings', 'changed', changed)
  }

  /** Someone can work with the server now: it is back, or a sign-in has just happened. */
  async function begin(): Promise<void> {
    if (!connection.online || !session.grant()) return
    await register()
    if (deps.isClosed()) return
    deps.counter()?.hurry()
    await snapshot.refresh()
  }

  /** For the display of one terminal, or for those of the whole store. */
  function showPrice({ price, terminalId = '' }: Record<string, string>): void {
    const amount = Number(price?.replaceAll(',', ''))
    if (Number.isFinite(amount) && (terminalId === '' || terminalId === deps.terminalId))
      devices.display.showSent(amount)
  }

  function announced({ cmd, topic, said }: Push): void {
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
    // Somebody was enrolled or is none of the store any more: the others have another secret now.
    if (topic === 'terminals') deps.counter()?.together.refresh()
    if (topic === 'printJobs') deps.counter()?.fetchPrintJobs()
  }

  events.on('connectionChanged', () => {
    status.tellConnection()
    deps.counter()?.together.publishReachability()
    void begin()
  })
  events.on('clockChanged', () => status.tellConnection())
  events.on('serverDoubted', () => connection.doubt())
  events.on('pushed', (push) => {
    emit('connection', 'pushed', push)
    announced(push)
  })
  events.on('tokenConfirmed', () => session.confirm())
  events.on('tokenRefused', (token) => session.invalidate(token))
  events.on('terminalUnknown', () => void register())
  events.on('sessionChanged', (next) => {
    emit('session', 'changed', next)
    // Whoever signs in has shown the password; whoever signs out leaves nothing that could be locked.
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
    deps.counter()?.together.applySettings()
    status.tellDevices()
    if (before.serverUrl !== now.serverUrl) {
      connection.restart()
      deps.onServerChange()
    }
    status.tellConnection()
    void begin()
  })
  events.on('hubChanged', () => {
    emit('catalogue', 'changed', {})
    status.tellConnection()
  })
  events.on('snapshotChanged', () => {
    deps.counter()?.together.applyServerVehicles(snapshot.current()?.vehicles ?? [])
    emit('catalogue', 'changed', {})
    status.tellConnection()
  })
  events.on('outboxChanged', () => status.tellStarts())
  events.on('shiftChanged', () => {
    emit('shifts', 'changed', {})
    status.tellConnection()
  })
  events.on('lineChanged', () => emit('line', 'changed', {}))
  events.on('started', (state) => {
    status.tellStarts()
    emit('line', 'changed', {})
    emit('catalogue', 'changed', {})
    if (state === 'online') snapshot.announce('news')
  })
  events.on('printed', (job) => job.kind === 'ticket' && emit('prints', 'changed', job))
  events.on('devicesChanged', () => status.tellDevices())
  events.on('learnSwiped', (swipes) => emit('devices', 'learnSwiped', { swipes }))
  events.on('scanned', (scan) => {
    if (!station.lock.hears(scan)) emit('scans', 'scanned', scan)
  })
  events.on('storageChanged', (problem) => {
    status.tellConnection()
    status.tellDevices()
    if (!problem) deps.counter()?.hurry()
  })
  return { begin }
}
