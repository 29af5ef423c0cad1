import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { correctPublished, publishEnded } from './publish.service.ts'
import { markVoided } from './ranking-voids.repository.ts'

const VOIDED_BATCH_SIZE = 5000

/** Publishes rankings of ended periods, corrects published ones, and notifies the screens. Returns the number of versions. */
export async function publishRankings(deps: Deps): Promise<number> {
  const { db, clock, realtime } = deps
  const stores = await db.scoped(EVERY_STORE, (trx) =>
    trx.selectFrom('store').selectAll().where('kind', '=', 'store').orderBy('orgCode').execute(),
  )
  let all = 0
  for (const store of stores) {
    let changed = 0
    for (let isMore = true; isMore; ) {
      const done = await db.scoped(EVERY_STORE, (trx) => publishEnded(trx, store, clock()))
      changed += done.published
      isMore = done.isMore
    }
    for (let isMore = true; isMore; ) {
      const done = await db.scoped(EVERY_STORE, (trx) => correctPublished(trx, store, clock()))
      changed += done.corrected
      isMore = done.isMore
    }
    if (changed > 0) await realtime.publish({ topic: 'rankings', orgCode: store.orgCode })
    all += changed
  }
  while ((await db.scoped(EVERY_STORE, (trx) => markVoided(trx, VOIDED_BATCH_SIZE))) === VOIDED_BATCH_SIZE);
  return all
}
