import { z } from 'zod'
import type { FileAnswer } from '#server/core/files/file-answer.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { importHandlers } from '#server/core/workbooks/excel.upload.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Sheet, SheetText } from '#shared/core/excel.ts'
import type { Fields } from '#shared/core/fields.ts'
import { newId } from '#shared/core/id.ts'
import type { FormRecord } from '#shared/features/online-forms/form-records.contract.ts'
import { dictionaryOf, liveFields } from '#shared/features/online-forms/online-form.calc.ts'
import { type FormField, hasDictionary, kindOfType } from '#shared/features/online-forms/online-form.schema.ts'
import type { FormAct } from '#shared/features/online-forms/online-forms.contract.ts'
import { withOwnOptions } from './form-dictionaries.service.ts'
import { recordsOf } from './form-records.repository.ts'
import { type formRecordsService, historyKind, searchOf } from './form-records.service.ts'
import { toRecords } from './form-records.view.ts'
import { valueSchemaOf } from './form-values.schema.ts'
import type { WireValues } from './form-values.service.ts'
import { holdForm, openForm, type PublishedForm } from './online-forms.repository.ts'

const headingOf = ({ labelZh, labelEn }: { labelZh: string; labelEn: string }): SheetText => ({
  zh: labelZh,
  en: labelEn,
})

const titleOf = ({ nameZh, nameEn }: PublishedForm): SheetText => ({ zh: nameZh, en: nameEn })

/** Columns that every export has after those of the form. */
const SHARED: Sheet['columns'] = {
  sysOrgCode_dictText: 'records.store',
  createBy: 'field.createBy',
  createTime: 'field.createTime',
}

/** The rows of a sub-table in one cell: `Umbrella, 2; Bag, 1`. */
function rowsInCell(fields: readonly FormField[], record: FormRecord, key: string): string {
  const texts = record.rowTexts[key] ?? []
  return (record.rows[key] ?? [])
    .map((values, index) =>
      liveFields(fields)
        .map((field) => texts[index]?.[field.key] ?? values[field.key])
        .filter((value) => value !== undefined && value !== '')
        .join(', '),
    )
    .join('; ')
}

/** Fields that an import fills: what the server fills itself is left out. */
const imported = ({ definition }: PublishedForm): FormField[] =>
  liveFields(definition.fields).filter(({ fillRule, hidden }) => fillRule === '' && !hidden)

/** Workbooks of a form's records, by the code that those of all lists have. */
export function formSheets(deps: Deps, records: ReturnType<typeof formRecordsService>) {
  const open = (code: string, act: FormAct, ctx: CallContext) => ctx.tx((trx) => openForm(trx, ctx.user, code, [act]))

  function exportOf(form: PublishedForm, ctx: CallContext) {
    const { definition } = form
    const statements = recordsOf(form, ctx.user)
    const fields = definition.fields.filter(({ retired }) => !retired)
    const tables = definition.subTables.filter(({ retired }) => !retired)
    const columns = {
      ...Object.fromEntries([...fields, ...tables].map((one) => [one.key, headingOf(one)])),
      ...SHARED,
    }
    const flat = (record: FormRecord): Record<string, unknown> => ({
      ...record.values,
      ...Object.fromEntries(Object.entries(record.texts).map(([key, text]) => [`${key}_dictText`, text])),
      ...Object.fromEntries(
        fields
          .filter(({ type, key }) => type === 'switch' && record.values[key] !== undefined)
          .map(({ key }) => [key, record.values[key] ? 'yes' : 'no']),
      ),
      ...Object.fromEntries(tables.map((table) => [table.key, rowsInCell(table.fields, record, table.key)])),
      sysOrgCode_dictText: record.sysOrgCode_dictText,
      createBy: record.createBy,
      createTime: record.createTime,
    })
    type Each = typeof statements.each
    return exportHandler(
      deps,
      { filter: statements.filter, dict: {}, permission: '' },
      { title: titleOf(form), columns },
      {
        columnOf: statements.columnOf,
        count: (trx, user, query) => statements.count(trx, user, query),
        async *each(...[trx, user, query]: Parameters<Each>) {
          for await (const rows of statements.each(trx, user, query)) {
            const shown = await toRecords(deps, trx, definition, rows, { reader: ctx, withRows: true })
            yield shown.map(flat)
          }
        },
      },
    )
  }

  function importOf(form: PublishedForm, ctx: CallContext) {
    const fields = imported(form)
    const create = z.object(
      Object.fromEntries(
        fields.map((field) => [
          field.key,
          field.required && field.preset === '' ? valueSchemaOf(field) : valueSchemaOf(field).nullish(),
        ]),
      ),
    )
    const filter: Fields = Object.fromEntries(fields.map(({ key, type }) => [key, kindOfType[type]]))
    const dict = Object.fromEntries(
      fields.filter(({ type }) => hasDictionary(type)).map((field) => [field.key, dictionaryOf(field)]),
    )
    const columns = Object.fromEntries(fields.map((field) => [field.key, headingOf(field)]))
    const known = { ...deps, dictionaries: withOwnOptions(deps.dictionaries, form.definition) }
    return importHandlers(
      known,
      { filter, create, dict },
      { title: titleOf(form), columns },
      {
        kind: historyKind(form),
        async add(trx, values) {
          const id = newId()
          const held = await holdForm(trx, ctx.user, form.code, ['import'])
          // The columns of the workbook were read by the version of before.
          if (held.version !== form.version) throw new AppError('forms.changedMeanwhile')
          await records.insert(trx, held, { id, values: values as WireValues }, ctx)
          return id
        },
      },
    )
  }

  return {
    async exportXls(code: string, query: Record<string, string>, ctx: CallContext): Promise<FileAnswer> {
      const form = await open(code, 'export', ctx)
      const answer = exportOf(form, ctx)
      return (await answer({ query: searchOf(form, query, ctx), ctx } as never)) as FileAnswer
    },
    async importExcel(code: string, query: { partial?: string | undefined }, ctx: CallContext) {
      return importOf(await open(code, 'import', ctx), ctx).importExcel({ query, ctx } as never)
    },
    async importPreview(code: string, ctx: CallContext) {
      return importOf(await open(code, 'import', ctx), ctx).importPreview({ ctx } as never)
    },
    async importTemplate(code: string, ctx: CallContext) {
      return importOf(await open(code, 'import', ctx), ctx).importTemplate({ ctx } as never)
    },
  }
}
