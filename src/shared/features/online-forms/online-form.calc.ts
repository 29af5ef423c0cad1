import {
  canBeUnique,
  type FieldType,
  FORM_LIMITS,
  type FormDefinition,
  type FormField,
  hasDictionary,
  isSearchable,
  isTyped,
} from './online-form.schema.ts'

/** The columns of a record that serve searchable fields, by kind (`online_form_record`). */
export const SLOTS = {
  text: ['text1', 'text2', 'text3', 'text4', 'text5', 'text6', 'text7', 'text8'],
  number: ['number1', 'number2', 'number3', 'number4'],
  date: ['date1', 'date2', 'date3'],
  time: ['time1', 'time2', 'time3'],
} as const
export type SlotKind = keyof typeof SLOTS

export function slotKindOf(type: FieldType): SlotKind {
  if (type === 'number' || type === 'money') return 'number'
  if (type === 'date' || type === 'time') return type
  return 'text'
}

/** The slot of each searchable field by its key. */
export type Slots = Readonly<Record<string, string>>

/** Why a definition cannot be stored or published, with the key of the field. */
export interface DefinitionProblem {
  code:
    | 'fillRule'
    | 'keyTwice'
    | 'dictionary'
    | 'search'
    | 'searchLength'
    | 'unique'
    | 'phoneKey'
    | 'bounds'
    | 'nothingShown'
    | 'required'
    | 'slots'
  field: string
}

const everyField = ({ fields, subTables }: FormDefinition): FormField[] => [
  ...fields,
  ...subTables.flatMap((table) => table.fields),
]

const twice = (keys: readonly string[]): string | undefined => keys.find((key, index) => keys.indexOf(key) !== index)

/** The first problem of a definition by itself. */
export function problemOf(definition: FormDefinition): DefinitionProblem | null {
  const { fields, subTables } = definition
  const lists = [
    [...fields.map(({ key }) => key), ...subTables.map(({ key }) => key)],
    ...subTables.map((table) => table.fields.map(({ key }) => key)),
  ]
  for (const keys of lists) {
    const key = twice(keys)
    if (key !== undefined) return { code: 'keyTwice', field: key }
  }
  for (const field of everyField(definition)) {
    if (hasDictionary(field.type) && (field.dictionary === '') === (field.options.length === 0))
      return { code: 'dictionary', field: field.key }
    if (twice(field.options.map(({ value }) => value)) !== undefined) return { code: 'dictionary', field: field.key }
    if (field.search && !isSearchable(field.type)) return { code: 'search', field: field.key }
    if (field.search && (field.length ?? 0) > FORM_LIMITS.searched) return { code: 'searchLength', field: field.key }
    if (field.unique !== 'no' && !canBeUnique(field.type)) return { code: 'unique', field: field.key }
    // The audit trail knows by the name which values it must mask.
    if (field.type === 'phone' && !/phone|mobile/.test(field.key)) return { code: 'phoneKey', field: field.key }
    if (field.fillRule !== '' && !isTyped(field.type)) return { code: 'fillRule', field: field.key }
    if (field.min !== null && field.max !== null && field.min > field.max) return { code: 'bounds', field: field.key }
    // Nobody could fill it in.
    if (field.required && field.hidden && field.preset === '' && field.fillRule === '')
      return { code: 'required', field: field.key }
  }
  const inRows = subTables.flatMap((table) => table.fields).find(({ search, unique }) => search || unique !== 'no')
  // Rows have no identity, so that a change of the record would give all of them new numbers.
  const filled = subTables.flatMap((table) => table.fields).find(({ fillRule }) => fillRule !== '')
  if (filled) return { code: 'fillRule', field: filled.key }
  if (inRows) return { code: inRows.search ? 'search' : 'unique', field: inRows.key }
  if (!fields.some(({ hidden, retired }) => !hidden && !retired)) return { code: 'nothingShown', field: '' }
  return null
}

/** Types that a field may be changed to without the loss of a value. */
const wider: Partial<Record<FieldType, readonly FieldType[]>> = {
  text: ['longText'],
  choice: ['choices', 'text', 'longText'],
  choices: ['longText'],
  phone: ['text', 'longText'],
  number: ['text', 'longText'],
  date: ['text', 'longText'],
}

/** A change that would lose values of records, or null. */
export interface LossyChange {
  field: string
  from: FieldType | 'table'
  to: FieldType | 'removed'
}

/** The first change between two versions that would lose values. Fields are retired and never removed. */
export function lossOf(before: FormDefinition, after: FormDefinition): LossyChange | null {
  const lost = (old: readonly FormField[], now: readonly FormField[]): LossyChange | null => {
    for (const field of old) {
      const next = now.find(({ key }) => key === field.key)
      if (!next) return { field: field.key, from: field.type, to: 'removed' }
      if (next.type !== field.type && !wider[field.type]?.includes(next.type))
        return { field: field.key, from: field.type, to: next.type }
    }
    return null
  }
  const main = lost(before.fields, after.fields)
  if (main) return main
  for (const table of before.subTables) {
    const next = after.subTables.find(({ key }) => key === table.key)
    if (!next) return { field: table.key, from: 'table', to: 'removed' }
    const inTable = lost(table.fields, next.fields)
    if (inTable) return inTable
  }
  return null
}

/**
 * Gives each searchable field a slot, and keeps those that are given: a field that is searchable again finds its values. Returns the
 * key of the field for which none is left.
 */
export function slotsFor(definition: FormDefinition, given: Slots): { slots: Slots } | { noneFor: string } {
  const slots: Record<string, string> = { ...given }
  for (const field of definition.fields) {
    if (!field.search || field.retired) continue
    const own: readonly string[] = SLOTS[slotKindOf(field.type)]
    const kept = Object.hasOwn(slots, field.key) ? slots[field.key] : undefined
    if (kept !== undefined && own.includes(kept)) continue
    const free = own.find((slot) => !Object.values(slots).includes(slot))
    if (free === undefined) return { noneFor: field.key }
    slots[field.key] = free
  }
  return { slots }
}

/** Fields that records of this version have. */
export const liveFields = (fields: readonly FormField[]): FormField[] => fields.filter(({ retired }) => !retired)

export const labelOf = ({ labelZh, labelEn }: { labelZh: string; labelEn: string }, locale: 'zh' | 'en'): string =>
  locale === 'en' ? labelEn : labelZh

/** The code of a choice's dictionary. A choice with options of its own has one that exists for its form only. */
export const dictionaryOf = ({ key, dictionary }: FormField, inTable = ''): string =>
  dictionary === '' ? `options:${inTable}.${key}` : dictionary
