import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'

export type AnnouncementRow = Selectable<Tables['announcement']>
type NewAnnouncement = Omit<AnnouncementRow, 'deleted' | 'sender' | 'sendStatus' | 'sendTime' | 'cancelTime'>

/** A LIKE pattern for a search text `*text*`, which matches anywhere. */
const containing = (text: string): string => `%${escapeLike(text.replace(/^\*|\*$/g, ''))}%`

const undeleted = (trx: Transaction, id: string) =>
  trx.selectFrom('announcement').selectAll().where('id', '=', id).where('deleted', '=', false)

/** An announcement of the stores in scope that is not deleted. */
export const findAnnouncement = (trx: Transaction, id: string): Promise<AnnouncementRow | undefined> =>
  undeleted(trx, id).executeTakeFirst()

/** Locks an announcement of the stores in scope until the transaction ends. */
export const lockAnnouncement = (trx: Transaction, id: string): Promise<AnnouncementRow | undefined> =>
  undeleted(trx, id).forUpdate().executeTakeFirst()

export async function wasDeleted(trx: Transaction, id: string): Promise<boolean> {
  const row = trx.selectFrom('announcement').select('id').where('id', '=', id).where('deleted', '=', true)
  return (await row.executeTakeFirst()) !== undefined
}

export async function insertAnnouncement(trx: Transaction, row: NewAnnouncement & Partial<AnnouncementRow>) {
  await trx.insertInto('announcement').values(row).execute()
}

export async function updateAnnouncement(trx: Transaction, id: string, set: Updateable<Tables['announcement']>) {
  await trx.updateTable('announcement').set(set).where('id', '=', id).execute()
}

/** Replaces the listed recipients of an announcement and clears their read state. */
export async function setAudience(
  trx: Transaction,
  announcementId: string,
  orgCode: string,
  userIds: string[],
): Promise<void> {
  await trx.deleteFrom('announcementReader').where('announcementId', '=', announcementId).execute()
  if (userIds.length === 0) return
  const rows = userIds.map((userId) => ({ announcementId, orgCode, userId, readTime: null }))
  await trx.insertInto('announcementReader').values(rows).execute()
}

export async function audienceOf(trx: Transaction, ids: string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('announcementReader as s')
    .innerJoin('announcement as a', 'a.id', 's.announcementId')
    .select(['s.announcementId', 's.userId'])
    .where('s.announcementId', 'in', ids)
    .where('a.msgType', '=', 'USER')
    .where('s.represents', 'is', null)
    .orderBy('s.userId')
    .execute()
  const audience = new Map<string, string[]>()
  for (const { announcementId, userId } of rows) {
    audience.set(announcementId, [...(audience.get(announcementId) ?? []), userId])
  }
  return audience
}

/** These users and their current deputies. */
export async function withDeputies(trx: Transaction, userIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ deputyId: string }>`select d.deputy_id from user_deputy d
    where d.user_id = any(${[...userIds]}::uuid[]) and ${isActiveDeputy(now)}`.execute(trx)
  return [...new Set([...userIds, ...rows.map(({ deputyId }) => deputyId)])]
}

/** SQL condition: deputy `d` is active at this time. */
const isActiveDeputy = (now: Date) => sql`d.status = '1'
  and (d.start_time is null or d.start_time <= ${now}) and (d.end_time is null or d.end_time >= ${now})`

