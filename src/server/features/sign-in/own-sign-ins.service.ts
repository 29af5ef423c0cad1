import type { CallContext, Deps } from '#server/core/slice.ts'
import { toWireTime } from '#shared/core/time.ts'

/** The valid sign-ins of a user, newest first. */
export const ownSignIns = ({ clock }: Pick<Deps, 'clock'>, ctx: CallContext) =>
  ctx.accountTx(async (trx) => {
    const rows = await trx
      .selectFrom('accessToken')
      .leftJoin('store', 'store.orgCode', 'accessToken.chosenOrgCode')
      .select(['tokenHash', 'accessToken.createdAt', 'accessToken.address', 'agent', 'store.name as storeName'])
      .where('userId', '=', ctx.user.id)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', clock())
      .orderBy('accessToken.createdAt', 'desc')
      .limit(100)
      .execute()
    return rows.map(({ tokenHash, createdAt, address, agent, storeName }) => ({
      time: toWireTime(createdAt),
      address,
      agent,
      storeName,
      isCurrent: tokenHash === ctx.tokenHash,
    }))
  })

/** Ends all other sign-ins of the user and notifies their windows at once. Returns their number. */
export async function signOutElsewhere({ auth, clock }: Pick<Deps, 'auth' | 'clock'>, ctx: CallContext) {
  const { id } = ctx.user
  const ended = await ctx.accountTx(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('accessToken')
      .set({ revokedAt: clock() })
      .where('userId', '=', id)
      .where('tokenHash', '<>', ctx.tokenHash)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', clock())
      .executeTakeFirst()
    const count = Number(numUpdatedRows)
    ctx.touched({ id, kind: '/sys/user', after: { endedSignIns: count } })
    return count
  })
  await auth.forget({ userId: id })
  return { ended }
}
