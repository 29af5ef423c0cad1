import { sql } from 'kysely'
import type { z } from 'zod'
import type { DictItems } from '#server/core/dictionaries.ts'
import { toAppError } from '#server/core/http/database-errors.ts'
import { validationMessages } from '#server/core/http/validation-messages.ts'
import type { Transaction } from '#server/db/database.ts'
import type { FieldKind, Resource } from '#shared/core/crud.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { ourValueOfItem } from '#shared/core/family-names.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import type { SheetRow } from './excel.rows.ts'
import { type Pace, sheetText } from './excel.work.ts'

type Values = Record<string, unknown>

/** A problem of a row, with the heading of its column; empty if it concerns the whole row. */
interface Problem {
  field: string
  reason: string
}

export interface ImportRow {
  line: number
  cells: string[]
  values: Values
  /** Why the row cannot be imported; empty if it can. */
  problems: Problem[]
  /** The id of the added record. */
  added?: unknown
}

export const isGood = ({ problems }: ImportRow): boolean => problems.length === 0

/** All problems of a row in one line. */
export const reasonOf = ({ problems }: ImportRow): string =>
  problems.map(({ field, reason }) => (field === '' ? reason : `${field}: ${reason}`)).join('; ')

export interface ReadSheet {
  headings: string[]
  rows: ImportRow[]
}

interface Reading {
  definition: Pick<Resource, 'create' | 'filter' | 'dict'>
  sheet: Sheet
  /** The headings of a workbook may be in either language. */
  dictionaries: readonly DictItems[]
  locale: Locale
  pace: Pace
}

const HEADING_ROWS = 10

/** Finds the headings, in either language, and validates every row below them by the schema of adding a row. */
export async function readSheet(rows: readonly SheetRow[], reading: Reading): Promise<ReadSheet> {
  const { definition, sheet, locale, pace } = reading
  const fields = new Map(
    Object.entries(sheet.columns).flatMap(([field, key]) => [
      [sheetText('zh', key), field],
      [sheetText('en', key), field],
    ]),
  )
  const known = (row: SheetRow) => row.cells.filter((cell) => fields.has(cell)).length
  const candidates = rows.slice(0, HEADING_ROWS)
  const heading = candidates.reduce<SheetRow | undefined>(
    (best, row) => (known(row) > (best ? known(best) : 0) ? row : best),
    undefined,
  )
  if (!heading) {
    const expected = Object.values(sheet.columns).map((key) => sheetText(locale, key))
    throw new AppError('excel.noHeadings', { headings: expected.join(', ') })
  }
  const columns = heading.cells.map((cell) => fields.get(cell))
  const choiceOf = choiceReader(reading.dictionaries)
  const below: ImportRow[] = []
  for (const { line, cells } of rows.slice(rows.indexOf(heading) + 1)) {
    await pace()
    // Any number of columns may have the same heading; the last cell counts.
    const filled = new Map<string, string>()
    for (const [index, field] of columns.entries()) {
      const cell = cells[index] ?? ''
      if (field !== undefined && cell !== '') filled.set(field, cell)
    }
    const given: Values = {}
    for (const [field, cell] of filled) given[field] = fieldValue(field, cell, definition, choiceOf)
    const parsed = definition.create.safeParse(given, validationMessages[locale])
    const problems = (parsed.error?.issues ?? []).map(({ path, message }) => ({
      field: headingOf(sheet, String(path[0] ?? ''), locale),
      reason: message,
    }))
    below.push({ line, cells, values: (parsed.data ?? {}) as Values, problems })
  }
  return { headings: heading.cells, rows: below }
}

function headingOf(sheet: Sheet, field: string, locale: Locale): string {
  const key = sheet.columns[field]
  return key ? sheetText(locale, key) : field
}

