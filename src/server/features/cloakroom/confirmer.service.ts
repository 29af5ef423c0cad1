import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import { isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

/** Allows a second user to confirm that a thing is handed out without its slip. */
const CONFIRM = 'cloakroomitem:confirm'
/** Free attempts: few per pair of caller and second user, more for each of them. */
const FREE_ATTEMPTS = { pair: 6, confirmer: 21, operator: 41 }
const KIND = '/cloakroom/sysCloakroomItem'

interface Confirmer {
  id: string
  realname: string
  passwordHash: string
}

/** The users who may confirm at the caller's store, except the caller. */
async function confirmersOf(trx: Transaction, { user }: CallContext): Promise<Confirmer[]> {
  const { rows } = await sql<Confirmer>`
    select u.id, u.realname, u.password_hash from people_with(${CONFIRM}, ${user.orgCode}) as person (id)
      join user_account u on u.id = person.id where u.id <> ${user.id} order by u.realname, u.id`.execute(trx)
  return rows
}

export const listConfirmers = (ctx: CallContext): Promise<Pick<Confirmer, 'id' | 'realname'>[]> =>
  ctx.tx(async (trx) => (await confirmersOf(trx, ctx)).map(({ id, realname }) => ({ id, realname })))

const confirmed = new WeakMap<CallContext, Confirmer>()

/**
 * Checks the password of the second user of a keyed call before its transaction begins, because attempts are counted in transactions of
 * their own. A repeated call needs none. Throws `cloakroom.confirmerUnknown`, `cloakroom.passwordWrong` or `auth.lockedOut`.
 */
export async function checkConfirmer(
  deps: Deps,
  ctx: CallContext,
  { confirmerId, password }: { confirmerId: string; password: string },
): Promise<void> {
  const people = await ctx.tx(async (trx) => ((await isAnswered(trx, ctx)) ? null : confirmersOf(trx, ctx)))
  if (!people) return
  const found = people.find(({ id }) => id === confirmerId)
  if (!found) throw new AppError('cloakroom.confirmerUnknown', { field: 'confirmerId' })
  const pair = guarded(`cloakroom ${found.id} by ${ctx.user.id}`, FREE_ATTEMPTS.pair)
  const sharedKeys = [
    guarded(`cloakroom ${found.id}`, FREE_ATTEMPTS.confirmer),
    guarded(`cloakroom by ${ctx.user.id}`, FREE_ATTEMPTS.operator),
  ]
  const attempt = await createGuard(deps).reserve([pair, ...sharedKeys])
  if (!(await verify(found.passwordHash, password).catch(() => false))) {
    await ctx.leaveTrail([{ id: found.id, kind: KIND, after: { refused: 'cloakroom.passwordWrong' } }])
    throw new AppError('cloakroom.passwordWrong', { field: 'password' })
  }
  await attempt.right([pair])
  confirmed.set(ctx, found)
}

/** The second user whose password was checked, if that user may still confirm and has that password. Throws `cloakroom.confirmerUnknown`. */
export async function requireConfirmer(trx: Transaction, ctx: CallContext): Promise<Confirmer> {
  const checked = confirmed.get(ctx)
  const current = (await confirmersOf(trx, ctx)).find(({ id }) => id === checked?.id)
  if (!current || current.passwordHash !== checked?.passwordHash)
    throw new AppError('cloakroom.confirmerUnknown', { field: 'confirmerId' })
  return current
}
