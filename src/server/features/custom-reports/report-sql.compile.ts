import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#shared/core/errors.ts'
import { toMinor } from '#shared/core/money.ts'
import { Day, fromWireTime, WireTimeFilter } from '#shared/core/time.ts'
import {
  type AskedValues,
  type ColumnKind,
  type DatePart,
  type ReportColumn,
  type ReportDefinition,
  type ReportFilter,
  ReportPeriod,
  type ResultColumn,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import { isTextKey, type TextKey, text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { daysOfPeriod } from './periods.calc.ts'
import {
  businessDay,
  type ChoiceTexts,
  labelText,
  localTime,
  mayReadColumn,
  type Reader,
  type ReportSource,
  type SourceColumn,
} from './report-source.schema.ts'

export interface Asker {
  reader: Reader
  locale: Locale
  /** The current business day. */
  today: string
}

/** A column of the answer, with the texts of its values. */
export interface CompiledColumn extends ResultColumn {
  texts?: ChoiceTexts | undefined
  isSeveral?: boolean | undefined
}

export interface CompiledReport {
  /** Finds at most one row more than the limit. */
  query: RawBuilder<Record<string, unknown>>
  columns: CompiledColumn[]
  asked: { key: string; title: string; kind: ColumnKind; rule: ReportFilter['rule']; values: string[] }[]
  days: { from: string; until: string } | null
}

/**
 * The SQL of a definition. Only SQL of the source's declared columns gets into it, and every value of the definition is a parameter.
 * Throws `customReport.noSuchColumn`, `customReport.columnForbidden`, `customReport.wrongColumn` and `customReport.wrongFilter`.
 */
export function compileReport(
  source: ReportSource,
  definition: ReportDefinition,
  given: AskedValues,
  asker: Asker,
  limit = definition.limit,
): CompiledReport {
  const joins = new Set<string>()
  const columnOf = (name: string): SourceColumn => {
    const column = Object.hasOwn(source.columns, name) ? source.columns[name] : undefined
    if (!column) throw new AppError('customReport.noSuchColumn', { field: 'definition', column: name })
    if (!mayReadColumn(asker.reader, source, column)) {
      const refused = labelText(asker.locale, column.label)
      throw new AppError('customReport.columnForbidden', { field: 'definition', column: refused })
    }
    if (column.join) joins.add(column.join)
    return column
  }
  const expression = ({ sql: from }: SourceColumn): string => (typeof from === 'string' ? from : from(asker.reader))
  const titleOf = (column: SourceColumn): string => labelText(asker.locale, column.label)

  if (definition.columns.length === 0) throw new AppError('customReport.noColumns', { field: 'definition' })
  const isGrouped = definition.columns.some(({ aggregate }) => aggregate !== undefined)
  const compiled = definition.columns.map((one) => compileColumn(one, { columnOf, expression, locale: asker.locale }))
  const byKey = new Map(definition.columns.map(({ key }, index) => [key, index]))
  if (byKey.size < compiled.length) throw new AppError('customReport.twoKeys', { field: 'definition' })

  const filters = definition.filters.map((filter) => {
    const values = filter.asked ? (given.find(({ key }) => key === filter.key)?.values ?? filter.values) : filter.values
    const column = columnOf(filter.column)
    return {
      ...filter,
      values,
      column,
      compiled: compileFilter({ ...filter, values }, column, expression(column), asker),
    }
  })
  const conditions = [
    ...(source.where ? [sql`(${sql.raw(source.where)})`] : []),
    ...filters.flatMap((filter) => (filter.compiled ? [filter.compiled.condition] : [])),
  ]
  const groups = compiled.filter(({ column }) => !column.isValue)
  const sort = definition.sort.map(({ key, order }) => {
    const index = byKey.get(key)
    if (index === undefined) throw new AppError('customReport.noSuchColumn', { field: 'definition', column: key })
    return sql`${sql.lit(index + 1)} ${sql.raw(order === 'asc' ? 'asc nulls first' : 'desc nulls last')}`
  })
  // Without an order the groups are in the order of their values, so that the same report looks the same.
  const otherGroups = isGrouped
    ? compiled.flatMap(({ column }, index) => (column.isValue ? [] : [sql`${sql.lit(index + 1)} asc nulls first`]))
    : []
  const order = [...sort, ...otherGroups]
  const query = sql<Record<string, unknown>>`select ${sql.join(
    compiled.map(({ column, value }) => sql`${value} as ${sql.ref(column.key)}`),
  )} from ${typeof source.from === 'string' ? sql.raw(source.from) : source.from} ${sql.raw([...joins].map((name) => source.joins[name]?.sql ?? '').join(' '))}
    ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
    ${isGrouped && groups.length > 0 ? sql`group by ${sql.join(compiled.flatMap(({ column }, index) => (column.isValue ? [] : [sql.lit(index + 1)])))}` : sql``}
    ${order.length > 0 ? sql`order by ${sql.join(order)}` : sql``}
    limit ${sql.lit(limit + 1)}`
  return {
    query,
    columns: compiled.map(({ column }) => column),
    asked: filters
      .filter(({ asked }) => asked)
      .map(({ key, rule, values, column }) => ({ key, title: titleOf(column), kind: column.kind, rule, values })),
    days: filters.find(({ compiled: one }) => one?.days)?.compiled?.days ?? null,
  }
}

interface Compiling {
  columnOf(name: string): SourceColumn
  expression(column: SourceColumn): string
  locale: Locale
}

const NUMERIC: readonly ColumnKind[] = ['number', 'money']

function compileColumn(
  { key, column: name, part, aggregate, over, title }: ReportColumn,
  { columnOf, expression, locale }: Compiling,
): { column: CompiledColumn; value: RawBuilder<unknown> } {
  const wrong = () => new AppError('customReport.wrongColumn', { field: 'definition', column: title || name })
  const named = (auto: string) => (title ? title : auto)
  const ofAggregate = (auto: string): string =>
    aggregate
      ? text(locale, 'customReport.titled', { aggregate: text(locale, `reportAggregate.${aggregate}`), column: auto })
      : auto
  if (aggregate === 'count' && name === '') {
    const column = { key, title: named(text(locale, 'reportColumn.rows')), kind: 'number' as const, isValue: true }
    return { column, value: sql`count(*)::bigint` }
  }
  const column = columnOf(name)
  const plain = expression(column)
  const label = labelText(locale, column.label)
  const { texts, isSeveral } = column
  if (!aggregate) {
    if (!part)
      return {
        column: { key, title: named(label), kind: column.kind, isValue: false, texts, isSeveral },
        value: sql.raw(plain),
      }
    if (column.kind !== 'day' && column.kind !== 'time') throw wrong()
    if (column.kind === 'day' && part === 'hour') throw wrong()
    const auto = text(locale, 'customReport.titled', { aggregate: text(locale, `reportPart.${part}`), column: label })
    return {
      column: { key, title: named(auto), ...KIND_OF_PART[part], isValue: false },
      value: sql.raw(partSql(part, column.kind, plain)),
    }
  }
  if (part) throw wrong()
  const result = (kind: ColumnKind, value: RawBuilder<unknown>) => ({
    column: {
      key,
      title: named(ofAggregate(label)),
      kind,
      isValue: true,
      ...(aggregate === 'min' || aggregate === 'max' ? { texts, isSeveral } : {}),
    },
    value,
  })
  const x = sql.raw(plain)
  switch (aggregate) {
    case 'count':
      return result('number', sql`count(${x})::bigint`)
    case 'distinct':
      return result('number', sql`count(distinct ${x})::bigint`)
    case 'min':
    case 'max': {
      if (column.kind === 'flag') throw wrong()
      return result(column.kind, sql`${sql.raw(aggregate)}(${x})`)
    }
    case 'sum':
      if (!NUMERIC.includes(column.kind)) throw wrong()
      return column.kind === 'money'
        ? result('money', sql`sum(${x})::bigint`)
        : result('number', sql`sum(${x})::float8`)
    case 'average':
      if (!NUMERIC.includes(column.kind)) throw wrong()
      return column.kind === 'money'
        ? result('money', sql`round(avg(${x}))::bigint`)
        : result('number', sql`avg(${x})::float8`)
    case 'ratio': {
      const divisor = over ? columnOf(over) : null
      if (!NUMERIC.includes(column.kind) || (divisor && !NUMERIC.includes(divisor.kind))) throw wrong()
      const by = divisor ? sql`sum(${sql.raw(expression(divisor))})` : sql`count(*)`
      // Money by a number is money: the price of an hour.
      return column.kind === 'money' && divisor?.kind !== 'money'
        ? result('money', sql`round(sum(${x}) / nullif(${by}, 0))::bigint`)
        : result(
            'number',
            sql`(sum(${x})::float8 / nullif(${by}, 0)${divisor?.kind === 'money' && column.kind !== 'money' ? sql` * 100` : sql``})::float8`,
          )
    }
  }
}

const WEEKDAYS: Readonly<Record<string, TextKey>> = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => [String(weekday), `weekday.${weekday}.short` as TextKey]),
)

