import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { resultKeyOf } from '#server/features/printing/index.ts'
import { toWireTime } from '#shared/core/time.ts'
import { COMMENT_DAYS } from '#shared/features/comments/ride-comments.schema.ts'

const MAX_SHOWN = 30

interface RiddenRide {
  playId: string
  startedAt: Date
  ruleName: string
  vehicleName: string
  stars: number | null
}

/** The rides of the member that may be commented on, also under merged numbers; the newest first. */
export async function ridesOfMember(deps: Deps, ctx: CallContext, trx: Transaction) {
  const { rows } = await sql<RiddenRide>`
    select p.id as play_id, p.created_at as started_at, p.rule_name, v.name as vehicle_name, c.stars
      from play_record p
      join lateral (select g.* from run g where g.play_id = p.id and g.org_code = p.org_code order by g.seq desc limit 1) r on true
      join vehicle v on v.id = r.vehicle_id and v.org_code = r.org_code
      left join ride_comment c on c.play_id = p.id and c.org_code = p.org_code
      where p.member_id = any (numbers_of(${ctx.memberId})) and p.org_code = ${ctx.user.orgCode}
        and r.state = 'ENDED' and r.ended_at > ${deps.clock()}::timestamptz - make_interval(days => ${COMMENT_DAYS})
        and p.state <> 'CANCELLED' and p.consume_type <> 'TESTCARD'
      order by p.created_at desc, p.id desc limit ${MAX_SHOWN}`.execute(trx)
  return rows.map(({ playId, startedAt, ruleName: roleName, vehicleName, stars }) => ({
    key: resultKeyOf(deps, playId),
    startTime: toWireTime(startedAt),
    roleName,
    vehicleName,
    stars,
  }))
}
