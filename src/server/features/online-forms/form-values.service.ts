import type { z } from 'zod'
import { validationMessages } from '#server/core/http/validation-messages.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { StoredData } from '#server/db/tables/online-forms.ts'
import { fillValue } from '#server/features/fill-rules/index.ts'
import { breaksRules } from '#server/features/system/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import { dictionaryOf, labelOf, liveFields } from '#shared/features/online-forms/online-form.calc.ts'
import {
  FORM_LIMITS,
  type FormDefinition,
  type FormField,
  type FormValue,
  hasDictionary,
  isTyped,
  type SubTable,
} from '#shared/features/online-forms/online-form.schema.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import { missingRecords } from './form-references.repository.ts'
import { toStored, valueSchemaOf } from './form-values.schema.ts'

export type WireValues = Record<string, FormValue | null>
export type WireRows = Record<string, WireValues[]>
type Stored = StoredData['values']

/** Who fills in a form, where and when. */
export interface Filling {
  trx: Transaction
  user: SignedIn
  locale: Locale
  now: Date
  formCode: string
}

/** A field with the name by which errors mention it; one of a sub-table's row includes the row. */
interface Named {
  field: FormField
  key: string
  name: string
}

const bad = ({ key, name }: Named, reason: string): AppError =>
  new AppError('forms.badValue', { field: key, name, reason })

/** The value that a field has in a new record by its preset; words stand for the day, the time, the user and the store. */
function presetOf({ preset, type }: FormField, { user, now }: Filling): FormValue | undefined {
  if (preset === '') return undefined
  if (type === 'date' && preset === 'today') return toWireTime(now).slice(0, 10)
  if (type === 'time' && preset === 'now') return toWireTime(now)
  if (type === 'user' && preset === 'me') return user.username
  if (type === 'store' && preset === 'here') return user.orgCode
  if (type === 'switch') return preset === 'true'
  if (type === 'number' || type === 'money') return Number(preset)
  return preset
}

/** A value that its record did not have before, which is checked further. */
interface Changed extends Named {
  value: FormValue
  /** The sub-table of its row; empty: it is the record's own. */
  inTable: string
}

/** The work on one record: what is filled in, the schemas of its fields, and the values to check. */
interface Work {
  filling: Filling
  schemaOf: (field: FormField) => z.ZodType<FormValue>
  changed: Changed[]
}

/** The values of a record or row: those stored before, and where it is named in errors. */
interface Place {
  /** What stays where no value is sent; undefined: everything is new. */
  before?: Stored | undefined
  /** Whether the record has this value already, so that it is not checked again. */
  isStored: (key: string, value: FormValue) => boolean
  nameIn: string
  at: string
  inTable: string
}

/**
 * Checks values and rows by the definition and returns what the record stores. `before` is the record as it is stored now; a value that
 * is not sent stays, and references that do not change are not checked again.
 */
export async function storedDataOf(
  deps: Pick<Deps, 'dictionaries'>,
  filling: Filling,
  definition: FormDefinition,
  given: { values: WireValues; rows?: WireRows | undefined },
  before?: StoredData,
): Promise<StoredData> {
  const { locale } = filling
  refuseTooMuch(given)
  const schemas = new Map<FormField, z.ZodType<FormValue>>()
  const schemaOf = (field: FormField): z.ZodType<FormValue> => {
    const schema = schemas.get(field) ?? valueSchemaOf(field)
    schemas.set(field, schema)
    return schema
  }
  const work: Work = { filling, schemaOf, changed: [] }
  const tables = definition.subTables.filter(({ retired }) => !retired)
  for (const key of Object.keys(given.rows ?? {})) {
    if (!tables.some((table) => table.key === key)) throw unknownField(key)
  }
  const values = enteredValues(work, definition.fields, given.values, {
    before: before?.values,
    isStored: (key, value) => before?.values[key] === value,
    nameIn: '',
    at: '',
    inTable: '',
  })
  const rows: NonNullable<StoredData['rows']> = { ...before?.rows }
  for (const table of tables) {
    const sent = given.rows && Object.hasOwn(given.rows, table.key) ? given.rows[table.key] : undefined
    if (sent) rows[table.key] = enteredRows(work, table, sent, before?.rows?.[table.key] ?? [])
  }
  await checkChanged(deps, work)
  // Last, because numbers without gaps wait for each other.
  if (!before) await fillIn(work, definition.fields, values)
  const data = { values, ...(Object.keys(rows).length > 0 ? { rows } : {}) }
  refuseTooBig(data)
  return data

  function enteredRows(all: Work, table: SubTable, sent: WireValues[], stored: readonly Stored[]): Stored[] {
    const name = labelOf(table, locale)
    if (sent.length > table.maxRows) {
      throw new AppError('forms.tooManyRows', { field: table.key, name, limit: table.maxRows })
    }
    const known = new Set(
      stored.flatMap((row) => Object.entries(row).map(([key, value]) => JSON.stringify([key, value]))),
    )
    return sent.map((row, index) =>
      enteredValues(all, table.fields, row, {
        isStored: (key, value) => known.has(JSON.stringify([key, value])),
        nameIn: text(locale, 'form.rowOf', { name, row: index + 1 }),
        at: `${table.key}.${index}.`,
        inTable: table.key,
      }),
    )
  }
}