const KIND_OF_PART: Record<DatePart, { kind: ColumnKind; texts?: Readonly<Record<string, TextKey>> }> = {
  hour: { kind: 'text' },
  weekday: { kind: 'choice', texts: WEEKDAYS },
  day: { kind: 'day' },
  week: { kind: 'day' },
  month: { kind: 'text' },
  year: { kind: 'text' },
}

function partSql(part: DatePart, kind: ColumnKind, plain: string): string {
  const day = kind === 'time' ? businessDay(plain) : plain
  switch (part) {
    case 'hour':
      return `to_char(${localTime(plain)}, 'HH24":00"')`
    case 'weekday':
      return `extract(isodow from ${day})::int::text`
    case 'day':
      return day
    case 'week':
      return `date_trunc('week', (${day})::timestamp)::date`
    case 'month':
      return `to_char(${day}, 'YYYY-MM')`
    case 'year':
      return `to_char(${day}, 'YYYY')`
  }
}

interface CompiledFilter {
  condition: RawBuilder<unknown>
  days?: { from: string; until: string }
}

/** The condition of a filter; null where nothing is asked for. */
function compileFilter(
  { rule, values, column: name }: Pick<ReportFilter, 'rule' | 'values' | 'column'>,
  column: SourceColumn,
  plain: string,
  asker: Asker,
): CompiledFilter | null {
  const wrong = () =>
    new AppError('customReport.wrongFilter', { field: 'definition', column: labelText(asker.locale, column.label) })
  const { kind } = column
  if (rule === 'empty' || rule === 'filled') {
    const isText = kind === 'text' || kind === 'choice'
    const empty = isText ? sql.raw(`coalesce(${plain}, '') = ''`) : sql.raw(`(${plain}) is null`)
    return { condition: rule === 'empty' ? sql`(${empty})` : sql`not (${empty})` }
  }
  if (rule === 'period' || (kind === 'day' && rule === 'between')) {
    if (kind !== 'day') throw wrong()
    const days = daysAsked(values, asker.today, wrong)
    return days ? { condition: inDays(column, plain, days), days } : null
  }
  const filled = values.filter((value) => value !== '')
  if (filled.length === 0) return null
  if (kind === 'store') {
    if (rule !== 'is' && rule !== 'oneOf') throw wrong()
    // A chain stands for its stores.
    return {
      condition: sql`(${sql.join(
        filled.map((code) => sql`(t.org_code >= ${code} and t.org_code < ${`${code}~`})`),
        sql` or `,
      )})`,
    }
  }
  const read = reader(kind, wrong)
  const x = sql.raw(`(${plain})`)
  const [one, other] = filled
  switch (rule) {
    case 'is':
    case 'oneOf':
      return { condition: sql`${x} in (${sql.join(filled.map((value) => read(value)))})` }
    case 'isNot':
      // Also finds rows without a value, as lists do.
      return { condition: sql`(${x} is null or ${x} not in (${sql.join(filled.map((value) => read(value)))}))` }
    case 'contains':
      if (kind !== 'text') throw wrong()
      return { condition: sql`strpos(lower(${x}), lower(${one}::text)) > 0` }
    case 'atLeast':
    case 'atMost':
    case 'between': {
      if (kind === 'text' || kind === 'choice' || kind === 'flag') throw wrong()
      if (rule === 'between' && other === undefined) throw wrong()
      const lowerBound = rule === 'atMost' ? [] : [sql`${x} >= ${read(one ?? '')}`]
      const upperBound =
        rule === 'atLeast' ? [] : [sql`${x} <= ${read((rule === 'between' ? other : one) ?? '', 'end')}`]
      return { condition: sql.join([...lowerBound, ...upperBound], sql` and `) }
    }
    default:
      throw new Error(`${rule} of ${name} has no SQL`)
  }
}

