import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { lockVehicle, runOn } from './vehicles.repository.ts'

/** Ends timed runs whose time is over, each in a transaction of its own, and tells the screens of the store. */
export async function endDueRuns({ db, clock, realtime }: Deps): Promise<number> {
  const due = await db.scoped(EVERY_STORE, (trx) =>
    trx
      .selectFrom('gameLog')
      .select(['vehicleId', 'orgCode'])
      .where('state', '=', 'RUNNING')
      .where('endsAt', '<=', clock())
      .execute(),
  )
  const stores = new Set<string>()
  let ended = 0
  for (const { vehicleId, orgCode } of due) {
    await db.scoped(EVERY_STORE, async (trx) => {
      const vehicle = await lockVehicle(trx, vehicleId, orgCode)
      // Looking at a vehicle closes a run that is over.
      if (vehicle && !(await runOn(trx, vehicle, clock()))) ended++
    })
    stores.add(orgCode)
  }
  for (const orgCode of stores) await realtime.publish({ topic: 'vehicles', orgCode })
  return ended
}
