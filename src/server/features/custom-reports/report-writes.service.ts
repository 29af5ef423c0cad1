import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { type ReportDefinition, SQL_SOURCE } from '#shared/features/custom-reports/custom-reports.schema.ts'
import { addReport, lockReport, type ReportContent, removeReport, updateReport } from './custom-reports.repository.ts'
import { agreeToChange } from './report-schedules.repository.ts'
import { compileReport } from './report-sql.compile.ts'
import { mayRunStatements, requireSource } from './run.service.ts'
import { checkedStatement } from './sql-check.calc.ts'

/** Throws unless the definition compiles, so that no report is stored that cannot run. */
async function requireRunnable(trx: Transaction, ctx: CallContext, definition: ReportDefinition): Promise<void> {
  const { user, locale } = ctx
  if (definition.sql && definition.source === SQL_SOURCE) {
    if (!mayRunStatements(user)) throw new AppError('customReport.sourceForbidden', { field: 'definition' })
    if (definition.sql.dataSource === '') checkedStatement(definition.sql.statement)
    return
  }
  const asker = { reader: user, locale, today: '2000-01-01' }
  compileReport(await requireSource(trx, ctx, definition.source), definition, [], asker)
}

/** Stores a report; returns its id. */
export async function storeReport(
  trx: Transaction,
  ctx: CallContext,
  content: ReportContent,
  at: Date,
): Promise<string> {
  await requireRunnable(trx, ctx, content.definition)
  const id = await addReport(trx, ctx.user, content, at)
  ctx.touched({ id, after: content })
  return id
}

/** Changes a report; `version` is the one that the change was made from. Returns the new version. Throws `customReport.changed`. */
export async function changeReport(
  trx: Transaction,
  ctx: CallContext,
  { id, version }: { id: string; version?: number },
  content: Omit<ReportContent, 'roles'> & Partial<ReportContent>,
  at: Date,
): Promise<number> {
  await requireRunnable(trx, ctx, content.definition)
  const row = await lockReport(trx, ctx.user, id)
  if (version !== undefined && row.version !== version) throw new AppError('customReport.changed')
  const before: ReportContent = { name: row.name, about: row.about, roles: row.roles, definition: row.definition }
  const after: ReportContent = { ...before, ...content }
  ctx.touched({ id, before, after })
  await agreeToChange(trx, ctx.user, id, after.definition)
  return updateReport(trx, row, after, at)
}

export async function deleteReport(trx: Transaction, ctx: CallContext, id: string): Promise<void> {
  const { name, definition } = await lockReport(trx, ctx.user, id)
  await removeReport(trx, id)
  ctx.touched({ id, before: { name, definition } })
}
