import type { FastifyInstance } from 'fastify'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { type GameLog, gameLogList, gameLogSheet, gameLogs } from '#shared/features/vehicles/game-logs.contract.ts'
import { findGameLog, gameLogRows, listGameLogs, gameLogList as ruledList } from './game-logs.repository.ts'
import { printRunResult } from './run-result.service.ts'

export function gameLogsRoutes(app: FastifyInstance, deps: Deps): void {
  const rulesOf = (trx: Transaction, { user }: CallContext) => dataRules(trx, user, ruledList, deps.clock())
  const texts = (rows: GameLog[], { locale }: CallContext) =>
    withDictTexts(deps.dictionaries, gameLogList.dict, rows, locale)
  mount(app, deps, gameLogs, {
    list: async ({ query, ctx }) => {
      const seesPhones = ctx.user.actions.has(SEE_PHONES)
      const page = await ctx.tx(async (trx) => listGameLogs(trx, ctx.user, query, await rulesOf(trx, ctx), seesPhones))
      return { ...page, records: await texts(page.records, ctx) }
    },
    queryById: async ({ query, ctx }) => {
      const seesPhones = ctx.user.actions.has(SEE_PHONES)
      const run = await ctx.tx(async (trx) => findGameLog(trx, query.id, await rulesOf(trx, ctx), seesPhones))
      const [row = run] = await texts([run], ctx)
      return row
    },
    printResult: ({ body, ctx }) =>
      ctx.tx(async (trx) => printRunResult(deps, ctx, trx, body, await rulesOf(trx, ctx))),
    exportXls: exportHandler(
      deps,
      { ...gameLogList, filter: ruledList.fields },
      gameLogSheet,
      gameLogRows,
    ) as Parameters<typeof mount<typeof gameLogs>>[3]['exportXls'],
  })
}
