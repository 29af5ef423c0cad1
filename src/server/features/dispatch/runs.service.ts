import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { endRun, lockVehicle, type RunRow, runOn, type VehicleRow } from '#server/features/vehicles/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { extensionLimit } from './floor.repository.ts'

const MINUTE_MS = 60_000

/** A run that goes on, with its vehicle, both locked. */
export interface LockedRun {
  run: RunRow
  vehicle: VehicleRow
}

async function vehicleOf(trx: Transaction, runId: string): Promise<{ vehicleId: string; orgCode: string }> {
  const found = await trx
    .selectFrom('gameLog')
    .select(['vehicleId', 'orgCode'])
    .where('id', '=', runId)
    .executeTakeFirst()
  if (!found) throw new AppError('dispatch.runNotFound', { field: 'id' })
  return found
}

/** Locks the vehicle of a run, and others of its store in the order of their ids; null for the run where it is over. */
export async function lockRun(
  trx: Transaction,
  runId: string,
  now: Date,
  otherVehicle?: string,
): Promise<{ run: RunRow | null; vehicle: VehicleRow; other: VehicleRow | null }> {
  const { vehicleId, orgCode } = await vehicleOf(trx, runId)
  const locked = new Map<string, VehicleRow | null>()
  const wanted = new Set([vehicleId, ...(otherVehicle ? [otherVehicle.toLowerCase()] : [])])
  for (const id of [...wanted].sort()) locked.set(id, await lockVehicle(trx, id, orgCode))
  const vehicle = locked.get(vehicleId)
  if (!vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
  const run = await runOn(trx, vehicle, now)
  const other = otherVehicle ? (locked.get(otherVehicle.toLowerCase()) ?? null) : null
  return { run: run?.id === runId ? run : null, vehicle, other }
}

/** The same, for what only a run that goes on can bear. */
async function lockGoing(trx: Transaction, runId: string, now: Date): Promise<LockedRun> {
  const { run, vehicle } = await lockRun(trx, runId, now)
  if (!run) throw new AppError('dispatch.runOver', { vehicle: vehicle.name })
  return { run, vehicle }
}

/** Where it is said what a run was before: in the trail of a call, or nowhere, where a vehicle has reported it. */
export type RunTrail = Pick<CallContext, 'touched' | 'doneBefore'>

type Changes = Partial<
  Pick<RunRow, 'endsAt' | 'extended' | 'delaySeconds' | 'lapsDone' | 'laps' | 'slowed' | 'stoppedBy'>
>

/** Changes a run and says so in the trail, with what it was before. */
export async function changeRun(trx: Transaction, trail: RunTrail, run: RunRow, changes: Changes): Promise<void> {
  await trx.updateTable('gameLog').set(changes).where('id', '=', run.id).where('orgCode', '=', run.orgCode).execute()
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, run[name as keyof Changes]]))
  trail.touched({ id: run.id, before, after: changes })
}

/** Makes a run longer by a lap or a minute, as often as the most generous role of the caller allows. */
export async function extendRun(deps: Deps, ctx: CallContext, trx: Transaction, runId: string): Promise<LockedRun> {
  const now = deps.clock()
  const locked = await lockGoing(trx, runId, now)
  const { run, vehicle } = locked
  if (run.stoppedBy !== '') throw new AppError('dispatch.stopping', { vehicle: vehicle.name, by: run.stoppedBy })
  const most = await extensionLimit(trx, ctx.user.id)
  if (most >= 0 && run.extended >= most) throw new AppError('dispatch.extendedEnough', { vehicle: vehicle.name, most })
  const extended = run.extended + 1
  if (run.runMode === 'timermode') {
    const end = run.endsAt?.getTime() ?? now.getTime()
    await changeRun(trx, ctx, run, { extended, endsAt: new Date(end + MINUTE_MS) })
  } else {
    // A vehicle that was called back for its last lap goes on.
    const goesOn = { endsAt: null, delaySeconds: 0 }
    await changeRun(trx, ctx, run, { extended, laps: run.laps + 1, ...(run.endsAt && goesOn) })
  }
  return locked
}

/** Has the vehicle of a run go slowly, or as fast as before. */
export async function slowRun(deps: Deps, ctx: CallContext, trx: Transaction, id: string, slowed: boolean) {
  const locked = await lockGoing(trx, id, deps.clock())
  if (locked.run.slowed === slowed) ctx.doneBefore()
  else await changeRun(trx, ctx, locked.run, { slowed })
  return locked
}

interface Ending {
  how: 'laps' | 'stopped'
  by: string
  atOnce: boolean
}

/** Ends a run when its vehicle has had its time to come back, or at once; one that comes back sooner anyway gets no more time by it. */
async function callBack(
  trx: Transaction,
  trail: RunTrail,
  { run, vehicle }: LockedRun,
  now: Date,
  { how, by, atOnce }: Ending,
): Promise<void> {
  const seconds = vehicle.delayStopSeconds
  if (atOnce || seconds === 0) {
    await endRun(trx, run, now, how, by)
    trail.touched({ id: run.id, before: { state: 'RUNNING' }, after: { state: 'ENDED', endedHow: how } })
    return
  }
  const back = new Date(now.getTime() + seconds * 1000)
  const endsAt = run.endsAt && run.endsAt < back ? run.endsAt : back
  await changeRun(trx, trail, run, { endsAt, delaySeconds: seconds, stoppedBy: by })
}

/** Stops a run: its vehicle comes back within its delay, or stands at once. Stopping what is over changes nothing. */
export async function stopRun(deps: Deps, ctx: CallContext, trx: Transaction, id: string, atOnce: boolean) {
  const now = deps.clock()
  const { run, vehicle } = await lockRun(trx, id, now)
  const isStopped = !run || (run.stoppedBy !== '' && !atOnce)
  if (isStopped) ctx.doneBefore()
  else await callBack(trx, ctx, { run, vehicle }, now, { how: 'stopped', by: ctx.user.realname, atOnce })
  return { vehicle }
}

/** Counts laps up to a number, and calls the vehicle back after the last one; what was counted before changes nothing. */
export async function countLap(
  deps: Pick<Deps, 'clock'>,
  trail: RunTrail,
  trx: Transaction,
  id: string,
  number: number,
) {
  const now = deps.clock()
  const locked = await lockGoing(trx, id, now)
  const { run, vehicle } = locked
  if (number <= run.lapsDone) {
    trail.doneBefore()
    return locked
  }
  const isByLaps = run.runMode === 'circlemode'
  if (isByLaps && number > run.laps) throw new AppError('dispatch.tooManyLaps', { field: 'number', laps: run.laps })
  await sql`insert into run_lap (run_id, org_code, number, done_at)
    values (${run.id}, ${run.orgCode}, ${number}, ${now}) on conflict do nothing`.execute(trx)
  await changeRun(trx, trail, run, { lapsDone: number })
  if (isByLaps && number === run.laps)
    await callBack(trx, trail, { run, vehicle }, now, { how: 'laps', by: '', atOnce: false })
  return locked
}
