import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import {
  exchangeRateResource,
  exchangeRateSheet,
  exchangeRates,
} from '#shared/features/exchange/exchange-rates.contract.ts'
import { exchangeRateTable } from './exchange-rates.repository.ts'
import { withProjectTexts } from './exchange-units.view.ts'

/** Amounts are numbers in workbooks. Lists do not search them, because their columns are in the units of the rate's wallet. */
const AMOUNT = 'number'
const readFromSheets = {
  ...exchangeRateResource,
  filter: {
    ...exchangeRateResource.filter,
    fromAmount: AMOUNT,
    toAmount: AMOUNT,
    minimum: AMOUNT,
    step: AMOUNT,
    dayLimit: AMOUNT,
  },
} as const

export function exchangeRatesRoutes(app: FastifyInstance, deps: Deps): void {
  const { rulesOf, requireListed } = listRules(deps, exchangeRateResource, exchangeRateTable)
  type Row = Awaited<ReturnType<typeof exchangeRateTable.get>>
  const shown = async (trx: Transaction, rows: Row[], { locale }: CallContext) =>
    withProjectTexts(trx, await withDictTexts(deps.dictionaries, exchangeRateResource.dict, rows, locale), locale)
  mount(app, deps, exchangeRates, {
    ...crudHandlers(deps, exchangeRateResource, exchangeRateTable),
    ...undoHandlers(deps, exchangeRateResource, exchangeRateTable),
    ...excelHandlers(deps, readFromSheets, exchangeRateSheet, exchangeRateTable),
    list: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const page = await exchangeRateTable.page(trx, ctx.user, query, await rulesOf(trx, ctx))
        return { ...page, records: await shown(trx, page.records, ctx) }
      }),
    queryById: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [query.id], ctx)
        const [record] = await shown(trx, [await exchangeRateTable.get(trx, query.id)], ctx)
        if (!record) throw new Error('a rate was not found when it was read again')
        return record
      }),
  })
}
