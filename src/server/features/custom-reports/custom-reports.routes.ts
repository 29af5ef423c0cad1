import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { customReports } from '#shared/features/custom-reports/custom-reports.contract.ts'
import { type ReportDefinition, SQL_SOURCE } from '#shared/features/custom-reports/custom-reports.schema.ts'
import { compileReport } from './compile.ts'
import {
  addReport,
  lockReport,
  type ReportContent,
  recipientsOf,
  removeReport,
  sharedRoles,
  updateReport,
} from './custom-reports.repository.ts'
import { reportOf, reportsOf, sourcesOf } from './custom-reports.service.ts'
import { scheduleOf, setSchedule } from './report-schedules.repository.ts'
import { setTiles, tilesOf } from './report-tiles.ts'
import { reportWorkbook } from './report-workbook.ts'
import { mayRunStatements, requireSource, runReport, whileWanted } from './run.service.ts'
import { checkedStatement } from './sql-check.ts'

/** Throws unless the definition compiles, so that no report is stored that cannot run. */
async function requireRunnable(trx: Transaction, ctx: CallContext, definition: ReportDefinition): Promise<void> {
  const { user, locale } = ctx
  if (definition.sql && definition.source === SQL_SOURCE) {
    if (!mayRunStatements(user)) throw new AppError('customReport.sourceForbidden', { field: 'definition' })
    if (definition.sql.dataSource === '') checkedStatement(definition.sql.statement)
    return
  }
  const asker = { reader: user, locale, today: '2000-01-01' }
  compileReport(await requireSource(trx, ctx, definition.source), definition, [], asker)
}

export function customReportsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps
  mount(app, deps, customReports, {
    sources: ({ ctx }) => ctx.tx((trx) => sourcesOf(trx, ctx)),
    list: ({ ctx }) => ctx.tx((trx) => reportsOf(trx, ctx)),
    queryById: ({ query, ctx }) => ctx.tx((trx) => reportOf(trx, ctx, query.id)),
    options: ({ ctx }) =>
      ctx.tx(async (trx) => ({
        roles: await sharedRoles(trx, ctx.user),
        users: await recipientsOf(trx),
      })),
    run: ({ body, ctx }) => ctx.tx((trx) => whileWanted(deps, ctx, trx, () => runReport(deps, ctx, trx, body))),
    runSaved: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const { definition } = await reportOf(trx, ctx, body.id)
        return whileWanted(deps, ctx, trx, () => runReport(deps, ctx, trx, { definition, asked: body.asked }))
      }),
    exportXls: ({ query, ctx }) => reportWorkbook(deps, ctx, query),
    tiles: ({ ctx }) => ctx.tx((trx) => tilesOf(trx, ctx)),
    setTiles: ({ body, ctx }) =>
      ctx.accountTx(async (trx) => {
        await setTiles(trx, ctx.user.id, body.ids)
        return null
      }),
    schedule: ({ query, ctx }) => ctx.tx((trx) => scheduleOf(trx, ctx.user, query.id)),
    setSchedule: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        // A report that the caller does not see cannot be sent.
        await reportOf(trx, ctx, body.id)
        await setSchedule(trx, ctx.user, body, clock())
        ctx.touched({ id: body.id, after: body })
        return null
      }),
    add: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        await requireRunnable(trx, ctx, body.definition)
        const id = await addReport(trx, ctx.user, body, clock())
        ctx.touched({ id, after: body })
        return { id, version: 1 }
      }),
    edit: ({ body: { id, version, ...content }, ctx }) =>
      ctx.tx(async (trx) => {
        await requireRunnable(trx, ctx, content.definition)
        const row = await lockReport(trx, ctx.user, id)
        if (row.version !== version) throw new AppError('customReport.changed')
        const before: ReportContent = { name: row.name, about: row.about, roles: row.roles, definition: row.definition }
        ctx.touched({ id, before, after: content })
        return { version: await updateReport(trx, row, content, clock()) }
      }),
    delete: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const { name, definition } = await lockReport(trx, ctx.user, query.id)
        await removeReport(trx, query.id)
        ctx.touched({ id: query.id, before: { name, definition } })
        return null
      }),
  })
}
