import type { SourceColumn } from '#shared/features/custom-reports/custom-reports.contract.ts'
import {
  type Aggregate,
  type ColumnKind,
  type DatePart,
  type FilterRule,
  type ReportColumn,
  type ReportDefinition,
  SQL_SOURCE,
} from '#shared/features/custom-reports/custom-reports.schema.ts'

/** The content of a report that is being built. */
export interface Draft {
  name: string
  about: string
  roles: string[]
  definition: ReportDefinition
}

/** A definition without columns, with the period of its source as a parameter. */
export const emptyDefinition = (source: string, period: string): ReportDefinition => ({
  source,
  columns: [],
  filters:
    source === SQL_SOURCE ? [] : [{ key: 'f1', column: period, rule: 'period', values: ['last30'], asked: true }],
  sort: [],
  limit: 1000,
  display: 'table',
  across: '',
  ...(source === SQL_SOURCE ? { sql: { statement: '', dataSource: '' } } : {}),
})

/** Whether there is something to run. */
export const isRunnable = ({ columns, sql }: ReportDefinition): boolean =>
  sql ? sql.statement.trim() !== '' : columns.length > 0

const isNumeric = (kind: ColumnKind): boolean => kind === 'money' || kind === 'number'

/** The aggregates that a column can have. */
export const aggregatesOf = (kind: ColumnKind): Aggregate[] => [
  'count',
  'distinct',
  ...(isNumeric(kind) ? (['sum', 'average', 'ratio'] as const) : []),
  ...(kind === 'flag' ? [] : (['min', 'max'] as const)),
]

/** The parts of a day or time that a column can be grouped by. */
export function partsOf(kind: ColumnKind): DatePart[] {
  if (kind === 'time') return ['hour', 'weekday', 'day', 'week', 'month', 'year']
  return kind === 'day' ? ['weekday', 'week', 'month', 'year'] : []
}

/** The rules that a filter of a column can have; the first is the usual one. */
export function rulesOf(kind: ColumnKind): FilterRule[] {
  switch (kind) {
    case 'day':
      return ['period', 'atLeast', 'atMost', 'empty', 'filled']
    case 'time':
    case 'number':
    case 'money':
      return ['between', 'atLeast', 'atMost', 'is', 'empty', 'filled']
    case 'store':
      return ['oneOf']
    case 'flag':
      return ['is']
    case 'choice':
      return ['oneOf', 'isNot', 'empty', 'filled']
    default:
      return ['contains', 'oneOf', 'isNot', 'empty', 'filled']
  }
}

/** A key that no column or filter has yet. */
export function newKey(prefix: string, taken: readonly { key: string }[]): string {
  let number = taken.length + 1
  while (taken.some(({ key }) => key === `${prefix}${number}`)) number++
  return `${prefix}${number}`
}

/** Adds a column: numbers as their sum, everything else as a group. */
export function withColumn(
  definition: ReportDefinition,
  { name, kind }: Pick<SourceColumn, 'name' | 'kind'>,
): ReportDefinition {
  const key = newKey('c', definition.columns)
  const column: ReportColumn = isNumeric(kind) ? { key, column: name, aggregate: 'sum' } : { key, column: name }
  return { ...definition, columns: [...definition.columns, column] }
}

/** Adds a name at the end of a statement. */
export const withName = (definition: ReportDefinition, name: string): ReportDefinition => ({
  ...definition,
  sql: { dataSource: '', ...definition.sql, statement: `${definition.sql?.statement ?? ''} ${name}`.trimStart() },
})

export const withCount = (definition: ReportDefinition): ReportDefinition => ({
  ...definition,
  columns: [...definition.columns, { key: newKey('c', definition.columns), column: '', aggregate: 'count' }],
})

/** Removes a column with everything that names it. */
export const withoutColumn = (definition: ReportDefinition, key: string): ReportDefinition => ({
  ...definition,
  columns: definition.columns.filter((one) => one.key !== key),
  sort: definition.sort.filter((one) => one.key !== key),
  across: definition.across === key ? '' : definition.across,
})

/** Exchanges a column with its neighbour. */
export function moved(definition: ReportDefinition, key: string, by: 1 | -1): ReportDefinition {
  const columns = [...definition.columns]
  const from = columns.findIndex((one) => one.key === key)
  const [one, other] = [columns[from], columns[from + by]]
  if (!one || !other) return definition
  columns[from] = other
  columns[from + by] = one
  return { ...definition, columns }
}

/** The groups of a definition; a pivot has one of them across. */
export const groupsOf = ({ columns }: ReportDefinition): ReportColumn[] =>
  columns.filter(({ aggregate }) => aggregate === undefined)

/** A pivot needs a group across: by default the last one. */
export function withDisplay(definition: ReportDefinition, display: ReportDefinition['display']): ReportDefinition {
  const groups = groupsOf(definition)
  if (definition.sql) return { ...definition, display, across: display === 'pivot' ? 'c2' : '' }
  const isKnown = groups.some(({ key }) => key === definition.across)
  const across =
    display !== 'pivot' ? '' : isKnown ? definition.across : groups.length > 1 ? (groups.at(-1)?.key ?? '') : ''
  return { ...definition, display, across }
}
