import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { type LockedRun, lockActiveRun } from './runs.service.ts'

/** A reported lap. */
export interface LapReport {
  runId: string
  orgCode: string
  /** Counted from 1 in each run. */
  number: number
  /** Lap time in ms; null if it was only counted by a user. */
  ms: number | null
  sectors?: readonly number[] | undefined
  doneAt: Date
  /** By the vehicle's own clock; null if not reported by a vehicle. */
  deviceAt: Date | null
}

/**
 * Outcome of a report: a new lap; a time for a lap that was counted without one; or nothing, because the lap was already counted, is more
 * than the run is for, was driven after the run had ended, or belongs to no run of the vehicle.
 */
export type LapOutcome = 'new' | 'timed' | 'known' | 'tooMany' | 'over' | 'unknown'

export interface CountedLap {
  outcome: LapOutcome
  /** Whether its run had ended when the lap arrived, so that published results must be corrected. */
  late: boolean
  vehicleId: string | null
  /** Whether the lap ended the run. */
  ended: boolean
}

/** A committed lap, as sent to all copies of the server. */
export interface CommittedLap {
  orgCode: string
  runId: string
  vehicleId: string
  number: number
  ms: number | null
  late: boolean
}

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    lap: CommittedLap
  }
}

/** Counts a lap in one round trip. If `byVehicle` is set, only runs of that vehicle are accepted. */
export async function countLap(
  trx: Transaction,
  lap: LapReport,
  now: Date,
  byVehicle: string | null,
): Promise<CountedLap> {
  const { runId, orgCode, number, ms, sectors = null, deviceAt, doneAt } = lap
  const { rows } = await sql<CountedLap>`select * from count_lap(${runId}, ${orgCode}, ${byVehicle}::uuid,
    ${number}, ${ms}, ${sectors}::integer[], ${deviceAt}, ${doneAt}, ${now})`.execute(trx)
  const [counted] = rows
  if (!counted) throw new Error('count_lap returned no row')
  return counted
}

/** Notifies the copies of the server of a committed lap, if it was counted or timed. */
export async function announceLap({ bus }: Pick<Deps, 'bus'>, lap: LapReport, counted: CountedLap): Promise<void> {
  const { outcome, late, vehicleId } = counted
  if (vehicleId === null || (outcome !== 'new' && outcome !== 'timed')) return
  const { runId, orgCode, number, ms } = lap
  await bus.send({ kind: 'lap', orgCode, runId, vehicleId, number, ms, late })
}

/** Counts a lap that a user has entered. Throws `dispatch.tooManyLaps`, and the errors of `lockActiveRun`. */
export async function countManually(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  id: string,
  number: number,
): Promise<LockedRun> {
  const now = deps.clock()
  const locked = await lockActiveRun(trx, id, now)
  const { orgCode, laps, lapsDone } = locked.run
  if (number <= lapsDone) {
    ctx.doneBefore()
    return locked
  }
  const lap: LapReport = { runId: id, orgCode, number, ms: null, doneAt: now, deviceAt: null }
  const counted = await countLap(trx, lap, now, null)
  if (counted.outcome === 'tooMany') throw new AppError('dispatch.tooManyLaps', { field: 'number', laps })
  ctx.touched({ id, before: { lapsDone }, after: { lapsDone: number } })
  if (counted.ended) ctx.touched({ id, before: { state: 'RUNNING' }, after: { state: 'ENDED', endedHow: 'laps' } })
  ctx.afterCommit(() => announceLap(deps, lap, counted))
  return locked
}
