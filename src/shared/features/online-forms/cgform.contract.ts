import { z } from 'zod'
import { RecordIds } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { ImportReport } from '#shared/core/excel.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { FORM_LIMITS, FormValue } from './online-form.schema.ts'

/** A form by its id or its code. */
const Code = z.object({ code: exact(64, 1).regex(/^[a-z0-9_-]+$/i) })

const Search = z.record(exact(64, 1), exact(8000)).refine((query) => Object.keys(query).length <= 200)

const Row = z
  .record(exact(64, 1), FormValue.nullable())
  .refine((values) => Object.keys(values).length <= FORM_LIMITS.fields + 20)

/** A record: its values beside the rows of its sub-tables. */
const Whole = z
  .record(exact(64, 1), z.union([FormValue.nullable(), z.array(Row).max(FORM_LIMITS.rowsOfSubTable)]))
  .refine((values) => Object.keys(values).length <= FORM_LIMITS.fields + FORM_LIMITS.subTables + 20)
export type CgRecord = z.output<typeof Whole>

export const CgHead = z.object({
  id: z.string(),
  tableName: z.string(),
  tableTxt: z.string(),
  tableType: z.literal(1),
  tableVersion: z.number().int(),
  isDbSynch: z.enum(['Y', 'N']),
  isTree: z.literal('N'),
  isCheckbox: z.literal('Y'),
  isPage: z.literal('Y'),
  themeTemplate: z.literal('normal'),
  formTemplate: z.literal('2'),
  formCategory: z.literal('temp'),
  scroll: z.literal(1),
  createBy: z.string(),
  createTime: z.string(),
})
export type CgHead = z.infer<typeof CgHead>

const Flag = z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]).transform(Number)

/** A column of a table as the family's pages describe it. What it says about SQL types is not read. */
const CgField = z.object({
  id: exact(64).nullish(),
  dbFieldName: exact(64, 1),
  dbFieldTxt: line(60, 1),
  dbLength: z.number().int().min(0).max(100_000).nullish(),
  dbType: exact(32).nullish(),
  fieldShowType: exact(32).nullish(),
  fieldMustInput: z.union([exact(1), Flag]).nullish(),
  fieldValidType: exact(200).nullish(),
  fieldDefaultValue: exact(200).nullish(),
  dictField: exact(100).nullish(),
  dictTable: exact(500).nullish(),
  dictText: exact(200).nullish(),
  isShowForm: Flag.nullish(),
  isShowList: Flag.nullish(),
  isQuery: Flag.nullish(),
})
export type CgField = z.output<typeof CgField>

const Ids = z.array(exact(64)).max(FORM_LIMITS.fields).nullish()

const CgForm = z.object({
  head: z.object({ id: exact(64).nullish(), tableName: exact(64, 1), tableTxt: line(60, 1) }),
  fields: z
    .array(CgField)
    .min(1)
    .max(FORM_LIMITS.fields + 20),
  indexs: z
    .array(z.object({ id: exact(64).nullish() }))
    .max(50)
    .nullish(),
  deleteFieldIds: Ids,
  deleteIndexIds: Ids,
})
export type CgForm = z.output<typeof CgForm>

const Item = z.object({ value: z.string(), text: z.string(), title: z.string() })
export type CgItem = z.infer<typeof Item>

const Columns = z.object({
  columns: z.array(
    z.object({
      title: z.string(),
      dataIndex: z.string(),
      align: z.literal('center'),
      sorter: z.boolean(),
      /** The name of the dictionary options of the column. */
      customRender: z.string().optional(),
      scopedSlots: z.object({ customRender: z.string() }).optional(),
    }),
  ),
  dictOptions: z.record(z.string(), z.array(Item)),
  fieldHrefSlots: z.tuple([]),
  formTemplate: z.literal('2'),
  description: z.string(),
  currentTableName: z.string(),
  cgButtonList: z.tuple([]),
  enhanceJs: z.literal(''),
  hideColumns: z.array(z.string()),
  isDesForm: z.literal('N'),
  checkboxFlag: z.literal('Y'),
  paginationFlag: z.literal('Y'),
  scrollFlag: z.literal(1),
})
export type CgColumns = z.infer<typeof Columns>

const Property = z.object({
  title: z.string(),
  type: z.string(),
  view: z.string(),
  order: z.number().int(),
  enum: z.array(Item).optional(),
  maxLength: z.number().int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
})
export type CgProperty = z.infer<typeof Property>

const PATH = '/online/cgform'
const DEFINE = 'form:define'

const nothing = (method: 'GET' | 'POST', at: `/${string}`, summary: string) =>
  route({ method, path: `${PATH}${at}`, summary, access: DEFINE, result: z.tuple([]) })

const NO_OWN_RIGHTS = 'None: roles have actions on a form, not on its columns, buttons or rows'

