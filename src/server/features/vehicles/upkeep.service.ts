import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { worstOf } from '#shared/features/vehicles/upkeep.calc.ts'
import { type VehicleUnderPlan, vehiclesUnderPlans } from './upkeep.repository.ts'

/**
 * Stores the upkeep state of vehicles where it has changed; returns the org codes of changed stores. An overdue vehicle with a blocking
 * plan goes out of service after its current run.
 */
export async function refreshUpkeep(
  trx: Transaction,
  now: Date,
  more: RawBuilder<unknown> = sql`true`,
): Promise<Set<string>> {
  const uses = await vehiclesUnderPlans(trx, now, more)
  const byVehicle = Map.groupBy(uses, ({ vehicleId }) => vehicleId)
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
    const blockingPlan = plans.find(({ state, blocks }) => state === 'overdue' && blocks)
    if (blockingPlan && vehicle.condition === 'ready') {
      await takeOutOfService(trx, vehicle, blockingPlan, now)
      changed.add(vehicle.orgCode)
    }
  }
  return changed
}

async function takeOutOfService(
  trx: Transaction,
  { id, orgCode, name }: { id: string; orgCode: string; name: string },
  { planName }: VehicleUnderPlan,
  now: Date,
): Promise<void> {
  // Only if still ready: it may have been taken out of service for another reason.
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

/** Updates the upkeep state of all vehicles. Returns the number of changed stores. */
export async function checkUpkeep({ db, clock, realtime }: Deps): Promise<number> {
  const stores = await db.scoped(EVERY_STORE, (trx) => refreshUpkeep(trx, clock()))
  for (const orgCode of stores) await realtime.publish({ topic: 'vehicles', orgCode })
  return stores.size
}
