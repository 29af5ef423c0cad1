import { type RawBuilder, sql } from 'kysely'
import type { RuledList } from '#server/core/auth/auth-rules.ts'
import { columnOfField } from '#server/core/lists/columns.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike, pageOfTable } from '#server/db/store-list.ts'
import { api } from '#shared/api.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Route } from '#shared/core/route.ts'
import { fromWireTime, toWireTime } from '#shared/core/time.ts'
import {
  type AuditEntry,
  type LogEntry,
  type LogSearch,
  logFilter,
  ruledLogFields,
} from '#shared/features/audit/logs.contract.ts'
import { isTextKey, type Locale, text } from '#shared/i18n/catalogue.ts'

/** The display name of an operation: that of the action that its call requires. */
const accessOf = new Map(
  Object.values(api).flatMap((contract) => Object.values(contract).map(({ path, access }) => [path as string, access])),
)

function contentOf(path: string, locale: Locale): string {
  const key = `action.${accessOf.get(path)}`
  return isTextKey(key) ? text(locale, key) : path
}

const kinds: readonly [RegExp, number][] = [
  [/delete|remove|recycle/i, 4],
  [/import/i, 5],
  [/export/i, 6],
  [/edit|change|update|frozen|save|select/i, 3],
]

const operateTypeOf = (method: string, path: string): number => {
  const name = path.split('/').at(-1) ?? ''
  return kinds.find(([pattern]) => pattern.test(name))?.[1] ?? (method === 'DELETE' ? 4 : 2)
}

type Texts = Omit<LogEntry, 'logType_dictText' | 'operateType_dictText'>

