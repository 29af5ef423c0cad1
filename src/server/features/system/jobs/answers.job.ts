import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { playBeforePay } from '#shared/features/sessions/play-before-pay.contract.ts'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'

const DAY_MS = 86_400_000

/** Calls that a terminal keeps in its file until it has their answer, however long that takes. */
const KEPT_PATHS = [playBeforePay.add.path, shifts.late.path]

/** Forgets the answers of old keyed calls; the keys stay. Each day of calls has its own transaction. Returns the number of answers. */
export async function forgetAnswers({ db, clock }: Deps, keepDays: number): Promise<number> {
  const before = new Date(clock().getTime() - keepDays * DAY_MS)
  let forgotten = 0
  for (let hasMore = true; hasMore; ) {
    const { rows } = await db.scoped(EVERY_STORE, (trx) =>
      sql<{ forgotten: number; hasMore: boolean }>`
        select * from forget_answers(${before}, ${KEPT_PATHS}::text[])`.execute(trx),
    )
    forgotten += rows[0]?.forgotten ?? 0
    hasMore = rows[0]?.hasMore ?? false
  }
  return forgotten
}
