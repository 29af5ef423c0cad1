import { readFile, rm } from 'node:fs/promises'
import { idFrom } from '#server/core/content-id.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { Deps } from '#server/core/slice.ts'
import { temporaryIn } from '#server/core/workbooks/excel.work.ts'
import { XLSX_TYPE } from '#server/core/workbooks/excel.write.ts'
import { EVERY_STORE, tookTooLong } from '#server/db/database.ts'
import { queueMail, storeSystemMessage } from '#server/features/messages/index.ts'
import { writeSheet } from '#server/features/reports/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { MAX_WORKBOOK_ROWS, type ReportResult } from '#shared/features/custom-reports/custom-reports.schema.ts'
import { type LaidOut, MAX_ACROSS, MAX_WORKBOOK_ACROSS } from '#shared/features/custom-reports/pivot.calc.ts'
import { escapeHtml } from '#shared/features/messages/message-template.calc.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { reportOf } from './custom-reports.service.ts'
import {
  dueSchedules,
  hashOf,
  moveOn,
  ownerOf,
  presentRecipients,
  type ScheduleRow,
  takeOccurrence,
} from './report-schedules.repository.ts'
import { laidOut, remarksOf } from './report-workbook.service.ts'
import { runReport } from './run.service.ts'

const SENDER = 'system'
const SEND = 'customreport:send'
/** Rows of the message; the workbook has all. */
const SHOWN_ROWS = 50

/**
 * Sends the reports whose time has come; returns the number of occurrences. A report is made before its transaction, which then takes
 * the occurrence, stores the messages and moves the schedule on: all or nothing, and by one copy only. A schedule that fails does not
 * stop the others. What could not be stored is tried again by the next run of the job.
 */
export async function sendScheduledReports(deps: Deps): Promise<number> {
  const now = deps.clock()
  const due = await deps.db.scoped(EVERY_STORE, (trx) => dueSchedules(trx, now))
  let sent = 0
  const failures: unknown[] = []
  for (const schedule of due) {
    try {
      if (await sendOne(deps, schedule, now)) sent++
    } catch (error) {
      deps.log.error({ err: error, schedule: schedule.id }, 'a scheduled report could not be stored')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return sent
}

async function sendOne(deps: Deps, schedule: ScheduleRow, now: Date): Promise<boolean> {
  const made = await makeReport(deps, schedule).catch((error: unknown) => {
    // The owner sees the reason beside the schedule; the next occurrence tries again.
    if (error instanceof AppError) return { error: error.code }
    if (tookTooLong(error)) return { error: 'lists.tooSlow' }
    deps.log.error({ err: error, schedule: schedule.id }, 'a scheduled report could not be made')
    return { error: 'common.internal' }
  })
  return deps.db.scoped(EVERY_STORE, async (trx) => {
    if (!(await takeOccurrence(trx, schedule))) return false
    if ('error' in made) {
      await moveOn(trx, schedule, now, made.error)
      return false
    }
    const { orgCode } = schedule
    const occurrence = schedule.nextRunAt.toISOString()
    for (const { id: userId, email } of made.recipients) {
      const id = idFrom('custom report', schedule.id, occurrence, userId)
      const message = { id, orgCode, title: made.title, content: made.content }
      if (deps.config.smtpUrl !== undefined && email !== '') {
        const attachment = { name: `${made.name}.xlsx`, contentType: XLSX_TYPE, content: made.workbook }
        await queueMail(deps, trx, { ...message, receiver: email, createdBy: SENDER, attachment })
      } else await storeSystemMessage(deps, { ...message, userId, sender: SENDER }, trx)
    }
    await moveOn(trx, schedule, now, '')
    return true
  })
}

/** The report with the rights and in the scope that its owner has now. Throws `customReport.ownerGone` or `customReport.changedByOther`. */
async function makeReport(deps: Deps, schedule: ScheduleRow) {
  const owner = await deps.db.scoped(EVERY_STORE, (trx) => ownerOf(trx, schedule))
  if (!owner?.actions.has(SEND)) throw new AppError('customReport.ownerGone')
  const reader = { user: owner, locale: owner.language }
  const { report, limit, result, recipients } = await deps.db.scoped(
    owner.scope,
    async (trx) => {
      const found = await reportOf(trx, reader, schedule.reportId)
      const { definition, isShipped } = found
      // Somebody else could have made it show what they may not see themselves.
      if (!isShipped && hashOf(definition) !== schedule.definitionHash)
        throw new AppError('customReport.changedByOther')
      const limit = definition.sort.length > 0 ? definition.limit : MAX_WORKBOOK_ROWS
      return {
        report: found,
        limit,
        result: await runReport(deps, reader, trx, { definition, asked: [], limit }),
        recipients: await presentRecipients(trx, schedule.recipients),
      }
    },
    'workbooks',
  )
  const sheet = laidOut(result, report.definition, MAX_WORKBOOK_ACROSS)
  const shown = laidOut(result, report.definition)
  const remarks = (laid: LaidOut, across: number): string[] =>
    remarksOf(result, laid, { rows: limit, across }, owner.language)
  const path = temporaryIn(deps)
  try {
    const headings = sheet.columns.map(({ title }) => title)
    const titles = [report.name, ...remarks(sheet, MAX_WORKBOOK_ACROSS)]
    await deps.workbooks.run(() => writeSheet(path, titles, headings, sheet.rows))
    const content = sanitizeHtml(contentOf(shown, remarks(shown, MAX_ACROSS), owner.language))
    const title = text(owner.language, 'customReport.notice', { name: report.name })
    return { name: report.name, title, content, recipients, workbook: await readFile(path) }
  } finally {
    await rm(path, { force: true })
  }
}

/** The first rows as an HTML table. */
function contentOf(
  { columns, rows }: Pick<ReportResult, 'columns' | 'rows'>,
  remarks: readonly string[],
  locale: Locale,
): string {
  const cell = (value: unknown, tag = 'td') => `<${tag}>${escapeHtml(String(value ?? ''))}</${tag}>`
  const head = columns.map(({ title }) => cell(title, 'th')).join('')
  const lines = rows.slice(0, SHOWN_ROWS).map((row) => `<tr>${row.map((value) => cell(value)).join('')}</tr>`)
  const more =
    rows.length > SHOWN_ROWS ? [text(locale, 'customReport.shownRows', { shown: SHOWN_ROWS, rows: rows.length })] : []
  const notes = [...remarks, ...more].map((one) => `<p>${escapeHtml(one)}</p>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table>${notes}`
}
