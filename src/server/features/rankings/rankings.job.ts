import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { correctPublished, publishEnded } from './publish.service.ts'
import { markVoided } from './ranking-voids.repository.ts'

const VOIDED_PORTION = 5000

/** Publishes the rankings of periods that are over, corrects published ones, and tells the screens. */
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
  while ((await db.scoped(EVERY_STORE, (trx) => markVoided(trx, VOIDED_PORTION))) === VOIDED_PORTION);
  return all
}
