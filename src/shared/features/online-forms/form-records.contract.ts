import { z } from 'zod'
import { RecordIds } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { ImportReport } from '#shared/core/excel.ts'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { FORM_LIMITS, FormCode, FormDefinition, FormValue } from './online-form.schema.ts'
import { FormAct } from './online-forms.contract.ts'

const Params = z.object({ code: FormCode })

/**
 * Parameters of a list. The definition of the form says which fields they may name; the server reads those and drops the rest.
 */
const Search = z.record(exact(64, 1), exact(8000)).refine((query) => Object.keys(query).length <= 200)

const Values = z
  .record(exact(32, 1), FormValue.nullable())
  .refine((values) => Object.keys(values).length <= FORM_LIMITS.fields)
const Rows = z
  .record(exact(32, 1), z.array(Values).max(FORM_LIMITS.rowsOfSubTable))
  .refine((rows) => Object.keys(rows).length <= FORM_LIMITS.subTables)

export const FormRecord = z.object({
  id: z.string(),
  /** The version of the form that it was written with. */
  version: z.number().int(),
  revision: z.number().int(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string().nullable(),
  createBy: z.string(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  deletedBy: z.string().nullable(),
  deletedTime: z.string().nullable(),
  values: z.record(z.string(), FormValue.nullable()),
  /** What screens show for values of dictionaries, members, vehicles, users and stores. */
  texts: z.record(z.string(), z.string()),
  /** The rows of each sub-table; lists have none. */
  rows: z.record(z.string(), z.array(z.record(z.string(), FormValue.nullable()))),
  rowTexts: z.record(z.string(), z.array(z.record(z.string(), z.string()))),
})
export type FormRecord = z.infer<typeof FormRecord>

const PATH = '/form/record/:code'

/** Records of forms. Each call requires the action `form_<code>:<act>` of its form. */
export const formRecords = {
  form: route({
    method: 'GET',
    path: `${PATH}/form`,
    summary: 'The published version of a form, and what the caller may do with its records',
    access: 'signedIn',
    params: Params,
    result: z.object({
      id: z.string(),
      code: z.string(),
      nameZh: z.string(),
      nameEn: z.string(),
      version: z.number().int(),
      definition: FormDefinition,
      acts: z.array(FormAct),
      /** Columns by which lists may be ordered. */
      sortable: z.array(z.string()),
    }),
  }),
  list: route({
    method: 'GET',
    path: `${PATH}/list`,
    summary: 'A page of the records of a form (form_<code>:list)',
    access: 'signedIn',
    params: Params,
    query: Search,
    result: pageOf(FormRecord),
    lane: 'lists',
  }),
  queryById: route({
    method: 'GET',
    path: `${PATH}/queryById`,
    summary: 'A record of a form, with the rows of its sub-tables (form_<code>:list)',
    access: 'signedIn',
    params: Params,
    query: z.object({ id: z.uuid() }),
    result: FormRecord,
  }),
  add: route({
    method: 'POST',
    path: `${PATH}/add`,
    summary: 'Adds a record to a form (form_<code>:add)',
    access: 'signedIn',
    params: Params,
    body: z.object({ values: Values, rows: Rows.default({}) }),
    result: z.object({ id: z.string() }),
    idempotent: {},
    message: 'message.added',
    screen: 'form',
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: `${PATH}/edit`,
    summary:
      'Changes a record of a form, unless somebody else has meanwhile; values that are not sent stay (form_<code>:edit)',
    access: 'signedIn',
    params: Params,
    body: z.object({
      id: z.uuid(),
      revision: z.number().int().min(1).max(2_000_000_000),
      values: Values,
      rows: Rows.optional(),
    }),
    result: z.object({ revision: z.number().int() }),
    message: 'message.updated',
    screen: 'form',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: `${PATH}/deleteBatch`,
    summary: 'Puts records of a form into the recycle bin, all or none (form_<code>:delete)',
    access: 'signedIn',
    params: Params,
    query: z.object({ ids: RecordIds }),
    result: z.null(),
    message: 'message.batchDeleted',
  }),
  recycleBin: route({
    method: 'GET',
    path: `${PATH}/recycleBin`,
    summary: 'A page of the records in the recycle bin, those deleted last first (form_<code>:delete)',
    access: 'signedIn',
    params: Params,
    query: Search,
    result: pageOf(FormRecord),
    lane: 'lists',
  }),
  restore: route({
    method: ['PUT', 'POST'],
    path: `${PATH}/restore`,
    summary: 'Takes records out of the recycle bin (form_<code>:delete)',
    access: 'signedIn',
    params: Params,
    body: z.object({ ids: RecordIds }),
    result: z.null(),
    message: 'message.updated',
  }),
  purge: route({
    method: 'DELETE',
    path: `${PATH}/purge`,
    summary: 'Deletes records that are in the recycle bin for good (form_<code>:delete)',
    access: 'signedIn',
    params: Params,
    query: z.object({ ids: RecordIds }),
    result: z.null(),
    message: 'message.deleted',
  }),
  exportXls: route({
    method: 'GET',
    path: `${PATH}/exportXls`,
    summary: 'A workbook with the records that a search finds (form_<code>:export)',
    access: 'signedIn',
    params: Params,
    query: Search,
    result: z.null(),
    answers: 'file',
    lane: 'workbooks',
  }),
  importExcel: route({
    method: 'POST',
    path: `${PATH}/importExcel`,
    summary: 'Adds the rows of a workbook: all or none, or with partial=true the valid ones (form_<code>:import)',
    access: 'signedIn',
    params: Params,
    query: z.object({ partial: exact(8).optional() }),
    result: ImportReport.nullable(),
    takes: 'file',
    lane: 'workbooks',
  }),
  importPreview: route({
    method: 'POST',
    path: `${PATH}/importPreview`,
    summary: 'What importing a workbook would do; the import is run and rolled back (form_<code>:import)',
    access: 'signedIn',
    params: Params,
    result: ImportReport,
    takes: 'file',
    lane: 'workbooks',
    audited: false,
  }),
  importTemplate: route({
    method: 'GET',
    path: `${PATH}/importTemplate`,
    summary: 'An empty workbook for an import (form_<code>:import)',
    access: 'signedIn',
    params: Params,
    result: z.null(),
    answers: 'file',
  }),
}
