import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { toWireTime } from '#shared/core/time.ts'
import { leftOf, upkeepState } from '#shared/features/vehicles/upkeep.calc.ts'
import type { UpkeepDue, UpkeepUnit } from '#shared/features/vehicles/upkeep.contract.ts'

interface PlanUse {
  orgCode: string
  planId: string
  planName: string
  blocks: boolean
  vehicleId: string
  vehicleName: string
  unit: UpkeepUnit
  every: number
  used: number
  since: Date
}

export interface VehicleUnderPlan extends UpkeepDue {
  blocks: boolean
}

/**
 * Every vehicle in scope with an active plan, and its use since the last upkeep entry for the plan, or since plan and vehicle exist.
 * Computed from the runs, so that it always matches them.
 */
export async function vehiclesUnderPlans(
  trx: Transaction,
  now: Date,
  more: RawBuilder<unknown> = sql`true`,
): Promise<VehicleUnderPlan[]> {
  const { rows } = await sql<PlanUse>`
    select p.org_code, p.id as plan_id, p.name as plan_name, p.blocks, v.id as vehicle_id, v.name as vehicle_name, p.unit, p.every,
      anew.since, case p.unit when 'days' then extract(epoch from ${now}::timestamptz - anew.since) / 86400 else driven.used
        end::float8 as used
    from upkeep_plan p
    join vehicle v on v.org_code = p.org_code and v.condition <> 'scrapped'
      and (v.id = p.vehicle_id or v.known_type = p.vehicle_type or (p.vehicle_id is null and p.vehicle_type is null))
    cross join lateral (select coalesce(
      (select max(e.done_at) from upkeep_entry e
        where e.plan_id = p.id and e.vehicle_id = v.id and e.org_code = v.org_code),
      greatest(p.created_at, v.created_at)) as since) anew
    cross join lateral (select coalesce(sum(case p.unit when 'laps' then r.laps_done
        else extract(epoch from coalesce(r.ended_at, ${now}::timestamptz) - r.started_at) / 3600 end), 0) as used
      from run r
      where p.unit <> 'days' and r.vehicle_id = v.id and r.org_code = v.org_code and r.started_at >= anew.since) driven
    where p.active and ${more}`.execute(trx)
  return rows.map(({ orgCode, since, used, ...row }) => ({
    ...row,
    id: `${row.planId}-${row.vehicleId}`,
    sysOrgCode: orgCode,
    used: Math.round(used * 10) / 10,
    left: leftOf(row.every, used),
    state: upkeepState(row.every, used),
    sinceTime: toWireTime(since),
  }))
}
