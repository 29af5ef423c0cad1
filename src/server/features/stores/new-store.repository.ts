import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { type SettingName, settingList, settingNames } from '#shared/features/stores/store-settings.schema.ts'

/** Settings that are never copied to a new store: its secrets, and the address on its receipts. */
const isOwn = (name: SettingName): boolean => settingList[name].kind === 'secret' || name.startsWith('receiptHead')

/** Copies the settings of another store, except for those in the input. */
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

/** Copies a store's rows of one table and returns their number. */
export async function copyRows(trx: Transaction, table: string, { from, to, by, at }: Copy): Promise<number> {
  const { rows } = await sql<{ copied: number }>`
    select copy_store_rows(${table}, ${from}, ${to}, ${by}, ${at}) as copied`.execute(trx)
  return rows[0]?.copied ?? 0
}
