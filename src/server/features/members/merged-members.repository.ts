import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Page } from '#shared/core/envelope.ts'

type MemberRow = Selectable<Tables['member']>

/** A member by the number; who became a part of another one is found as that one. */
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

/** A page with those who became a part of another member as that one, once each. */
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
