import type { Transaction } from '#server/db/database.ts'

/** A function that returns the name of a member as lists show it, for these members; empty for others. */
export async function memberNames(trx: Transaction, ids: readonly string[]): Promise<(id: string | null) => string> {
  if (ids.length === 0) return () => ''
  const rows = await trx
    .selectFrom('member')
    .select(['id', 'realname', 'nickname'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  const names = new Map(rows.map(({ id, realname, nickname }) => [id, realname || nickname]))
  return (id) => names.get(id ?? '') ?? ''
}
