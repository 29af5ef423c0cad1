import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/core/errors.ts'
import type { Clock } from './clock.ts'

/** A secret as this computer keeps it; base64. */
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

/** Wrong secrets by whose they should have been: after a few the next one waits. */
export function createTries(clock: Clock) {
  const failures = new Map<string, { count: number; until: number }>()
  return {
    /** Throws while a wait lasts. */
    check(name: string): void {
      const failed = failures.get(name)
      if (!failed || failed.until <= clock.now()) return
      // Counted from now where the computer's clock was set back meanwhile.
      failed.until = Math.min(failed.until, clock.now() + LOCK_SECONDS * 1000)
      throw new AppError('auth.lockedOut', { seconds: Math.ceil((failed.until - clock.now()) / 1000) })
    },
    wrong(name: string): void {
      const count = (failures.get(name)?.count ?? 0) + 1
      failures.set(name, { count, until: count < FREE_TRIES ? 0 : clock.now() + LOCK_SECONDS * 1000 })
    },
    forgive(name: string): void {
      failures.delete(name)
    },
  }
}