/** The problem of a row that the database or a rule refused. */
function problemOf({ code, details }: AppError, { sheet, locale }: Pick<Reading, 'sheet' | 'locale'>): Problem {
  const { field, reason } = details
  const named = typeof field === 'string' && field in sheet.columns ? headingOf(sheet, field, locale) : ''
  // The message already names the field.
  if ((code === 'common.invalidInput' || code === 'forms.badValue') && named !== '')
    return { field: named, reason: String(reason) }
  return { field: named, reason: text(locale, `error.${code}`, details) }
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)

/** Converts a cell to the field's value: dictionary texts to their values, serial day numbers of the spreadsheet to dates. */
function fieldValue(
  field: string,
  cell: string,
  definition: Reading['definition'],
  choiceOf: ReturnType<typeof choiceReader>,
): unknown {
  const kind: FieldKind = definition.filter[field] ?? 'text'
  if (kind === 'time' || kind === 'date') return dayOf(cell, kind)
  const code = definition.dict[field]
  const value = code === undefined ? cell : choiceOf(code, cell)
  if (kind === 'number' || kind === 'money') return NUMBER.test(value) ? Number(value) : value
  if (kind === 'flag') return /^(true|1|yes|YES)$/.test(value) ? true : /^(false|0|no|NO)$/.test(value) ? false : value
  return value
}

function dayOf(cell: string, kind: 'time' | 'date'): string {
  if (!/^\d{1,6}(\.\d+)?$/.test(cell)) return cell
  const at = new Date(EXCEL_EPOCH + Math.round(Number(cell) * 86_400) * 1000).toISOString()
  return kind === 'date' ? at.slice(0, 10) : `${at.slice(0, 10)} ${at.slice(11, 19)}`
}

/** A longer cell stays as it is, and is refused: no field takes as many values. */
const MAX_CHOICE_LENGTH = 10_000

/** Converts cells with texts of a dictionary, joined by commas, to values. Rows share few texts, so each cell is converted once. */
function choiceReader(dictionaries: readonly DictItems[]): (code: string, cell: string) => string {
  const converted = new Map<string, Map<string, string>>()
  return (code, cell) => {
    if (cell.length > MAX_CHOICE_LENGTH) return cell
    const ofCode = converted.get(code) ?? new Map<string, string>()
    converted.set(code, ofCode)
    const known = ofCode.get(cell)
    if (known !== undefined) return known
    const parts = cell.split(',').map((one) => codeOf(one.trim(), code, dictionaries))
    const value = parts.join(',')
    ofCode.set(cell, value)
    return value
  }
}

function codeOf(shown: string, code: string, dictionaries: readonly DictItems[]): string {
  for (const all of dictionaries) {
    const item = all[code]?.find(({ text: itemText }) => itemText === shown)
    if (item) return ourValueOfItem(code, item.value)
  }
  return ourValueOfItem(code, shown)
}

const PORTION = 100

/**
 * Adds the valid rows and records why the database refused others. Rows are added a hundred at a time; if one of a hundred is
 * refused, these are added one by one.
 */
export async function addRows<V extends z.ZodType>(
  trx: Transaction,
  rows: readonly ImportRow[],
  reading: Pick<Reading, 'sheet' | 'locale'>,
  add: (values: z.output<V>) => Promise<unknown>,
): Promise<void> {
  const attempt = async (portion: readonly ImportRow[]): Promise<AppError | null> => {
    await sql`savepoint import_rows`.execute(trx)
    try {
      for (const row of portion) row.added = await add(row.values as z.output<V>)
      await sql`release savepoint import_rows`.execute(trx)
      return null
    } catch (error) {
      const expected = toAppError(error)
      if (!expected || expected.code === 'common.unavailable') throw error
      await sql`rollback to savepoint import_rows`.execute(trx)
      return expected
    }
  }
  const good = rows.filter(isGood)
  for (let start = 0; start < good.length; start += PORTION) {
    const portion = good.slice(start, start + PORTION)
    if (!(await attempt(portion))) continue
    for (const row of portion) {
      const refused = await attempt([row])
      if (refused) row.problems = [problemOf(refused, reading)]
    }
  }
}
