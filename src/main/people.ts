import type { Clock } from '#main/core/clock.ts'
import type { TerminalDeps } from '#main/core/shell.ts'
import { createCashiers } from '#main/features/cashiers/index.ts'
import { createMembers } from '#main/features/members/index.ts'
import type { Session } from '#main/features/session/index.ts'
import type { SnapshotKeeper } from '#main/features/snapshot/index.ts'
import type { Counter } from './counter.ts'
import type { ServerCalls } from './server-calls.ts'

/** The customer stands there: after this the cache answers. */
const LOOKUP_LIMIT = 1500
/** The server takes its time over a password. */
const CHECK_LIMIT = 6000

interface PeopleDeps {
  terminal: Pick<TerminalDeps, 'secureStore' | 'log'>
  clock: Clock
  calls: ServerCalls
  session: Session
  snapshot: SnapshotKeeper
  /** Null while the data file cannot be opened. */
  counter(): Counter | null
}

/** Whom the counter looks up: its guests, and the colleagues who may take over. */
export function openPeople({ terminal, clock, calls, session, snapshot, counter }: PeopleDeps) {
  const { secureStore: store, log } = terminal
  const members = createMembers({
    client: () => calls.online(LOOKUP_LIMIT),
    cache: () => counter()?.members ?? null,
    orgCode: () => session.worker().userInfo.orgCode,
    log,
  })
  const cashiers = createCashiers({
    store,
    clock,
    log,
    client: () => calls.online(CHECK_LIMIT),
    cashiers: () => snapshot.current()?.cashiers ?? [],
    takesBadges: () => {
      const store = snapshot.current()?.store
      return store?.cashierByBadge === 'YES' && calls.isEnrolledFor(store.orgCode)
    },
  })
  return { members, cashiers }
}

export type People = ReturnType<typeof openPeople>
