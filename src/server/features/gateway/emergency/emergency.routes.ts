import type { FastifyInstance } from 'fastify'
import { toAppError } from '#server/core/http/database-errors.ts'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { emergency } from '#shared/features/gateway/emergency.contract.ts'
import { giveBackStoppedTime, listEmergencyStops, releaseStop, storeStop } from './emergency.repository.ts'
import type { Release } from './emergency.service.ts'
import type { Stop } from './emergency-stop.model.ts'

type Stored = Awaited<ReturnType<typeof releaseStop>>[number]

/** Notifies the screens and vehicles of the stores of a stop after a commit. */
const notifyStores = async ({ realtime }: Deps, stores: Iterable<string>): Promise<void> => {
  for (const orgCode of new Set(stores)) {
    await realtime.publish({ topic: 'emergency', orgCode })
    await realtime.publish({ topic: 'vehicles', orgCode })
  }
}

const releaseOf = ({ vehicleIds, vehicleType }: Stored, released: readonly Stored[]): Release => ({
  vehicleIds,
  vehicleType,
  released: released.map(({ id, orgCode }) => ({ id, orgCode })),
})

/** Whether this server is connected to vehicles. */
const hasGateway = ({ config: { mqtt, framesPort } }: Deps): boolean => mqtt.kind !== 'off' || framesPort !== undefined

export function emergencyRoutes(app: FastifyInstance, deps: Deps): void {
  const { bus, clock } = deps

  mount(app, deps, emergency, {
    list: ({ ctx }) => ctx.tx((trx) => listEmergencyStops(trx)),
    async stop({ body, ctx }) {
      const { vehicleIds = null, vehicleType = null } = body
      if (vehicleIds && vehicleType) throw new AppError('emergency.oneChoice', { field: 'vehicleType' })
      const { orgCode, realname, username } = ctx.user
      const ids = vehicleIds && [...new Set(vehicleIds.map((id) => id.toLowerCase()))].sort()
      const by = { stoppedBy: realname || username, stoppedAt: clock().toISOString() }
      const stop: Stop = { id: newId(), orgCode, vehicleIds: ids, vehicleType, ...by }
      // Vehicles first, then the database, which may be slow or unavailable. Ids of other stores have no effect, because only the caller's
      // stores are notified.
      const notified = bus
        .send({ kind: 'emergencyStop', stop })
        .catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'not every copy of the server was notified of an emergency stop'),
        )
      const stops = await ctx
        .tx(async (trx) => {
          const stores = await storeStop(trx, stop)
          if (stores.length === 0) throw new AppError('emergency.nothingToStop')
          ctx.touched({ id: stop.id, after: { vehicleIds: ids, vehicleType } })
          ctx.afterCommit(() => notifyStores(deps, stores))
          return listEmergencyStops(trx)
        })
        .catch((error: unknown) => {
          // The vehicles have stopped and the gateway writes the stop later: the answer must not look as if nothing had happened.
          if (!hasGateway(deps) || toAppError(error)?.code !== 'common.unavailable') throw error
          ctx.log.warn({ err: error }, 'an emergency stop was sent to vehicles but could not be written yet')
          throw new AppError('emergency.notWritten')
        })
      await notified
      return stops
    },
    release: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const { realname, username } = ctx.user
        const now = clock()
        const released = await releaseStop(
          trx,
          { id: body.id, orgCode: body.sysOrgCode ?? null },
          { name: realname || username, at: now, remark: body.remark },
        )
        if (released.length === 0) ctx.doneBefore()
        await giveBackStoppedTime(trx, released, now)
        for (const stop of released)
          ctx.touched({ id: stop.id, before: { stoppedBy: stop.stoppedBy }, after: { remark: body.remark } })
        ctx.afterCommit(async () => {
          // Only after the commit: a failed commit must not leave vehicles released that are still stopped in the database.
          const [first] = released
          if (first) await bus.send({ kind: 'emergencyRelease', ...releaseOf(first, released) })
          await notifyStores(
            deps,
            released.map(({ orgCode }) => orgCode),
          )
        })
        return listEmergencyStops(trx)
      }),
  })
}
