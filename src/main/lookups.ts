import type { Clock } from '#main/core/clock.ts'
import type { TerminalDeps } from '#main/core/shell.ts'
import { createCashiers } from '#main/features/cashiers/index.ts'
import { createMembers } from '#main/features/members/index.ts'
import type { Session } from '#main/features/session/index.ts'
import type { SnapshotKeeper } from '#main/features/snapshot/index.ts'
import type { Counter } from './counter.ts'
import type { UserClient } from './user-client.ts'

/** The customer waits: after this the member cache answers. */
const LOOKUP_TIMEOUT_MS = 1500
/** Hashing a password takes the server longer. */
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

/** Lookups of members by card, phone or name, and of cashiers. */
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
