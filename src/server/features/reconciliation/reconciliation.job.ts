import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { reconcile } from './reconcile.service.ts'

/** Reconciles all stores, one after the other; returns the number of differences. A failed store does not prevent the others. */
export async function reconcileStores(deps: Deps): Promise<number> {
  const stores = await deps.db.scoped(EVERY_STORE, (trx) =>
    trx.selectFrom('store').select('orgCode').orderBy('orgCode').execute(),
  )
  const failures: unknown[] = []
  let found = 0
  for (const { orgCode } of stores) {
    try {
      found += (await reconcile(deps, orgCode)).found
    } catch (error) {
      failures.push(error)
      deps.log.error({ err: error, orgCode }, 'a store could not be reconciled')
    }
  }
  // The job is shown as failed and retried.
  if (failures.length > 0) throw failures[0]
  return found
}
