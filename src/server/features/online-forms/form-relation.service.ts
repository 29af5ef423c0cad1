import { type RawBuilder, sql } from 'kysely'
import { allDictItems, type DictItems } from '#server/core/dictionaries.ts'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { ourValueOfItem } from '#shared/core/family-names.ts'
import { labelOf, liveFields } from '#shared/features/online-forms/online-form.calc.ts'
import { type FieldType, type FormField, hasDictionary } from '#shared/features/online-forms/online-form.schema.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import { actionOf, openForm, type PublishedForm, publishedForms } from './online-forms.repository.ts'

/** The type of a relation's column: `money` is in minor units, `time` a point in time, `flag` a boolean. */
export type RelationType = 'text' | 'number' | 'money' | 'date' | 'time' | 'flag'

export interface RelationColumn {
  /** The name of the column in the relation; it consists of lower-case letters, digits and underscores. */
  key: string
  type: RelationType
  /** In the reader's language. */
  label: string
  /** The values of a choice with their texts in the reader's language, in their order; of other columns empty. */
  options: { value: string; label: string }[]
  /** Whether a value is several options, joined by commas. */
  isSeveral: boolean
}

/** The live records of a form, or the rows of one of its sub-tables, as a relation of a statement. */
export interface FormRelation {
  /** The code of the form; of a sub-table `<form>.<sub-table>`. */
  code: string
  name: string
  columns: RelationColumn[]
  /**
   * A subquery in parentheses with exactly these columns, for `from <sql> as x`. Row-level security limits it to the scope of the
   * transaction. All names in it come from definitions that were checked when they were stored.
   */
  sql: RawBuilder<unknown>
}

type Reader = Pick<CallContext, 'user' | 'locale'>

/** The items of the dictionaries that the choices of these forms have, in the reader's language. */
async function dictionariesOf(trx: Transaction, forms: readonly PublishedForm[], locale: Locale): Promise<DictItems> {
  const codes = forms
    .flatMap(({ definition: { fields, subTables } }) => [...fields, ...subTables.flatMap((table) => table.fields)])
    .filter(({ type, options }) => hasDictionary(type) && options.length === 0)
    .map(({ dictionary }) => dictionary)
  return codes.length === 0 ? {} : allDictItems(trx, locale, [...new Set(codes)])
}

function optionsOf({ type, options, dictionary }: FormField, known: DictItems, locale: Locale) {
  if (!hasDictionary(type)) return []
  if (options.length > 0) return options.map((option) => ({ value: option.value, label: labelOf(option, locale) }))
  const items = Object.hasOwn(known, dictionary) ? (known[dictionary] ?? []) : []
  return items.map(({ value, text: label }) => ({ value: ourValueOfItem(dictionary, value), label }))
}

const typeOf = (type: FieldType): RelationType => {
  if (type === 'switch') return 'flag'
  return type === 'number' || type === 'money' || type === 'date' || type === 'time' ? type : 'text'
}

const casts: Record<RelationType, RawBuilder<unknown>> = {
  text: sql`text`,
  number: sql`numeric`,
  money: sql`bigint`,
  date: sql`date`,
  time: sql`timestamptz`,
  flag: sql`boolean`,
}

/** Columns that every record has. */
const shared = [
  { key: 'record_id', type: 'text', label: 'form.relation.record', from: sql`t.id::text` },
  { key: 'org_code', type: 'text', label: 'records.store', from: sql`t.org_code` },
  { key: 'created_at', type: 'time', label: 'field.createTime', from: sql`t.created_at` },
  { key: 'created_by', type: 'text', label: 'field.createBy', from: sql`t.created_by` },
] as const

function relationOf(
  form: PublishedForm,
  { user, locale }: Reader,
  known: DictItems,
  {
    code,
    name,
    fields,
    values,
    from,
  }: {
    code: string
    name: string
    fields: readonly FormField[]
    values: RawBuilder<unknown>
    from: RawBuilder<unknown>
  },
): FormRelation {
  const own = liveFields(fields).filter(({ key }) => !shared.some((one) => one.key === key))
  const columns = [
    ...shared.map(({ key, type, label }) => ({ key, type, label: text(locale, label), options: [], isSeveral: false })),
    ...own.map((field) => ({
      key: field.key,
      type: typeOf(field.type),
      label: labelOf(field, locale),
      options: optionsOf(field, known, locale),
      isSeveral: field.type === 'choices',
    })),
  ]
  const selected = [
    ...shared.map((one) => sql`${one.from} as ${sql.ref(one.key)}`),
    ...own.map(({ key, type }) => {
      const value = sql`(${values} ->> ${sql.lit(key)})`
      if (type === 'phone' && !user.actions.has(SEE_PHONES)) return sql`mask_phone(${value}) as ${sql.ref(key)}`
      return sql`${value}::${casts[typeOf(type)]} as ${sql.ref(key)}`
    }),
  ]
  const relation = sql`(select ${sql.join(selected)} from ${from}
    where t.form_id = ${sql.lit(form.id)} and t.deleted_at is null)`
  return { code, name, columns, sql: relation }
}

/** A form and its sub-tables as relations. */
function relationsOf(form: PublishedForm, reader: Reader, known: DictItems): FormRelation[] {
  const { code, definition } = form
  const name = reader.locale === 'en' ? form.nameEn : form.nameZh
  const values = sql`(t.data -> 'values')`
  const main = { code, name, fields: definition.fields, values, from: sql`online_form_record t` }
  const tables = definition.subTables.filter(({ retired }) => !retired)
  return [
    relationOf(form, reader, known, main),
    ...tables.map((table) =>
      relationOf(form, reader, known, {
        code: `${code}.${table.key}`,
        name: `${name} / ${labelOf(table, reader.locale)}`,
        fields: table.fields,
        values: sql`line.value`,
        from: sql`online_form_record t cross join lateral jsonb_array_elements(t.data -> 'rows' -> ${sql.lit(table.key)}) line`,
      }),
    ),
  ]
}

/** The published forms whose records the caller may list, each followed by its sub-tables. */
export async function reportableForms(trx: Transaction, reader: Reader): Promise<FormRelation[]> {
  const forms = (await publishedForms(trx)).filter(({ code }) => reader.user.actions.has(actionOf(code, 'list')))
  const known = await dictionariesOf(trx, forms, reader.locale)
  return forms.flatMap((form) => relationsOf(form, reader, known))
}

/** A form or sub-table by the code of its relation. Throws unless the caller may list its records. */
export async function formRelation(trx: Transaction, reader: Reader, code: string): Promise<FormRelation> {
  const [formCode = ''] = code.split('.')
  const form = await openForm(trx, reader.user, formCode, ['list'])
  const known = await dictionariesOf(trx, [form], reader.locale)
  const relation = relationsOf(form, reader, known).find((one) => one.code === code)
  if (!relation) throw new AppError('common.recordNotFound')
  return relation
}
