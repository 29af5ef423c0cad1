import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/** Rows of ledger, orders and rides per transaction. */
const BATCH_SIZE = 50_000

/** Rolls up the rows since the last run; returns the number of batches. */
export async function rollUpFigures({ db }: Pick<Deps, 'db'>): Promise<number> {
  await db.scoped(EVERY_STORE, async (trx) => {
    await sql`select advance_rollup_watermark()`.execute(trx)
  })
  for (let batches = 1; ; batches++) {
    const { rows } = await db.scoped(EVERY_STORE, (trx) =>
      sql<{ more: boolean }>`select fold_figures(${BATCH_SIZE}) as more`.execute(trx),
    )
    if (!rows[0]?.more) return batches
  }
}