/** A call that would store or run program text, which forms do not have. */
const refused = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', at: `/${string}`) =>
  route({
    method,
    path: `${PATH}${at}`,
    summary: 'Refused: forms have no program text, no SQL and no generated code',
    access: DEFINE,
    result: z.null(),
  })

/** A call that would restrict a role to columns, buttons or rows of a form. */
const refusedRight = (at: `/${string}`) =>
  route({
    method: 'POST',
    path: `${PATH}${at}`,
    summary: 'Refused: roles have actions on a form, given on the page of roles',
    access: DEFINE,
    result: z.null(),
  })

/** The online forms of the API family (`api-family 8`), by the same services as our own calls. */
export const cgform = {
  list: route({
    method: 'GET',
    path: `${PATH}/head/list`,
    summary: 'A page of forms',
    access: DEFINE,
    query: z.object({
      pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1),
      pageSize: z.coerce.number().int().min(1).max(200).catch(10),
      tableName: exact(100).optional(),
      tableTxt: exact(100).optional(),
      copyType: exact(8).optional(),
    }),
    result: pageOf(CgHead),
  }),
  delete: route({
    method: 'DELETE',
    path: `${PATH}/head/delete`,
    summary: 'Deletes a form that has no records',
    access: DEFINE,
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: `${PATH}/head/deleteBatch`,
    summary: 'Deletes forms that have no records, all or none',
    access: DEFINE,
    query: z.object({ ids: RecordIds }),
    result: z.null(),
    message: 'message.deleted',
  }),
  removeRecord: route({
    method: 'DELETE',
    path: `${PATH}/head/removeRecord`,
    summary: 'Deletes a form that has no records; a form has no table that could stay',
    access: DEFINE,
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
  addAll: route({
    method: 'POST',
    path: `${PATH}/api/addAll`,
    summary: 'Makes a form as a draft; published by doDbSynch',
    access: DEFINE,
    body: CgForm,
    result: z.null(),
    message: 'message.added',
  }),
  editAll: route({
    method: 'PUT',
    path: `${PATH}/api/editAll`,
    summary: 'Replaces the draft of a form',
    access: DEFINE,
    body: CgForm,
    result: z.null(),
    message: 'message.updated',
  }),
  fields: route({
    method: 'GET',
    path: `${PATH}/field/listByHeadId`,
    summary: 'The fields of the draft of a form',
    access: DEFINE,
    query: z.object({ headId: z.uuid() }),
    result: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  }),
  indexes: nothing('GET', '/index/listByHeadId', 'None: the server indexes searchable fields itself'),
  checkOnlyTable: route({
    method: 'GET',
    path: `${PATH}/api/checkOnlyTable`,
    summary: 'Whether a code is free (1), or taken (-1)',
    access: DEFINE,
    query: z.object({ tbname: exact(64), id: exact(64).optional() }),
    result: z.union([z.literal(1), z.literal(-1)]),
  }),
  doDbSynch: route({
    method: 'POST',
    path: `${PATH}/api/doDbSynch/:id`,
    summary: 'Publishes the draft of a form; no table is made or changed',
    access: DEFINE,
    params: z.object({ id: z.uuid() }),
    body: z.object({ synMethod: exact(16).nullish() }).nullish(),
    result: z.null(),
    message: 'message.form.published',
  }),
  /** The call of clients from 2.4 on. */
  doDbSynchBy: route({
    method: 'POST',
    path: `${PATH}/api/doDbSynch/:id/:synMethod`,
    summary: 'Publishes the draft of a form; no table is made or changed',
    access: DEFINE,
    params: z.object({ id: z.uuid(), synMethod: exact(16) }),
    result: z.null(),
    message: 'message.form.published',
  }),
  buttons: nothing('GET', '/button/list/:code', 'None: forms have no program text'),
  enhanceJsOf: nothing('GET', '/head/enhanceJs/:code', 'None: forms have no program text'),
  enhanceSqlOf: nothing('GET', '/head/enhanceSql/:code', 'None: forms have no program text'),
  enhanceJavaOf: nothing('GET', '/head/enhanceJava/:code', 'None: forms have no program text'),
  enhanceJs: refused('POST', '/head/enhanceJs/:code'),
  enhanceSql: refused('POST', '/head/enhanceSql/:code'),
  enhanceJava: refused('POST', '/head/enhanceJava/:code'),
  addButton: refused('POST', '/button/add'),
  editButton: refused('PUT', '/button/edit'),
  queryTables: nothing('GET', '/head/queryTables', 'None: forms are never made from tables'),
  transTables: refused('POST', '/head/transTables/:tables'),
  codeGenerate: refused('POST', '/api/codeGenerate'),
  rootFile: nothing('GET', '/head/rootFile', 'None: the server shows no folder'),
  fileTree: nothing('GET', '/head/fileTree', 'None: the server shows no folder'),
  authColumn: nothing('GET', '/api/authColumn/:code', NO_OWN_RIGHTS),
  authData: nothing('GET', '/api/authData/:code', NO_OWN_RIGHTS),
  validAuthData: nothing('GET', '/api/validAuthData/:code', NO_OWN_RIGHTS),
  authPage: nothing('GET', '/api/authPage/:code/:type', NO_OWN_RIGHTS),
  roleAuth: nothing('GET', '/api/roleAuth', NO_OWN_RIGHTS),
  authButton: route({
    method: 'GET',
    path: `${PATH}/api/authButton/:code`,
    summary: NO_OWN_RIGHTS,
    access: DEFINE,
    result: z.object({ buttonList: z.tuple([]), authList: z.tuple([]) }),
  }),
  addAuthData: refusedRight('/api/authData'),
  addAuthButton: refusedRight('/api/authButton'),
  doButton: route({
    method: 'POST',
    path: `${PATH}/api/doButton`,
    summary: 'Refused: forms have no buttons of their own',
    access: 'signedIn',
    result: z.null(),
  }),
  getEnhanceJs: route({
    method: 'GET',
    path: `${PATH}/api/getEnhanceJs/:code`,
    summary: 'Empty: forms have no program text',
    access: 'signedIn',
    params: Code,
    result: z.literal(''),
  }),
  getColumns: route({
    method: 'GET',
    path: `${PATH}/api/getColumns/:code`,
    summary: 'The columns of the list of a form (form_<code>:list)',
    access: 'signedIn',
    params: Code,
    result: Columns,
  }),
  getQueryInfo: route({
    method: 'GET',
    path: `${PATH}/api/getQueryInfo/:code`,
    summary: 'The filters of the list of a form (form_<code>:list)',
    access: 'signedIn',
    params: Code,
    result: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        type: z.string(),
        view: z.string(),
        mode: z.enum(['single', 'group']),
        order: z.number().int(),
        dictCode: z.string().optional(),
      }),
    ),
  }),
  getData: route({
    method: 'GET',
    path: `${PATH}/api/getData/:code`,
    summary: 'A page of the records of a form (form_<code>:list)',
    access: 'signedIn',
    params: Code,
    query: Search,
    result: z.object({ total: z.number().int(), records: z.array(Whole) }),
    lane: 'lists',
  }),
  getFormItem: route({
    method: 'GET',
    path: `${PATH}/api/getFormItem/:code`,
    summary: 'The fields of the form of a record (form_<code>:add or :edit or :list)',
    access: 'signedIn',
    params: Code,
    result: z.object({
      schema: z.object({
        table: z.string(),
        describe: z.string(),
        properties: z.record(z.string(), Property),
        required: z.array(z.string()),
      }),
      head: CgHead,
      cgButtonList: z.tuple([]),
      enhanceJs: z.literal(''),
    }),
  }),
  addRecord: route({
    method: 'POST',
    path: `${PATH}/api/form/:code`,
    summary: 'Adds a record to a form (form_<code>:add)',
    access: 'signedIn',
    params: Code,
    body: Whole,
    result: z.string(),
    idempotent: {},
    message: 'message.added',
  }),
  editRecord: route({
    method: 'PUT',
    path: `${PATH}/api/form/:code`,
    summary: 'Changes a record of a form (form_<code>:edit)',
    access: 'signedIn',
    params: Code,
    body: Whole,
    result: z.null(),
    message: 'message.updated',
  }),
  record: route({
    method: 'GET',
    path: `${PATH}/api/form/:code/:id`,
    summary: 'A record of a form (form_<code>:list)',
    access: 'signedIn',
    params: Code.extend({ id: z.uuid() }),
    result: Whole,
  }),
  deleteRecords: route({
    method: 'DELETE',
    path: `${PATH}/api/form/:code/:id`,
    summary: 'Puts records into the recycle bin, ids joined by commas (form_<code>:delete)',
    access: 'signedIn',
    params: Code.extend({ id: RecordIds }),
    result: z.null(),
    message: 'message.batchDeleted',
  }),
  exportXls: route({
    method: 'GET',
    path: `${PATH}/api/exportXls/:code`,
    summary: 'A workbook with the records that a search finds (form_<code>:export); paramsStr is a search as JSON',
    access: 'signedIn',
    params: Code,
    query: z.object({ paramsStr: exact(20_000).optional() }),
    result: z.null(),
    answers: 'file',
    lane: 'workbooks',
  }),
  importXls: route({
    method: 'POST',
    path: `${PATH}/api/importXls/:code`,
    summary: 'Adds the rows of a workbook, all or none (form_<code>:import)',
    access: 'signedIn',
    params: Code,
    result: ImportReport.nullable(),
    takes: 'file',
    lane: 'workbooks',
  }),
}
