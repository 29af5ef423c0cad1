import { sql } from 'kysely'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { queryDataSource } from '#server/features/data-sources/index.ts'
import { reportableForms } from '#server/features/online-forms/index.ts'
import { clockOf } from '#server/features/statistics/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import {
  type AskedValues,
  type ReportCell,
  type ReportDefinition,
  type ReportResult,
  SQL_SOURCE,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { FORM_PREFIX, sourceOfForm } from './report-forms.source.ts'
import { mayRead, type ReportSource } from './report-source.schema.ts'
import { reportSources } from './report-sources.data.ts'
import { type CompiledColumn, compileReport, textOfChoice } from './report-sql.compile.ts'
import { runStatement, tableOf } from './sql-report.service.ts'

/** Who a report runs for. */
export interface ReportReader {
  user: SignedIn
  locale: Locale
}

const mayReadSource = (user: SignedIn, { access }: ReportSource): boolean => access !== '' && mayRead(user, access)

/** Whether a user may write and run statements. A personal token may not: they read more than its actions show. */
export const mayRunStatements = ({ identity, token }: Pick<SignedIn, 'identity' | 'token'>): boolean =>
  identity === '-1' && token === null

/** The sources that a user may read: those of the product, and the forms whose records the user may list. */
export async function readableSources(trx: Transaction, reader: ReportReader): Promise<Map<string, ReportSource>> {
  const own = [...reportSources.values()].filter((source) => mayReadSource(reader.user, source))
  const forms = (await reportableForms(trx, reader)).map(sourceOfForm)
  return new Map([...own, ...forms].map((source) => [source.code, source]))
}

/** Throws `customReport.noSource` or `customReport.sourceForbidden`. */
export async function requireSource(trx: Transaction, reader: ReportReader, code: string): Promise<ReportSource> {
  const own = reportSources.get(code)
  if (own && mayReadSource(reader.user, own)) return own
  if (own || code === SQL_SOURCE) throw new AppError('customReport.sourceForbidden', { field: 'definition' })
  const source = code.startsWith(FORM_PREFIX) ? (await readableSources(trx, reader)).get(code) : undefined
  if (!source) throw new AppError('customReport.noSource', { field: 'definition' })
  return source
}

/** A definition to run, and what the reader gives for its filters. */
export interface ReportRun {
  definition: ReportDefinition
  asked: AskedValues
  /** Replaces the definition's own, for workbooks. */
  limit?: number
}

/** Runs a definition in the transaction, whose scope is the reader's; a statement makes the transaction read-only. */
export async function runReport(
  deps: Pick<Deps, 'clock' | 'db' | 'sealer' | 'config'>,
  reader: ReportReader,
  trx: Transaction,
  { definition, asked, limit = definition.limit }: ReportRun,
): Promise<ReportResult> {
  if (definition.sql && definition.source === SQL_SOURCE) {
    if (!mayRunStatements(reader.user)) throw new AppError('customReport.sourceForbidden', { field: 'definition' })
    const { statement, dataSource } = definition.sql
    const found = await (dataSource === ''
      ? runStatement(trx, statement, limit)
      : queryDataSource(deps, dataSource, statement, [], { rows: limit }).then(({ rows, isCut }) => ({
          ...tableOf(rows),
          isCut,
        })))
    return { ...found, across: valuesAcross(found, definition.across), asked: [], days: null }
  }
  const source = await requireSource(trx, reader, definition.source)
  const { today } = await clockOf(trx, deps.clock(), undefined)
  const { user, locale } = reader
  const compiled = compileReport(source, definition, asked, { reader: user, locale, today }, limit)
  const { rows } = await compiled.query.execute(trx)
  return {
    columns: compiled.columns.map(({ key, title, kind, isValue }) => ({ key, title, kind, isValue })),
    rows: rows.slice(0, limit).map((row) => compiled.columns.map((column) => cellOf(column, row[column.key], locale))),
    across: acrossOf(compiled.columns, rows, definition.across, locale),
    isCut: rows.length > limit,
    asked: compiled.asked,
    days: compiled.days,
  }
}

/** The values of a column of a statement's answer, in the order of its rows. */
function valuesAcross({ columns, rows }: Pick<ReportResult, 'columns' | 'rows'>, key: string): ReportCell[] {
  const index = columns.findIndex((column) => column.key === key)
  return index < 0 ? [] : [...new Set(rows.map((row) => row[index] ?? null))]
}

/** The values of a column in their own order: of a choice in that of its texts, of others from small to large. */
function acrossOf(
  columns: readonly CompiledColumn[],
  rows: readonly Record<string, unknown>[],
  key: string,
  locale: Locale,
): ReportCell[] {
  const column = columns.find((one) => one.key === key && !one.isValue)
  if (!column) return []
  const choices = Object.keys(column.texts ?? {})
  const rank = (value: unknown): number => choices.indexOf(String(value))
  const values = [...new Set(rows.map((row) => row[key]))].toSorted((one, other) => {
    if (one === null || other === null) return one === other ? 0 : one === null ? -1 : 1
    if (typeof one === 'number' && typeof other === 'number') return one - other
    return rank(one) - rank(other) || (String(one) < String(other) ? -1 : 1)
  })
  return [...new Set(values.map((value) => cellOf(column, value, locale)))]
}

/** Decimals of numbers that are no money. */
const DECIMALS = 10_000

function cellOf({ kind, texts, isSeveral }: CompiledColumn, value: unknown, locale: Locale): ReportCell {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return toWireTime(value)
  if (typeof value === 'boolean') return text(locale, value ? 'yesNo.YES' : 'yesNo.NO')
  if (kind === 'money') return fromMinor(Number(value))
  if (kind === 'number') return Math.round(Number(value) * DECIMALS) / DECIMALS
  if (!texts) return String(value)
  const values = isSeveral ? String(value).split(',').filter(Boolean) : [String(value)]
  return values.map((one) => textOfChoice(texts, one, locale)).join(', ')
}

const LOOK_MS = 250

/**
 * Runs work of a list, and cancels its statement when the client has gone. The transaction is named by backend and beginning, so that
 * no later one of the same connection is cancelled.
 */
export async function whileWanted<T>(
  { db }: Pick<Deps, 'db'>,
  ctx: Pick<CallContext, 'isAbandoned'>,
  trx: Transaction,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ pid: number; begun: string }>`
    select pg_backend_pid() as pid, now()::text as begun`.execute(trx)
  const [own] = rows
  const timer = setInterval(() => {
    if (!ctx.isAbandoned || !own) return
    clearInterval(timer)
    void sql`select pg_cancel_backend(a.pid) from pg_stat_activity a
      where a.pid = ${own.pid} and a.xact_start = ${own.begun}::timestamptz`
      .execute(db.kysely)
      .catch(() => undefined)
  }, LOOK_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
