import { verify } from '@node-rs/argon2'
import { askerOf, createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import { UNMATCHABLE_HASH } from '#server/core/secrets/unmatchable-hash.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf } from '#server/db/database.ts'
import { authorizeTv } from '#server/features/vehicles/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { ensureStoreScreen, revealKey } from './screen-keys.repository.ts'

/** Limit of calls without sign-in: one at a time on the list connections, and few waiting per address. */
export const PUBLIC_CALL_LIMIT = {
  maxRunning: 1,
  maxWaiting: 100,
  waitTimeoutMs: 5000,
  perUser: { maxRunning: 1, maxWaiting: 40 },
}

/** Free password attempts: few from one address at one store, more at a store from everywhere. */
const FREE_ATTEMPTS = { address: 6, store: 40 }

interface TvSignIn {
  orgCode: string
  password: string
  deviceId: string
}

/**
 * Signs a TV in by the password of its store; the same device always gets the same screen. Throws `display.wrongPassword`, or why the TV
 * has no permit.
 */
export async function signInTv(deps: Deps, ctx: CallContext, { orgCode, password, deviceId }: TvSignIn) {
  const { db, clock } = deps
  const address = guarded(`tv of ${orgCode} from ${askerOf(ctx.ip)}`, FREE_ATTEMPTS.address)
  const attempt = await createGuard(deps).reserve([address, guarded(`tv of ${orgCode}`, FREE_ATTEMPTS.store)])
  const store = await db.scoped(EVERY_STORE, (trx) =>
    trx
      .selectFrom('store')
      .select(['name', 'tvPasswordHash'])
      .where('orgCode', '=', orgCode)
      .where('kind', '=', 'store')
      .where('status', '=', '1')
      .executeTakeFirst(),
  )
  const isRight = await verify(store?.tvPasswordHash ?? UNMATCHABLE_HASH, password)
  if (!store?.tvPasswordHash || !isRight) throw new AppError('display.wrongPassword', { field: 'password' })
  await attempt.right([address])
  const row = await db.scoped(scopeOf(orgCode), async (trx) => {
    const device = await authorizeTv(trx, { orgCode, serialNumber: deviceId, at: clock() })
    const screen = { id: newId(), orgCode, name: device.name || deviceId, by: deviceId, deviceId: device.id }
    return ensureStoreScreen(deps, trx, screen)
  })
  return revealKey(deps, row)
}
