import type { Bus, BusMessages } from '#server/core/realtime/bus.ts'
import type { Database } from '#server/db/database.ts'
import { EVERY_STORE, scopeOf } from '#server/db/database.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'
import type { BoundRule, CallerKind, SignedIn } from './signed-in.ts'

export interface Auth {
  /** The user signed in with this token, or null if it is unknown, expired or revoked, or the user is frozen. */
  find(tokenHash: string): Promise<SignedIn | null>
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
  actions: string[]
  granted: string[]
  rules: BoundRule[]
}

/** How long an entry is used while notifications arrive; it is reloaded in case one was lost. */
const FRESH_MS = 60_000
/** How long an entry is used while notifications may be missed, and so how long a revoked token may work. */
const FRESH_WITHOUT_BUS_MS = 2000
const MOST = 50_000

/** The empty scope of a user who has not chosen a store. */
const NO_STORE = { from: '~', to: '~' }

function toSignedIn({ expiresAt: _, actions, granted, ...person }: Found): SignedIn {
  const scope = person.identity === '-1' ? EVERY_STORE : person.orgCode === '' ? NO_STORE : scopeOf(person.orgCode)
  return { ...person, scope, actions: new Set(actions), granted: new Set(granted) }
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

  const load = async (tokenHash: string): Promise<SignedIn | null> => {
    const begun = generation
    const found = await db.call<Found | null>('find-signed-in', 'select find_signed_in($1)', [tokenHash])
    if (!found || found.expiresAt <= clock().getTime()) return null
    const user = toSignedIn(found)
    if (begun === generation) {
      if (remembered.size >= MOST) remembered.delete(remembered.keys().next().value ?? '')
      remembered.set(tokenHash, { user, expiresAt: found.expiresAt, loadedAt: performance.now() })
    }
    return user
  }

  return {
    async find(tokenHash) {
      const known = remembered.get(tokenHash)
      if (known) {
        const age = performance.now() - known.loadedAt
        const fresh = age < (bus.connected ? FRESH_MS : FRESH_WITHOUT_BUS_MS)
        if (fresh) return known.expiresAt > clock().getTime() ? known.user : null
        remembered.delete(tokenHash)
      }
      // Many calls of a screen arrive at once; they share one query.
      const pending = loading.get(tokenHash)
      if (pending) return pending
      const asked = load(tokenHash).finally(() => {
        if (loading.get(tokenHash) === asked) loading.delete(tokenHash)
      })
      loading.set(tokenHash, asked)
      return asked
    },
    forget: (whom) => bus.send({ kind: 'forget', ...(whom === 'everyone' ? {} : whom) }),
    onForgotten: (work) => void watchers.push(work),
  }
}
