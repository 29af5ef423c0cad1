import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Page } from '#shared/core/envelope.ts'

type MemberRow = Selectable<Tables['member']>

/** A member by number; a merged one resolves to the remaining member. */
export async function currentMember(trx: Transaction, id: string): Promise<MemberRow | null> {
  const row = await trx
    .selectFrom('member as known')
    .innerJoin('member as current', (join) =>
      join
        .onRef('current.orgCode', '=', 'known.orgCode')
        .on('current.id', '=', sql<string>`coalesce(known.merged_into, known.id)`),
    )
    .selectAll('current')
    .where('known.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Replaces merged members of a page by the remaining ones, without duplicates. */
export async function resolveMergedMembers<R extends MemberRow>(
  trx: Transaction,
  page: Page<R>,
): Promise<Page<R | MemberRow>> {
  const numbers = page.records.flatMap(({ mergedInto }) => mergedInto ?? [])
  if (numbers.length === 0) return page
  const current = await trx.selectFrom('member').selectAll().where('id', 'in', numbers).execute()
  const rows = page.records.map((row) =>
    row.mergedInto === null ? row : (current.find(({ id }) => id === row.mergedInto) ?? row),
  )
  return { ...page, records: [...new Map(rows.map((row) => [row.id, row])).values()] }
}
