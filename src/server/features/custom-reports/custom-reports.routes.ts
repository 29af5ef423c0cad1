import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { customReports } from '#shared/features/custom-reports/custom-reports.contract.ts'
import { recipientsOf, sharedRoles } from './custom-reports.repository.ts'
import { reportOf, reportsOf, sourcesOf } from './custom-reports.service.ts'
import { familyReportsRoutes } from './family-reports.routes.ts'
import { scheduleOf, setSchedule } from './report-schedules.repository.ts'
import { setTile, tilesOf } from './report-tiles.service.ts'
import { reportWorkbook } from './report-workbook.service.ts'
import { changeReport, deleteReport, storeReport } from './report-writes.service.ts'
import { runReport, whileWanted } from './run.service.ts'

export function customReportsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps
  familyReportsRoutes(app, deps)
  mount(app, deps, customReports, {
    sources: ({ ctx }) => ctx.tx((trx) => sourcesOf(trx, ctx)),
    list: ({ ctx }) => ctx.tx((trx) => reportsOf(trx, ctx)),
    queryById: ({ query, ctx }) => ctx.tx((trx) => reportOf(trx, ctx, query.id)),
    options: ({ ctx }) =>
      ctx.tx(async (trx) => ({
        roles: await sharedRoles(trx, ctx.user),
        users: await recipientsOf(trx),
      })),
    run: ({ body, ctx }) => ctx.tx((trx) => whileWanted(deps, ctx, trx, () => runReport(deps, ctx, trx, body))),
    runSaved: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const { definition } = await reportOf(trx, ctx, body.id)
        return whileWanted(deps, ctx, trx, () => runReport(deps, ctx, trx, { definition, asked: body.asked }))
      }),
    exportXls: ({ query, ctx }) => reportWorkbook(deps, ctx, query),
    tiles: ({ ctx }) => ctx.tx((trx) => tilesOf(trx, ctx)),
    setTile: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        await setTile(trx, ctx, body)
        return null
      }),
    schedule: ({ query, ctx }) => ctx.tx((trx) => scheduleOf(trx, ctx.user, query.id)),
    setSchedule: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        // A report that the caller does not see cannot be sent.
        const { definition } = await reportOf(trx, ctx, body.id)
        const version = await setSchedule(trx, ctx.user, body, definition, clock())
        ctx.touched({ id: body.id, after: body })
        return { version }
      }),
    add: ({ body, ctx }) => ctx.tx(async (trx) => ({ id: await storeReport(trx, ctx, body, clock()), version: 1 })),
    edit: ({ body: { id, version, ...content }, ctx }) =>
      ctx.tx(async (trx) => ({ version: await changeReport(trx, ctx, { id, version }, content, clock()) })),
    delete: async ({ query, ctx }) => {
      await ctx.tx((trx) => deleteReport(trx, ctx, query.id))
      return null
    },
  })
}
