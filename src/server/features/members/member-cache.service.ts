import { type RawBuilder, sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { levelKey, standingsOf } from '#server/features/members/levels/member-levels.repository.ts'
import type { MemberCachePage } from '#shared/features/members/members.contract.ts'
import { holdingsOf, type MemberRow } from './members.repository.ts'
import { toMember } from './members.view.ts'
import { withOfflineValue } from './offline-value.service.ts'

const SEEN_WITHIN_DAYS = 90
const MAX_MEMBERS = 50_000
const PAGE_SIZE = 500
/** Version of the member data. After a change terminals fetch all members again. */
const FORMAT_VERSION = 'v3'
/** Transaction ids can be compared while they are within half of their cyclic range. */
const MAX_DISTANCE = 2n ** 31n - 2n ** 20n

/**
 * A page of the members that a terminal caches. A change is found by the transaction that wrote the member, a wallet or an unlimited card.
 * No change is missed, because the watermark is the oldest open transaction. Phones are whole, whoever asks: other users sign in at the
 * terminal too, which searches by whole numbers and masks what it shows.
 */
export async function memberCachePage(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { since, after }: { since: string; after: string },
): Promise<MemberCachePage> {
  const { orgCode } = ctx.user
  const { mark, next: newest } = await readWatermark(trx, orgCode)
  const previous = parseWatermark(since)
  const isFull = previous === null || !isComparable(previous, mark, newest)
  const selection = isFull ? recentMembers(orgCode, deps.clock()) : membersChangedSince(orgCode, previous.transaction)
  const { rows: found } = await sql<{ id: string; merged: boolean }>`
    select m.id, m.merged_into is not null as merged from member m
      where m.org_code = ${orgCode} and m.id > ${after} and m.id in (${selection})
      order by m.id limit ${PAGE_SIZE}`.execute(trx)
  const next = found.length === PAGE_SIZE ? (found.at(-1)?.id ?? null) : null
  const mergedIds = found.filter(({ merged }) => merged).map(({ id }) => id)
  const ids = found.filter(({ merged }) => !merged).map(({ id }) => id)
  return { members: await read(deps, ctx, trx, ids), gone: mergedIds, next, whole: isFull, mark: formatWatermark(mark) }
}

/** The watermark: everything before it has been sent. */
interface Watermark {
  transaction: bigint
  /** Identifies the database and its restore, after which nothing can be compared. */
  database: string
  /** The store's limit of offline value, which changes what every member may spend. */
  cap: string
}

const formatWatermark = ({ transaction, database, cap }: Watermark): string =>
  `${FORMAT_VERSION}.${transaction}.${database}.${cap}`

function parseWatermark(text: string): Watermark | null {
  const [, shape, transaction, database = '', cap = ''] = /^(\w+)\.(\d{1,19})\.([\w-]+)\.(\d+)$/.exec(text) ?? []
  return transaction === undefined || shape !== FORMAT_VERSION
    ? null
    : { transaction: BigInt(transaction), database, cap }
}

/** Whether changes between two watermarks can be determined; `next` is the first unused transaction id. */
const isComparable = (previous: Watermark, now: Watermark, next: bigint): boolean =>
  previous.database === now.database &&
  previous.cap === now.cap &&
  previous.transaction <= next &&
  next - previous.transaction < MAX_DISTANCE

async function readWatermark(trx: Transaction, orgCode: string): Promise<{ mark: Watermark; next: bigint }> {
  const { rows } = await sql<{ transaction: string; next: string; database: string; cap: string }>`
    select pg_snapshot_xmin(s.now)::text as transaction, pg_snapshot_xmax(s.now)::text as next, offline_member_cap::text as cap,
      (select system_identifier from pg_control_system()) || '-' || (select timeline_id from pg_control_checkpoint())
        || '-' || (select oid from pg_database where datname = current_database()) as database
      from store, (select pg_current_snapshot() as now) s where org_code = ${orgCode}`.execute(trx)
  const { transaction = '0', next = '0', database = '', cap = '0' } = rows[0] ?? {}
  return { mark: { transaction: BigInt(transaction), database, cap }, next: BigInt(next) }
}

/** Members of the last 90 days, at most 50,000. */
function recentMembers(orgCode: string, now: Date): RawBuilder<unknown> {
  const from = new Date(now.getTime() - SEEN_WITHIN_DAYS * 86_400_000)
  return sql`select k.id from member k where k.org_code = ${orgCode} and k.merged_into is null
    and (k.last_visit_on >= ${from}::date or k.created_at >= ${from})
    order by coalesce(k.last_visit_on, k.created_at::date) desc, k.id limit ${MAX_MEMBERS}`
}

/** All changed members, however long ago the last visit was: a terminal may have cached them by a look-up. */
function membersChangedSince(orgCode: string, transaction: bigint): RawBuilder<unknown> {
  const isNew = sql`age(xmin) <= age(${String(transaction)}::xid8::xid)`
  return sql`select id from member where org_code = ${orgCode} and ${isNew}
    union select member_id from wallet where org_code = ${orgCode} and ${isNew}
    union select member_id from member_project where org_code = ${orgCode} and ${isNew}`
}

async function read(deps: Deps, ctx: CallContext, trx: Transaction, ids: string[]) {
  if (ids.length === 0) return []
  const { orgCode } = ctx.user
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
  const members = rows.map((row) => toMember(row, holdings, true, now, standings.get(levelKey(row.orgCode, row.id))))
  return withOfflineValue(deps, trx, members)
}
