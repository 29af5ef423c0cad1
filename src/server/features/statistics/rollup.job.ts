import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/** Lines of the ledger, orders and rides that one transaction rolls up. */
const PORTION = 50_000

/** Rolls up what was written since the last time; answers in how many portions. */
export async function rollUpFigures({ db }: Pick<Deps, 'db'>): Promise<number> {
  await db.scoped(EVERY_STORE, async (trx) => {
    await sql`select advance_rollup_watermark()`.execute(trx)
  })
  for (let portions = 1; ; portions++) {
    const { rows } = await db.scoped(EVERY_STORE, (trx) =>
      sql<{ more: boolean }>`select fold_figures(${PORTION}) as more`.execute(trx),
    )
    if (!rows[0]?.more) return portions
  }
}
