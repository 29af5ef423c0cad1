import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { toPage } from '#shared/core/envelope.ts'
import type { CustomReport } from '#shared/features/custom-reports/custom-reports.contract.ts'
import {
  MAX_REPORT_ROWS,
  type ReportDefinition,
  type ReportResult,
  type ResultColumn,
  SQL_SOURCE,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import { familyReports } from '#shared/features/custom-reports/family-reports.contract.ts'
import { allReports, reportOf } from './custom-reports.service.ts'
import { laidOut, reportWorkbook } from './report-workbook.service.ts'
import { changeReport, deleteReport, storeReport } from './report-writes.service.ts'
import { runReport, whileWanted } from './run.service.ts'

const headOf = ({ id, name, about, definition, isReadable }: CustomReport) => ({
  id,
  // The address of a report contains its code.
  code: id,
  name,
  cgrSql: isReadable ? (definition.sql?.statement ?? '') : '',
  dbSource: definition.sql?.dataSource ?? '',
  content: about,
})

const statementOf = (statement: string, dataSource: string): ReportDefinition => ({
  source: SQL_SOURCE,
  columns: [],
  filters: [],
  sort: [],
  limit: MAX_REPORT_ROWS,
  display: 'table',
  across: '',
  sql: { statement, dataSource },
})

const typeOf = ({ kind }: ResultColumn): 'Integer' | 'String' | 'Date' | 'Datetime' => {
  if (kind === 'number' || kind === 'money') return 'Integer'
  return kind === 'day' ? 'Date' : kind === 'time' ? 'Datetime' : 'String'
}

const itemsOf = (headId: string, { columns }: Pick<ReportResult, 'columns'>) =>
  columns.map(({ key, title, ...column }, index) => ({
    id: `${headId} ${key}`,
    cgrheadId: headId,
    fieldName: key,
    fieldTxt: title,
    fieldType: typeOf({ key, title, ...column }),
    orderNum: index,
    isShow: 1 as const,
    isSearch: 0 as const,
  }))

const paramsOf = ({ definition }: CustomReport) =>
  definition.filters
    .filter(({ asked }) => asked)
    .map(({ key, column, values }) => ({ id: key, paramName: key, paramTxt: column, paramValue: values.join(',') }))

const gridOf = ({ columns }: Pick<ReportResult, 'columns'>) =>
  columns.map(({ key, title }) => ({ title, dataIndex: key, align: 'center' as const, sorter: false as const }))

/** A page of the rows, each by the keys of its columns. */
function recordsOf({ columns, rows }: Pick<ReportResult, 'columns' | 'rows'>, { pageNo, pageSize }: Page) {
  const from = (pageNo - 1) * pageSize
  const records = rows.slice(from, from + pageSize).map((row, index) => ({
    id: String(from + index),
    ...Object.fromEntries(columns.map(({ key }, at) => [key, row[at] ?? null])),
  }))
  return { total: rows.length, records }
}

interface Page {
  pageNo: number
  pageSize: number
}

/** The calls of the API family's report pages, over the same reports. */
export function familyReportsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps
  const run = (ctx: CallContext, id: string) =>
    ctx.tx(async (trx) => {
      const report = await reportOf(trx, ctx, id)
      const run = { definition: report.definition, asked: [] }
      const result = await whileWanted(deps, ctx, trx, () => runReport(deps, ctx, trx, run))
      return { report, laid: laidOut(result, report.definition) }
    })
  const paramsOfReport = (ctx: CallContext, id: string) => ctx.tx(async (trx) => paramsOf(await reportOf(trx, ctx, id)))

  mount(app, deps, familyReports, {
    headList: ({ query: { pageNo, pageSize }, ctx }) =>
      ctx.tx(async (trx) => {
        const reports = await allReports(trx, ctx)
        const shown = reports.slice((pageNo - 1) * pageSize, pageNo * pageSize)
        return toPage(shown.map(headOf), reports.length, pageNo, pageSize)
      }),
    headAdd: async ({ body: { head }, ctx }) => {
      const definition = statementOf(head.cgrSql, head.dbSource ?? '')
      const content = { name: head.name, about: head.content ?? '', roles: [], definition }
      await ctx.tx((trx) => storeReport(trx, ctx, content, clock()))
      return null
    },
    headEdit: async ({ body: { head }, ctx }) => {
      const definition = statementOf(head.cgrSql, head.dbSource ?? '')
      const content = { name: head.name, about: head.content ?? '', definition }
      await ctx.tx((trx) => changeReport(trx, ctx, { id: head.id }, content, clock()))
      return null
    },
    headDelete: async ({ query, ctx }) => {
      await ctx.tx((trx) => deleteReport(trx, ctx, query.id))
      return null
    },
    parseSql: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const definition = { ...statementOf(query.sql, query.dbKey ?? ''), limit: 1 }
        const result = await whileWanted(deps, ctx, trx, () => runReport(deps, ctx, trx, { definition, asked: [] }))
        return { fields: itemsOf('', result), params: [] }
      }),
    items: async ({ query, ctx }) => {
      const { laid } = await run(ctx, query.headId)
      return itemsOf(query.headId, laid)
    },
    params: ({ query, ctx }) => paramsOfReport(ctx, query.headId),
    paramsInfo: ({ params, ctx }) => paramsOfReport(ctx, params.code),
    queryInfo: ({ params, ctx }) =>
      ctx.tx(async (trx) => {
        await reportOf(trx, ctx, params.code)
        return []
      }),
    columns: async ({ params, ctx }) => {
      const { report, laid } = await run(ctx, params.code)
      return { columns: gridOf(laid), dictOptions: {}, fieldHrefSlots: [], cgRpConfigName: report.name }
    },
    data: async ({ params, query, ctx }) => recordsOf((await run(ctx, params.code)).laid, query),
    columnsAndData: async ({ params, query, ctx }) => {
      const { report, laid } = await run(ctx, params.code)
      const data = recordsOf(laid, query)
      return { data, columns: gridOf(laid), cgreportHeadName: report.name, dictOptions: {}, fieldHrefSlots: [] }
    },
    exportXls: ({ params, ctx }) => reportWorkbook(deps, ctx, { id: params.code, asked: [] }),
  })
}
