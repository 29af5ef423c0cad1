import type { Clock } from '#main/core/clocks/clock.ts'
import type { TerminalDeps } from '#main/core/windows/shell.ts'
import { createDiagnostics, type DiagnosticsDeps } from '#main/features/diagnostics/index.ts'
import { createDrafts } from '#main/features/drafts/index.ts'
import { createLock } from '#main/features/lock/index.ts'
import type { CurrentUser, Session } from '#main/features/session/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import type { OpenWork } from '#shared/ipc/app.ts'
import type { GuestView } from '#shared/ipc/customer-display.ts'
import type { Counter } from './counter.ts'

interface WorkstationDeps extends Pick<DiagnosticsDeps, 'connection' | 'devices'> {
  terminal: TerminalDeps
  terminalId: string
  clock: Clock
  settings: TerminalSettingsStore
  user: CurrentUser
  session: Session
  /** Null while the data file cannot be opened. */
  counter(): Counter | null
}

export type Workstation = ReturnType<typeof createWorkstation>

/** The counter's computer: lock, window, guest screen, draft that survives a crash, and diagnostics. */
export function createWorkstation({
  terminal,
  terminalId,
  clock,
  settings,
  user,
  session,
  counter,
  ...shown
}: WorkstationDeps) {
  const { secureStore: store, log, emit, shell, appVersion: version, dir } = terminal
  const info = { version, terminalId, dataDir: dir, protectedBy: store.protectedBy }
  const lock = createLock({
    store,
    clock,
    log,
    settings: () => settings.get().station,
    session: user.session,
    isProvable: session.isProvable,
    isOwnPassword: session.isOwnPassword,
    onChange: (state) => emit('lock', 'changed', state),
    onBadgeRefused: () => emit('lock', 'badgeRefused', {}),
  })
  const diagnostics = createDiagnostics({
    dir,
    clock,
    info,
    settings: settings.get,
    starts: () => counter()?.outbox.list() ?? [],
    prints: () => counter()?.printer.list() ?? [],
    ...shown,
  })
  let view: GuestView | null = null

  function showGuests(next: GuestView | null): void {
    view = next
    const { guestWords } = settings.get().station
    const words = guestWords.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
    shell?.showGuests(view && { ...view, words })
  }

  function arrange(): void {
    shell?.applySettings(settings.get().station)
    showGuests(view)
  }

  return {
    info,
    lock,
    drafts: createDrafts({ store, clock, log }),
    diagnostics,
    arrange,
    showGuests,
    answerClose: (close: boolean): void => shell?.answerClose(close),
    openWork(): OpenWork {
      const current = counter()
      return {
        unsent: current?.unsent().waiting ?? 0,
        queued: current?.offlineQueue.count() ?? 0,
        printing: current?.printer.status().waiting ?? 0,
      }
    },
    close: lock.close,
  }
}
