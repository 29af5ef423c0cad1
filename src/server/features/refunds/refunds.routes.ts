import type { FastifyInstance } from 'fastify'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount, withMessage } from '#server/core/http/mount.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { refunds } from '#shared/features/refunds/refunds.contract.ts'
import { refundResource, refundSheet } from '#shared/features/refunds/refunds.schema.ts'
import { addRefund, previewRefund } from './refund.service.ts'
import { reprintSlip } from './refund-slip.service.ts'
import { refundRows, refundRules, refundTable, requireListedRefund, sumRefunds } from './refunds.repository.ts'
import { lastSaleOf, voidSale } from './void.service.ts'

export function refundsRoutes(app: FastifyInstance, deps: Deps): void {
  const rulesOf = (trx: Transaction, user: SignedIn) => dataRules(trx, user, refundRules, deps.clock())
  const withTexts = (rows: ReturnType<typeof refundTable.toRow>[], { locale }: CallContext) =>
    withDictTexts(deps.dictionaries, refundResource.dict, rows, locale)
  mount(
    app,
    deps,
    refunds,
    {
      add: async ({ body, ctx }) => withMessage(await addRefund(deps, ctx, body), ctx.key),
      preview: ({ query, ctx }) => previewRefund(deps, ctx, query),
      lastSale: ({ ctx }) => lastSaleOf(deps, ctx),
      voidSale: async ({ body, ctx }) => withMessage(await voidSale(deps, ctx, body), ctx.key),
      list: ({ query, ctx }) =>
        ctx.tx(async (trx) => {
          const page = await refundRows.page(trx, ctx.user, query, await rulesOf(trx, ctx.user))
          return { ...page, records: await withTexts(page.records, ctx) }
        }),
      sums: ({ query, ctx }) => ctx.tx(async (trx) => sumRefunds(trx, ctx.user, query, await rulesOf(trx, ctx.user))),
      queryById: ({ query, ctx }) =>
        ctx.tx(async (trx) => {
          await requireListedRefund(trx, ctx.user, query.id, deps.clock())
          const [shown] = await withTexts([await refundTable.get(trx, query.id)], ctx)
          if (!shown) throw new Error('a refund was not found when it was read again')
          return shown
        }),
      exportXls: exportHandler(deps, refundResource, refundSheet, refundRows),
      printSlip: ({ body, ctx }) => reprintSlip(deps, ctx, body),
    },
    { selfKeyed: ['add', 'voidSale'] },
  )
}
