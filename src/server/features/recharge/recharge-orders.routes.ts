import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { mount, withMessage } from '#server/core/http/mount.ts'
import type { ListSearch } from '#server/core/lists/crud.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { rechargeOrders } from '#shared/features/recharge/recharge-orders.contract.ts'
import { rechargeOrderResource, rechargeOrderSheet } from '#shared/features/recharge/recharge-orders.schema.ts'
import { remindGuest, showPrice } from './counter-calls.service.ts'
import { reprintReceipt } from './receipt.service.ts'
import { addRecharge } from './recharge.service.ts'
import {
  memberConditions,
  rechargeOrderRules,
  rechargeOrderTable,
  requireListedRecharge,
  sumsOf,
} from './recharge-orders.repository.ts'
import { shownOrders, withDetails } from './recharge-orders.view.ts'
import { createRechargeBatcher, rechargeInOneStatement } from './single-statement-recharge.service.ts'

export function rechargeOrdersRoutes(app: FastifyInstance, deps: Deps): void {
  const rechargeBatcher = createRechargeBatcher(deps)
  const rulesOf = (trx: Transaction, user: SignedIn) => dataRules(trx, user, rechargeOrderRules, deps.clock())
  const pageOf = (query: ListSearch, ctx: CallContext, keyword: unknown, more = [sql`true`]) =>
    ctx.tx(async (trx) => {
      const where = [...(await rulesOf(trx, ctx.user)), ...memberConditions(keyword), ...more]
      const page = await rechargeOrderTable.page(trx, ctx.user, query, where)
      return { ...page, records: await shownOrders(deps, ctx, trx, page.records) }
    })
  const sheets = {
    columnOf: rechargeOrderTable.columnOf,
    count: (trx: Transaction, user: SignedIn, { keyword, ...query }: ListSearch, more: Parameters<typeof sumsOf>[3]) =>
      rechargeOrderTable.count(trx, user, query, [...more, ...memberConditions(keyword)]),
    async *each(
      trx: Transaction,
      user: SignedIn,
      { keyword, ...query }: ListSearch,
      more: Parameters<typeof sumsOf>[3],
    ) {
      const where = [...more, ...memberConditions(keyword)]
      for await (const rows of rechargeOrderTable.each(trx, user, query as ListSearch, where))
        yield await withDetails(trx, rows)
    },
  }
  mount(
    app,
    deps,
    rechargeOrders,
    {
      add: async ({ body, ctx }) => withMessage(await ctx.tx((trx) => addRecharge(deps, ctx, trx, body)), ctx.key),
      list: ({ query: { keyword, ...query }, ctx }) => pageOf(query, ctx, keyword),
      sums: ({ query: { keyword, ...query }, ctx }) =>
        ctx.tx(async (trx) =>
          sumsOf(trx, ctx.user, query, [...(await rulesOf(trx, ctx.user)), ...memberConditions(keyword)]),
        ),
      queryById: ({ query, ctx }) =>
        ctx.tx(async (trx) => {
          await requireListedRecharge(trx, ctx.user, query.id, deps.clock())
          const [shown] = await shownOrders(deps, ctx, trx, [await rechargeOrderTable.get(trx, query.id)])
          if (!shown) throw new Error('an order that was read is not there')
          return shown
        }),
      exportXls: exportHandler(deps, rechargeOrderResource, rechargeOrderSheet, sheets),
      listUnlinked: ({ query: { userPhone, keyword, id, ...query }, ctx }) => {
        const word = userPhone ?? keyword
        // Selected orders are shown in any state.
        const unused = sql`t.refunded = 0 and not exists (
        select from play_record p where p.recharge_id = t.id and p.org_code = t.org_code)`
        const selected = sql`t.id::text = any(${id.map((one) => one.toLowerCase())}::text[])`
        return pageOf(query, ctx, word, [sql`t.state = 'paid'`, id.length > 0 ? selected : unused])
      },
      printReceipt: ({ body, ctx }) => ctx.tx((trx) => reprintReceipt(deps, ctx, trx, body)),
      remind: ({ query, ctx }) => remindGuest(deps, ctx, query.consumeid),
      showPrice: ({ query, ctx }) => showPrice(deps, ctx, query.price),
    },
    { inOneTrip: { add: ({ body, ctx }) => rechargeInOneStatement(deps, ctx, body, rechargeBatcher) } },
  )
}
