import type { Events } from '#main/core/events.ts'
import type { TerminalDeps } from '#main/core/shell.ts'
import type { Storage } from '#main/core/storage.ts'
import type { VenueClock } from '#main/core/venue-clock.ts'
import type { Connection } from '#main/features/connection/index.ts'
import type { Identity } from '#main/features/identity/index.ts'
import { memberHash } from '#main/features/members/index.ts'
import type { Session } from '#main/features/session/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import type { SnapshotKeeper } from '#main/features/snapshot/index.ts'
import type { CounterDeps } from './counter.ts'
import type { TerminalEvents } from './terminal-events.ts'

/** The parts of a terminal that its counter uses; each outlives the data file. */
interface CounterDepsSources {
  terminal: TerminalDeps
  clock: VenueClock
  terminalId: string
  identity: Identity
  settings: TerminalSettingsStore
  session: Session
  connection: Connection
  snapshot: SnapshotKeeper
  events: Events<TerminalEvents>
  write: Storage['write']
}

/** What a counter needs of its terminal, with its callbacks emitted as events. */
export function counterDeps(sources: CounterDepsSources): Omit<CounterDeps, 'db'> {
  const { terminal, clock, terminalId, identity, settings, session, connection, snapshot, events, write } = sources
  return {
    ...terminal,
    hash: memberHash(terminal.secureStore, terminal.log),
    clock,
    terminalId,
    identity,
    settings: settings.get,
    serverUrl: settings.serverUrl,
    worker: session.worker,
    grant: session.grant,
    isOnline: () => connection.online,
    snapshot: snapshot.ready,
    currentSnapshot: snapshot.current,
    serverReadAt: snapshot.toldAt,
    receiptWords: () => snapshot.current()?.store.receipt ?? null,
    printing: () => snapshot.current()?.store.printing ?? null,
    write,
    onDoubt: () => events.emit('serverDoubted', undefined),
    onUnknownTerminal: () => events.emit('terminalUnknown', undefined),
    onTokenInvalid: (token) => events.emit('tokenRefused', token),
    onOutboxChange: () => events.emit('outboxChanged', undefined),
    onLineChange: () => events.emit('lineChanged', undefined),
    onShiftChange: () => events.emit('shiftChanged', undefined),
    onHubChange: () => events.emit('hubChanged', undefined),
    onStarted: (state) => events.emit('started', state),
    onStatus: () => events.emit('devicesChanged', undefined),
    onOutcome: (job) => events.emit('printed', job),
  }
}
