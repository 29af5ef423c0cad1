import { type RawBuilder, sql } from 'kysely'
import type { FieldKind, Fields } from '#shared/core/crud.ts'
import { differingValuesOf, ourFilterValue } from '#shared/core/family-names.ts'
import { isUuid } from '#shared/core/id.ts'
import { toMinor } from '#shared/core/money.ts'
import { fieldNamed } from '#shared/core/route.ts'
import { fromWireTime } from '#shared/core/time.ts'
import { type Comparison, readFilter, readList, readSuperQuery, type Test } from './list.dialect.ts'

type Condition = RawBuilder<unknown>

/** Matches no row: the condition for a value that its field cannot have. Ignoring it would widen the list. */
const nothing = sql`false`

const operators: Record<Comparison, Condition> = {
  eq: sql`=`,
  ne: sql`is distinct from`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
}

/**
 * The conditions of a list's query in the API family's dialect. Only fields of the contract's allow-list are used, and every value
 * is a parameter. `columnOf` returns the column (camelCase) of a field in the table aliased `t`, or another expression for its
 * value.
 */
export function listConditions(
  fields: Fields,
  query: Record<string, unknown>,
  columnOf: (field: string) => string | Condition,
): Condition[] {
  const columnAt = (field: string): Condition => {
    const column = columnOf(field)
    return typeof column === 'string' ? sql.ref(`t.${column}`) : column
  }
  const given = (name: string): string => {
    const value = Object.hasOwn(query, name) ? query[name] : undefined
    return typeof value === 'string' ? value.trim() : ''
  }
  const conditions: Condition[] = []
  const conditionOf = (field: string, test: Test): Condition => {
    const column = test.rule === 'like' ? onWire(field, columnAt(field)) : columnAt(field)
    return condition(fields[field] ?? 'text', column, withOurValues(field, test))
  }
  const add = (field: string, test: Test | null) => {
    if (test) conditions.push(conditionOf(field, test))
  }
  for (const field of Object.keys(fields)) {
    add(field, readFilter(given(field)))
    add(field, readList(given(`${field}_MultiString`)))
    const [begin, end] = [given(`${field}_begin`), given(`${field}_end`)]
    add(field, begin === '' ? null : { rule: 'ge', value: begin })
    add(field, end === '' ? null : { rule: 'le', value: end })
  }
  const advanced = given('superQueryParams')
  if (advanced !== '') {
    const names = Object.keys(fields)
    const isKnown = (name: string) => Object.hasOwn(fields, fieldNamed(names, name))
    const tests = readSuperQuery(advanced, isKnown).map(({ field, test }) =>
      conditionOf(fieldNamed(names, field), test),
    )
    const glue = given('superQueryMatchType').toLowerCase() === 'or' ? sql` or ` : sql` and `
    if (tests.length > 0) conditions.push(sql`(${sql.join(tests, glue)})`)
  }
  return conditions
}

/** A test with our values, where it names them by the API family's. */
function withOurValues(field: string, test: Test): Test {
  if (test.rule === 'like') return test
  if (test.rule === 'in') return { ...test, values: test.values.map((value) => ourFilterValue(field, value)) }
  return { ...test, value: ourFilterValue(field, test.value) }
}

/** A column with the values that it has on the wire, for patterns. */
function onWire(field: string, column: Condition): Condition {
  const values = differingValuesOf(field)
  if (values.length === 0) return column
  const cases = values.map(([ours, family]) => sql`when ${ours} then ${family}`)
  return sql`(case ${column} ${sql.join(cases, sql` `)} else ${column} end)`
}

