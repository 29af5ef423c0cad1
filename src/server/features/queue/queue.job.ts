import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { publishFloor } from './floor.service.ts'

/**
 * Expires entries of all queues, calls the next ones at stores with automatic calls, and notifies the screens. Returns the number of
 * changes.
 */
export async function expireQueue(deps: Deps): Promise<number> {
  const now = deps.clock()
  const expired = await deps.db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<{ id: string; orgCode: string }>`select * from expire_queue(${now})`.execute(trx)
    return rows
  })
  const called = await deps.db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<{ orgCode: string; called: number }>`
      select s.org_code, call_by_itself(s.org_code, ${now}) as called from store s where s.queue_auto_call = 'YES' order by s.org_code`.execute(
      trx,
    )
    return rows.filter((row) => row.called > 0)
  })
  for (const orgCode of new Set([...expired, ...called].map((row) => row.orgCode))) {
    await publishFloor(deps, orgCode, {})
  }
  return expired.length + called.length
}
