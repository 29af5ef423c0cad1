import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Handlers, mount } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { cgform } from '#shared/features/online-forms/cgform.contract.ts'
import { FormCode } from '#shared/features/online-forms/online-form.schema.ts'
import { definitionFrom, fromFlat, toColumns, toFields, toFlat, toHead, toQueryInfo, toSchema } from './cgform.view.ts'
import { withOwnOptions } from './form-dictionaries.service.ts'
import type { formRecordsService } from './form-records.service.ts'
import type { formSheets } from './form-sheets.service.ts'
import { requireAct } from './online-forms.repository.ts'
import type { onlineFormsService } from './online-forms.service.ts'

interface Services {
  forms: ReturnType<typeof onlineFormsService>
  records: ReturnType<typeof formRecordsService>
  sheets: ReturnType<typeof formSheets>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** The page size by which the family's pages ask for all records; they get the most that a list has. */
const ALL = '-521'

const SearchText = z.record(z.string().max(64), z.union([z.string().max(8000), z.number(), z.boolean(), z.null()]))

/** A search that the family's pages send as JSON; an unreadable one is refused, because ignoring it would show more. */
function searchFrom(text: string | undefined): Record<string, string> {
  if (!text) return {}
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    given = null
  }
  const parsed = SearchText.safeParse(given)
  if (!parsed.success) throw new AppError('common.invalidInput', { field: 'paramsStr', reason: 'JSON' })
  return Object.fromEntries(
    Object.entries(parsed.data)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, String(value)]),
  )
}

