import { newId } from '#shared/core/id.ts'
import {
  canBeUnique,
  type FormDefinition,
  type FormField,
  hasBounds,
  hasDictionary,
  isSearchable,
  isTyped,
  type SubTable,
} from '#shared/features/online-forms/online-form.schema.ts'

/** A field on the canvas; its id stays when its key changes. */
export interface DrawnField {
  id: string
  field: FormField
}

/** A sub-table on the canvas. */
export interface DrawnTable {
  id: string
  table: Omit<SubTable, 'fields'>
  fields: DrawnField[]
}

/** A form on the canvas. */
export interface Drawn {
  fields: DrawnField[]
  tables: DrawnTable[]
}

/** The id of the list of a form's own fields; other lists have the id of their sub-table. */
export const MAIN = 'main'

const drawnField = (field: FormField): DrawnField => ({ id: newId(), field })

export const toDrawn = ({ fields, subTables }: FormDefinition): Drawn => ({
  fields: fields.map(drawnField),
  tables: subTables.map(({ fields: inTable, ...table }) => ({ id: newId(), table, fields: inTable.map(drawnField) })),
})

export const toDefinition = ({ fields, tables }: Drawn): FormDefinition => ({
  fields: fields.map(({ field }) => field),
  subTables: tables.map(({ table, fields: inTable }) => ({ ...table, fields: inTable.map(({ field }) => field) })),
})

/** A key that no other field of a list has: `text1`, `phone2`. */
export function freeKey(stem: string, taken: readonly string[]): string {
  const base = stem.replace(/([A-Z])/g, '_$1').toLowerCase()
  for (let number = 1; ; number++) {
    const key = `${base}${number}`
    if (!taken.includes(key)) return key
  }
}

const inList = (drawn: Drawn, list: string, change: (fields: DrawnField[]) => DrawnField[]): Drawn =>
  list === MAIN
    ? { ...drawn, fields: change(drawn.fields) }
    : {
        ...drawn,
        tables: drawn.tables.map((one) => (one.id === list ? { ...one, fields: change(one.fields) } : one)),
      }

export const fieldsOfList = (drawn: Drawn, list: string): DrawnField[] =>
  list === MAIN ? drawn.fields : (drawn.tables.find(({ id }) => id === list)?.fields ?? [])

/** The list that has a field. */
export const listOf = (drawn: Drawn, id: string): string =>
  drawn.tables.find(({ fields }) => fields.some((one) => one.id === id))?.id ?? MAIN

export const findField = (drawn: Drawn, id: string): FormField | undefined =>
  fieldsOfList(drawn, listOf(drawn, id)).find((one) => one.id === id)?.field

export const insertAt = (drawn: Drawn, list: string, at: number, field: DrawnField): Drawn =>
  inList(drawn, list, (fields) => fields.toSpliced(at, 0, field))

/** Moves a field to a position in a list; only within its own, because the other list's keys may clash. */
export function moveTo(drawn: Drawn, id: string, to: number): Drawn {
  const list = listOf(drawn, id)
  return inList(drawn, list, (fields) => {
    const from = fields.findIndex((one) => one.id === id)
    const one = fields[from]
    if (!one || to < 0 || to >= fields.length || from === to) return fields
    return fields.toSpliced(from, 1).toSpliced(to, 0, one)
  })
}

export const placeOf = (drawn: Drawn, id: string): number =>
  fieldsOfList(drawn, listOf(drawn, id)).findIndex((one) => one.id === id)

export const removeField = (drawn: Drawn, id: string): Drawn =>
  inList(drawn, listOf(drawn, id), (fields) => fields.filter((one) => one.id !== id))

/** A copy of a field behind it, with a key of its own. */
export function duplicateField(drawn: Drawn, id: string): { drawn: Drawn; id: string } {
  const list = listOf(drawn, id)
  const fields = fieldsOfList(drawn, list)
  const at = fields.findIndex((one) => one.id === id)
  const found = fields[at]
  if (!found) return { drawn, id }
  const taken = fields.map(({ field }) => field.key)
  const key = freeKey(found.field.key.replace(/\d+$/, ''), taken)
  const copy = drawnField({ ...found.field, key, unique: 'no' })
  return { drawn: insertAt(drawn, list, at + 1, copy), id: copy.id }
}

/** Changes a field; what its type does not have is reset. */
export const changeField = (drawn: Drawn, id: string, change: Partial<FormField>): Drawn =>
  inList(drawn, listOf(drawn, id), (fields) =>
    fields.map((one) => (one.id === id ? { ...one, field: fitting({ ...one.field, ...change }) } : one)),
  )

function fitting(field: FormField): FormField {
  const { type } = field
  return {
    ...field,
    ...(isTyped(type) ? {} : { length: null, checkRule: '', fillRule: '' }),
    ...(hasBounds(type) ? {} : { min: null, max: null }),
    ...(hasDictionary(type) ? {} : { dictionary: '', options: [] }),
    ...(isSearchable(type) ? {} : { search: false }),
    ...(canBeUnique(type) ? {} : { unique: 'no' as const }),
  }
}

export const addTable = (drawn: Drawn, table: DrawnTable): Drawn => ({ ...drawn, tables: [...drawn.tables, table] })
export const removeTable = (drawn: Drawn, id: string): Drawn => ({
  ...drawn,
  tables: drawn.tables.filter((one) => one.id !== id),
})
export const changeTable = (drawn: Drawn, id: string, change: Partial<DrawnTable['table']>): Drawn => ({
  ...drawn,
  tables: drawn.tables.map((one) => (one.id === id ? { ...one, table: { ...one.table, ...change } } : one)),
})
