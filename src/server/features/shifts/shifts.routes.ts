import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { shiftResource, shiftSheet, shifts } from '#shared/features/shifts/shifts.contract.ts'
import { cashOutsideOf } from './cash-outside.service.ts'
import { deferredActions } from './deferred-actions.service.ts'
import { openDrawers } from './open-drawers.service.ts'
import { safePayoutsOf } from './safe-payouts.service.ts'
import { printReport } from './shift-print.service.ts'
import { reportOf, reportWorkbook } from './shift-report.service.ts'
import { shiftTable } from './shifts.repository.ts'
import { shiftsService } from './shifts.service.ts'

export function shiftsRoutes(app: FastifyInstance, deps: Deps): void {
  const service = shiftsService(deps)
  const takeLate = deferredActions(deps)
  const { list, queryById } = crudHandlers(deps, shiftResource, shiftTable)
  mount(app, deps, shifts, {
    list,
    queryById,
    exportXls: exportHandler(deps, shiftResource, shiftSheet, shiftTable),
    outside: ({ query, ctx }) => ctx.tx((trx) => cashOutsideOf(deps, ctx, trx, query)),
    safePayouts: ({ query, ctx }) => ctx.tx((trx) => safePayoutsOf(deps, ctx, trx, query)),
    current: ({ ctx }) => service.current(ctx),
    drawers: ({ query, ctx }) => openDrawers(ctx, query.sysOrgCode),
    open: ({ body, ctx }) => service.open(body, ctx),
    move: ({ body, ctx }) => service.move(body, ctx),
    openDrawer: ({ body: { id, reason }, ctx }) =>
      ctx.tx(async () => {
        ctx.touched({ id, after: { reason } })
        return null
      }),
    close: ({ body, ctx }) => service.close(body, ctx),
    handover: ({ body, ctx }) => service.handover(body, ctx),
    forceClose: ({ body, ctx }) => service.forceClose(body, ctx),
    late: ({ body, ctx }) => takeLate(body, ctx),
    report: ({ query, ctx }) => ctx.tx((trx) => reportOf(deps, ctx, trx, query.id)),
    reportXls: ({ query, ctx }) => reportWorkbook(deps, ctx, query.id),
    printReport: ({ body, ctx }) => printReport(deps, ctx, body),
  })
}
