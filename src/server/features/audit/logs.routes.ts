import type { FastifyInstance } from 'fastify'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount, withMessage } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { type LogEntry, logs } from '#shared/features/audit/logs.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { comparedLogs, pageOfDataLogs, versionsOf } from './data-logs.repository.ts'
import { allVisits, hideLogs, historyOf, pageOfLogins, pageOfOperations, ruledLogs, visits } from './logs.repository.ts'

const DAYS = 7

export function logsRoutes(app: FastifyInstance, deps: Deps): void {
  const dict = { logType: 'log_type', operateType: 'operate_type' }
  const rulesOf = (trx: Transaction, { user }: CallContext) => dataRules(trx, user, ruledLogs, deps.clock())
  mount(app, deps, logs, {
    list: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const read = query.logType === '1' ? pageOfLogins : pageOfOperations
        const page = await read(trx, query, ctx.locale, await rulesOf(trx, ctx))
        const texts = await withDictTexts(deps.dictionaries, dict, page.records, ctx.locale)
        // The dictionaries add their texts, which the type does not express.
        return { ...page, records: texts as LogEntry[] }
      }),
    delete: async ({ query, ctx }) => {
      await ctx.tx(async (trx) => hideLogs(trx, query.id, await rulesOf(trx, ctx)))
      return null
    },
    deleteBatch: async ({ query, ctx }) => {
      await ctx.tx(async (trx) => hideLogs(trx, query.ids, await rulesOf(trx, ctx)))
      return query.ids.includes('allclear') ? withMessage(null, text(ctx.locale, 'message.logs.cleared')) : null
    },
    signInCounts: ({ ctx }) =>
      ctx.tx(async (trx) => {
        const [today] = await visits(trx, deps.clock(), 1)
        return {
          totalVisitCount: await allVisits(trx),
          todayVisitCount: today?.visit ?? 0,
          todayIp: today?.ip ?? 0,
        }
      }),
    visitsPerDay: ({ ctx }) =>
      ctx.tx(async (trx) =>
        (await visits(trx, deps.clock(), DAYS)).map((day) => ({ ...day, type: day.tian.slice(5) })),
      ),
    dataLogs: ({ query, ctx }) => ctx.tx((trx) => pageOfDataLogs(trx, query)),
    queryCompareList: ({ query, ctx }) => ctx.tx((trx) => comparedLogs(trx, [query.dataId1, query.dataId2])),
    queryDataVerList: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const versions = await versionsOf(trx, query)
        if (versions.length === 0) throw new AppError('logs.noVersions')
        return versions
      }),
    history: ({ query, ctx }) => ctx.tx((trx) => historyOf(trx, query.kind, query.id)),
  })
}
