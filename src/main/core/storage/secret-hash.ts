import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#main/core/clocks/clock.ts'
import { AppError } from '#shared/core/errors.ts'

/** A stored hash of a secret; base64. */
export const HashedSecret = z.object({ salt: z.string(), hash: z.string() })
export type HashedSecret = z.infer<typeof HashedSecret>

export async function hashSecret(secret: string): Promise<HashedSecret> {
  const salt = randomBytes(16)
  return { salt: salt.toString('base64'), hash: (await derive(secret, salt)).toString('base64') }
}

export async function isSecret(given: string, { salt, hash }: HashedSecret): Promise<boolean> {
  return timingSafeEqual(await derive(given, Buffer.from(salt, 'base64')), Buffer.from(hash, 'base64'))
}

const derive = (secret: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

const FREE_TRIES = 5
const LOCK_SECONDS = 60

/** Limits attempts per name: after a few failures further attempts must wait. */
export function createTries(clock: Clock) {
  const taken = new Map<string, { count: number; until: number }>()
  return {
    /**
     * Counts an attempt before it is checked, so that concurrent attempts cannot exceed the limit;
     * throws during the waiting time.
     */
    take(name: string): void {
      const { count, until } = taken.get(name) ?? { count: 0, until: 0 }
      const now = clock.now()
      if (until > now) {
        // Limited, because the clock may have been set back.
        const end = Math.min(until, now + LOCK_SECONDS * 1000)
        taken.set(name, { count, until: end })
        throw new AppError('auth.lockedOut', { seconds: Math.ceil((end - now) / 1000) })
      }
      taken.set(name, { count: count + 1, until: count + 1 < FREE_TRIES ? 0 : now + LOCK_SECONDS * 1000 })
    },
    /** Resets the count after a correct secret. */
    forgive(name: string): void {
      taken.delete(name)
    },
  }
}
