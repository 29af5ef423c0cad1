import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { type LockedRun, lockActiveRun } from './runs.service.ts'

/** A lap as it is reported. */
export interface LapReport {
  runId: string
  orgCode: string
  /** Counted from 1 in each run. */
  number: number
  /** How long it took; null where somebody only counted it. */
  ms: number | null
  sectors?: readonly number[] | undefined
  doneAt: Date
  /** By the vehicle's own clock; null where nobody asked a vehicle. */
  deviceAt: Date | null
}

/**
 * What came of a report: a lap, a time for one that was counted without, or nothing, because it was known, is more than the run is for, was
 * done after the run had ended, or belongs to no run of the vehicle.
 */
export type LapOutcome = 'new' | 'timed' | 'known' | 'tooMany' | 'over' | 'unknown'

export interface CountedLap {
  outcome: LapOutcome
  /** Whether its run was over when it was heard, so that results which were shown before are corrected. */
  late: boolean
  vehicleId: string | null
  /** Whether the run has ended by it. */
  ended: boolean
}

/** What all copies of the server are told of a lap, once it is committed. */
export interface LapMessage {
  kind: 'lap'
  orgCode: string
  runId: string
  vehicleId: string
  number: number
  ms: number | null
  late: boolean
}

/** Counts a lap in one round trip; one that a vehicle reports, of its own runs alone. */
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
  if (!counted) throw new Error('count_lap answered nothing')
  return counted
}

/** Tells the copies of the server of a lap that is committed, where there is something to tell. */
export async function announceLap({ bus }: Pick<Deps, 'bus'>, lap: LapReport, counted: CountedLap): Promise<void> {
  const { outcome, late, vehicleId } = counted
  if (vehicleId === null || (outcome !== 'new' && outcome !== 'timed')) return
  const { runId, orgCode, number, ms } = lap
  const message: LapMessage = { kind: 'lap', orgCode, runId, vehicleId, number, ms, late }
  await bus.send({ ...message })
}

/** A lap of a run that somebody at the track has counted. */
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
