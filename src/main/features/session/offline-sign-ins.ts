import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#main/core/clock.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import { AppError } from '#shared/core/errors.ts'
import { CurrentUser, Permissions, Store } from '#shared/features/access/access.schema.ts'
import { readEntry } from './secure-entry.ts'

/** How long someone who signed in here may sign in again without the server (domain.md "Offline at the counter"). */
export const offlineSignInLife = 72 * 3600_000

const entryName = 'sign-ins'
const freeTries = 5
const lockSeconds = 60

const Known = z.object({
  at: z.number(),
  salt: z.string(),
  hash: z.string(),
  userInfo: CurrentUser,
  departs: z.array(Store),
  permissions: Permissions.nullable(),
})
const KnownByName = z.record(z.string(), Known)

export type KnownPerson = Pick<z.infer<typeof Known>, 'userInfo' | 'departs' | 'permissions'>

/** The people who signed in on this terminal, each with a salted hash of the password, in the secure store. */
export function offlineSignIns(store: SecureStore, clock: Clock) {
  const failures = new Map<string, { count: number; until: number }>()

  const isRecent = (at: number): boolean => Math.abs(clock.now() - at) <= offlineSignInLife

  function read(): z.infer<typeof KnownByName> {
    const known = readEntry(store, entryName, KnownByName) ?? {}
    return Object.fromEntries(Object.entries(known).filter(([, person]) => isRecent(person.at)))
  }

  return {
    /** After a sign-in that the server confirmed. */
    async remember(username: string, password: string, person: KnownPerson): Promise<void> {
      const salt = randomBytes(16)
      const hash = await derive(password, salt)
      const entry = { ...person, at: clock.now(), salt: salt.toString('base64'), hash: hash.toString('base64') }
      store.set(entryName, JSON.stringify({ ...read(), [username]: entry }))
      failures.delete(username)
    },

    /** What changed since: the chosen store, the permissions. */
    update(username: string, person: KnownPerson): void {
      const all = read()
      const known = all[username]
      if (known) store.set(entryName, JSON.stringify({ ...all, [username]: { ...known, ...person } }))
    },

    forget(username: string): void {
      const { [username]: _gone, ...rest } = read()
      store.set(entryName, JSON.stringify(rest))
    },

    async verify(username: string, password: string): Promise<KnownPerson> {
      const failed = failures.get(username)
      if (failed && failed.until > clock.now()) {
        // Counted from now where the computer's clock was set back meanwhile.
        failed.until = Math.min(failed.until, clock.now() + lockSeconds * 1000)
        throw new AppError('auth.lockedOut', { seconds: Math.ceil((failed.until - clock.now()) / 1000) })
      }
      const known = read()[username]
      if (!known) throw new AppError('auth.offlineUnknown')
      const hash = await derive(password, Buffer.from(known.salt, 'base64'))
      if (timingSafeEqual(hash, Buffer.from(known.hash, 'base64'))) {
        failures.delete(username)
        return known
      }
      const count = (failed?.count ?? 0) + 1
      failures.set(username, { count, until: count < freeTries ? 0 : clock.now() + lockSeconds * 1000 })
      throw new AppError('auth.wrongPassword')
    },
  }
}

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
