import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

interface OpenidBinding {
  orgCode: string
  memberId: string
  appId: string
  openid: string
  /** Whether the app is a public account: then messages of the member's store go to this openid. */
  isOfficial: boolean
}

/**
 * Binds an openid to a member who has proven to be this person. An openid has one member of a store and a member one openid of an app, so
 * earlier bindings end. Returns the members whose binding has changed: their sessions by openid must end. Throws `members.notFound`.
 */
export async function bindOpenid(
  { clock }: Pick<Deps, 'clock'>,
  ctx: Pick<CallContext, 'touched'>,
  trx: Transaction,
  { orgCode, memberId, appId, openid, isOfficial }: OpenidBinding,
): Promise<string[]> {
  // Bindings of one openid come in turn; then members are locked in one order.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`openid ${orgCode} ${appId} ${openid}`}, 0))`.execute(trx)
  const holder = await holderOf(trx, { orgCode, appId, openid })
  const ids = [...new Set([memberId, ...(holder ? [holder] : [])])].sort()
  const members = await trx
    .selectFrom('member')
    .select(['id', 'openid', 'mergedInto'])
    .where('orgCode', '=', orgCode)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const member = members.find(({ id }) => id === memberId)
  if (!member || member.mergedInto !== null) throw new AppError('members.notFound', { field: 'userId' })
  const ended = await trx
    .deleteFrom('memberOpenid')
    .where('orgCode', '=', orgCode)
    .where('appId', '=', appId)
    .where((row) => row.or([row('openid', '=', openid), row('memberId', '=', memberId)]))
    .returning(['memberId', 'openid'])
    .execute()
  const isSame = ended.length === 1 && ended[0]?.memberId === memberId && ended[0].openid === openid
  await trx.insertInto('memberOpenid').values({ orgCode, memberId, appId, openid, boundAt: clock() }).execute()
  if (isOfficial && member.openid !== openid) {
    const setOpenid = (value: string) => trx.updateTable('member').set({ openid: value }).where('orgCode', '=', orgCode)
    // All conditions of the index `member_openid_key`, so that it is used.
    await setOpenid('')
      .where('openid', '=', openid)
      .where('openid', '<>', '')
      .where('mergedInto', 'is', null)
      .where('id', '<>', memberId)
      .execute()
    await setOpenid(openid).where('id', '=', memberId).execute()
  }
  if (isSame) return []
  ctx.touched({
    kind: '/wechat/openid',
    id: memberId,
    before: { members: ended.map((one) => one.memberId) },
    after: { appId, members: [memberId] },
  })
  return [...new Set([...ended.map((one) => one.memberId), memberId])]
}

interface Openid {
  orgCode: string
  appId: string
  openid: string
}

/** The member of an openid at a store; undefined if nobody is bound. */
export async function holderOf(trx: Transaction, { orgCode, appId, openid }: Openid): Promise<string | undefined> {
  const row = await trx
    .selectFrom('memberOpenid')
    .select('memberId')
    .where('orgCode', '=', orgCode)
    .where('appId', '=', appId)
    .where('openid', '=', openid)
    .executeTakeFirst()
  return row?.memberId
}
