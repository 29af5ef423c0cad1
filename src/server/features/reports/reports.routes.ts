import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { dailyReportResource, dailyReportSheet, dailyReports } from '#shared/features/reports/daily-report.contract.ts'
import { liability } from '#shared/features/reports/liability.contract.ts'
import { lossRadar } from '#shared/features/reports/loss-radar.contract.ts'
import { settlement } from '#shared/features/reports/settlement.contract.ts'
import { dailyReportTable, receiverOf, setReceiver } from './daily-report.repository.ts'
import { liabilityOf, liabilityWorkbook } from './liability.service.ts'
import { lossRadarOf, lossRadarWorkbook } from './loss-radar.service.ts'
import { settlementOf, settlementWorkbook } from './settlement.service.ts'

export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, liability, {
    query: ({ query, ctx }) => ctx.tx((trx) => liabilityOf(deps, ctx, trx, query)),
    exportXls: ({ query, ctx }) => liabilityWorkbook(deps, ctx, query),
  })
  mount(app, deps, lossRadar, {
    query: ({ query, ctx }) => ctx.tx((trx) => lossRadarOf(deps, ctx, trx, query)),
    exportXls: ({ query, ctx }) => lossRadarWorkbook(deps, ctx, query),
  })
  mount(app, deps, settlement, {
    query: ({ query, ctx }) => ctx.tx((trx) => settlementOf(deps, ctx, trx, query)),
    exportXls: ({ query, ctx }) => settlementWorkbook(deps, ctx, query),
  })
  const { list, queryById } = crudHandlers(deps, dailyReportResource, dailyReportTable)
  mount(app, deps, dailyReports, {
    list,
    queryById,
    exportXls: exportHandler(deps, dailyReportResource, dailyReportSheet, dailyReportTable),
    mine: async ({ ctx }) => {
      const { way, email } = await ctx.accountTx((trx) => receiverOf(trx, ctx.user.id))
      return { way, email, canMail: deps.config.smtpUrl !== undefined }
    },
    receive: async ({ body, ctx }) => {
      await ctx.accountTx((trx) => setReceiver(trx, ctx.user.id, body.way, deps.clock()))
      return null
    },
  })
}
