import { sql } from 'kysely'
import pg from 'pg'
import type { Transaction } from '#server/db/database.ts'
import { REPORT_ROLE } from '#server/db/report-role.ts'
import { AppError } from '#shared/core/errors.ts'
import type { ReportCell, ReportResult } from '#shared/features/custom-reports/custom-reports.schema.ts'
import { checkedStatement } from './sql-check.calc.ts'

const STATEMENT_SECONDS = 5
/** Limit of an answer in bytes. */
const MAX_BYTES = 4 * 1_048_576

/** SQLSTATE classes of errors in the statement itself: its syntax, names, types, values and rights. */
const IN_STATEMENT = /^(42|22|21|0A|25006|54)/

/**
 * Runs a statement as the role of reports in the scope of the transaction, which becomes read-only. Rows arrive as JSON, so that
 * their number and size can be limited in the database. Throws `customReport.sqlRefused`, `customReport.sqlWrong` or
 * `customReport.sqlUnavailable`.
 */
export async function runStatement(
  trx: Transaction,
  statement: string,
  limit: number,
): Promise<Pick<ReportResult, 'columns' | 'rows' | 'isCut'>> {
  const checked = checkedStatement(statement)
  await enterRole(trx)
  // A parameter makes the driver use the extended protocol, which takes one statement only.
  const { rows } = await sql<{ line: string }>`
    select line from (
      select line, sum(octet_length(line)) over (rows unbounded preceding) as bytes
        from (select row_to_json(q)::text as line from (${sql.raw(checked)}) q limit ${limit + 1}::bigint) l
    ) l where bytes <= ${MAX_BYTES}::bigint`
    .execute(trx)
    .catch((error: unknown) => {
      throw error instanceof pg.DatabaseError && IN_STATEMENT.test(error.code ?? '')
        ? new AppError('customReport.sqlWrong', { field: 'definition', reason: error.message })
        : error
    })
  await sql`set local role none`.execute(trx)
  const found = rows.map(({ line }) => JSON.parse(line) as Record<string, unknown>)
  return { ...tableOf(found.slice(0, limit)), isCut: found.length > limit }
}

async function enterRole(trx: Transaction): Promise<void> {
  await sql`set transaction read only`.execute(trx)
  await sql`select set_config('statement_timeout', ${`${STATEMENT_SECONDS}s`}, true), set_config('lock_timeout', '1s', true),
    set_config('work_mem', '16MB', true), set_config('standard_conforming_strings', 'on', true),
    set_config('search_path', 'public', true)`.execute(trx)
  try {
    await sql`set local role ${sql.raw(REPORT_ROLE)}`.execute(trx)
  } catch (error) {
    // No such role, or no member of it: an administrator makes the roles here.
    if (error instanceof pg.DatabaseError && ['22023', '42501', '42704'].includes(error.code ?? ''))
      throw new AppError('customReport.sqlUnavailable')
    throw error
  }
}

/** Rows of any shape as a table; numbers are values, everything else is a group. */
export function tableOf(found: readonly Record<string, unknown>[]): Pick<ReportResult, 'columns' | 'rows'> {
  const names = Object.keys(found[0] ?? {})
  return {
    columns: names.map((name, index) => {
      const isNumber = found.some((row) => typeof row[name] === 'number')
      return { key: `c${index + 1}`, title: name, kind: isNumber ? 'number' : 'text', isValue: isNumber }
    }),
    rows: found.map((row) => names.map((name) => cellOf(row[name]))),
  }
}

function cellOf(value: unknown): ReportCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string') return value
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}
