import type { FastifyInstance } from 'fastify'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { mount, withMessage } from '#server/core/http/mount.ts'
import { crudHandlers, writerOf } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { vehicles } from '#shared/features/vehicles/vehicles.contract.ts'
import { vehicleResource, vehicleSheet } from '#shared/features/vehicles/vehicles.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { addSeries, fleetList, fleetTable, removeVehicles, setCondition, sortVehicles } from './fleet.repository.ts'
import { endRun, findVehicle, lockVehicle, runOn, searchVehicles } from './vehicles.repository.ts'

export function vehiclesRoutes(app: FastifyInstance, deps: Deps): void {
  const table = fleetTable(deps)
  const plain = crudHandlers(deps, vehicleResource, table)
  const workbooks = excelHandlers(deps, vehicleResource, vehicleSheet, table)
  /** Notifies counters and screens of a store of changed vehicles. */
  const announce = (ctx: CallContext, orgCode: string) =>
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'vehicles', orgCode }))

  /** Vehicles that data rules hide cannot be changed. */
  const requireListed = async (trx: Transaction, ctx: CallContext, ids: readonly string[]) =>
    table.requireRows(trx, ids, await dataRules(trx, ctx.user, fleetList, deps.clock()))

  const remove = (ctx: CallContext, ids: readonly string[], done: string) =>
    ctx.tx(async (trx) => {
      await requireListed(trx, ctx, ids)
      const { scrapped, stores } = await removeVehicles(trx, ctx, ids, writerOf(deps, ctx))
      for (const orgCode of stores) announce(ctx, orgCode)
      return scrapped.length === 0
        ? withMessage(null, done)
        : withMessage(null, text(ctx.locale, 'vehicle.scrappedInstead', { names: scrapped.join('、') }))
    })

  mount(app, deps, vehicles, {
    ...plain,
    ...workbooks,
    add: async (input) => {
      announce(input.ctx, input.ctx.user.orgCode)
      return plain.add(input)
    },
    importExcel: async (input) => {
      announce(input.ctx, input.ctx.user.orgCode)
      return workbooks.importExcel(input)
    },
    delete: ({ query, ctx }) => remove(ctx, [query.id], text(ctx.locale, 'message.deleted')),
    deleteBatch: ({ query, ctx }) => remove(ctx, query.ids, text(ctx.locale, 'message.batchDeleted')),
    listOfStore: ({ query, ctx }) => ctx.tx((trx) => searchVehicles(trx, deps.clock(), query)),
    finish: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const now = deps.clock()
        const vehicle = await lockVehicle(trx, body.id)
        if (!vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'id' })
        const run = await runOn(trx, vehicle, now)
        // The vehicle may have begun the next guest's run, or the guest may have swapped it.
        if (body.runId !== undefined && run?.id !== body.runId)
          throw new AppError('dispatch.runOver', { vehicle: vehicle.name })
        if (run) {
          await endRun(trx, run, now, 'stopped', ctx.user.realname)
          ctx.touched({ id: vehicle.id, before: { runId: run.id }, after: { runId: null } })
          announce(ctx, vehicle.orgCode)
        }
        const updated = await findVehicle(trx, now, vehicle.id)
        if (!updated) throw new AppError('sessions.vehicleNotFound', { field: 'id' })
        return updated
      }),
    addSeries: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const ids = await addSeries(trx, body, writerOf(deps, ctx))
        for (const id of ids) ctx.touched({ id, after: body })
        announce(ctx, ctx.user.orgCode)
        return ids
      }),
    sort: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, ctx, body.ids)
        announce(ctx, await sortVehicles(trx, body.ids, writerOf(deps, ctx)))
        return null
      }),
    setCondition: ({ body: { id, ...target }, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, ctx, [id])
        const { vehicle, isRunning } = await setCondition(trx, id, target, writerOf(deps, ctx))
        const before = { condition: vehicle.condition, conditionReason: vehicle.conditionReason }
        ctx.touched({ id, before, after: { condition: target.condition, conditionReason: target.reason } })
        announce(ctx, vehicle.orgCode)
        const messageKey = isRunning && target.condition === 'maintenance' ? 'vehicle.afterRun' : 'message.updated'
        const result = { condition: target.condition, isRunning }
        return withMessage(result, text(ctx.locale, messageKey, { vehicle: vehicle.name }))
      }),
  })
}
