import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { type Handlers, mount, withMessage } from '#server/core/http/mount.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { checkEnteredPassword } from '#server/features/members/index.ts'
import { coinOutputs } from '#shared/features/coins/coin-outputs.contract.ts'
import { coinOutputResource, coinOutputSheet } from '#shared/features/coins/coin-outputs.schema.ts'
import { coinReturnResource, coinReturnSheet, coinReturns } from '#shared/features/coins/coin-returns.contract.ts'
import { coinMachines, coinOutputRows, coinOutputTable, coinReturnTable } from './coin-outputs.repository.ts'
import { returnCoins, sellOutput } from './coin-outputs.service.ts'

export function coinsRoutes(app: FastifyInstance, deps: Deps): void {
  const outputs = listRules(deps, coinOutputResource, coinOutputTable)
  const returns = listRules(deps, coinReturnResource, coinReturnTable)
  type Output = Awaited<ReturnType<typeof coinOutputTable.get>>
  const shown = (rows: Output[], { locale }: CallContext) =>
    withDictTexts(deps.dictionaries, coinOutputResource.dict, rows, locale)

  const outputHandlers: Handlers<typeof coinOutputs> = {
    machines: ({ query, ctx }) => ctx.tx((trx) => coinMachines(trx, query.sysOrgCode || undefined, deps.clock())),
    add: async ({ body, ctx }) => withMessage(await ctx.tx((trx) => sellOutput(deps, ctx, trx, body)), ctx.key),
    list: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const page = await coinOutputRows.page(trx, ctx.user, query, await outputs.rulesOf(trx, ctx))
        return { ...page, records: await shown(page.records, ctx) }
      }),
    queryById: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        await outputs.requireListed(trx, [query.id], ctx)
        const [record] = await shown([await coinOutputTable.get(trx, query.id)], ctx)
        if (!record) throw new Error('a coin output was not found when it was read again')
        return record
      }),
    exportXls: exportHandler(deps, coinOutputResource, coinOutputSheet, coinOutputRows),
  }
  mount(app, deps, coinOutputs, outputHandlers, {
    before: {
      add: async ({ body, ctx }) => {
        // Cash and scans take nothing from the member, who is only named.
        if (body.payMode === 'balance' || body.payMode === 'coins') await checkEnteredPassword(deps, ctx, body)
      },
    },
  })

  const returnHandlers: Handlers<typeof coinReturns> = {
    add: async ({ body, ctx }) => withMessage(await ctx.tx((trx) => returnCoins(deps, ctx, trx, body)), ctx.key),
    list: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const page = await coinReturnTable.page(trx, ctx.user, query, await returns.rulesOf(trx, ctx))
        return {
          ...page,
          records: await withDictTexts(deps.dictionaries, coinReturnResource.dict, page.records, ctx.locale),
        }
      }),
    exportXls: exportHandler(deps, coinReturnResource, coinReturnSheet, coinReturnTable),
  }
  mount(app, deps, coinReturns, returnHandlers)
}
