import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { statistics } from '#shared/features/statistics/statistics.contract.ts'
import { commentFiguresOf } from './comment-figures.repository.ts'
import { figuresOf } from './figures.service.ts'
import { figuresWorkbook } from './figures.workbook.ts'
import { productFiguresOf } from './product-figures.repository.ts'

export function statisticsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, statistics, {
    figures: ({ query, ctx }) => ctx.tx((trx) => figuresOf(trx, ctx, query, deps.clock())),
    products: ({ query, ctx }) => ctx.tx((trx) => productFiguresOf(trx, ctx, query, deps.clock())),
    comments: ({ query, ctx }) => ctx.tx((trx) => commentFiguresOf(trx, ctx, query, deps.clock())),
    exportXls: ({ query, ctx }) => figuresWorkbook(deps, ctx, query),
  })
}
