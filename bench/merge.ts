import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER } from '#shared/core/route.ts'
import { memberMerge } from '#shared/features/wallets/member-merge.contract.ts'
import type { Bench } from './bench.ts'
import type { RawRequest } from './http-connection.ts'
import type { Job, Statement } from './load.ts'
import { startRecorder } from './recorder.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, type SignedInAs, type Site, settle } from './site.ts'
import type { Round } from './stats.ts'

const CONNECTIONS = 8
const STORE = 'A01A01'
const OPENING = 10_000
const HELD = 2000
/** Pairs that are merged to record the server's statements. */
const RECORDED = 2

const { path } = memberMerge.merge

interface Pair {
  key: string
  sourceId: string
  targetId: string
  /** The open order of the merged member. */
  playId: string
}

/** Merging pairs of members, one of each with an open order: through HTTP, by the server's statements, and by minimal ones. */
export async function mergeBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_merge')
  try {
    const manager = await site.signIn('hq')
    const size = quick ? 200 : 1000
    const conversationOf = await recordMerge(site, manager)
    const variants: Record<'http' | 'own' | 'bare', (pairs: Pair[]) => Job> = {
      http: (pairs) => ({
        kind: 'requests',
        url: site.server.url,
        connections: CONNECTIONS,
        requests: pairs.map((pair) => requestOf(pair, manager)),
      }),
      own: (pairs) => ({
        kind: 'conversations',
        url: site.appUrl,
        connections: CONNECTIONS,
        conversations: pairs.map(conversationOf),
      }),
      bare: (pairs) => ({
        kind: 'conversations',
        url: site.ownerUrl,
        connections: CONNECTIONS,
        conversations: pairs.map(bareMerge),
      }),
    }
    const names = ['http', 'own', 'bare'] as const
    const done: Record<keyof typeof variants, Round[]> = { http: [], own: [], bare: [] }
    const prepared = []
    for (let round = -1; round < rounds; round++) {
      for (const name of names) prepared.push({ name, pairs: await addPairs(site, size, manager), warmUp: round < 0 })
    }
    await settle(site.owner)
    for (const { name, pairs, warmUp } of prepared) {
      const round = await loader.run(variants[name](pairs))
      if (!warmUp) done[name].push(round)
    }
    const merged = RECORDED + prepared.length * size
    await checkMerged(site, merged)
    return [
      {
        benchmark: 'merge',
        title: `merging two members, ${CONNECTIONS} connections, ${rounds} rounds of ${size}`,
        unit: '/s',
        subject: seriesOf('POST merge through HTTP', done.http, '/s'),
        baselines: [
          seriesOf('its own SQL sent by pg', done.own, '/s'),
          seriesOf('the barest statements in one transaction, on pg', done.bare, '/s'),
        ],
        notes: [`${merged} merges; value, holds and open orders agree afterwards`],
      },
    ]
  } finally {
    await site.close()
  }
}

let pairs = 0

/** Pairs of members, each with money, the one to be removed with an open order. */
async function addPairs({ owner }: Site, count: number, { user }: SignedInAs): Promise<Pair[]> {
  const from = pairs + 1
  pairs += count
  await owner.query(
    `with guest as (
       insert into member (id, org_code, nickname) select 'X' || side || lpad(n::text, 7, '0'), $1, 'bench'
         from generate_series($2::integer, $3::integer) n, (values ('S'), ('T')) as sides (side) returning id
     ), filled as (
       insert into wallet (org_code, member_id, kind, value, held)
         select $1, id, 'balance', $4, case when id like 'XS%' then $5::bigint else 0 end from guest returning member_id
     )
     insert into wallet_lot (org_code, member_id, kind, issued, value_left, source_kind, created_at)
       select $1, member_id, 'balance', $4, $4, 'before', now() from filled`,
    [STORE, from, pairs, OPENING, HELD],
  )
  const { rows } = await owner.query<{ id: string; source: string; target: string }>(
    `with rule as (
       select id, name from consume_rule where org_code = $1 and consume_type = 'BALANCE' and active order by id limit 1
     ), car as (
       select id, name from vehicle where org_code = $1 order by id limit 1
     ), play as (
       insert into play_record (id, org_code, created_at, ticket_no, queue_number, member_id, racer, rule_id, rule_name,
           consume_type, run_mode, laps, minutes, people, price_mode, price, vehicle_id, vehicle_name, operator_id, operator_name)
         select gen_random_uuid(), $1, now(), 'X' || n, n, 'XS' || lpad(n::text, 7, '0'), '神秘车手', rule.id, rule.name,
           'BALANCE', 'timermode', 0, 8, 1, 'one', $4, car.id, car.name, $5, $6
         from generate_series($2::integer, $3::integer) n, rule, car
         returning id, member_id
     ), reserved as (
       insert into hold (id, org_code, member_id, created_at) select id, $1, member_id, now() from play
     ), reserved_lines as (
       insert into hold_line (hold_id, org_code, kind, amount) select id, $1, 'balance', $4 from play
     )
     select id, member_id as source, 'XT' || substr(member_id, 3) as target from play`,
    [STORE, from, pairs, HELD, user.id, user.realname],
  )
  return rows.map(({ id, source, target }) => ({ key: newId(), sourceId: source, targetId: target, playId: id }))
}

