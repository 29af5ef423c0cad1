import { createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import type { Bus } from '#server/core/realtime/bus.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { seeingEveryStore } from '#server/db/database.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import { holdingsOf } from './members.repository.ts'
import { toMember } from './members.view.ts'
import { findVisitors } from './visitors.repository.ts'

/** A busy counter serves less visitors in a day; who tries out numbers of other stores waits longer each time. */
const FREE_VISITORS = 200
const PATIENCE = { first: 5, longest: 900, forgives: 3600 }
/** A visitor is looked up and quoted several times while being served; this long they count as one for a user. */
const SERVED_MS = 3_600_000
const MAX_SERVED = 10_000
/** When users were last counted for visitors at any copy of the server, by the bus of this copy. */
const servedAt = new WeakMap<Bus, Map<string, number>>()

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    /** Visitors whom a user was counted for at one copy of the server. */
    visitorsServed: { userId: string; visitors: string[] }
  }
}

const pairOf = (userId: string, visitor: string): string => `${userId} ${visitor}`

/** Learns whom this and other copies of the server count. Call once, before the first look-up. */
export function learnServedVisitors({ bus, clock }: Pick<Deps, 'bus' | 'clock'>): void {
  const served = new Map<string, number>()
  servedAt.set(bus, served)
  bus.listen((message) => {
    if (message.kind !== 'visitorsServed') return
    if (served.size > MAX_SERVED) served.clear()
    for (const visitor of message.visitors) served.set(pairOf(message.userId, visitor), clock().getTime())
  })
}

/** Counts the visitors that a user is shown the value of, against guessing. Throws `auth.lockedOut`. */
export async function countVisitors(deps: Deps, { user }: CallContext, visitors: readonly string[]): Promise<void> {
  const since = deps.clock().getTime() - SERVED_MS
  const served = servedAt.get(deps.bus)
  const others = visitors.filter((id) => (served?.get(pairOf(user.id, id)) ?? 0) < since)
  if (others.length === 0) return
  await createGuard(deps).reserve([guarded(`visitors by ${user.id}`, FREE_VISITORS, PATIENCE)])
  // A copy that does not learn of it counts once more.
  const sent = deps.bus.send({ kind: 'visitorsServed', userId: user.id, visitors: others })
  sent.catch((error: unknown) => deps.log.warn({ err: error }, 'other copies do not learn of a visitor'))
}

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
  const now = deps.clock()
  const ids = rows.map(({ id }) => id)
  await countVisitors(deps, ctx, ids)
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
