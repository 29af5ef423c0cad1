import { z } from 'zod'
import { listQuery, onScreen, route } from '#shared/core/route.ts'
import { exact, lines } from '#shared/core/text.ts'
import { ReportId } from './custom-reports.contract.ts'
import { ReportCell } from './custom-reports.schema.ts'

const PATH = '/online/cgreport'

/** A report as the API family's clients list and edit it: a statement with columns and parameters. */
const Head = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** Only of statements, and only for those who may write them. */
  cgrSql: z.string(),
  /** The code of the data source; empty: this database. */
  dbSource: z.string(),
  content: z.string(),
})

const Item = z.object({
  id: z.string(),
  cgrheadId: z.string(),
  fieldName: z.string(),
  fieldTxt: z.string(),
  fieldType: z.enum(['Integer', 'String', 'Date', 'Datetime']),
  orderNum: z.number().int(),
  isShow: z.literal(1),
  isSearch: z.literal(0),
})

const Param = z.object({ id: z.string(), paramName: z.string(), paramTxt: z.string(), paramValue: z.string() })

const GridColumn = z.object({
  title: z.string(),
  dataIndex: z.string(),
  align: z.literal('center'),
  sorter: z.literal(false),
})
const Records = z.array(z.record(z.string(), ReportCell))

const code = { params: z.object({ code: ReportId }) } as const
const ofHead = { query: z.object({ headId: ReportId }) } as const
const page = listQuery(['name'], {})

/** Columns and parameters that clients send along are read from the statement instead. */
const GivenHead = z.object({
  id: z.union([z.literal(''), z.uuid()]).nullish(),
  name: exact(60, 1),
  cgrSql: lines(10_000, 1),
  dbSource: exact(64).nullish(),
  content: lines(300).nullish(),
})

/**
 * The online reports of the API family. Reports that were built on screen are read here too; a statement comes from the stored report
 * only, never from a parameter, and nothing that a client sends is put into it.
 */
export const familyReports = onScreen('customReport', {
  headList: route({
    method: 'GET',
    path: `${PATH}/head/list`,
    summary: 'The reports that the caller sees, by page',
    access: 'customreport:list',
    query: page,
    result: z.object({
      records: z.array(Head),
      total: z.number().int(),
      size: z.number().int(),
      current: z.number().int(),
      pages: z.number().int(),
    }),
  }),
  headAdd: route({
    method: 'POST',
    path: `${PATH}/head/add`,
    summary: 'Stores a statement as a report',
    access: 'customreport:add',
    body: z.object({ head: GivenHead }),
    result: z.null(),
    message: 'message.added',
  }),
  headEdit: route({
    method: 'PUT',
    path: `${PATH}/head/editAll`,
    summary: 'Changes a stored statement',
    access: 'customreport:edit',
    body: z.object({ head: GivenHead.extend({ id: z.uuid() }) }),
    result: z.null(),
    message: 'message.updated',
  }),
  headDelete: route({
    method: 'DELETE',
    path: `${PATH}/head/delete`,
    summary: 'Removes a report',
    access: 'customreport:delete',
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
  parseSql: route({
    method: 'GET',
    path: `${PATH}/head/parseSql`,
    summary: 'The columns of a statement; it runs as any statement of a report, and takes no parameters',
    access: 'customreport:add',
    lane: 'lists',
    query: z.object({ sql: lines(10_000, 1), dbKey: exact(64).nullish() }),
    result: z.object({ fields: z.array(Item), params: z.array(Param) }),
  }),
  items: route({
    method: 'GET',
    path: `${PATH}/item/listByHeadId`,
    summary: 'The columns of a report',
    access: 'customreport:list',
    lane: 'lists',
    ...ofHead,
    result: z.array(Item),
  }),
  params: route({
    method: 'GET',
    path: `${PATH}/param/listByHeadId`,
    summary: 'The parameters of a report',
    access: 'customreport:list',
    ...ofHead,
    result: z.array(Param),
  }),
  paramsInfo: route({
    method: 'GET',
    path: `${PATH}/api/getParamsInfo/:code`,
    summary: 'The parameters of a report',
    access: 'customreport:list',
    ...code,
    result: z.array(Param),
  }),
  queryInfo: route({
    method: 'GET',
    path: `${PATH}/api/getQueryInfo/:code`,
    summary: 'The search fields of a report, which are its parameters here; so there are none',
    access: 'customreport:list',
    ...code,
    result: z.array(z.never()),
  }),
  columns: route({
    method: 'GET',
    path: `${PATH}/api/getRpColumns/:code`,
    summary: 'The columns of the grid of a report',
    access: 'customreport:list',
    lane: 'lists',
    ...code,
    result: z.object({
      columns: z.array(GridColumn),
      dictOptions: z.object({}),
      fieldHrefSlots: z.array(z.never()),
      cgRpConfigName: z.string(),
    }),
  }),
  data: route({
    method: 'GET',
    path: `${PATH}/api/getData/:code`,
    summary: 'A page of the rows of a report',
    access: 'customreport:list',
    lane: 'lists',
    ...code,
    query: page,
    result: z.object({ total: z.number().int(), records: Records }),
  }),
  columnsAndData: route({
    method: 'GET',
    path: `${PATH}/api/getColumnsAndData/:code`,
    summary: 'Columns and a page of the rows of a report',
    access: 'customreport:list',
    lane: 'lists',
    ...code,
    query: page,
    result: z.object({
      data: z.object({ total: z.number().int(), records: Records }),
      columns: z.array(GridColumn),
      cgreportHeadName: z.string(),
      dictOptions: z.object({}),
      fieldHrefSlots: z.array(z.never()),
    }),
  }),
  exportXls: route({
    method: 'GET',
    path: `${PATH}/api/exportXls/:code`,
    summary: 'A report as a workbook',
    access: 'customreport:export',
    lane: 'workbooks',
    ...code,
    result: z.null(),
    answers: 'file',
  }),
})
