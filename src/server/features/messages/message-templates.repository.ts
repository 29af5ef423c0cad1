import { type Selectable, sql } from 'kysely'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { codesAbove } from './announcements.repository.ts'

export type TemplateRow = Selectable<Tables['messageTemplate']>

/**
 * Finds a template by code: of the store, else of the nearest store above, else of one below. It needs a transaction that sees every store,
 * because a chain's templates serve its stores.
 */
export async function findTemplate(
  trx: Transaction,
  { orgCode, scope }: Pick<SignedIn, 'orgCode' | 'scope'>,
  { templateCode, templateId }: { templateCode: string; templateId?: string },
): Promise<TemplateRow | undefined> {
  const above = sql<boolean>`org_code = any(${codesAbove(orgCode)})`
  let query = trx
    .selectFrom('messageTemplate')
    .selectAll()
    .where('templateCode', '=', templateCode)
    .where((row) => row.or([above, row.and([row('orgCode', '>=', scope.from), row('orgCode', '<', scope.to)])]))
  if (templateId !== undefined) query = query.where('id', '=', templateId)
  return (
    query
      // Stores above first, nearest first; then stores below, nearest first.
      .orderBy(sql`case when ${above} then -length(org_code) else length(org_code) end`)
      .orderBy('orgCode')
      .executeTakeFirst()
  )
}

/** The id of an active user with this name at a store in scope. */
export async function findReceiver(trx: Transaction, username: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom('userAccount as u')
    .innerJoin('userStore as ud', 'ud.userId', 'u.id')
    .innerJoin('store as d', 'd.id', 'ud.storeId')
    .select('u.id')
    .where('u.username', '=', username.toLowerCase())
    .where('u.status', '=', 1)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst()
  return found?.id
}
