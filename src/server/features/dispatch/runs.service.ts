import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { lockVehicle, type RunRow, runOn, type VehicleRow } from '#server/features/vehicles/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { extensionLimit } from './floor.repository.ts'

const MINUTE_MS = 60_000

/** An active run with its vehicle, both locked. */
export interface LockedRun {
  run: RunRow
  vehicle: VehicleRow
}

async function vehicleOf(trx: Transaction, runId: string): Promise<{ vehicleId: string; orgCode: string }> {
  const found = await trx.selectFrom('run').select(['vehicleId', 'orgCode']).where('id', '=', runId).executeTakeFirst()
  if (!found) throw new AppError('dispatch.runNotFound', { field: 'id' })
  return found
}

/**
 * Locks the vehicle of a run, and another one of its store, in the order of their ids. `run` is null if the run has ended. Throws
 * `dispatch.runNotFound` or `sessions.vehicleNotFound`.
 */
export async function lockRun(
  trx: Transaction,
  runId: string,
  now: Date,
  otherVehicle?: string,
): Promise<{ run: RunRow | null; vehicle: VehicleRow; other: VehicleRow | null }> {
  const { vehicleId, orgCode } = await vehicleOf(trx, runId)
  const locked = new Map<string, VehicleRow | null>()
  const vehicleIds = new Set([vehicleId, ...(otherVehicle ? [otherVehicle.toLowerCase()] : [])])
  for (const id of [...vehicleIds].sort()) locked.set(id, await lockVehicle(trx, id, orgCode))
  const vehicle = locked.get(vehicleId)
  if (!vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
  const run = await runOn(trx, vehicle, now)
  const other = otherVehicle ? (locked.get(otherVehicle.toLowerCase()) ?? null) : null
  return { run: run?.id === runId ? run : null, vehicle, other }
}

/** Like `lockRun`, but throws `dispatch.runOver` if the run has ended. */
export async function lockActiveRun(trx: Transaction, runId: string, now: Date): Promise<LockedRun> {
  const { run, vehicle } = await lockRun(trx, runId, now)
  if (!run) throw new AppError('dispatch.runOver', { vehicle: vehicle.name })
  return { run, vehicle }
}

type Changes = Partial<Pick<RunRow, 'endsAt' | 'extended' | 'delaySeconds' | 'laps' | 'slowed'>>

/** Changes a run and adds the change to the audit trail. */
async function changeRun(trx: Transaction, ctx: CallContext, run: RunRow, changes: Changes): Promise<void> {
  await trx.updateTable('run').set(changes).where('id', '=', run.id).where('orgCode', '=', run.orgCode).execute()
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, run[name as keyof Changes]]))
  ctx.touched({ id: run.id, before, after: changes })
}

/**
 * Extends a run by a lap or a minute, as often as the most generous role of the caller allows. Throws `dispatch.runOver`,
 * `dispatch.stopping` or `dispatch.extendedEnough`.
 */
export async function extendRun(deps: Deps, ctx: CallContext, trx: Transaction, runId: string): Promise<LockedRun> {
  const now = deps.clock()
  const locked = await lockActiveRun(trx, runId, now)
  const { run, vehicle } = locked
  if (run.stoppedBy !== '') throw new AppError('dispatch.stopping', { vehicle: vehicle.name, by: run.stoppedBy })
  const limit = await extensionLimit(trx, ctx.user.id)
  if (limit >= 0 && run.extended >= limit)
    throw new AppError('dispatch.extendedEnough', { vehicle: vehicle.name, most: limit })
  const extended = run.extended + 1
  if (run.runMode === 'timermode') {
    const end = run.endsAt?.getTime() ?? now.getTime()
    await changeRun(trx, ctx, run, { extended, endsAt: new Date(end + MINUTE_MS) })
  } else {
    // A vehicle that was called back for its last lap continues.
    const continuing = { endsAt: null, delaySeconds: 0 }
    await changeRun(trx, ctx, run, { extended, laps: run.laps + 1, ...(run.endsAt && continuing) })
  }
  return locked
}

/** Slows the vehicle of a run down, or lets it drive at full speed again. */
export async function slowRun(deps: Deps, ctx: CallContext, trx: Transaction, id: string, slowed: boolean) {
  const locked = await lockActiveRun(trx, id, deps.clock())
  if (locked.run.slowed === slowed) ctx.doneBefore()
  else await changeRun(trx, ctx, locked.run, { slowed })
  return locked
}

/** Stops a run: its vehicle comes back within its delay, or stops at once. Stopping an ended run changes nothing. */
export async function stopRun(deps: Deps, ctx: CallContext, trx: Transaction, id: string, atOnce: boolean) {
  const now = deps.clock()
  const { run, vehicle } = await lockRun(trx, id, now)
  const isStopped = !run || (run.stoppedBy !== '' && !atOnce)
  if (isStopped) ctx.doneBefore()
  else {
    const { rows } = await sql<{
      ended: boolean
    }>`select call_back(${run.id}, ${run.orgCode}, 'stopped', ${ctx.user.realname},
      ${atOnce}, ${now}) as ended`.execute(trx)
    const after = rows[0]?.ended ? { state: 'ENDED', endedHow: 'stopped' } : { stoppedBy: ctx.user.realname }
    ctx.touched({ id: run.id, before: { state: 'RUNNING', stoppedBy: '' }, after })
  }
  return { vehicle }
}
