import { hash } from 'node:crypto'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

/**
 * The secret that the enrolled terminals of a store share, by which they authenticate each other while the server is away. It is
 * derived from their keys, so that it changes when one of them is revoked.
 */
export async function storeSecret(
  { sealer }: Pick<Deps, 'sealer'>,
  ctx: CallContext,
  trx: Transaction,
): Promise<{ orgCode: string; secret: string }> {
  if ((await ctx.terminal()) === null) throw new AppError('terminals.notEnrolled')
  const { orgCode } = ctx.user
  const enrolled = await trx
    .selectFrom('terminal')
    .select(['id', 'publicKey'])
    .where('orgCode', '=', orgCode)
    .where('state', '=', 'enrolled')
    .orderBy('id')
    .execute()
  const who = hash('sha256', enrolled.map(({ id, publicKey }) => `${id} ${publicKey}`).join('\n'))
  return { orgCode, secret: sealer.stamp(`${orgCode}\n${who}`, 'terminals of a store').toString('base64url') }
}
