import { type Selectable, sql } from 'kysely'
import type { SignedIn } from '#server/core/slice.ts'
import { seeingEveryStore, type Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { codesAbove } from '#server/features/messages/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { MAX_REPORTS } from '#shared/features/custom-reports/custom-reports.contract.ts'
import type { ReportDefinition } from '#shared/features/custom-reports/custom-reports.schema.ts'

export type ReportRow = Selectable<Tables['customReport']>

export interface ReportContent {
  name: string
  about: string
  roles: string[]
  definition: ReportDefinition
}

/** The codes of a user's roles, also of department roles. */
async function rolesOf(trx: Transaction, userId: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select r.role_code as code from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId}
    union select r.role_code from store_role_user ru join store_role r on r.id = ru.role_id where ru.user_id = ${userId}`.execute(
    trx,
  )
  return rows.map(({ code }) => code)
}

/**
 * The reports that a user sees: their own, and those of stores above and below that are shared with one of their roles. The platform
 * administrator sees all. The scope of a store does not cover its chain, so the conditions name the stores.
 */
export const visibleReports = (trx: Transaction, user: SignedIn, id?: string): Promise<ReportRow[]> =>
  seeingEveryStore(trx, user.scope, async () => {
    const roles = await rolesOf(trx, user.id)
    const isShared = user.identity === '-1' ? sql`true` : sql`(c.owner_id = ${user.id} or c.roles && ${roles}::text[])`
    const { rows } = await sql<ReportRow>`select c.* from custom_report c
      where ${isShared} and (c.owner_id = ${user.id} or starts_with(c.org_code, ${user.orgCode}) or c.org_code = any(${codesAbove(user.orgCode)}))
        ${id === undefined ? sql`` : sql`and c.id = ${id}`}
      order by c.name, c.id limit 1000`.execute(trx)
    return rows
  })

/** Whether a report's store is within the user's scope, so that the user may change it. */
export const isWithin = ({ scope }: Pick<SignedIn, 'scope'>, { orgCode }: Pick<ReportRow, 'orgCode'>): boolean =>
  scope.from <= orgCode && orgCode < scope.to

export async function addReport(trx: Transaction, user: SignedIn, content: ReportContent, at: Date): Promise<string> {
  // Reports of one user are added in turn: two at once could both pass the limit.
  await trx.selectFrom('userAccount').select('id').where('id', '=', user.id).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('customReport')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', user.id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_REPORTS) throw new AppError('customReport.tooMany', { limit: MAX_REPORTS })
  const id = newId()
  await trx
    .insertInto('customReport')
    .values({
      id,
      orgCode: user.orgCode,
      ownerId: user.id,
      ownerName: user.realname,
      ...content,
      definition: JSON.stringify(content.definition),
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  return id
}

/** Locks a report within the scope until the transaction ends. Throws `common.recordNotFound`. */
export async function lockReport(trx: Transaction, user: SignedIn, id: string): Promise<ReportRow> {
  const [seen] = await visibleReports(trx, user, id)
  const row =
    seen && (await trx.selectFrom('customReport').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

export async function updateReport(
  trx: Transaction,
  row: ReportRow,
  content: ReportContent,
  at: Date,
): Promise<number> {
  const version = row.version + 1
  await trx
    .updateTable('customReport')
    .set({ ...content, definition: JSON.stringify(content.definition), version, updatedAt: at })
    .where('id', '=', row.id)
    .execute()
  return version
}

/** Removes a report, also from home pages. */
export async function removeReport(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom('customReport').where('id', '=', id).execute()
  await trx.deleteFrom('customReportTile').where('reportId', '=', id).execute()
}

/** The users of stores within the scope of the transaction; those that are asked for, or the first ones by name. */
export async function recipientsOf(
  trx: Transaction,
  ids?: readonly string[],
): Promise<{ value: string; text: string }[]> {
  const { rows } = await sql<{ value: string; text: string }>`
    select distinct u.id::text as value, u.realname as text from user_account u join user_store us on us.user_id = u.id
        join store s on s.id = us.store_id
      where u.status = 1 and u.deleted_at is null ${ids ? sql`and u.id = any(${[...ids]}::uuid[])` : sql``}
      order by 2, 1 limit 500`.execute(trx)
  return rows
}

/** The roles that a user may share with: built-in ones, and those of stores above and below. */
export const sharedRoles = (trx: Transaction, user: SignedIn): Promise<{ value: string; text: string }[]> =>
  seeingEveryStore(trx, user.scope, async () => {
    const codes = codesAbove(user.orgCode)
    const { rows } = await sql<{ value: string; text: string }>`
      select r.role_code as value, r.role_name as text from role r
        where r.owner_code = '' or starts_with(r.owner_code, ${user.orgCode}) or r.owner_code = any(${codes})
      union select r.role_code, s.name || ' · ' || r.role_name from store_role r join store s on s.id = r.store_id
        where starts_with(s.org_code, ${user.orgCode}) or s.org_code = any(${codes})
      order by 2 limit 500`.execute(trx)
    return rows
  })
