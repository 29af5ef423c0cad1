import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { vehicles } from '#shared/features/vehicles/vehicles.contract.ts'
import { endRun, findVehicle, lockVehicle, runOn, searchVehicles } from './vehicles.repository.ts'

export function vehiclesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, vehicles, {
    listorgcode: ({ query, ctx }) => ctx.tx((trx) => searchVehicles(trx, deps.clock(), query)),
    finish: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const now = deps.clock()
        const vehicle = await lockVehicle(trx, body.id)
        if (!vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'id' })
        const run = await runOn(trx, vehicle, now)
        if (run) {
          await endRun(trx, run, now)
          ctx.touched({ id: vehicle.id, before: { runId: run.id }, after: { runId: null } })
          ctx.afterCommit(() => deps.realtime.publish({ topic: 'vehicles', orgCode: vehicle.orgCode }))
        }
        const seen = await findVehicle(trx, now, vehicle.id)
        if (!seen) throw new AppError('sessions.vehicleNotFound', { field: 'id' })
        return seen
      }),
  })
}