/** The calls by which clients of the API family use forms. */
export function cgformRoutes(app: FastifyInstance, deps: Deps, { forms, records, sheets }: Services): void {
  const nothing = async (): Promise<[]> => []
  const refuse = async (): Promise<never> => {
    throw new AppError('forms.noPrograms')
  }
  const refuseRight = async (): Promise<never> => {
    throw new AppError('forms.rightsOfRoles')
  }
  /** The code of a form that is named by its id or code. */
  const codeOf = async (given: string, ctx: CallContext): Promise<string> => {
    if (!UUID.test(given)) return given
    return ctx.tx(async (trx) => {
      const row = await trx.selectFrom('onlineForm').select('code').where('id', '=', given).executeTakeFirst()
      if (!row) throw new AppError('common.recordNotFound')
      return row.code
    })
  }
  const open = async (given: string, ctx: CallContext) => {
    const form = await records.form(await codeOf(given, ctx), ctx)
    const dictionaries = withOwnOptions(deps.dictionaries, form.definition)
    return { form: { ...form, name: ctx.locale === 'en' ? form.nameEn : form.nameZh }, dictionaries }
  }
  const openList = async (given: string, ctx: CallContext) => {
    const opened = await open(given, ctx)
    if (!opened.form.acts.includes('list')) throw new AppError('auth.forbidden')
    return opened
  }
  const remove = async (ids: readonly string[], ctx: CallContext) => {
    await forms.removeAll(ids, ctx)
    return null
  }

  const publish = async (id: string, ctx: CallContext): Promise<null> => {
    const { draftNo } = await forms.one(id, ctx)
    await forms.publish({ id, draftNo }, ctx)
    return null
  }

  const handlers: Handlers<typeof cgform> = {
    list: async ({ query: { pageNo, pageSize, tableName, tableTxt }, ctx }) => {
      const search = { pageNo, pageSize, column: 'createTime', order: 'desc' as const }
      const page = await forms.page({ ...search, name: tableTxt, code: tableName?.replaceAll('*', '') }, ctx)
      return { ...page, records: page.records.map((row) => toHead(row, ctx.locale)) }
    },
    delete: ({ query, ctx }) => remove([query.id], ctx),
    deleteBatch: ({ query, ctx }) => remove(query.ids, ctx),
    removeRecord: ({ query, ctx }) => remove([query.id], ctx),
    addAll: async ({ body: { head, fields }, ctx }) => {
      const code = FormCode.safeParse(head.tableName)
      if (!code.success) throw new AppError('forms.badCode', { field: 'tableName' })
      const draft = definitionFrom(fields, null, ctx.locale)
      const names = { nameZh: head.tableTxt, nameEn: head.tableTxt }
      await forms.addAs(newId(), { code: code.data, ...names, icon: 'form', draft }, ctx)
      return null
    },
    editAll: async ({ body: { head, fields }, ctx }) => {
      const form = await forms.one(head.id ?? '', ctx)
      const name = ctx.locale === 'en' ? { nameEn: head.tableTxt } : { nameZh: head.tableTxt }
      await forms.edit(
        { id: form.id, draftNo: form.draftNo, ...name, draft: definitionFrom(fields, form.draft, ctx.locale) },
        ctx,
      )
      return null
    },
    fields: async ({ query, ctx }) => {
      const { draft, id } = await forms.one(query.headId, ctx)
      return toFields(draft, id, ctx.locale)
    },
    indexes: nothing,
    checkOnlyTable: async ({ query: { tbname, id }, ctx }) => {
      const free = await forms.isCodeFree(tbname, id, ctx)
      return free && FormCode.safeParse(tbname).success ? 1 : -1
    },
    doDbSynch: ({ params, ctx }) => publish(params.id, ctx),
    doDbSynchBy: ({ params, ctx }) => publish(params.id, ctx),
    buttons: nothing,
    enhanceJsOf: nothing,
    enhanceSqlOf: nothing,
    enhanceJavaOf: nothing,
    enhanceJs: refuse,
    enhanceSql: refuse,
    enhanceJava: refuse,
    addButton: refuse,
    editButton: refuse,
    queryTables: nothing,
    transTables: refuse,
    codeGenerate: refuse,
    rootFile: nothing,
    fileTree: nothing,
    authColumn: nothing,
    authData: nothing,
    validAuthData: nothing,
    authPage: nothing,
    roleAuth: nothing,
    authButton: async () => ({ buttonList: [], authList: [] }),
    addAuthData: refuseRight,
    addAuthButton: refuseRight,
    doButton: refuse,
    getEnhanceJs: async () => '' as const,
    getColumns: async ({ params, ctx }) => {
      const { form, dictionaries } = await openList(params.code, ctx)
      return toColumns(form, dictionaries, ctx.locale)
    },
    getQueryInfo: async ({ params, ctx }) => toQueryInfo((await openList(params.code, ctx)).form, ctx.locale),
    getData: async ({ params, query, ctx }) => {
      const { pageSize = '10', ...rest } = query
      const size = pageSize === ALL ? '200' : pageSize
      const column = rest.column === 'create_time' ? 'createTime' : (rest.column ?? 'createTime')
      const page = await records.page(await codeOf(params.code, ctx), { ...rest, column, pageSize: size }, ctx)
      return { total: page.total, records: page.records.map(toFlat) }
    },
    getFormItem: async ({ params, ctx }) => {
      const { form, dictionaries } = await open(params.code, ctx)
      const head = { ...form, publishedVersion: form.version, isChanged: false, createBy: '', createTime: '' }
      return {
        schema: await toSchema(form, dictionaries, ctx.locale),
        head: toHead({ ...head, icon: '', ownerCode: '', isOwn: false, updateBy: null, updateTime: null }, ctx.locale),
        cgButtonList: [] as [],
        enhanceJs: '' as const,
      }
    },
    addRecord: async ({ params, body, ctx }) => {
      const { form } = await open(params.code, ctx)
      return (await records.add(form.code, fromFlat(body, form.definition), ctx)).id
    },
    editRecord: async ({ params, body, ctx }) => {
      const { form } = await open(params.code, ctx)
      const { values, rows } = fromFlat(body, form.definition)
      await records.edit(form.code, { id: String(body.id ?? ''), values, rows }, ctx)
      return null
    },
    record: async ({ params, ctx }) => toFlat(await records.one(await codeOf(params.code, ctx), params.id, ctx)),
    deleteRecords: async ({ params, ctx }) => records.remove(await codeOf(params.code, ctx), params.id, ctx),
    exportXls: async ({ params, query, ctx }) =>
      sheets.exportXls(await codeOf(params.code, ctx), searchFrom(query.paramsStr), ctx),
    importXls: async ({ params, ctx }) => sheets.importExcel(await codeOf(params.code, ctx), {}, ctx),
  }
  // Before the answer of an earlier call with the same key.
  const before = {
    addRecord: async ({ params, ctx }: { params: { code: string }; ctx: CallContext }) =>
      requireAct(ctx.user, await codeOf(params.code, ctx), ['add']),
  }
  mount(app, deps, cgform, handlers, { before })
}
