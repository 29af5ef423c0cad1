import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { isBadgeOf } from '#shared/features/sessions/badge.calc.ts'

/** How long a proof is valid: a working day. */
const PROVEN_MS = 12 * 3_600_000
/** As at sign-in: few free attempts for a cashier at one user's counter, more for a cashier or a user alone. */
const FREE = { pair: 6, cashier: 21, operator: 41 }
const KIND = '/sys/user'

/**
 * Checks whether a cashier may take over the counter of the signed-in caller. A cashier without a password may; others need the
 * password or, if the store allows it, a badge at an enrolled terminal. A badge number is no secret, so a browser does not accept it.
 * The proof is valid for this sign-in at this terminal, so that a cashier cannot be named on orders of others.
 */
export async function checkCashier(
  deps: Deps,
  ctx: CallContext,
  { cashierId, password, badge }: { cashierId: string; password: string; badge: string },
): Promise<boolean> {
  const { id: operator, orgCode } = ctx.user
  const terminalId = await ctx.terminal()
  const cashier = await ctx.tx((trx) =>
    trx
      .selectFrom('userAccount as person')
      .innerJoin('userStore as link', 'link.userId', 'person.id')
      .innerJoin('store', 'store.id', 'link.storeId')
      .select(['person.id', 'person.workNo', 'person.conPasswordHash', 'store.cashierByBadge'])
      .where('person.id', '=', cashierId)
      .where('store.orgCode', '=', orgCode)
      .where('person.identity', 'in', ['1', '2', '3'])
      .where('person.status', '=', 1)
      .where('person.deletedAt', 'is', null)
      .executeTakeFirst(),
  )
  if (!cashier) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
  if (cashier.conPasswordHash === null || cashier.id === operator) return true
  if (badge !== '' && (cashier.cashierByBadge === 'NO' || terminalId === null))
    throw new AppError('cashiers.badgeAlone', { field: 'badge' })
  const pair = guarded(`cashier ${cashier.id} by ${operator}`, FREE.pair)
  const others = [guarded(`cashier ${cashier.id}`, FREE.cashier), guarded(`cashiers by ${operator}`, FREE.operator)]
  const tries = await createGuard(deps).reserve([pair, ...others])
  const isRight = badge === '' ? await verify(cashier.conPasswordHash, password) : isBadgeOf(cashier.workNo, badge)
  if (!isRight) {
    await ctx.leaveTrail([{ id: cashier.id, kind: KIND, after: { refused: 'sessions.cashierUnproven' } }])
    return false
  }
  await tries.right([pair])
  const expiresAt = new Date(deps.clock().getTime() + PROVEN_MS)
  await ctx.tx(async (trx) => {
    const proof = { tokenHash: ctx.tokenHash, cashierId: cashier.id, orgCode, terminalId, expiresAt }
    await trx
      .insertInto('cashierProof')
      .values(proof)
      .onConflict((conflict) => conflict.columns(['tokenHash', 'cashierId']).doUpdateSet(proof))
      .execute()
    await sql`delete from cashier_proof where token_hash = ${ctx.tokenHash} and expires_at < ${deps.clock()}`.execute(
      trx,
    )
  })
  return true
}
