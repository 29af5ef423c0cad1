import { z } from 'zod'
import { exact, line, lines } from '#shared/core/text.ts'

/** Most rows of a report on screen, and in a workbook. */
export const MAX_REPORT_ROWS = 5000
export const MAX_WORKBOOK_ROWS = 50_000

export const MAX_REPORT_COLUMNS = 20
export const MAX_REPORT_FILTERS = 20

export const ColumnKind = z.enum(['text', 'choice', 'number', 'money', 'day', 'time', 'flag', 'store'])
export type ColumnKind = z.infer<typeof ColumnKind>

/** What is calculated of a column over the rows of a group; `ratio` is the sum of one column by the sum of another. */
export const Aggregate = z.enum(['count', 'distinct', 'sum', 'average', 'min', 'max', 'ratio'])
export type Aggregate = z.infer<typeof Aggregate>

/** The part of a day or time that groups rows. A time of the night belongs to the business day before. */
export const DatePart = z.enum(['hour', 'weekday', 'day', 'week', 'month', 'year'])
export type DatePart = z.infer<typeof DatePart>

export const FilterRule = z.enum([
  'is',
  'isNot',
  'oneOf',
  'contains',
  'atLeast',
  'atMost',
  'between',
  'period',
  'empty',
  'filled',
])
export type FilterRule = z.infer<typeof FilterRule>

/** Days that move with the current business day. */
export const ReportPeriod = z.enum([
  'today',
  'yesterday',
  'last7',
  'last30',
  'last90',
  'last365',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
])
export type ReportPeriod = z.infer<typeof ReportPeriod>

/** How often a report is sent: each day, each Monday, or each first of the month. */
export const ReportInterval = z.enum(['day', 'week', 'month'])
export type ReportInterval = z.infer<typeof ReportInterval>

/** The source of statements, which only the platform administrator has. */
export const SQL_SOURCE = 'sql'

export const ReportDisplay = z.enum(['table', 'pivot', 'bar', 'line', 'pie', 'number'])
export type ReportDisplay = z.infer<typeof ReportDisplay>

const Key = z.string().regex(/^[a-z][a-z0-9]{0,15}$/)
const ColumnName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,63}(\.[a-zA-Z][a-zA-Z0-9_]{0,63})?$/)
/** Empty: none. */
const ColumnNameOrNone = z.union([z.literal(''), ColumnName])

/** A column of a report: a group, or an aggregate of the rows of each group. Without any aggregate, rows are listed. */
export const ReportColumn = z.strictObject({
  key: Key,
  /** Empty only for `count`, which then counts rows. */
  column: ColumnNameOrNone,
  part: DatePart.optional(),
  aggregate: Aggregate.optional(),
  /** The divisor of a `ratio`; empty: the number of rows. */
  over: ColumnNameOrNone.optional(),
  /** Empty: named by its column. */
  title: line(40).optional(),
})
export type ReportColumn = z.infer<typeof ReportColumn>

const FilterValues = z.array(exact(200)).max(100)

export const ReportFilter = z.strictObject({
  key: Key,
  column: ColumnName,
  rule: FilterRule,
  values: FilterValues,
  /** Whether the reader may give other values when the report runs. */
  asked: z.boolean(),
})
export type ReportFilter = z.infer<typeof ReportFilter>

export const ReportDefinition = z.strictObject({
  source: exact(120, 1),
  /** Empty only for a statement. */
  columns: z.array(ReportColumn).max(MAX_REPORT_COLUMNS),
  filters: z.array(ReportFilter).max(MAX_REPORT_FILTERS),
  sort: z.array(z.strictObject({ key: Key, order: z.enum(['asc', 'desc']) })).max(5),
  limit: z.number().int().min(1).max(MAX_REPORT_ROWS),
  display: ReportDisplay,
  /** Of a pivot: the group whose values are the columns across. */
  across: z.union([z.literal(''), Key]),
  /** Of the source `sql`: a statement, and the code of the data source that it reads; empty: this database. */
  sql: z.strictObject({ statement: lines(10_000), dataSource: exact(64) }).optional(),
})
export type ReportDefinition = z.infer<typeof ReportDefinition>

/** What a reader gives for the filters that ask, by their keys. A period is its name, or the first and the last day. */
export const AskedValues = z.array(z.strictObject({ key: Key, values: FilterValues })).max(MAX_REPORT_FILTERS)
export type AskedValues = z.infer<typeof AskedValues>

export const ReportCell = z.union([z.string(), z.number(), z.null()])
export type ReportCell = z.infer<typeof ReportCell>

const ResultColumn = z.object({
  key: z.string(),
  title: z.string(),
  kind: ColumnKind,
  /** Whether it is an aggregate. */
  isValue: z.boolean(),
})
export type ResultColumn = z.infer<typeof ResultColumn>

export const ReportResult = z.object({
  columns: z.array(ResultColumn),
  rows: z.array(z.array(ReportCell)),
  /** Of a pivot: the values of the group across, in their order. */
  across: z.array(ReportCell),
  /** Whether there are more rows than the report's limit. */
  isCut: z.boolean(),
  /** The filters that ask, with the values that were used. */
  asked: z.array(
    z.object({ key: z.string(), title: z.string(), kind: ColumnKind, rule: FilterRule, values: z.array(z.string()) }),
  ),
  /** The days of the first filter by period; null: none. */
  days: z.object({ from: z.string(), until: z.string() }).nullable(),
})
export type ReportResult = z.infer<typeof ReportResult>
