import type { FastifyInstance } from 'fastify'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import {
  consumeOrderList,
  consumeOrderSheet,
  consumeOrders,
} from '#shared/features/sessions/consume-orders.contract.ts'
import { printChargeReceipt } from './charge-receipt.service.ts'
import {
  consumeOrderRows,
  consumeOrderRules,
  listConsumeOrders,
  sumConsumeOrders,
} from './consume-orders.repository.ts'
import { returnDeposit } from './deposits.service.ts'

export function consumeOrdersRoutes(app: FastifyInstance, deps: Deps): void {
  const rulesOf = (trx: Transaction, { user }: CallContext) => dataRules(trx, user, consumeOrderRules, deps.clock())
  mount(
    app,
    deps,
    consumeOrders,
    {
      list: async ({ query, ctx }) => {
        const page = await ctx.tx(async (trx) => listConsumeOrders(trx, ctx.user, query, await rulesOf(trx, ctx)))
        const records = await withDictTexts(deps.dictionaries, consumeOrderList.dict, page.records, ctx.locale)
        return { ...page, records }
      },
      sums: ({ query, ctx }) => ctx.tx(async (trx) => sumConsumeOrders(trx, ctx.user, query, await rulesOf(trx, ctx))),
      exportXls: exportHandler(deps, consumeOrderList, consumeOrderSheet, consumeOrderRows),
      printReceipt: ({ body, ctx }) =>
        ctx.tx(async (trx) => printChargeReceipt(deps, ctx, trx, body, await rulesOf(trx, ctx))),
      returnDeposit: ({ body, ctx }) => returnDeposit(deps, ctx, body),
    },
    { selfKeyed: ['returnDeposit'] },
  )
}
