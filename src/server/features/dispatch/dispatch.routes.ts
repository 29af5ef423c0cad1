import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { publishFloor } from '#server/features/queue/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { dispatch } from '#shared/features/dispatch/dispatch.contract.ts'
import type { FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import { extensionLimit, floorEntries, floorVehicles, typicalLapSeconds } from './floor.repository.ts'
import { countManually } from './laps.service.ts'
import { extendRun, slowRun, stopRun } from './runs.service.ts'
import { swapVehicle } from './swap.service.ts'

/** The board is read after each change; the lap time is cached for this long. */
const LAP_TIME_CACHE_MS = 60_000

export function dispatchRoutes(app: FastifyInstance, deps: Deps): void {
  const laps = new Map<string, { seconds: number | null; until: number }>()

  const lapSeconds = async (trx: Transaction, orgCode: string): Promise<number | null> => {
    const now = deps.clock().getTime()
    const cached = laps.get(orgCode)
    if (cached && cached.until > now) return cached.seconds
    const seconds = await typicalLapSeconds(trx, orgCode)
    laps.set(orgCode, { seconds, until: now + LAP_TIME_CACHE_MS })
    return seconds
  }

  /** Changes a run, notifies the screens of the store, and returns the vehicle with its new state. */
  const command = (
    ctx: CallContext,
    runId: string,
    work: (trx: Transaction) => Promise<{ vehicle: { id: string; orgCode: string } }>,
  ): Promise<FloorVehicle> =>
    ctx.tx(async (trx) => {
      const { vehicle } = await work(trx)
      const { id, orgCode } = vehicle
      ctx.changesStore(orgCode)
      ctx.afterCommit(async () => {
        await publishFloor(deps, orgCode, { runs: [runId], vehicles: [id] })
        await deps.realtime.publish({ topic: 'vehicles', orgCode })
      })
      const [changed] = await floorVehicles(trx, deps.clock(), id)
      if (!changed) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
      return changed
    })

  mount(app, deps, dispatch, {
    floor: ({ ctx }) =>
      ctx.tx(async (trx) => {
        const now = deps.clock()
        const vehicles = await floorVehicles(trx, now)
        const { entries, waiting } = await floorEntries(trx, now)
        return {
          now: now.getTime(),
          vehicles,
          entries,
          waiting,
          extensionLimit: await extensionLimit(trx, ctx.user.id),
          lapSeconds: await lapSeconds(trx, ctx.user.orgCode),
        }
      }),
    extend: ({ body, ctx }) => command(ctx, body.id, (trx) => extendRun(deps, ctx, trx, body.id)),
    slow: ({ body, ctx }) => command(ctx, body.id, (trx) => slowRun(deps, ctx, trx, body.id, body.slowed)),
    stop: ({ body, ctx }) => command(ctx, body.id, (trx) => stopRun(deps, ctx, trx, body.id, body.now)),
    lap: ({ body, ctx }) => command(ctx, body.id, (trx) => countManually(deps, ctx, trx, body.id, body.number)),
    swap: ({ body, ctx }) =>
      command(ctx, body.id, async (trx) => ({ vehicle: (await swapVehicle(deps, ctx, trx, body)).to })),
  })
}