/** The users among these who belong to a store in scope. */
export async function usersInScope(trx: Transaction, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await trx
    .selectFrom('userStore as ud')
    .innerJoin('store as d', 'd.id', 'ud.storeId')
    .innerJoin('userAccount as u', 'u.id', 'ud.userId')
    .select('ud.userId')
    .distinct()
    .where('ud.userId', 'in', userIds)
    .where('u.deletedAt', 'is', null)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** User names by user id. */
export async function usernamesOf(trx: Transaction, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await trx.selectFrom('userAccount').select(['id', 'username']).where('id', 'in', userIds).execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** The sorted ids of users with these names who belong to a store in scope. */
export async function userIdsOf(trx: Transaction, usernames: string[]): Promise<string[]> {
  if (usernames.length === 0) return []
  const rows = await trx
    .selectFrom('userAccount')
    .select('id')
    .where('username', 'in', usernames)
    .orderBy('id')
    .execute()
  const undeleted = await usersInScope(
    trx,
    rows.map(({ id }) => id),
  )
  return undeleted.sort()
}

/** The org codes of a store and all stores above it, including the empty one. */
export const codesAbove = (orgCode: string): string[] =>
  Array.from({ length: orgCode.length + 1 }, (_, length) => orgCode.slice(0, length))

export type MyRow = AnnouncementRow & { readTime: Date | null; represents: string | null }

interface MyFilter {
  titile?: string
  sender?: string
  msgCategory?: string
  readFlag?: '0' | '1'
  id?: string
}

/**
 * SQL for the released announcements that a user may read now: for all, for this user, or, within the time of the deputyship, for a user
 * whom this one deputizes for.
 *
 * Announcements of a chain are outside the scope of its stores. So this needs a transaction that sees every store, and these conditions are
 * the only access check.
 */
function myAnnouncements(user: SignedIn, now: Date, filter: MyFilter): RawBuilder<unknown> {
  const current = sql`a.send_status = '1' and not a.deleted
    and (a.start_time is null or a.start_time <= ${now}) and (a.end_time is null or a.end_time > ${now})`
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (filter.id) conditions.push(sql`m.id = ${filter.id}`)
  if (filter.titile) conditions.push(sql`m.title ilike ${containing(filter.titile)}`)
  if (filter.sender) conditions.push(sql`m.sender ilike ${containing(filter.sender)}`)
  if (filter.msgCategory) conditions.push(sql`m.msg_category = ${filter.msgCategory}`)
  if (filter.readFlag) conditions.push(sql`(m.read_time is not null) = ${filter.readFlag === '1'}`)
  return sql`from (
    select a.*, s.read_time, null::uuid as represents from announcement a
    left join announcement_reader s on s.announcement_id = a.id and s.org_code = a.org_code and s.user_id = ${user.id}
    where a.msg_type = 'ALL' and a.org_code = any(${codesAbove(user.orgCode)}) and ${current}
    union all
    select a.*, s.read_time, null::uuid as represents from announcement_reader s
    join announcement a on a.id = s.announcement_id and a.org_code = s.org_code
    where s.user_id = ${user.id} and s.represents is null and a.msg_type = 'USER' and ${current}
    union all
    select distinct on (a.id) a.*, s.read_time, d.user_id as represents from user_deputy d
    join announcement_reader p on p.user_id = d.user_id and p.represents is null
    join announcement a on a.id = p.announcement_id and a.org_code = p.org_code
    left join announcement_reader s on s.announcement_id = a.id and s.org_code = a.org_code and s.user_id = d.deputy_id
    where d.deputy_id = ${user.id} and ${isActiveDeputy(now)} and a.msg_type = 'USER' and ${current}
      and (d.start_time is null or a.send_time >= d.start_time)
      and (s.user_id is null or s.represents is not null)
  ) m where ${sql.join(conditions, sql` and `)}`
}

export async function pageOfMine(
  trx: Transaction,
  user: SignedIn,
  now: Date,
  page: MyFilter & { pageNo: number; pageSize: number; order: 'asc' | 'desc' },
): Promise<Page<MyRow>> {
  const { pageNo, pageSize } = page
  const found = myAnnouncements(user, now, page)
  const order = sql.raw(page.order)
  const { rows } = await sql<MyRow>`select m.* ${found} order by m.send_time ${order}, m.id ${order}
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(trx)
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total ${found}`.execute(trx)
  return toPage(rows, counts[0]?.total ?? 0, pageNo, pageSize)
}

/** Marks all announcements of a user, or one, as read; earlier read times stay. */
export async function markRead(trx: Transaction, user: SignedIn, now: Date, id?: string): Promise<void> {
  await sql`
    insert into announcement_reader (announcement_id, org_code, user_id, read_time, represents)
    select m.id, m.org_code, ${user.id}, ${now}, m.represents ${myAnnouncements(user, now, { id, readFlag: '0' })}
    on conflict on constraint announcement_reader_pkey do update set read_time = excluded.read_time
    where announcement_reader.read_time is null`.execute(trx)
}

/** Revokes the system messages about something that has ended; they remain in the management list. */
export async function revokeSystemMessages(trx: Transaction, about: string, now: Date): Promise<void> {
  await trx
    .updateTable('announcement')
    .set({ sendStatus: '2', cancelTime: now })
    .where('busId', '=', about)
    .where('sendStatus', '=', '1')
    .execute()
}
