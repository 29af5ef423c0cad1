import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { reconcile } from './reconcile.service.ts'

/** Compares everything of every store, one after the other; answers how many differences there are. A store that fails keeps none of the others. */
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
  // The run is shown as failed, and tried again.
  if (failures.length > 0) throw failures[0]
  return found
}
