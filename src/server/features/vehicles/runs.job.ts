import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { lockVehicle, runOn } from './vehicles.repository.ts'

/** Ends the run on a vehicle if its time is over, and notifies the screens. Returns whether it was ended. */
export async function endDueRun(
  { db, clock, realtime }: Pick<Deps, 'db' | 'clock' | 'realtime'>,
  vehicleId: string,
  orgCode: string,
): Promise<boolean> {
  const isOver = await db.scoped(EVERY_STORE, async (trx) => {
    const due = await trx
      .selectFrom('run')
      .select('id')
      .where('vehicleId', '=', vehicleId)
      .where('orgCode', '=', orgCode)
      .where('state', '=', 'RUNNING')
      .where('endsAt', '<=', clock())
      .executeTakeFirst()
    if (!due) return false
    const vehicle = await lockVehicle(trx, vehicleId, orgCode)
    // `runOn` closes an overdue run.
    return vehicle !== null && (await runOn(trx, vehicle, clock())) === null
  })
  if (isOver) await realtime.publish({ topic: 'vehicles', orgCode })
  return isOver
}

/** Ends overdue runs, each in its own transaction: those that no copy of the server ended in time. Returns how many. */
export async function endDueRuns(deps: Deps): Promise<number> {
  const due = await deps.db.scoped(EVERY_STORE, (trx) =>
    trx
      .selectFrom('run')
      .select(['vehicleId', 'orgCode'])
      .where('state', '=', 'RUNNING')
      .where('endsAt', '<=', deps.clock())
      .execute(),
  )
  let ended = 0
  for (const { vehicleId, orgCode } of due) if (await endDueRun(deps, vehicleId, orgCode)) ended++
  return ended
}
