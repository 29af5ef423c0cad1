import { createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { seeingEveryStore } from '#server/db/database.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import { holdingsOf } from './members.repository.ts'
import { toMember } from './members.view.ts'
import { findVisitors } from './visitors.repository.ts'

/** A busy counter serves less visitors; who tries out numbers of other stores waits longer each time. */
const FREE_LOOK_UPS = 60
const PATIENCE = { first: 5, longest: 60, forgives: 60 }

const KIND = '/membermanage/sysMemberManage'

/**
 * The members of other stores of the chain with this number, card or phone, as the caller's store sees them: without phone, card and level,
 * and with the value that can be used here. Each one shown is a trail entry, and counts against guessing. Throws `auth.lockedOut`.
 */
export async function shownVisitors(
  deps: Deps,
  ctx: CallContext,
  by: Parameters<typeof findVisitors>[2],
): Promise<Member[]> {
  const { user } = ctx
  const rows = await ctx.tx((trx) => findVisitors(trx, user.orgCode, by))
  if (rows.length === 0) return []
  await createGuard(deps).reserve([guarded(`visitors by ${user.id}`, FREE_LOOK_UPS, PATIENCE)])
  const now = deps.clock()
  const ids = rows.map(({ id }) => id)
  const { holdings, stores } = await ctx.tx((trx) =>
    seeingEveryStore(trx, user.scope, async () => ({
      holdings: await holdingsOf(trx, ids, now),
      stores: await trx
        .selectFrom('store')
        .select(['orgCode', 'name'])
        .where(
          'orgCode',
          'in',
          rows.map(({ orgCode }) => orgCode),
        )
        .execute(),
    })),
  )
  await ctx.leaveTrail(
    rows.map(({ id, orgCode }) => ({ id, kind: KIND, after: { visits: user.orgCode, home: orgCode } })),
  )
  return rows.map((row) =>
    toVisitor(toMember(row, holdings, false, now), stores.find(({ orgCode }) => orgCode === row.orgCode)?.name),
  )
}

/** What another store of the chain may see of a member. */
function toVisitor(member: Member, homeStore: string = member.orgCode): Member {
  const projects = member.projects.filter(({ projectType }) => projectType === GENERAL_PROJECT)
  const card = projects.find(({ isChangWan }) => isChangWan === 'YES')
  return {
    ...member,
    homeStore,
    physicalCard: '',
    memberLevel: '',
    memberLevel_dictText: '',
    exp: 0,
    letters: '',
    projects,
    isChangWan: card ? 'YES' : 'NO',
    changwanName: card?.changwanName ?? '',
    changWanEndTime: card?.changWanEndTime ?? null,
    changWanLastDay: card?.changWanLastDay ?? null,
  }
}
