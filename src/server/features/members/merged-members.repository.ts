import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { MemberRow } from './members.repository.ts'

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
