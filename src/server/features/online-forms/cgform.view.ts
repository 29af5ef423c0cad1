import type { Dictionaries } from '#server/core/dictionaries.ts'
import { parseInput } from '#server/core/http/parse.ts'
import { AppError } from '#shared/core/errors.ts'
import type {
  CgColumns,
  CgField,
  CgHead,
  CgItem,
  CgProperty,
  CgRecord,
} from '#shared/features/online-forms/cgform.contract.ts'
import type { FormRecord } from '#shared/features/online-forms/form-records.contract.ts'
import { dictionaryOf, labelOf, liveFields } from '#shared/features/online-forms/online-form.calc.ts'
import {
  type FieldType,
  FormDefinition,
  type FormField,
  hasDictionary,
} from '#shared/features/online-forms/online-form.schema.ts'
import type { FormRow } from '#shared/features/online-forms/online-forms.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { WireRows, WireValues } from './form-values.service.ts'

/** Columns of every table of the API family, which our records have by themselves. */
const OWN = new Set(['id', 'create_by', 'create_time', 'update_by', 'update_time', 'sys_org_code', 'bpm_status'])

/** Our type by the family's control; numbers follow from the type of the column. */
const TYPES: Readonly<Record<string, FieldType>> = {
  text: 'text',
  textarea: 'longText',
  umeditor: 'longText',
  date: 'date',
  datetime: 'time',
  switch: 'switch',
  list: 'choice',
  radio: 'choice',
  sel_search: 'choice',
  checkbox: 'choices',
  list_multi: 'choices',
  image: 'picture',
  sel_user: 'user',
  sel_depart: 'store',
}
const NUMBERS = new Set(['int', 'double', 'bigdecimal'])

const controlOf = ({ type }: FormField): string =>
  Object.entries(TYPES).find(([, ours]) => ours === type)?.[0] ?? 'text'

/** What the family calls a column's type. */
const columnTypeOf = ({ type }: FormField): string => {
  if (type === 'number' || type === 'money') return 'double'
  if (type === 'date') return 'Date'
  return type === 'time' ? 'Datetime' : 'string'
}

function typeOf({ fieldShowType, dbType, dictField }: CgField): FieldType {
  const control = fieldShowType ?? 'text'
  const type = Object.hasOwn(TYPES, control) ? TYPES[control] : undefined
  if (!type) throw new AppError('forms.unknownControl', { field: 'fields', control })
  if (type === 'text' && NUMBERS.has((dbType ?? '').toLowerCase())) return 'number'
  return type === 'choice' && !dictField ? 'text' : type
}

/** A definition from the family's columns. Fields that the draft has keep what the family does not know of. */
export function definitionFrom(
  fields: readonly CgField[],
  before: FormDefinition | null,
  locale: Locale,
): FormDefinition {
  const own = fields.filter(({ dbFieldName }) => !OWN.has(dbFieldName.toLowerCase()))
  const mapped = own.map((field): unknown => {
    // A table, and a condition behind its name, would be SQL.
    if (field.dictTable) throw new AppError('dictionaries.unknownTable')
    const type = typeOf(field)
    const old = before?.fields.find(({ key }) => key === field.dbFieldName)
    return {
      ...old,
      key: field.dbFieldName,
      type: old && controlOf(old) === controlOf({ ...old, type }) ? old.type : type,
      labelZh: field.dbFieldTxt,
      labelEn: old?.labelEn ?? field.dbFieldTxt,
      required: String(field.fieldMustInput ?? '') === '1',
      unique: field.fieldValidType === 'only' ? 'all' : (old?.unique ?? 'no'),
      dictionary: hasDictionary(type) ? (field.dictField ?? '') : '',
      preset: field.fieldDefaultValue ?? '',
      list: field.isShowList !== 0,
      search: field.isQuery === 1,
      hidden: field.isShowForm === 0,
    }
  })
  return parseInput(FormDefinition, { fields: mapped, subTables: before?.subTables ?? [] }, locale) as FormDefinition
}

export const toHead = (form: FormRow, locale: Locale): CgHead => ({
  id: form.id,
  tableName: form.code,
  tableTxt: locale === 'en' ? form.nameEn : form.nameZh,
  tableType: 1,
  tableVersion: form.publishedVersion ?? 1,
  isDbSynch: form.publishedVersion !== null && !form.isChanged ? 'Y' : 'N',
  isTree: 'N',
  isCheckbox: 'Y',
  isPage: 'Y',
  themeTemplate: 'normal',
  formTemplate: '2',
  formCategory: 'temp',
  scroll: 1,
  createBy: form.createBy,
  createTime: form.createTime,
})

export const toFields = ({ fields }: FormDefinition, headId: string, locale: Locale) =>
  fields.map((field, index) => ({
    id: `${headId}.${field.key}`,
    cgformHeadId: headId,
    dbFieldName: field.key,
    dbFieldTxt: labelOf(field, locale),
    dbType: columnTypeOf(field),
    dbLength: field.length ?? 200,
    fieldShowType: controlOf(field),
    fieldMustInput: field.required ? '1' : '0',
    fieldValidType: field.unique === 'no' ? '' : 'only',
    fieldDefaultValue: field.preset,
    dictField: field.dictionary,
    dictTable: '',
    dictText: '',
    isShowForm: field.hidden ? 0 : 1,
    isShowList: field.list ? 1 : 0,
    isQuery: field.search ? 1 : 0,
    orderNum: index,
  }))

