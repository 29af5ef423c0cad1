import { EVERY_STORE } from '#server/db/database.ts'
import { type CountedLap, countLap, type LapReport } from '#server/features/dispatch/laps.service.ts'
import { newId } from '#shared/core/id.ts'
import type { ChargeInput } from '#shared/features/sessions/charge.schema.ts'
import type { TestClient, TestServer } from '#tests/support/server.ts'
import { lineUp } from './queued.ts'
import { STORE, type Venue } from './venue.ts'

export interface DrivenRide {
  playId: string
  runId: string
  vehicleId: string
}

/** Starts a ride for each of these racers in one act, so that they are a heat. */
export async function startHeat(
  venue: Venue,
  by: TestClient,
  racers: readonly (Partial<ChargeInput> & { racer: string })[],
  vehicle: Parameters<Venue['vehicle']>[0] = {},
): Promise<DrivenRide[]> {
  const starts: { id: string; vehicleId: string }[] = []
  for (const racer of racers) {
    const { plays } = await lineUp(venue, { by, consumeVehicleMode: 'circlemode', ...racer })
    starts.push({ id: String(plays[0]?.id), vehicleId: (await venue.vehicle(vehicle)).id })
  }
  const { result } = await by.queue.start({ body: { starts }, key: newId() })
  return result.starts.map(({ playId, gameLogId, vehicleId }) => ({ playId, runId: gameLogId, vehicleId }))
}

/** Reports a lap like a vehicle, at the current time by default. */
export function reportLap(
  { deps }: Pick<TestServer, 'deps'>,
  lap: Pick<LapReport, 'runId' | 'number' | 'ms'> & Partial<LapReport>,
): Promise<CountedLap> {
  const now = deps.clock()
  const report = { orgCode: STORE, doneAt: now, deviceAt: now, ...lap }
  return deps.db.scoped(EVERY_STORE, (trx) => countLap(trx, report, now, null))
}