/** A filter on computed texts: any of several values joined by commas, with `*` as wildcard. Case is ignored. */
function fitting(filter: string | undefined): (text: string) => boolean {
  const patterns = (filter ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  return (text) => patterns.length === 0 || patterns.some((pattern) => fitsPattern(text.toLowerCase(), pattern))
}

/** Whether a text fits a pattern with `*` as wildcard. Without a regular expression, because many wildcards would take one for ever. */
function fitsPattern(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let end = first.length
  for (const part of rest) {
    const at = text.indexOf(part, end)
    if (at < 0) return false
    end = at + part.length
  }
  return text.endsWith(last) && text.length - last.length >= end
}

const columns: Record<string, string> = { userid: 'username', username: 'realname' }
const columnOf = (field: string): string => columns[field] ?? columnOfField(field)

/** Both logs for data rules. */
export const ruledLogs: RuledList = { permissions: ['log:list'], fields: ruledLogFields, columnOf }
type Rules = readonly RawBuilder<unknown>[]

/** The filters of both logs on the table aliased `t`. */
function filtersOf(query: LogSearch, rules: Rules): RawBuilder<unknown> {
  const { createTime_begin: begin, createTime_end: end } = query
  const where = [sql`true`, ...rules, ...listConditions(logFilter, query, columnOf)]
  if (begin) where.push(sql`t.created_at >= ${fromWireTime(begin, 'begin')}`)
  if (end) where.push(sql`t.created_at < ${new Date(fromWireTime(end, 'end').getTime() + 1000)}`)
  return sql.join(where, sql` and `)
}

interface LoginRow {
  id: number
  createdAt: Date
  username: string
  realname: string
  ip: string
  outcome: 'signedIn' | 'signedOut' | 'refused'
}

/** The sign-in log of the stores in scope. */
export async function pageOfLogins(
  trx: Transaction,
  query: LogSearch,
  locale: Locale,
  rules: Rules,
): Promise<Page<Texts>> {
  const outcomes = (['signedIn', 'signedOut', 'refused'] as const).map(
    (one) => [one, text(locale, `log.${one}`)] as const,
  )
  const word = query.keyWord?.replace(/^\*|\*$/g, '') ?? ''
  const named = outcomes.filter(([, words]) => words.includes(word)).map(([one]) => one as string)
  const pattern = `%${escapeLike(word)}%`
  const fits = fitting(query.logContent)
  const contents = outcomes.filter(([, words]) => fits(words)).map(([one]) => one as string)
  // A sign-in has no operation type.
  const where = [
    filtersOf(query, rules),
    sql`t.outcome = any(${contents})`,
    sql`${query.operateType === undefined}::boolean`,
  ]
  if (word !== '') where.push(sql`(t.outcome = any(${named}) or t.username ilike ${pattern})`)
  const found = await page<LoginRow>(trx, 'login_log', where, query)
  const names = new Map(outcomes)
  const records = found.records.map(
    (row): Texts => ({
      id: `l${row.id}`,
      createTime: toWireTime(row.createdAt),
      costTime: null,
      ip: row.ip,
      requestParam: '',
      requestType: '',
      requestUrl: '',
      method: '',
      username: row.realname,
      userid: row.username,
      logContent: names.get(row.outcome) ?? '',
      logType: 1,
      operateType: null,
    }),
  )
  return { ...found, records }
}

interface AuditRow {
  id: number
  createdAt: Date
  orgCode: string
  userId: string | null
  username: string
  realname: string
  ip: string
  requestId: string
  method: string
  action: string
  recordKind: string
  recordId: string
  request: unknown
  before: unknown
  after: unknown
  costMs: number | null
}

/** The calls that match the requested operation type and name. */
function kindAndContent({ operateType, logContent }: LogSearch, locale: Locale): RawBuilder<unknown> {
  if (operateType === undefined && logContent === undefined) return sql`true`
  const [fitsType, fitsContent] = [fitting(operateType), fitting(logContent)]
  const wanted = Object.values(api)
    .flatMap((contract): Route[] => Object.values(contract))
    .flatMap(({ path, method }) => [method].flat().map((one) => ({ path, method: one })))
    .filter(({ path, method }) => fitsType(String(operateTypeOf(method, path))) && fitsContent(contentOf(path, locale)))
  return sql`(t.action, t.method) in (select * from unnest(${wanted.map(({ path }) => path as string)}::text[],
    ${wanted.map(({ method }) => method as string)}::text[]))`
}

/** Operations of the stores in scope: the audit trail without entries that were removed from the list. */
export async function pageOfOperations(
  trx: Transaction,
  query: LogSearch,
  locale: Locale,
  rules: Rules,
): Promise<Page<Texts>> {
  const word = query.keyWord?.replace(/^\*|\*$/g, '') ?? ''
  const paths = [...accessOf.keys()].filter((path) => contentOf(path, locale).includes(word))
  const pattern = `%${escapeLike(word)}%`
  const where = [
    filtersOf(query, rules),
    sql`not exists (select from audit_hidden h where h.entry_id = t.id)`,
    kindAndContent(query, locale),
  ]
  if (word !== '') where.push(sql`(t.action = any(${paths}) or t.username ilike ${pattern} or t.record_id = ${word})`)
  const found = await page<AuditRow>(trx, 'audit_entry', where, query)
  const records = found.records.map(
    (row): Texts => ({
      id: `o${row.id}`,
      createTime: toWireTime(row.createdAt),
      costTime: row.costMs,
      ip: row.ip,
      requestParam: row.request === null ? '' : JSON.stringify(row.request),
      requestType: row.method,
      requestUrl: row.action,
      method: `${row.recordKind} ${row.recordId}`.trim(),
      username: row.realname,
      userid: row.username,
      logContent: contentOf(row.action, locale),
      logType: 2,
      operateType: operateTypeOf(row.method, row.action),
    }),
  )
  return { ...found, records }
}

const page = <Row>(
  trx: Transaction,
  table: 'login_log' | 'audit_entry',
  where: RawBuilder<unknown>[],
  { pageNo, pageSize, order }: LogSearch,
): Promise<Page<Row>> => pageOfTable<Row>(trx, { table, where, column: 'created_at', order, pageNo, pageSize })

/**
 * Removes entries from the lists: sign-ins are deleted, operations only hidden. Data rules apply: all named entries must be visible
 * to the user, and "all" means all that the user sees.
 */
export async function hideLogs(trx: Transaction, ids: readonly string[], rules: Rules): Promise<void> {
  const all = ids.includes('allclear')
  const some = (letter: string) => ids.filter((id) => id.startsWith(letter)).map((id) => id.slice(1))
  const chosen = (letter: string) =>
    sql.join([sql`(${all} or t.id = any(${all ? [] : some(letter)}::bigint[]))`, ...rules], sql` and `)
  if (!all && rules.length > 0) {
    const { rows } = await sql`select from login_log t where ${chosen('l')}
      union all select from audit_entry t where ${chosen('o')}`.execute(trx)
    if (rows.length < new Set(ids).size) throw new AppError('common.recordNotFound')
  }
  await sql`delete from login_log t where ${chosen('l')}`.execute(trx)
  // Only entries in scope, because row-level security applies to the subquery.
  await sql`insert into audit_hidden (entry_id) select t.id from audit_entry t where ${chosen('o')}
    on conflict do nothing`.execute(trx)
}

/** The audit entries of one record in scope, newest first. */
export async function historyOf(trx: Transaction, kind: string, id: string): Promise<AuditEntry[]> {
  const rows = await trx
    .selectFrom('auditEntry as entry')
    .leftJoin('auditLink as link', 'link.entryId', 'entry.id')
    .selectAll('entry')
    .select('link.seq')
    .where('entry.recordKind', '=', kind)
    .where('entry.recordId', '=', id)
    .orderBy('entry.id', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ createdAt, costMs: _, method: __, xact: ___, ...row }) => ({
    ...row,
    createTime: toWireTime(createdAt),
  }))
}

/** The number of sign-ins by day (GMT+8), for the days until now. */
export async function visits(trx: Transaction, now: Date, days: number) {
  const { rows } = await sql<{ tian: string; visit: number; ip: number }>`
    select to_char(day, 'YYYY-MM-DD') as tian, count(l.id) as visit, count(distinct l.ip) as ip
    from generate_series(${toWireTime(now).slice(0, 10)}::date - ${days - 1}::integer, ${toWireTime(now).slice(0, 10)}::date,
      interval '1 day') as day
    left join login_log l on l.outcome = 'signedIn' and l.created_at >= day::timestamp at time zone 'Asia/Shanghai'
      and l.created_at < (day::timestamp + interval '1 day') at time zone 'Asia/Shanghai'
    group by day order by day`.execute(trx)
  return rows
}

export async function allVisits(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from login_log where outcome = 'signedIn'`.execute(trx)
  return rows[0]?.total ?? 0
}
