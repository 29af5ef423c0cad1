import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import {
  AskedValues,
  ColumnKind,
  ReportDefinition,
  ReportDisplay,
  ReportInterval,
  ReportResult,
} from './custom-reports.schema.ts'

const PATH = '/report/sysCustomReport'

/** Most reports that one user makes. */
export const MAX_REPORTS = 100

/** The id of a saved report, or `shipped-` and the name of one that comes with the product. */
export const ReportId = z.string().regex(/^(shipped-[a-z0-9-]{1,40}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)

/** Most reports on the home page of a user. */
export const MAX_TILES = 6

/** `AskedValues` as JSON, for a download. */
const AskedText = exact(8000)
  .default('[]')
  .transform((text, context) => {
    try {
      return AskedValues.parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', ...wrong('input.format') })
      return z.NEVER
    }
  })

const Option = z.object({ value: z.string(), text: z.string() })

const SourceColumn = z.object({
  name: z.string(),
  title: z.string(),
  /** The joined subject that it comes from; empty: the source itself. */
  join: z.string(),
  kind: ColumnKind,
  /** The values of a choice. */
  options: z.array(z.object({ value: z.string(), text: z.string() })),
})
export type SourceColumn = z.infer<typeof SourceColumn>

const Source = z.object({
  code: z.string(),
  title: z.string(),
  about: z.string(),
  /** The column that periods filter by. */
  period: z.string(),
  columns: z.array(SourceColumn),
})
export type ReportSource = z.infer<typeof Source>

const Listed = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
  source: z.string(),
  display: ReportDisplay,
  isShipped: z.boolean(),
  /** Whether the caller may change and remove it. */
  isEditable: z.boolean(),
  /** Whether the caller may see its source. */
  isReadable: z.boolean(),
  roles: z.array(z.string()),
  ownerName: z.string(),
  updateTime: WireTime.nullable(),
})
export type ListedReport = z.infer<typeof Listed>

const Report = Listed.extend({ definition: ReportDefinition, version: z.number().int() })
export type CustomReport = z.infer<typeof Report>

const given = {
  name: line(60, 1),
  about: lines(300),
  /** Codes of the roles whose users see it. */
  roles: z.array(exact(100, 1)).max(50),
  definition: ReportDefinition,
}

/** Reports that are built on screen. */
export const customReports = onScreen('customReport', {
  sources: route({
    method: 'GET',
    path: `${PATH}/sources`,
    summary: 'The sources of reports that the caller may see, with their columns',
    access: 'customreport:list',
    result: z.array(Source),
  }),
  list: route({
    method: 'GET',
    path: `${PATH}/list`,
    summary: 'Reports that come with the product, that the caller made, and that are shared with a role of the caller',
    access: 'customreport:list',
    result: z.array(Listed),
  }),
  queryById: route({
    method: 'GET',
    path: `${PATH}/queryById`,
    summary: 'One report with its definition',
    access: 'customreport:list',
    query: z.object({ id: ReportId }),
    result: Report,
  }),
  options: route({
    method: 'GET',
    path: `${PATH}/options`,
    summary: 'The roles that a report can be shared with, and the users that it can be sent to',
    access: 'customreport:add',
    result: z.object({ roles: z.array(Option), users: z.array(Option) }),
  }),
  run: route({
    method: 'POST',
    path: `${PATH}/run`,
    summary: 'Runs a definition within the scope and the rights of the caller; stores nothing',
    access: 'customreport:list',
    lane: 'lists',
    standby: 'dated',
    audited: false,
    body: z.object({ definition: ReportDefinition, asked: AskedValues.default([]) }),
    result: ReportResult,
  }),
  runSaved: route({
    method: 'POST',
    path: `${PATH}/runSaved`,
    summary: 'Runs a report that the caller sees, within the scope and the rights of the caller',
    access: 'customreport:list',
    lane: 'lists',
    standby: 'dated',
    audited: false,
    body: z.object({ id: ReportId, asked: AskedValues.default([]) }),
    result: ReportResult,
  }),
  exportXls: route({
    method: 'GET',
    path: `${PATH}/exportXls`,
    summary: 'A report that the caller sees as a workbook',
    access: 'customreport:export',
    lane: 'workbooks',
    query: z.object({ id: ReportId, asked: AskedText }),
    result: z.null(),
    answers: 'file',
  }),
  tiles: route({
    method: 'GET',
    path: `${PATH}/tiles`,
    summary: 'The reports on the home page of the caller, as far as the caller still sees them',
    access: 'customreport:list',
    result: z.array(Report),
  }),
  setTile: route({
    method: 'PUT',
    path: `${PATH}/setTile`,
    summary: 'Adds a report to the home page of the caller at the end, or removes it; the others stay',
    access: 'customreport:list',
    body: z.object({ id: ReportId, onHome: YesNo }),
    result: z.null(),
  }),
  schedule: route({
    method: 'GET',
    path: `${PATH}/schedule`,
    summary: "The caller's schedule of a report; null: it is not sent",
    access: 'customreport:send',
    query: z.object({ id: ReportId }),
    result: z
      .object({
        version: z.number().int(),
        every: ReportInterval,
        hour: z.number().int(),
        recipients: z.array(z.string()),
        nextTime: WireTime,
        lastTime: WireTime.nullable(),
        /** Why the last one was not sent; empty: it was. */
        lastError: z.string(),
      })
      .nullable(),
  }),
  setSchedule: route({
    method: 'PUT',
    path: `${PATH}/setSchedule`,
    summary:
      'Sends a report as a workbook by schedule, with the rights and the stores of the caller; no longer if `every` is null. Refused if the schedule has changed since `version`',
    access: 'customreport:send',
    body: z.object({
      id: ReportId,
      /** Of the schedule that is changed; 0: there is none. */
      version: z.number().int().min(0).max(1_000_000),
      every: ReportInterval.nullable(),
      /** What is not sent stays, or is 9 o'clock and nobody. */
      hour: z.number().int().min(0).max(23).optional(),
      recipients: z.array(z.uuid()).max(50).optional(),
    }),
    /** 0: there is none any more. */
    result: z.object({ version: z.number().int() }),
    message: 'message.updated',
  }),
  add: route({
    method: 'POST',
    path: `${PATH}/add`,
    summary: 'Stores a report',
    access: 'customreport:add',
    body: z.object(given),
    result: z.object({ id: z.string(), version: z.number().int() }),
    message: 'message.added',
  }),
  edit: route({
    method: 'PUT',
    path: `${PATH}/edit`,
    summary: 'Changes a report; refused if somebody has changed it since `version`',
    access: 'customreport:edit',
    body: z.object({ id: z.uuid(), version: z.number().int().min(1).max(1_000_000), ...given }),
    result: z.object({ version: z.number().int() }),
    message: 'message.updated',
  }),
  delete: route({
    method: 'DELETE',
    path: `${PATH}/delete`,
    summary: 'Removes a report',
    access: 'customreport:delete',
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
})
