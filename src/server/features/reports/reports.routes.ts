import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { liability } from '#shared/features/reports/liability.contract.ts'
import { lossRadar } from '#shared/features/reports/loss-radar.contract.ts'
import { liabilityOf, liabilityWorkbook } from './liability.service.ts'
import { lossRadarOf, lossRadarWorkbook } from './loss-radar.service.ts'

export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, liability, {
    query: ({ query, ctx }) => ctx.tx((trx) => liabilityOf(deps, ctx, trx, query)),
    exportXls: ({ query, ctx }) => liabilityWorkbook(deps, ctx, query),
  })
  mount(app, deps, lossRadar, {
    query: ({ query, ctx }) => ctx.tx((trx) => lossRadarOf(deps, ctx, trx, query)),
    exportXls: ({ query, ctx }) => lossRadarWorkbook(deps, ctx, query),
  })
}
