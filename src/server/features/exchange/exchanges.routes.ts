import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { type Handlers, mount, withMessage } from '#server/core/http/mount.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { checkEnteredPassword } from '#server/features/members/index.ts'
import { exchanges } from '#shared/features/exchange/exchanges.contract.ts'
import { exchangeResource, exchangeSheet } from '#shared/features/exchange/exchanges.schema.ts'
import { withProjectTexts } from './exchange-units.view.ts'
import { exchangeTable } from './exchanges.repository.ts'
import { addExchange, optionsOf, previewExchange, undoExchange } from './exchanges.service.ts'

export function exchangesRoutes(app: FastifyInstance, deps: Deps): void {
  const { rulesOf, requireListed } = listRules(deps, exchangeResource, exchangeTable)
  type Row = Awaited<ReturnType<typeof exchangeTable.get>>
  const shown = async (trx: Transaction, rows: Row[], { locale }: CallContext) =>
    withProjectTexts(trx, await withDictTexts(deps.dictionaries, exchangeResource.dict, rows, locale), locale)
  const handlers: Handlers<typeof exchanges> = {
    options: ({ query, ctx }) => optionsOf(deps, ctx, query.userId),
    preview: ({ query, ctx }) => previewExchange(deps, ctx, query),
    add: async ({ body, ctx }) => withMessage(await ctx.tx((trx) => addExchange(deps, ctx, trx, body)), ctx.key),
    reverse: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [body.id], ctx)
        return undoExchange(deps, ctx, trx, body)
      }),
    list: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const page = await exchangeTable.page(trx, ctx.user, query, await rulesOf(trx, ctx))
        return { ...page, records: await shown(trx, page.records, ctx) }
      }),
    queryById: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [query.id], ctx)
        const [record] = await shown(trx, [await exchangeTable.get(trx, query.id)], ctx)
        if (!record) throw new Error('an exchange was not found when it was read again')
        return record
      }),
    exportXls: exportHandler(deps, exchangeResource, exchangeSheet, exchangeTable),
  }
  mount(app, deps, exchanges, handlers, { before: { add: ({ body, ctx }) => checkEnteredPassword(deps, ctx, body) } })
}
