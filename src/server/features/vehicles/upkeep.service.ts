import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { worstOf } from '#shared/features/vehicles/upkeep.calc.ts'
import { type VehicleUnderPlan, vehiclesUnderPlans } from './upkeep.repository.ts'

/**
 * Writes down what the plans say of each vehicle, where that has changed, so that a counter needs to reckon nothing; answers the
 * stores whose vehicles changed. One that is overdue and may not drive so goes out of service, after the run that it is on.
 */
export async function refreshUpkeep(
  trx: Transaction,
  now: Date,
  more: RawBuilder<unknown> = sql`true`,
): Promise<Set<string>> {
  const reckoned = await vehiclesUnderPlans(trx, now, more)
  const byVehicle = Map.groupBy(reckoned, ({ vehicleId }) => vehicleId)
  const vehicles = await sql<{ id: string; orgCode: string; name: string; upkeep: string; condition: string }>`
    select v.id, v.org_code, v.name, v.upkeep, v.condition from vehicle v
    where v.condition <> 'scrapped' and (v.upkeep <> 'ok' or v.id = any(${[...byVehicle.keys()]}::uuid[])) and ${more}
    order by v.id`.execute(trx)
  const changed = new Set<string>()
  for (const vehicle of vehicles.rows) {
    const plans = byVehicle.get(vehicle.id) ?? []
    const upkeep = worstOf(plans.map(({ state }) => state))
    if (upkeep !== vehicle.upkeep) {
      await trx.updateTable('vehicle').set({ upkeep }).where('id', '=', vehicle.id).execute()
      changed.add(vehicle.orgCode)
    }
    const against = plans.find(({ state, blocks }) => state === 'overdue' && blocks)
    if (against && vehicle.condition === 'ready') {
      await stopFor(trx, vehicle, against, now)
      changed.add(vehicle.orgCode)
    }
  }
  return changed
}

async function stopFor(
  trx: Transaction,
  { id, orgCode, name }: { id: string; orgCode: string; name: string },
  { planName }: VehicleUnderPlan,
  now: Date,
): Promise<void> {
  // Only one that is still ready: somebody may have taken it out of service meanwhile, for another reason.
  const { numUpdatedRows } = await trx
    .updateTable('vehicle')
    .set({ condition: 'maintenance', conditionReason: planName })
    .where('id', '=', id)
    .where('condition', '=', 'ready')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const event = { id: newId(), orgCode, createdAt: now, kind: 'upkeepOverdue', vehicleId: id, name, detail: planName }
  await trx.insertInto('deviceEvent').values(event).execute()
}

/** Looks at the upkeep of every vehicle of every store. */
export async function checkUpkeep({ db, clock, realtime }: Deps): Promise<number> {
  const stores = await db.scoped(EVERY_STORE, (trx) => refreshUpkeep(trx, clock()))
  for (const orgCode of stores) await realtime.publish({ topic: 'vehicles', orgCode })
  return stores.size
}
