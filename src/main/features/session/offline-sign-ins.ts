import { z } from 'zod'
import type { Clock } from '#main/core/clocks/clock.ts'
import { createTries, HashedSecret, hashSecret, isSecret } from '#main/core/storage/secret-hash.ts'
import { readEntry } from '#main/core/storage/secure-entry.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { AppError } from '#shared/core/errors.ts'
import { CurrentUser, Permissions, Store } from '#shared/features/access/access.schema.ts'

/** Validity of offline sign-ins after an online one (domain.md "Offline at the counter"). */
export const OFFLINE_SIGN_IN_LIFE = 72 * 3600_000

const ENTRY_NAME = 'sign-ins'

const Known = HashedSecret.extend({
  at: z.number(),
  userInfo: CurrentUser,
  departs: z.array(Store),
  permissions: Permissions.nullable(),
})
const KnownByName = z.record(z.string(), Known)

export type KnownPerson = Pick<z.infer<typeof Known>, 'userInfo' | 'departs' | 'permissions'>

/** Users who signed in on this terminal, with salted password hashes, in the secure store. */
export function offlineSignIns(store: SecureStore, clock: Clock) {
  const tries = createTries(clock)

  const isRecent = (at: number): boolean => Math.abs(clock.now() - at) <= OFFLINE_SIGN_IN_LIFE

  function read(): z.infer<typeof KnownByName> {
    const known = readEntry(store, ENTRY_NAME, KnownByName) ?? {}
    return Object.fromEntries(Object.entries(known).filter(([, person]) => isRecent(person.at)))
  }

  return {
    /** Call after a sign-in confirmed by the server. */
    async remember(username: string, password: string, person: KnownPerson): Promise<void> {
      const { salt, hash } = await hashSecret(password)
      const entry = { ...person, at: clock.now(), salt, hash }
      store.set(ENTRY_NAME, JSON.stringify({ ...read(), [username]: entry }))
      tries.forgive(username)
    },

    /** Updates the selected store and permissions. */
    update(username: string, person: KnownPerson): void {
      const all = read()
      const known = all[username]
      if (known) store.set(ENTRY_NAME, JSON.stringify({ ...all, [username]: { ...known, ...person } }))
    },

    /** Whether a user's password can be checked on this computer. */
    knows: (username: string): boolean => Object.hasOwn(read(), username),

    forget(username: string): void {
      const { [username]: _gone, ...rest } = read()
      store.set(ENTRY_NAME, JSON.stringify(rest))
    },

    async verify(username: string, password: string): Promise<KnownPerson> {
      const known = read()[username]
      if (!known) throw new AppError('auth.offlineUnknown')
      tries.take(username)
      if (!(await isSecret(password, known))) throw new AppError('auth.wrongPassword')
      tries.forgive(username)
      return known
    },
  }
}