const requestOf = ({ key, sourceId, targetId }: Pair, { headers }: SignedInAs): RawRequest => ({
  method: 'POST',
  path: `/api${path}`,
  headers: { ...headers, [IDEMPOTENCY_HEADER]: key },
  body: JSON.stringify({ sourceId, targetId, reason: 'bench' }),
})

/** Merges two pairs through HTTP: the first fills the server's caches, the second is recorded. */
async function recordMerge(site: Site, manager: SignedInAs): Promise<(pair: Pair) => Statement[]> {
  const recorder = await startRecorder(site.appUrl)
  try {
    const [first, sample] = await addPairs(site, RECORDED, manager)
    if (!first || !sample) throw new Error('no members to merge')
    await recorder.statementsOf(requestOf(first, manager))
    const statements = await recorder.statementsOf(requestOf(sample, manager))
    const names = ['key', 'sourceId', 'targetId'] as const
    return (pair) => {
      const swap = (value: unknown) =>
        typeof value === 'string'
          ? names.reduce((text, name) => text.replaceAll(sample[name], pair[name]), value)
          : value
      return statements.map(({ values = [], ...statement }) => ({ ...statement, values: values.map(swap) }))
    }
  } finally {
    await recorder.stop()
  }
}

/** The minimal merge: both rows, the ledger, the hold and the open order, without checks, key, audit trail or history. */
function bareMerge({ key, sourceId, targetId, playId }: Pair): Statement[] {
  const ledger = `insert into ledger_line (org_code, member_id, account, delta, value_after, cause_kind, cause_id, business_day)
    values ($1, $2, 'balance', $3, $4, $5, $6, current_date)`
  return [
    { text: 'begin' },
    { text: `select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true)` },
    {
      name: 'bare-lock',
      text: 'select 1 from member where id in ($1, $2) order by id for no key update',
      values: [sourceId, targetId],
    },
    { name: 'bare-hold', text: 'update hold set member_id = $2 where id = $1', values: [playId, targetId] },
    { name: 'bare-play', text: 'update play_record set member_id = $2 where id = $1', values: [playId, targetId] },
    {
      name: 'bare-source',
      text: 'update member set merged_into = $2, frozen = true where id = $1',
      values: [sourceId, targetId],
    },
    { name: 'bare-empty', text: 'update wallet set value = 0, held = 0 where member_id = $1', values: [sourceId] },
    {
      name: 'bare-lot',
      text: 'update wallet_lot set member_id = $2 where member_id = $1 and is_open',
      values: [sourceId, targetId],
    },
    {
      name: 'bare-target',
      text: 'update wallet set value = value + $2, held = held + $3 where member_id = $1',
      values: [targetId, OPENING, HELD],
    },
    { name: 'bare-ledger', text: ledger, values: [STORE, sourceId, -OPENING, 0, 'mergeOut', key] },
    { name: 'bare-ledger', text: ledger, values: [STORE, targetId, OPENING, 2 * OPENING, 'mergeIn', key] },
    { text: 'commit' },
  ]
}

/** Checks that the merges were really made. */
async function checkMerged({ owner }: Site, merged: number): Promise<void> {
  const { rows } = await owner.query<Record<string, string>>(
    `select
       (select count(*) from member where id like 'XS%' and merged_into = 'XT' || substr(id, 3)) as sources,
       (select count(*) from wallet where member_id like 'XT%' and value = $1 and held = $2) as targets,
       (select count(*) from hold where member_id like 'XT%' and state = 'held') as holds,
       (select count(*) from play_record where member_id like 'XT%') as plays,
       (select count(*) from ledger_line where member_id like 'X%' and cause_kind in ('mergeIn', 'mergeOut')) as ledger`,
    [2 * OPENING, HELD],
  )
  const wanted = { sources: merged, targets: merged, holds: merged, plays: merged, ledger: 2 * merged }
  for (const [name, value] of Object.entries(wanted)) {
    if (Number(rows[0]?.[name]) !== value)
      throw new Error(`after the merges ${name} is ${rows[0]?.[name]}, not ${value}`)
  }
}
