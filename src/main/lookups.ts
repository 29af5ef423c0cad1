import type { Clock } from '#main/core/clock.ts'
import type { TerminalDeps } from '#main/core/shell.ts'
import { createCashiers } from '#main/features/cashiers/index.ts'
import { createMembers } from '#main/features/members/index.ts'
import type { Session } from '#main/features/session/index.ts'
import type { SnapshotKeeper } from '#main/features/snapshot/index.ts'
import type { Counter } from './counter.ts'
import type { UserClient } from './user-client.ts'

/** The customer stands there: after this the cache answers. */
const LOOKUP_TIMEOUT_MS = 1500
/** The server takes its time over a password. */
const PASSWORD_CHECK_TIMEOUT_MS = 6000

interface LookupsDeps {
  terminal: Pick<TerminalDeps, 'secureStore' | 'log'>
  clock: Clock
  calls: UserClient
  session: Session
  snapshot: SnapshotKeeper
  /** Null while the data file cannot be opened. */
  counter(): Counter | null
}

/** Whom the counter looks up: its guests, and the colleagues who may take over. */
export function createLookups({ terminal, clock, calls, session, snapshot, counter }: LookupsDeps) {
  const { secureStore: store, log } = terminal
  const members = createMembers({
    client: () => calls.online(LOOKUP_TIMEOUT_MS),
    cache: () => counter()?.members ?? null,
    orgCode: () => session.worker().userInfo.orgCode,
    log,
  })
  const cashiers = createCashiers({
    store,
    clock,
    log,
    client: () => calls.online(PASSWORD_CHECK_TIMEOUT_MS),
    cashiers: () => snapshot.current()?.cashiers ?? [],
    takesBadges: () => {
      const store = snapshot.current()?.store
      return store?.cashierByBadge === 'YES' && calls.isEnrolledFor(store.orgCode)
    },
  })
  return { members, cashiers }
}

export type Lookups = ReturnType<typeof createLookups>