const unknownField = (key: string): AppError => new AppError('forms.unknownField', { field: key, key })

function refuseTooBig(data: object): void {
  if (Buffer.byteLength(JSON.stringify(data)) > FORM_LIMITS.record) {
    throw new AppError('forms.recordTooBig', { limit: Math.floor(FORM_LIMITS.record / 1000) })
  }
}

/** Refuses what is too much before any of it is checked. */
function refuseTooMuch({ values, rows = {} }: { values: WireValues; rows?: WireRows | undefined }): void {
  refuseTooBig({ values, rows })
  const all = [values, ...Object.values(rows).flat()]
  const count = all.reduce((sum, one) => sum + Object.keys(one).length, 0)
  if (count > FORM_LIMITS.values) throw new AppError('forms.tooManyValues', { limit: FORM_LIMITS.values })
}

/** The values of a record or row, each checked by its field alone. */
function enteredValues(
  { filling, schemaOf, changed }: Work,
  fields: readonly FormField[],
  given: WireValues,
  { before, isStored, nameIn, at, inTable }: Place,
): Stored {
  const { locale } = filling
  const live = liveFields(fields)
  for (const key of Object.keys(given)) if (!live.some((field) => field.key === key)) throw unknownField(key)
  const stored: Stored = { ...before }
  for (const field of live) {
    // The server gives the value once, and nobody changes it.
    if (field.fillRule !== '') continue
    const named = { field, key: `${at}${field.key}`, name: `${nameIn}${labelOf(field, locale)}` }
    const sent = Object.hasOwn(given, field.key) ? given[field.key] : undefined
    const value = sent === undefined && !before ? presetOf(field, filling) : sent
    if (value === undefined && stored[field.key] !== undefined) continue
    const empty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
    if (empty) {
      delete stored[field.key]
      if (field.required) throw bad(named, text(locale, 'input.missing'))
      continue
    }
    const parsed = schemaOf(field).safeParse(value, validationMessages[locale])
    if (!parsed.success) throw bad(named, parsed.error.issues[0]?.message ?? '')
    const next = toStored(field, parsed.data)
    if (!isStored(field.key, next)) changed.push({ ...named, value: next, inTable })
    stored[field.key] = next
  }
  return stored
}

/** Checks changed values by dictionaries, check rules and references: each of these is read once, however many values there are. */
async function checkChanged({ dictionaries }: Pick<Deps, 'dictionaries'>, { filling, changed }: Work): Promise<void> {
  const { trx, locale } = filling
  const known = new Map<string, ReadonlySet<string>>()
  for (const one of changed) {
    const { field, value, inTable } = one
    if (!hasDictionary(field.type)) continue
    const dictionary = dictionaryOf(field, inTable)
    const items =
      known.get(dictionary) ?? new Set((await dictionaries.items(dictionary, locale)).map((item) => item.value))
    known.set(dictionary, items)
    const chosen = field.type === 'choice' ? [String(value)] : String(value).split(',').filter(Boolean)
    if (!chosen.every((item) => items.has(item))) throw bad(one, text(locale, 'input.choice'))
  }
  const ruled = changed.filter(({ field }) => isTyped(field.type) && field.checkRule !== '')
  const found = await breaksRules(
    trx,
    ruled.map((one) => ({ ruleCode: one.field.checkRule, value: String(one.value), one })),
  )
  if (found) throw bad(found.broken.one, found.message)
  const missing = await missingRecords(
    trx,
    changed.map(({ field, value }) => ({ type: field.type, value: String(value) })),
  )
  const lost = changed.find(({ field, value }) => missing.has(`${field.type} ${value}`))
  if (lost) throw bad(lost, text(locale, 'error.common.recordNotFound'))
}

/** Gives a new record the values of its fill rules. */
async function fillIn({ filling, schemaOf }: Work, fields: readonly FormField[], stored: Stored): Promise<void> {
  const { trx, user, now, locale } = filling
  for (const field of liveFields(fields).filter(({ fillRule }) => fillRule !== '')) {
    const form = Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, String(value)]))
    const value = await fillValue(trx, { ruleCode: field.fillRule, orgCode: user.orgCode, now, form })
    const parsed = schemaOf(field).safeParse(value, validationMessages[locale])
    if (!parsed.success) {
      throw bad({ field, key: field.key, name: labelOf(field, locale) }, parsed.error.issues[0]?.message ?? '')
    }
    stored[field.key] = parsed.data
  }
}
