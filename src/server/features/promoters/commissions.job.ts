import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/** Commissions per look; each has a transaction of its own. */
const BATCH_SIZE = 200

/**
 * Takes back what later refunds cost, then writes the commissions that are due, each once and in its own transaction. It may be killed
 * anywhere and run again. Returns how many rows changed.
 */
export async function postCommissions({ db, clock, realtime }: Deps): Promise<number> {
  const now = clock()
  const { rows: back } = await db.scoped(EVERY_STORE, (trx) =>
    sql<{ changed: number }>`select take_commissions_back() as changed`.execute(trx),
  )
  let total = back[0]?.changed ?? 0
  for (;;) {
    const { rows: due } = await db.scoped(EVERY_STORE, (trx) =>
      sql<{ orderId: string; orgCode: string }>`select * from due_commissions(${now}, ${BATCH_SIZE})`.execute(trx),
    )
    for (const { orderId, orgCode } of due) {
      const { rows } = await db.scoped(EVERY_STORE, (trx) =>
        sql<{ done: boolean }>`select post_commission(${orderId}, ${orgCode}, ${now}) as done`.execute(trx),
      )
      if (rows[0]?.done) total += 1
    }
    for (const orgCode of new Set(due.map((one) => one.orgCode)))
      for (const topic of ['promoters', 'wallets']) await realtime.publish({ topic, orgCode })
    if (due.length < BATCH_SIZE) return total
  }
}
