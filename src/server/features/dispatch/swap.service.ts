import { sql } from 'kysely'
import { toAppError } from '#server/core/http/database-errors.ts'
import { writerOf } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { localizeRefusal } from '#server/features/sessions/index.ts'
import { type VehicleRow, writeCondition } from '#server/features/vehicles/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { lockRun } from './runs.service.ts'

interface Swap {
  id: string
  vehicleId: string
  /** Whether the first vehicle goes to maintenance, and why. */
  maintain: boolean
  reason: string
}

/**
 * Moves the rest of a run to a free vehicle; returns both vehicles. Throws `dispatch.runOver`, `dispatch.stopping`, `dispatch.sameVehicle`,
 * `vehicles.reasonRequired`, `sessions.tooManyPeople`, or why the vehicle is not free.
 */
export async function swapVehicle(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, vehicleId, maintain, reason }: Swap,
): Promise<{ from: VehicleRow; to: VehicleRow }> {
  const now = deps.clock()
  const { run, vehicle: from, other: to } = await lockRun(trx, id, now, vehicleId)
  if (!run) throw new AppError('dispatch.runOver', { vehicle: from.name })
  if (run.stoppedBy !== '') throw new AppError('dispatch.stopping', { vehicle: from.name, by: run.stoppedBy })
  if (!to) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
  if (to.id === from.id) throw new AppError('dispatch.sameVehicle', { field: 'vehicleId', vehicle: from.name })
  if (maintain && reason === '') throw new AppError('vehicles.reasonRequired', { field: 'reason' })
  await sql`select refuse_vehicle(${to.id}, ${to.orgCode}, ${to.name}, ${to.condition}, ${to.keptBy}, false, ${now})`
    .execute(trx)
    .catch((error: unknown) => {
      throw localizeRefusal(ctx, toAppError(error) ?? error)
    })
  const play = await trx
    .selectFrom('playRecord')
    .select('people')
    .where('id', '=', run.playId)
    .where('orgCode', '=', run.orgCode)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (play && to.seats > 0 && play.people > to.seats)
    throw new AppError('sessions.tooManyPeople', { field: 'vehicleId', vehicle: to.name, seats: to.seats })
  const moved = newId()
  await sql`select move_run(${run.id}, ${run.orgCode}, ${moved}, ${to.id}, ${ctx.user.realname}, ${now})`.execute(trx)
  if (maintain && from.condition === 'ready')
    await writeCondition(trx, from, { condition: 'maintenance', reason }, writerOf(deps, ctx))
  ctx.touched({
    id: run.id,
    before: { vehicleId: from.id, gameLogId: run.id },
    after: { vehicleId: to.id, gameLogId: moved },
  })
  return { from, to }
}
