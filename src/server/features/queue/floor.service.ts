import type { CallContext, Deps } from '#server/core/slice.ts'

/** Ids of queue entries, runs and vehicles that have changed. */
export interface FloorChange {
  entries?: readonly string[]
  runs?: readonly string[]
  vehicles?: readonly string[]
}

/** Maximum number of ids in a push; without ids screens read everything. */
const MAX_IDS = 60

const joinIds = (ids: readonly string[] = []): string => ids.join(',')

/** Notifies the screens of a store of floor changes after the commit of the call. */
export function announceFloor(deps: Deps, ctx: CallContext, orgCode: string, change: FloorChange): void {
  ctx.afterCommit(async () => {
    await publishFloor(deps, orgCode, change)
    if (change.runs?.length || change.vehicles?.length) await deps.realtime.publish({ topic: 'vehicles', orgCode })
    await deps.realtime.publish({ topic: 'playRecords', orgCode })
  })
}

/** Notifies the screens of a store of floor changes at once. */
export async function publishFloor({ realtime }: Deps, orgCode: string, change: FloorChange): Promise<void> {
  const { entries, runs, vehicles } = change
  const few = [entries, runs, vehicles].every((ids) => (ids?.length ?? 0) <= MAX_IDS)
  const details = { entries: joinIds(entries), runs: joinIds(runs), vehicles: joinIds(vehicles) }
  await realtime.publish(few ? { topic: 'floor', orgCode, details } : { topic: 'floor', orgCode })
}
