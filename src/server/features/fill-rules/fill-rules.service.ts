import { sql } from 'kysely'
import type { z } from 'zod'
import type { Transaction } from '#server/db/database.ts'
import { nextCategoryCode } from '#server/features/system/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { businessDay, DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import { type FillToken, fillPattern, readPattern, showsPeriod } from '#shared/features/fill-rules/fill-pattern.calc.ts'
import {
  type Counting,
  type FillKind,
  type FillParams,
  fillParams,
} from '#shared/features/fill-rules/fill-rules.contract.ts'

/** Stripes of counts that may have gaps: so many transactions take numbers without waiting. */
const STRIPES = 8
const MAX_VALUE_LENGTH = 200
const MAX_FIELD_LENGTH = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A rule with the parameters of its kind. */
export type ParsedRule = { [K in FillKind]: { kind: K; params: FillParams[K] } }[FillKind]

const issueOf = ({ issues }: z.ZodError): string => {
  const [issue] = issues
  return [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')
}

/** Reads the parameters of a rule. Throws unless they fit its kind. */
export function parseRule(kind: FillKind, json: string): ParsedRule {
  let given: unknown = {}
  try {
    if (json.trim() !== '') given = JSON.parse(json)
  } catch {
    throw new AppError('fillRules.badParams', { field: 'ruleParams', reason: 'JSON' })
  }
  const parsed = fillParams[kind].safeParse(given)
  if (!parsed.success) throw new AppError('fillRules.badParams', { field: 'ruleParams', reason: issueOf(parsed.error) })
  // The schema is that of this kind.
  const rule = { kind, params: parsed.data } as ParsedRule
  const counting = countingOf(rule)
  if (counting && !showsPeriod(tokensOf(rule), counting.reset)) {
    throw new AppError('fillRules.needsDate', { field: 'ruleParams' })
  }
  return rule
}

/** How a rule counts; null if it gives no numbers. */
export function countingOf(rule: ParsedRule): Counting | null {
  if (rule.kind !== 'sequence' && rule.kind !== 'pattern') return null
  if (!tokensOf(rule).some(({ kind }) => kind === 'seq')) return null
  const { per, reset, day, start, step, gapFree } = rule.params
  return { per, reset, day, start, step, gapFree }
}

function patternOf(rule: ParsedRule): string {
  if (rule.kind === 'pattern') return rule.params.pattern
  if (rule.kind === 'date') return `{${rule.params.date}}`
  if (rule.kind === 'org') return '{org}'
  if (rule.kind !== 'sequence') return ''
  const { prefix, date, withOrg, digits } = rule.params
  return `${prefix}${date === '' ? '' : `{${date}}`}${withOrg ? '{org}' : ''}{seq:${digits}}`
}

const tokensOf = (rule: ParsedRule): FillToken[] => readPattern(patternOf(rule)) ?? []

export interface Filling {
  /** The store that the record belongs to; empty for none. */
  orgCode: string
  now: Date
  /** The values of the form so far. */
  form: Readonly<Record<string, string>>
}

const periodOf = (day: string, { reset }: Counting): string =>
  ({ never: '', year: day.slice(0, 4), month: day.slice(0, 7), day })[reset]

/** Makes a rule's value. `numberOf` takes or looks up the index of a count. */
export async function makeValue(
  trx: Transaction,
  rule: ParsedRule,
  { orgCode, now, form }: Filling,
  numberOf: (holder: string, period: string, stripes: number) => Promise<number>,
): Promise<string> {
  if (rule.kind === 'childStore') return nextStoreCode(trx, form.parentId || rule.params.parentId, orgCode)
  if (rule.kind === 'childCategory') return nextCategoryCode(trx, form.pid || rule.params.pid || '0')
  const tokens = tokensOf(rule)
  for (const token of tokens) {
    if (token.kind !== 'form') continue
    const value = Object.hasOwn(form, token.field) ? (form[token.field] ?? '') : ''
    if (value.trim() === '') throw new AppError('fillRules.fieldEmpty', { field: token.field })
    if (value.length > MAX_FIELD_LENGTH || /\p{Cc}/u.test(value) || !value.isWellFormed()) {
      throw new AppError('fillRules.fieldUnfit', { field: token.field })
    }
  }
  const store = await trx
    .selectFrom('store')
    .select(['timeZone', 'dayStartHour'])
    .where('orgCode', '=', orgCode)
    .executeTakeFirst()
  if (!store && orgCode !== '') throw new AppError('common.recordNotFound')
  const { timeZone = DEFAULT_ZONE, dayStartHour = 0 } = store ?? {}
  const isBusinessDay = 'day' in rule.params && rule.params.day === 'business'
  const day = businessDay(now, timeZone, isBusinessDay ? dayStartHour : 0)
  const counting = countingOf(rule)
  let number = 0
  if (counting) {
    const holder = counting.per === 'store' ? orgCode : ''
    const index = await numberOf(holder, periodOf(day, counting), counting.gapFree ? 1 : STRIPES)
    number = counting.start + counting.step * index
  }
  const value = fillPattern(tokens, { day, time: formatTime(now, timeZone, 'HHmmss'), orgCode, number, form })
  if (value.length > MAX_VALUE_LENGTH) throw new AppError('fillRules.tooLong', { limit: MAX_VALUE_LENGTH })
  return value
}

/** The code that the next store below a parent gets; it is given when the store is added. */
async function nextStoreCode(trx: Transaction, parentId: string, orgCode: string): Promise<string> {
  const parent = await trx
    .selectFrom('store')
    .select('orgCode')
    .where(parentId === '' ? 'orgCode' : 'id', '=', parentId === '' ? orgCode : UUID.test(parentId) ? parentId : null)
    .executeTakeFirst()
  if (!parent && (parentId !== '' || orgCode !== '')) throw new AppError('common.recordNotFound')
  // The number is returned at once.
  await sql`savepoint next_code`.execute(trx)
  try {
    const { rows } = await sql<{ code: string }>`select next_org_code(${parent?.orgCode ?? ''}) as code`.execute(trx)
    return rows[0]?.code ?? ''
  } finally {
    await sql`rollback to savepoint next_code`.execute(trx)
  }
}

/** A rule as it is stored. */
const ruleNamed = (trx: Transaction, ruleCode: string) =>
  trx.selectFrom('fillRule').select(['id', 'ruleClass', 'ruleParams']).where('ruleCode', '=', ruleCode)

type StoredRule = { id: string; ruleClass: FillKind; ruleParams: string }

function known(rule: StoredRule | undefined, ruleCode: string): StoredRule {
  if (!rule) throw new AppError('fillRules.unknown', { field: 'ruleCode', code: ruleCode })
  return rule
}

/**
 * The value of a rule for a new record of a store, in the transaction that saves the record; the transaction's scope must include the
 * store. A rollback returns the number. Throws an `AppError` if the rule is unknown or needs a field that is empty.
 */
export async function fillValue(
  trx: Transaction,
  { ruleCode, ...filling }: Filling & { ruleCode: string },
): Promise<string> {
  // Locked, so that the way of counting does not change meanwhile.
  const stored = known(await ruleNamed(trx, ruleCode).forShare().executeTakeFirst(), ruleCode)
  const rule = parseRule(stored.ruleClass, stored.ruleParams)
  return makeValue(trx, rule, filling, async (holder, period, stripes) => {
    const { rows } = await sql<{ taken: number }>`
      select take_fill_number(${stored.id}, ${holder}, ${period}, ${stripes}) as taken`.execute(trx)
    return rows[0]?.taken ?? 0
  })
}

/** Like `fillValue` for a form that is not saved yet: a rule without gaps gives no number, because the form may be closed again. */
export async function valueForForm(trx: Transaction, filling: Filling & { ruleCode: string }): Promise<string> {
  const stored = known(await ruleNamed(trx, filling.ruleCode).executeTakeFirst(), filling.ruleCode)
  if (countingOf(parseRule(stored.ruleClass, stored.ruleParams))?.gapFree) {
    throw new AppError('fillRules.gapFreeOnSave', { field: 'ruleCode' })
  }
  return fillValue(trx, filling)
}

/** What a rule would give now; fields of the form are shown by their names. */
export async function sampleOf(
  trx: Transaction,
  { ruleCode, ...filling }: Omit<Filling, 'form'> & { ruleCode: string },
) {
  const stored = known(await ruleNamed(trx, ruleCode).executeTakeFirst(), ruleCode)
  const rule = parseRule(stored.ruleClass, stored.ruleParams)
  const fields = tokensOf(rule).flatMap((token) => (token.kind === 'form' ? [[token.field, `[${token.field}]`]] : []))
  return makeValue(trx, rule, { ...filling, form: Object.fromEntries(fields) }, async (holder, period) => {
    const next = await trx
      .selectFrom('fillCounter')
      .select(({ fn }) => fn.min('nextIndex').as('next'))
      .where('ruleId', '=', stored.id)
      .where('holder', '=', holder)
      .where('period', '=', period)
      .executeTakeFirst()
    return next?.next ?? 0
  })
}
