import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { playOfResultKey } from '#server/features/printing/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { GuestResult } from '#shared/features/rankings/guest-result.contract.ts'
import { averageOf, bestOf } from '#shared/features/rankings/heat.calc.ts'
import { type HeatWithRides, heatOfRide } from './heats.repository.ts'

/** The public result of a ride by its key. Throws `ranking.noResult`. */
export async function guestResult(deps: Deps, key: string): Promise<GuestResult> {
  const playId = playOfResultKey(deps, key)
  if (playId === null) throw new AppError('ranking.noResult', { field: 'key' })
  const read = async (trx: Transaction): Promise<GuestResult> => {
    const play = await trx
      .selectFrom('playRecord as p')
      .innerJoin('store as s', 's.orgCode', 'p.orgCode')
      .select(['p.ticketNo', 'p.racer', 'p.ruleName', 'p.runMode', 'p.laps', 's.name as storeName'])
      .where('p.id', '=', playId)
      .executeTakeFirst()
    if (!play) throw new AppError('ranking.noResult', { field: 'key' })
    const { storeName: departName, ticketNo, ruleName: roleName } = play
    const found = await heatOfRide(trx, playId, deps.clock())
    const driven = found && resultInHeat(found, playId)
    if (driven) return { departName, ticketNo, roleName, ...driven }
    return {
      departName,
      ticketNo,
      roleName,
      racer: play.racer,
      vehicleName: '',
      state: 'waiting',
      startTime: null,
      order: play.runMode === 'circlemode' ? 'laps' : 'best',
      isCorrected: false,
      lapsDone: 0,
      countCycleNumber: play.runMode === 'circlemode' ? play.laps : 0,
      bestMs: null,
      averageMs: null,
      laps: [],
      racers: [],
    }
  }
  // Public, so it never uses the connections of counters.
  return deps.db.scoped(EVERY_STORE, read, 'lists')
}

function resultInHeat({ heat, rides }: HeatWithRides, playId: string) {
  const ride = rides.find((one) => one.playId === playId)
  if (!ride) return null
  const { racer, vehicleName, lapsDone, countCycleNumber, isCorrected } = ride
  const { state, startTime, order } = heat
  const best = bestOf(ride.laps)
  return {
    racer,
    vehicleName,
    state,
    startTime,
    order,
    isCorrected,
    lapsDone,
    countCycleNumber,
    bestMs: best,
    averageMs: averageOf(ride.laps),
    laps: ride.laps.map(({ number, ms }) => ({
      number,
      ms,
      gapMs: ms === null || best === null ? null : ms - best,
      isLate: ride.late.has(number),
    })),
    racers: heat.racers.map((racer) => ({ ...racer, isOwn: racer.playId === playId })),
  }
}
