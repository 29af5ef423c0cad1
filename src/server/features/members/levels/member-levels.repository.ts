import { sql } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'

/** The number of members of each level, by `levelKey`. */
export async function countMembers(
  trx: Transaction,
  levels: readonly { code: string; sysOrgCode: string }[],
): Promise<Map<string, number>> {
  if (levels.length === 0) return new Map()
  const wantedRows = sql.join(levels.map(({ code, sysOrgCode }) => sql`(${sysOrgCode}::text, ${code}::text)`))
  const { rows } = await sql<{ orgCode: string; code: string; members: number }>`
    select l.org_code, l.code, (select count(*)::int from member m
        where m.org_code = l.org_code and m.member_level = l.code and m.member_level <> '') as members
    from (values ${wantedRows}) as l (org_code, code)`.execute(trx)
  return new Map(rows.map(({ orgCode, code, members }) => [levelKey(orgCode, code), members]))
}

/** Key of a level or member within its store; codes are unique only within a store. */
export const levelKey = (orgCode: string, code: string): string => `${orgCode} ${code}`

/** The number of members with enough experience for a higher level, by that level. */
export async function countRaisable(
  trx: Transaction,
  orgCode: string,
): Promise<{ code: string; name: string; count: number }[]> {
  const { rows } = await sql<{ code: string; name: string; count: number }>`
    select reached.code, reached.name, count(*)::int as count
    from member m
    cross join lateral level_reached(m.org_code, m.experience) reached
    left join member_level own on own.org_code = m.org_code and own.code = m.member_level
    where m.org_code = ${orgCode} and m.merged_into is null and reached.rank > coalesce(own.rank, 0)
    group by reached.code, reached.name, reached.rank order by reached.rank`.execute(trx)
  return rows
}

/** Raises up to `limit` of them; returns how many. */
export async function raiseMembers(
  trx: Transaction,
  orgCode: string,
  limit: number,
  now: Date,
  { user, ip, requestId }: Pick<CallContext, 'user' | 'ip' | 'requestId'>,
): Promise<number> {
  const call = { userId: user.id, username: user.username, realname: user.realname, ip, requestId }
  const { rows } = await sql<{ raised: number }>`
    select raise_levels(${orgCode}, ${limit}, ${now}, ${JSON.stringify(call)}::jsonb) as raised`.execute(trx)
  return rows[0]?.raised ?? 0
}

/** Raises a member to the level of its experience, never lower. The caller must have locked the row. */
export async function raiseMember(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  now: Date,
  { user, ...from }: Pick<CallContext, 'user'> & Partial<Pick<CallContext, 'ip' | 'requestId'>>,
): Promise<void> {
  const call = {
    userId: user.id,
    username: user.username,
    realname: user.realname,
    ip: from.ip,
    requestId: from.requestId,
  }
  await sql`select raise_level(${id}, ${orgCode}, ${now}, ${JSON.stringify(call)}::jsonb)`.execute(trx)
}

export async function hasLevels(trx: Transaction, orgCode: string): Promise<boolean> {
  const found = await trx.selectFrom('memberLevel').select('id').where('orgCode', '=', orgCode).limit(1).execute()
  return found.length > 0
}

/** The code of a store's level by its name; returns `called` if there is no such name. */
export async function levelCodeByName(trx: Transaction, orgCode: string, called: string): Promise<string> {
  const named = await trx
    .selectFrom('memberLevel')
    .select('code')
    .where('orgCode', '=', orgCode)
    .where('name', '=', called)
    .executeTakeFirst()
  return named?.code ?? called
}

/** The level of a member and the next one. */
export interface Standing {
  name: string | null
  next: { name: string; lacks: number } | null
}

/** The level name and the next level of members, by `levelKey` of store and member. */
export async function standingsOf(
  trx: Transaction,
  members: readonly { id: string; orgCode: string; memberLevel: string; experience: number }[],
): Promise<Map<string, Standing>> {
  if (members.length === 0) return new Map()
  const wantedRows = JSON.stringify(
    members.map(({ id, orgCode, memberLevel, experience }) => ({
      id,
      org_code: orgCode,
      code: memberLevel,
      experience,
    })),
  )
  const { rows } = await sql<Standing & { id: string; orgCode: string }>`
    select m.id, m.org_code, l.name, next_level(m.org_code, m.code, m.experience) as next
    from jsonb_to_recordset(${wantedRows}::jsonb) as m (id text, org_code text, code text, experience bigint)
    left join member_level l on l.org_code = m.org_code and l.code = m.code`.execute(trx)
  return new Map(rows.map(({ id, orgCode, name, next }) => [levelKey(orgCode, id), { name, next }]))
}