function condition(kind: FieldKind, column: Condition, test: Test): Condition {
  if (test.rule === 'like') {
    const patterns = test.patterns.filter((pattern) => !pattern.includes('\0'))
    const [one] = patterns
    if (patterns.length === 1) return sql`${shown(kind, column)} ilike ${one}`
    // One array parameter: a query string may hold thousands of values, and that many parameters take half a second to build.
    return sql`${shown(kind, column)} ilike any(${patterns}::text[])`
  }
  if (test.rule === 'in' && kind === 'text') {
    return sql`${column} = any(${test.values.filter((value) => !value.includes('\0'))}::text[])`
  }
  if (test.rule === 'in') return any(test.values.map((value) => compare(kind, column, 'eq', value)))
  return compare(kind, column, test.rule, test.value)
}

const any = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : nothing

/** The text of a column as on the wire, for patterns. */
function shown(kind: FieldKind, column: Condition): Condition {
  if (kind === 'text') return column
  if (kind === 'time') return sql`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`
  if (kind === 'money') return sql`(${column} / 100.0)::numeric(20, 2)::text`
  if (kind === 'yesNo') return sql`case when ${column} then 'YES' else 'NO' end`
  return sql`${column}::text`
}

function compare(kind: FieldKind, column: Condition, rule: Comparison, value: string): Condition {
  if (kind === 'time') return compareTime(column, rule, value)
  if (kind === 'id' && rule === 'eq') return beginsWith(column, value)
  const operand = operandOf(kind, value)
  return operand ? sql`${column} ${operators[rule]} ${operand}` : nothing
}

/** The fewest digits of an id that are searched; fewer would match too many ids. */
const ID_DIGITS = /^[0-9a-f]{4,32}$/i

/** An id, or its first digits as shown on screens and papers: a range, which an index serves. */
function beginsWith(column: Condition, value: string): Condition {
  const digits = value.replaceAll('-', '')
  if (!ID_DIGITS.test(digits)) return nothing
  if (digits.length === 32) return sql`${column} = ${digits}::uuid`
  return sql`(${column} >= ${digits.padEnd(32, '0')}::uuid and ${column} <= ${digits.padEnd(32, 'f')}::uuid)`
}

const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/
const flags: Record<string, boolean> = { true: true, false: false, '1': true, '0': false, YES: true, NO: false }

/** A value as a parameter of the column's type, or null if it is invalid; numbers use a wide type, so that none overflows. */
function operandOf(kind: Exclude<FieldKind, 'time'>, value: string): Condition | null {
  if (value.includes('\0')) return null
  switch (kind) {
    case 'text':
      return sql`${value}`
    case 'id':
      return isUuid(value) ? sql`${value}::uuid` : null
    case 'number':
      return NUMBER.test(value) ? sql`${value}::numeric` : null
    case 'money':
      return /^-?\d{1,9}(\.\d{1,2})?$/.test(value) ? sql`${toMinor(Number(value))}::bigint` : null
    case 'date':
      return isDay(value) ? sql`${value.slice(0, 10)}::date` : null
    case 'flag':
    case 'yesNo':
      return Object.hasOwn(flags, value) ? sql`${flags[value]}::boolean` : null
  }
}

const WIRE = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/

/** Whether a wire time or day exists in the calendar: February 31 does not. */
function isDay(value: string): boolean {
  if (!WIRE.test(value) || value.startsWith('0000')) return false
  const [day = '', time = '00:00:00'] = value.split(' ')
  const at = new Date(`${day}T${time}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`)
}

/** The interval of a wire time: its whole second, or the whole day for a day (10 characters). */
function compareTime(column: Condition, rule: Comparison, value: string): Condition {
  if (!isDay(value)) return nothing
  const from = fromWireTime(value, 'begin')
  const to = new Date(fromWireTime(value, 'end').getTime() + 1000)
  switch (rule) {
    case 'eq':
      return sql`(${column} >= ${from} and ${column} < ${to})`
    case 'ne':
      return sql`(${column} is null or ${column} < ${from} or ${column} >= ${to})`
    case 'gt':
      return sql`${column} >= ${to}`
    case 'ge':
      return sql`${column} >= ${from}`
    case 'lt':
      return sql`${column} < ${from}`
    case 'le':
      return sql`${column} < ${to}`
  }
}
