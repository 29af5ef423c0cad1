import { validationMessages } from '#server/core/http/validation-messages.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { StoredData } from '#server/db/tables/online-forms.ts'
import { fillValue } from '#server/features/fill-rules/index.ts'
import { breaksRule } from '#server/features/system/index.ts'
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
  const values = await storedValues(deps, filling, definition.fields, given.values, {
    before: before?.values,
    nameIn: '',
  })
  const rows: NonNullable<StoredData['rows']> = { ...before?.rows }
  const tables = definition.subTables.filter(({ retired }) => !retired)
  for (const key of Object.keys(given.rows ?? {})) {
    if (!tables.some((table) => table.key === key)) throw unknownField(key)
  }
  for (const table of tables) {
    const sent = given.rows && Object.hasOwn(given.rows, table.key) ? given.rows[table.key] : undefined
    if (sent) rows[table.key] = await storedRows(deps, filling, table, sent)
  }
  const data = { values, ...(Object.keys(rows).length > 0 ? { rows } : {}) }
  if (Buffer.byteLength(JSON.stringify(data)) > FORM_LIMITS.record) {
    throw new AppError('forms.recordTooBig', { limit: Math.floor(FORM_LIMITS.record / 1000) })
  }
  return data

  async function storedRows(d: typeof deps, where: Filling, table: SubTable, sent: WireValues[]): Promise<Stored[]> {
    const name = labelOf(table, locale)
    if (sent.length > table.maxRows) {
      throw new AppError('forms.tooManyRows', { field: table.key, name, limit: table.maxRows })
    }
    const found: Stored[] = []
    for (const [index, row] of sent.entries()) {
      const nameIn = text(locale, 'form.rowOf', { name, row: index + 1 })
      found.push(
        await storedValues(d, where, table.fields, row, { nameIn, at: `${table.key}.${index}.`, inTable: table.key }),
      )
    }
    return found
  }
}

const unknownField = (key: string): AppError => new AppError('forms.unknownField', { field: key, key })

async function storedValues(
  { dictionaries }: Pick<Deps, 'dictionaries'>,
  filling: Filling,
  fields: readonly FormField[],
  given: WireValues,
  {
    before,
    nameIn,
    at = '',
    inTable = '',
  }: { before?: Stored | undefined; nameIn: string; at?: string; inTable?: string },
): Promise<Stored> {
  const { trx, locale } = filling
  const live = liveFields(fields)
  for (const key of Object.keys(given)) if (!live.some((field) => field.key === key)) throw unknownField(key)
  const stored: Stored = { ...before }
  const changed: Named[] = []
  for (const field of live) {
    // The server gives the value once, and nobody changes it.
    if (field.fillRule !== '') continue
    const named = { field, key: `${at}${field.key}`, name: `${nameIn}${labelOf(field, locale)}` }
    const sent = Object.hasOwn(given, field.key) ? given[field.key] : undefined
    const value = sent === undefined && !before ? presetOf(field, filling) : sent
    if (value === undefined && before) continue
    const empty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
    if (empty) {
      delete stored[field.key]
      continue
    }
    const parsed = valueSchemaOf(field).safeParse(value, validationMessages[locale])
    if (!parsed.success) throw bad(named, parsed.error.issues[0]?.message ?? '')
    const next = toStored(field, parsed.data)
    if (next !== before?.[field.key]) changed.push(named)
    stored[field.key] = next
  }
  for (const named of changed) {
    const { field } = named
    const value = stored[field.key]
    if (hasDictionary(field.type) && value !== undefined) {
      const items = new Set((await dictionaries.items(dictionaryOf(field, inTable), locale)).map((item) => item.value))
      const chosen = field.type === 'choice' ? [String(value)] : String(value).split(',').filter(Boolean)
      if (!chosen.every((one) => items.has(one))) throw bad(named, text(locale, 'input.choice'))
    }
    if (isTyped(field.type) && field.checkRule !== '') {
      const broken = await breaksRule(trx, field.checkRule, String(value))
      if (broken !== null) throw bad(named, broken)
    }
  }
  const missing = await missingRecords(
    trx,
    changed.map(({ field }) => ({ type: field.type, value: String(stored[field.key]) })),
  )
  const lost = changed.find(({ field }) => missing.has(`${field.type} ${stored[field.key]}`))
  if (lost) throw bad(lost, text(locale, 'error.common.recordNotFound'))
  for (const field of live) {
    const isMissing = field.required && stored[field.key] === undefined && field.fillRule === ''
    if (isMissing)
      throw bad(
        { field, key: `${at}${field.key}`, name: `${nameIn}${labelOf(field, locale)}` },
        text(locale, 'input.missing'),
      )
  }
  // Last, because numbers without gaps wait for each other.
  for (const field of before ? [] : live.filter(({ fillRule }) => fillRule !== '')) {
    const { user, now } = filling
    const form = Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, String(value)]))
    const value = await fillValue(trx, { ruleCode: field.fillRule, orgCode: user.orgCode, now, form })
    const named = { field, key: `${at}${field.key}`, name: `${nameIn}${labelOf(field, locale)}` }
    const parsed = valueSchemaOf(field).safeParse(value, validationMessages[locale])
    if (!parsed.success) throw bad(named, parsed.error.issues[0]?.message ?? '')
    stored[field.key] = parsed.data
  }
  return stored
}
