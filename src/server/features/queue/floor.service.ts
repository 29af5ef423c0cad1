import type { CallContext, Deps } from '#server/core/slice.ts'

/** What has changed on the floor, by ids: places in line, runs, vehicles. */
export interface FloorChange {
  entries?: readonly string[]
  runs?: readonly string[]
  vehicles?: readonly string[]
}

/** More ids than one push carries; without them a screen reads everything again. */
const MOST_IDS = 60

const joined = (ids: readonly string[] = []): string => ids.join(',')

/** Tells the screens of a store, when the call has committed, what has changed on the floor. */
export function announceFloor(deps: Deps, ctx: CallContext, orgCode: string, change: FloorChange): void {
  ctx.afterCommit(async () => {
    await publishFloor(deps, orgCode, change)
    if (change.runs?.length || change.vehicles?.length) await deps.realtime.publish({ topic: 'vehicles', orgCode })
    await deps.realtime.publish({ topic: 'playRecords', orgCode })
  })
}

/** Tells the screens of a store at once what has changed on the floor. */
export async function publishFloor({ realtime }: Deps, orgCode: string, change: FloorChange): Promise<void> {
  const { entries, runs, vehicles } = change
  const few = [entries, runs, vehicles].every((ids) => (ids?.length ?? 0) <= MOST_IDS)
  const said = { entries: joined(entries), runs: joined(runs), vehicles: joined(vehicles) }
  await realtime.publish(few ? { topic: 'floor', orgCode, said } : { topic: 'floor', orgCode })
}