interface Shown {
  code: string
  name: string
  definition: FormDefinition
  sortable: readonly string[]
}

/** The items of each choice by the field's key. */
async function optionsOf(fields: readonly FormField[], dictionaries: Dictionaries, locale: Locale) {
  const sets: Record<string, CgItem[]> = {}
  for (const field of fields.filter(({ type }) => hasDictionary(type))) {
    const items = await dictionaries.items(dictionaryOf(field), locale)
    sets[field.key] = items.map(({ value, text }) => ({ value, text, title: text }))
  }
  return sets
}

export async function toColumns(
  { code, name, definition, sortable }: Shown,
  dictionaries: Dictionaries,
  locale: Locale,
): Promise<CgColumns> {
  const listed = liveFields(definition.fields).filter(({ list }) => list)
  return {
    columns: listed.map((field) => ({
      title: labelOf(field, locale),
      dataIndex: field.key,
      align: 'center',
      sorter: sortable.includes(field.key),
      ...(hasDictionary(field.type) ? { customRender: field.key } : {}),
      ...(field.type === 'picture' ? { scopedSlots: { customRender: 'imgSlot' } } : {}),
    })),
    dictOptions: await optionsOf(listed, dictionaries, locale),
    fieldHrefSlots: [],
    formTemplate: '2',
    description: name,
    currentTableName: code,
    cgButtonList: [],
    enhanceJs: '',
    hideColumns: [],
    isDesForm: 'N',
    checkboxFlag: 'Y',
    paginationFlag: 'Y',
    scrollFlag: 1,
  }
}

export const toQueryInfo = ({ definition, sortable }: Shown, locale: Locale) =>
  liveFields(definition.fields)
    .filter(({ key }) => sortable.includes(key))
    .map((field, order) => ({
      field: field.key,
      label: labelOf(field, locale),
      type: columnTypeOf(field).toLowerCase(),
      view: controlOf(field),
      mode: ['number', 'money', 'date', 'time'].includes(field.type) ? ('group' as const) : ('single' as const),
      order,
      ...(field.dictionary === '' ? {} : { dictCode: field.dictionary }),
    }))

export async function toSchema({ code, name, definition }: Shown, dictionaries: Dictionaries, locale: Locale) {
  const fields = liveFields(definition.fields).filter(({ hidden }) => !hidden)
  const options = await optionsOf(fields, dictionaries, locale)
  const propertyOf = (field: FormField, order: number): CgProperty => ({
    title: labelOf(field, locale),
    type: field.type === 'number' || field.type === 'money' ? 'number' : 'string',
    view: controlOf(field),
    order,
    ...(options[field.key] ? { enum: options[field.key] } : {}),
    ...(field.length === null ? {} : { maxLength: field.length }),
    ...(field.min === null ? {} : { minimum: field.min }),
    ...(field.max === null ? {} : { maximum: field.max }),
  })
  return {
    table: code,
    describe: name,
    properties: Object.fromEntries(fields.map((field, order) => [field.key, propertyOf(field, order)])),
    required: fields.filter(({ required, fillRule }) => required && fillRule === '').map(({ key }) => key),
  }
}

/** A record as one object, with the family's names for what every record has. */
export const toFlat = (record: FormRecord): CgRecord => ({
  ...record.values,
  ...record.rows,
  id: record.id,
  create_by: record.createBy,
  create_time: record.createTime,
  update_by: record.updateBy,
  update_time: record.updateTime,
  sys_org_code: record.sysOrgCode,
})

const isSwitch = (fields: readonly FormField[], key: string): boolean =>
  fields.some((field) => field.key === key && field.type === 'switch')
const isNumber = (fields: readonly FormField[], key: string): boolean =>
  fields.some((field) => field.key === key && (field.type === 'number' || field.type === 'money'))

/** A value as our calls take it: the family's pages send switches as Y or N, and numbers as texts. */
function ourValue(fields: readonly FormField[], key: string, value: WireValues[string]): WireValues[string] {
  if (typeof value !== 'string' || value === '') return value
  if (isSwitch(fields, key)) return value === 'Y' ? true : value === 'N' ? false : value
  return isNumber(fields, key) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

/** Values and rows of a record that the family sends as one object; what every record has is left out. */
export function fromFlat(
  given: CgRecord,
  { fields, subTables }: FormDefinition,
): { values: WireValues; rows: WireRows } {
  const values: WireValues = {}
  const rows: WireRows = {}
  for (const [key, value] of Object.entries(given)) {
    if (OWN.has(key)) continue
    if (!Array.isArray(value)) values[key] = ourValue(fields, key, value)
    else {
      const inTable = subTables.find((table) => table.key === key)?.fields ?? []
      rows[key] = value.map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => !OWN.has(name))
            .map(([name, one]) => [name, ourValue(inTable, name, one)]),
        ),
      )
    }
  }
  return { values, rows }
}
