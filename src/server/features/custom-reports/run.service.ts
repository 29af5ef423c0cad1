import { sql } from 'kysely'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { clockOf } from '#server/features/statistics/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type {
  AskedValues,
  ReportCell,
  ReportDefinition,
  ReportResult,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { type CompiledColumn, compileReport, textOfChoice } from './compile.ts'
import type { ReportSource } from './source.ts'
import { reportSources } from './sources.ts'

/** Who a report runs for. */
export interface ReportReader {
  user: Pick<SignedIn, 'actions' | 'rules'>
  locale: Locale
}

/**
 * Whether a user may read a source. A data rule that narrows its list narrows rows, and a report has sums only, so such a user may not
 * read the source at all, as with the statistics.
 */
export const mayRead = ({ actions, rules }: Pick<SignedIn, 'actions' | 'rules'>, { access }: ReportSource): boolean =>
  actions.has(access) && !rules.some(({ permissionId }) => permissionId === access)

/** Throws `customReport.noSource` or `customReport.sourceForbidden`. */
export function requireSource(user: Pick<SignedIn, 'actions' | 'rules'>, code: string): ReportSource {
  const source = reportSources.get(code)
  if (!source) throw new AppError('customReport.noSource', { field: 'definition' })
  if (!mayRead(user, source)) throw new AppError('customReport.sourceForbidden', { field: 'definition' })
  return source
}

/** A definition to run, and what the reader gives for its filters. */
export interface ReportRun {
  definition: ReportDefinition
  asked: AskedValues
  /** Replaces the definition's own, for workbooks. */
  limit?: number
}

/** Runs a definition in the transaction, whose scope is the reader's. */
export async function runReport(
  { clock }: Pick<Deps, 'clock'>,
  { user, locale }: ReportReader,
  trx: Transaction,
  { definition, asked, limit = definition.limit }: ReportRun,
): Promise<ReportResult> {
  const source = requireSource(user, definition.source)
  const { today } = await clockOf(trx, clock(), undefined)
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

function cellOf({ kind, texts }: CompiledColumn, value: unknown, locale: Locale): ReportCell {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return toWireTime(value)
  if (typeof value === 'boolean') return text(locale, value ? 'yesNo.YES' : 'yesNo.NO')
  if (kind === 'money') return fromMinor(Number(value))
  if (kind === 'number') return Math.round(Number(value) * DECIMALS) / DECIMALS
  return texts ? textOfChoice(texts, String(value), locale) : String(value)
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
