import type { Bus, BusMessages } from '#server/core/realtime/bus.ts'
import type { Database } from '#server/db/database.ts'
import { EVERY_STORE, scopeOf } from '#server/db/database.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'
import type { BoundRule, CallerKind, SignedIn } from './signed-in.ts'

export interface Auth {
  /** The user signed in with this token, or null if it is unknown, expired or revoked, or the user is frozen. */
  find(tokenHash: string): Promise<SignedIn | null>
  /**
   * The user for whom this personal access token acts at one of its stores; null also for a store that is none of the token's. Without
   * a name it is the token's only store. Sign-ins are not found.
   */
  findPersonal(tokenHash: string, store: string): Promise<SignedIn | null>
  /** Drops the cached entries of a token or user on every copy of the server; call it after the change is committed. */
  forget(whom: { tokenHash: string } | { userId: string } | 'everyone'): Promise<void>
  /** Runs when the entries of a token or user were dropped, on this copy or another. */
  onForgotten(work: () => void): void
}

interface Remembered {
  user: SignedIn
  expiresAt: number
  loadedAt: number
}

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    /** A sign-in, all sign-ins of a user, or without either all of them are no longer valid as cached. */
    forget: { tokenHash?: string; userId?: string }
  }
}

interface Found {
  id: string
  username: string
  realname: string
  identity: Identity
  rolesName: string
  orgCode: string
  isStoreClosed: boolean
  kind: CallerKind
  memberId: string
  expiresAt: number
  token?: SignedIn['token']
  actions: string[]
  granted: string[]
  rules: BoundRule[]
}

/** How long an entry is used while notifications arrive; it is reloaded in case one was lost. */
const FRESH_MS = 60_000
/** How long an entry is used while notifications may be missed, and so how long a revoked token may work. */
const FRESH_WITHOUT_BUS_MS = 2000
const MAX_CACHED = 50_000

/** The empty scope of a user who has not chosen a store. */
const NO_STORE = { from: '~', to: '~' }

function toSignedIn({ expiresAt: _, actions, granted, token = null, ...person }: Found): SignedIn {
  const scope = person.identity === '-1' ? EVERY_STORE : person.orgCode === '' ? NO_STORE : scopeOf(person.orgCode)
  return { ...person, scope, actions: new Set(actions), granted: new Set(granted), token }
}

/** Caches users by token. Notifications of other copies invalidate entries; the database is read once per token. */
export function createAuth(db: Database, bus: Bus, clock: () => Date): Auth {
  const remembered = new Map<string, Remembered>()
  const loading = new Map<string, Promise<SignedIn | null>>()
  const watchers: (() => void)[] = []
  /** Incremented with each invalidation, so that a load that began before is not cached. */
  let generation = 0

  const drop = (whom: BusMessages['forget']): void => {
    generation++
    loading.clear()
    if (typeof whom.tokenHash === 'string') remembered.delete(whom.tokenHash)
    else if (typeof whom.userId === 'string') {
      for (const [hash, { user }] of remembered) if (user.id === whom.userId) remembered.delete(hash)
    } else remembered.clear()
    for (const work of watchers) work()
  }
  bus.listen((message) => {
    if (message.kind === 'forget') drop(message)
  })
  bus.onReconnect(() => drop({}))

  const query = (tokenHash: string, store: string | null): Promise<Found | null> =>
    store === null
      ? db.call<Found | null>('find-signed-in', 'select find_signed_in($1)', [tokenHash])
      : db.call<Found | null>('find-personal-token', 'select find_personal_token($1, $2)', [tokenHash, store])

  const load = async (name: string, tokenHash: string, store: string | null): Promise<SignedIn | null> => {
    const begun = generation
    const found = await query(tokenHash, store)
    if (!found || found.expiresAt <= clock().getTime()) return null
    const user = toSignedIn(found)
    if (begun === generation) {
      if (remembered.size >= MAX_CACHED) remembered.delete(remembered.keys().next().value ?? '')
      remembered.set(name, { user, expiresAt: found.expiresAt, loadedAt: performance.now() })
    }
    return user
  }

  /** The user by the name of its cached entry: the hash of a sign-in, or that of a personal token with a store. */
  const findBy = async (tokenHash: string, store: string | null): Promise<SignedIn | null> => {
    const name = store === null ? tokenHash : `${tokenHash} ${store}`
    const known = remembered.get(name)
    if (known) {
      const age = performance.now() - known.loadedAt
      const fresh = age < (bus.connected ? FRESH_MS : FRESH_WITHOUT_BUS_MS)
      if (fresh) return known.expiresAt > clock().getTime() ? known.user : null
      remembered.delete(name)
    }
    // Many calls of a screen arrive at once; they share one query.
    const pending = loading.get(name)
    if (pending) return pending
    const asked = load(name, tokenHash, store).finally(() => {
      if (loading.get(name) === asked) loading.delete(name)
    })
    loading.set(name, asked)
    return asked
  }

  return {
    find: (tokenHash) => findBy(tokenHash, null),
    findPersonal: findBy,
    forget: (whom) => bus.send({ kind: 'forget', ...(whom === 'everyone' ? {} : whom) }),
    onForgotten: (work) => void watchers.push(work),
  }
}
