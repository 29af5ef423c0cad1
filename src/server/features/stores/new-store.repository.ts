import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { type SettingName, settingList, settingNames } from '#shared/features/stores/store-settings.schema.ts'

/** Settings that are a store's own, whatever it begins with: its secrets, and the address that its receipts carry. */
const isOwn = (name: SettingName): boolean => settingList[name].kind === 'secret' || name.startsWith('receiptHead')

/** Takes over what another store has decided about itself, except for what was given. */
export async function copySettings(
  trx: Transaction,
  from: string,
  to: string,
  given: readonly string[],
): Promise<void> {
  const columns = settingNames.filter((name) => !isOwn(name) && !given.includes(name)).map((name) => sql.ref(name))
  await sql`update store set (${sql.join(columns)}) = (
    select ${sql.join(columns)} from store where org_code = ${from}) where org_code = ${to}`.execute(trx)
}

interface Copy {
  from: string
  to: string
  by: string
  at: Date
}

/** Copies what a store has in one table, and answers how many rows. */
export async function copyRows(trx: Transaction, table: string, { from, to, by, at }: Copy): Promise<number> {
  const { rows } = await sql<{ copied: number }>`
    select copy_store_rows(${table}, ${from}, ${to}, ${by}, ${at}) as copied`.execute(trx)
  return rows[0]?.copied ?? 0
}