/** The days of a period by its name, or of its first and last day; null: all days. */
function daysAsked(values: readonly string[], today: string, wrong: () => AppError) {
  const [first = '', last = first] = values
  if (first === '' && last === '') return null
  const period = ReportPeriod.safeParse(first)
  if (period.success) return daysOfPeriod(period.data, today)
  const from = Day.safeParse(first)
  const until = Day.safeParse(last)
  if (!from.success || !until.success || from.data > until.data) throw wrong()
  return { from: from.data, until: until.data }
}

function inDays(
  { at }: SourceColumn,
  plain: string,
  { from, until }: { from: string; until: string },
): RawBuilder<unknown> {
  const days = sql`${sql.raw(`(${plain})`)} between ${from}::date and ${until}::date`
  // Wide enough for every time zone and start of the day; an index finds these rows.
  return at ? sql`${days} and ${sql.raw(at)} >= ${from}::date - 2 and ${sql.raw(at)} < ${until}::date + 3` : days
}

/** Reads values of a kind as parameters. */
function reader(
  kind: ColumnKind,
  wrong: () => AppError,
): (value: string, edge?: 'begin' | 'end') => RawBuilder<unknown> {
  const numberOf = (value: string): number => {
    const number = Number(value)
    if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(value) || !Number.isFinite(number)) throw wrong()
    return number
  }
  switch (kind) {
    case 'number':
      return (value) => sql`${numberOf(value)}::float8`
    case 'money':
      return (value) => {
        try {
          return sql`${toMinor(numberOf(value))}::bigint`
        } catch {
          throw wrong()
        }
      }
    case 'day':
      return (value) => {
        if (!Day.safeParse(value).success) throw wrong()
        return sql`${value}::date`
      }
    case 'time':
      return (value, edge = 'begin') => {
        if (!WireTimeFilter.safeParse(value).success) throw wrong()
        return sql`${fromWireTime(value, edge)}::timestamptz`
      }
    case 'flag':
      return (value) => {
        if (value !== 'YES' && value !== 'NO') throw wrong()
        return sql`${value === 'YES'}::boolean`
      }
    default:
      return (value) => sql`${value}::text`
  }
}

/** The text of a value of a choice in the reader's language; an unknown value stays as it is. */
export const textOfChoice = (texts: ChoiceTexts, value: string, locale: Locale): string => {
  const label = Object.hasOwn(texts, value) ? texts[value] : undefined
  if (label === undefined || (typeof label === 'string' && !isTextKey(label))) return value
  return labelText(locale, label)
}
