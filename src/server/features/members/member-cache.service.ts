import { type RawBuilder, sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { MembersToKeep } from '#shared/features/members/members.contract.ts'
import { levelKey, standingsOf } from './member-levels.repository.ts'
import { holdingsOf, type MemberRow } from './members.repository.ts'
import { SEE_PHONES, toMember } from './members.view.ts'
import { withOfflineValue } from './offline-value.service.ts'

const SEEN_WITHIN_DAYS = 90
const MOST_MEMBERS = 50_000
const PAGE = 500
/** Of what is told about a member. Another one has terminals fetch everybody again, so that none lacks what is new. */
const SHAPE = 'v2'
/** Numbers of transactions are told apart as long as they lie within half of the circle that they run in. */
const FAR_APART = 2n ** 31n - 2n ** 20n

/**
 * A page of what a terminal keeps of a store's members. A change is found by the transaction that wrote the row of the member, of a
 * wallet or of an unlimited card: nothing has to be noted anywhere, and none is missed, because the mark is the oldest transaction that
 * was open.
 */
export async function memberCachePage(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { since, after }: { since: string; after: string },
): Promise<MembersToKeep> {
  const { orgCode } = ctx.user
  const { mark, next: newest } = await markOf(trx, orgCode)
  const then = readMark(since)
  const isWhole = then === null || !isComparable(then, mark, newest)
  const wanted = isWhole ? lately(orgCode, deps.clock()) : changedSince(orgCode, then.transaction)
  const { rows: found } = await sql<{ id: string; merged: boolean }>`
    select m.id, m.merged_into is not null as merged from member m
      where m.org_code = ${orgCode} and m.id > ${after} and m.id in (${wanted})
      order by m.id limit ${PAGE}`.execute(trx)
  const next = found.length === PAGE ? (found.at(-1)?.id ?? null) : null
  const gone = found.filter(({ merged }) => merged).map(({ id }) => id)
  const ids = found.filter(({ merged }) => !merged).map(({ id }) => id)
  return { members: await read(deps, ctx, trx, ids), gone, next, whole: isWhole, mark: writeMark(mark) }
}

/** Up to where all is told. */
interface Mark {
  transaction: bigint
  /** Which database: of another one, and of the same one set back to an earlier time, nothing is known. */
  database: string
  /** The store's cap of value without the server: under another one everybody may spend something else. */
  cap: string
}

const writeMark = ({ transaction, database, cap }: Mark): string => `${SHAPE}.${transaction}.${database}.${cap}`

function readMark(text: string): Mark | null {
  const [, shape, transaction, database = '', cap = ''] = /^(\w+)\.(\d{1,19})\.([\w-]+)\.(\d+)$/.exec(text) ?? []
  return transaction === undefined || shape !== SHAPE ? null : { transaction: BigInt(transaction), database, cap }
}

/** Whether what has changed between two marks can be told; `next` is the first number that no transaction has yet. */
const isComparable = (then: Mark, now: Mark, next: bigint): boolean =>
  then.database === now.database &&
  then.cap === now.cap &&
  then.transaction <= next &&
  next - then.transaction < FAR_APART

async function markOf(trx: Transaction, orgCode: string): Promise<{ mark: Mark; next: bigint }> {
  const { rows } = await sql<{ transaction: string; next: string; database: string; cap: string }>`
    select pg_snapshot_xmin(s.now)::text as transaction, pg_snapshot_xmax(s.now)::text as next, offline_member_cap::text as cap,
      (select system_identifier from pg_control_system()) || '-' || (select timeline_id from pg_control_checkpoint())
        || '-' || (select oid from pg_database where datname = current_database()) as database
      from store, (select pg_current_snapshot() as now) s where org_code = ${orgCode}`.execute(trx)
  const { transaction = '0', next = '0', database = '', cap = '0' } = rows[0] ?? {}
  return { mark: { transaction: BigInt(transaction), database, cap }, next: BigInt(next) }
}

/** Who came in the last 90 days, at most 50,000. */
function lately(orgCode: string, now: Date): RawBuilder<unknown> {
  const from = new Date(now.getTime() - SEEN_WITHIN_DAYS * 86_400_000)
  return sql`select k.id from member k where k.org_code = ${orgCode} and k.merged_into is null
    and (k.last_visit_on >= ${from}::date or k.created_at >= ${from})
    order by coalesce(k.last_visit_on, k.created_at::date) desc, k.id limit ${MOST_MEMBERS}`
}

/** Everybody of whom something has changed, however long ago the last visit was: a terminal may know of them by a look-up. */
function changedSince(orgCode: string, transaction: bigint): RawBuilder<unknown> {
  const isNew = sql`age(xmin) <= age(${String(transaction)}::xid8::xid)`
  return sql`select id from member where org_code = ${orgCode} and ${isNew}
    union select member_id from wallet where org_code = ${orgCode} and ${isNew}
    union select member_id from member_project where org_code = ${orgCode} and ${isNew}`
}

async function read(deps: Deps, ctx: CallContext, trx: Transaction, ids: string[]) {
  if (ids.length === 0) return []
  const { orgCode, actions } = ctx.user
  const rows: MemberRow[] = await trx
    .selectFrom('member')
    .selectAll()
    .where('orgCode', '=', orgCode)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const now = deps.clock()
  const holdings = await holdingsOf(trx, ids, now)
  const standings = await standingsOf(trx, rows)
  const seesPhones = actions.has(SEE_PHONES)
  const members = rows.map((row) =>
    toMember(row, holdings, seesPhones, now, standings.get(levelKey(row.orgCode, row.id))),
  )
  return withOfflineValue(deps, trx, members)
}
