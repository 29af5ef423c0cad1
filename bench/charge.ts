import type pg from 'pg'
import { scopeOf } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER } from '#shared/core/route.ts'
import { playBeforePay } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Bench } from './bench.ts'
import { checkStarts, guestStarts } from './charge-starts.ts'
import type { ChargeOrder } from './charge-statements.ts'
import type { RawRequest } from './http-connection.ts'
import type { Job, Statement } from './load.ts'
import { startRecorder } from './recorder.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, type SignedInAs, type Site, settle } from './site.ts'
import type { Round } from './stats.ts'

const CONNECTIONS = 16
const MEMBERS = 2000
const PRICE = 6800
const STORE = 'A01A01'
const OPENING = 100_000_000
/** Orders charged to see how the server does it. */
const RECORDED = 2
/** Paid orders per second of the best-known open till on the machine that the design was measured on. */
const OPEN_TILL = 30

const { path } = playBeforePay.doconsume

/** Deducting hung orders, each once, of many members: through HTTP, by the server's one statement, and step by step. */
export async function chargeBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_charge')
  try {
    const cashier = await site.signIn('cashier')
    const size = quick ? 2000 : 6000
    await addMembers(site.owner)
    await addLimit(site.owner)
    const statementOf = await recordCharge(site, cashier)
    const variants: Record<'http' | 'oneTrip' | 'steps' | 'limit', (orders: ChargeOrder[]) => Promise<Job>> = {
      http: async (orders) => ({
        kind: 'requests',
        url: site.server.url,
        connections: CONNECTIONS,
        requests: orders.map((order) => requestOf(order, cashier)),
      }),
      oneTrip: async (orders) => ({
        kind: 'statements',
        url: site.appUrl,
        connections: CONNECTIONS,
        statements: orders.map(statementOf),
      }),
      steps: async (orders) => ({ kind: 'charges', url: site.appUrl, connections: CONNECTIONS, orders }),
      limit: async (orders) => ({
        kind: 'statements',
        url: site.appUrl,
        connections: CONNECTIONS,
        statements: orders.map(({ key, memberId }) => ({ ...LIMIT, values: [key, memberId, PRICE] })),
      }),
    }
    const names = Object.keys(variants) as (keyof typeof variants)[]
    const done: Record<keyof typeof variants, Round[]> = { http: [], oneTrip: [], steps: [], limit: [] }
    const warmUps = 1
    const prepared = []
    const starts: { requests: RawRequest[]; warmUp: boolean }[] = []
    const started: Round[] = []
    for (let round = 0; round < rounds + warmUps; round++) {
      for (const name of names) {
        const count = round < warmUps ? 2000 : size
        const orders = name === 'limit' ? freeOrders(count, cashier) : await hangOrders(site.owner, count, cashier)
        prepared.push({ name, orders, warmUp: round < warmUps })
      }
      const requests = await guestStarts(site.owner, STORE, round < warmUps ? 1000 : size / 2, cashier)
      starts.push({ requests, warmUp: round < warmUps })
    }
    await settle(site.owner)
    for (const { name, orders, warmUp } of prepared) {
      const round = await loader.run(await variants[name](orders))
      if (!warmUp) done[name].push(round)
      // Right after the charges that they are compared with.
      const next = name === 'http' ? starts.shift() : undefined
      if (!next) continue
      const { url } = site.server
      const { requests } = next
      const begun = await loader.run({ kind: 'requests', url, connections: CONNECTIONS, requests })
      if (!next.warmUp) started.push(begun)
    }
    const real = prepared.filter(({ name }) => name !== 'limit')
    const charged = RECORDED + real.reduce((sum, { orders }) => sum + orders.length, 0)
    await checkLedger(site.owner, charged)
    await checkStarts(site.owner, 1000 + (rounds * size) / 2)
    return [
      {
        benchmark: 'charge',
        title: `deducting a hung order, ${CONNECTIONS} connections, ${MEMBERS} members, ${rounds} rounds of ${size}`,
        unit: '/s',
        subject: seriesOf('POST doconsume through HTTP', done.http, '/s'),
        baselines: [
          seriesOf('the same function called on pg (one trip)', done.oneTrip, '/s'),
          seriesOf('one transaction, statement by statement, on pg', done.steps, '/s'),
          seriesOf('the limit: wallet, order, ledger and nothing else', done.limit, '/s'),
        ],
        references: [{ name: 'the best-known open till (design)', figure: OPEN_TILL }],
        notes: [`${charged} charges; wallets, holds, orders and ledger agree afterwards`],
      },
      {
        benchmark: 'charge',
        title: `starting a guest's session at one store, ${CONNECTIONS} connections, ${rounds} rounds of ${size / 2}`,
        unit: '/s',
        subject: seriesOf('POST add through HTTP', started, '/s'),
        baselines: [seriesOf('POST doconsume through HTTP', done.http, '/s')],
        notes: ['every start has a record, a run, a ticket and a queue number of its own afterwards'],
      },
    ]
  } finally {
    await site.close()
  }
}

const LIMIT = { name: 'limit_charge', text: 'select limit_charge($1, $2, $3)' }

/** The least that a charge can be in one trip: no key, no hold, no rules, no row-level security. */
async function addLimit(owner: pg.Client): Promise<void> {
  await owner.query(`
    create table limit_member (id text primary key, balance bigint not null) with (fillfactor = 80);
    create table limit_order (id uuid primary key, member_id text not null, amount bigint not null, at timestamptz not null);
    create table limit_ledger (seq bigint generated always as identity primary key, member_id text not null,
      order_id uuid not null, delta bigint not null, value_after bigint not null);
    insert into limit_member select member_id, value from wallet where member_id like 'B%';
    create function limit_charge(p_order uuid, p_member text, p_amount bigint) returns void language plpgsql as $$
    declare
      rest bigint;
    begin
      select balance into rest from limit_member where id = p_member for update;
      if rest < p_amount then
        raise exception 'not enough';
      end if;
      update limit_member set balance = balance - p_amount where id = p_member;
      insert into limit_order values (p_order, p_member, p_amount, now());
      insert into limit_ledger (member_id, order_id, delta, value_after) values (p_member, p_order, -p_amount, rest - p_amount);
    end
    $$;
    grant select, insert, update on limit_member, limit_order, limit_ledger to public;
    -- The baseline writes by statements what the server's role may write by functions alone.
    grant insert, update on wallet, wallet_lot, hold, hold_line, ledger_line to public;`)
}

async function addMembers(owner: pg.Client): Promise<void> {
  await owner.query(
    `with guest as (
       insert into member (id, org_code, nickname) select 'B' || n, $1, 'bench' from generate_series(1, $2::integer) n returning id
     ), filled as (
       insert into wallet (org_code, member_id, kind, value) select $1, id, 'balance', $3 from guest returning member_id
     )
     insert into wallet_lot (org_code, member_id, kind, issued, value_left, source_kind, created_at)
       select $1, member_id, 'balance', $3, $3, 'before', now() from filled`,
    [STORE, MEMBERS, OPENING],
  )
}

/** Orders as the counter leaves them when it starts a session for a member: record and hold. */
async function hangOrders(owner: pg.Client, count: number, { user }: SignedInAs): Promise<ChargeOrder[]> {
  const { rows } = await owner.query<{ id: string; member_id: string }>(
    `with rule as (
       select id, name from consume_rule where org_code = $1 and consume_type = 'BALANCE' and active order by id limit 1
     ), car as (
       select id, name from vehicle where org_code = $1 order by id limit 1
     ), play as (
       insert into play_before_pay (id, org_code, created_at, ticket_no, queue_number, member_id, racer, rule_id, rule_name,
           consume_type, run_mode, laps, minutes, people, price_mode, price, vehicle_id, vehicle_name, operator_id,
           operator_name)
         select uuidv7(), $1, now(), 'B' || n, n, 'B' || (1 + n % $3::integer), '神秘车手', rule.id, rule.name,
           'BALANCE', 'timermode', 0, 8, 1, 'one', $4, car.id, car.name, $5, $6
         from generate_series(1, $2::integer) n, rule, car
         returning id, member_id
     ), reserved as (
       insert into hold (id, org_code, member_id, created_at) select id, $1, member_id, now() from play
     ), reserved_lines as (
       insert into hold_line (hold_id, org_code, kind, amount) select id, $1, 'balance', $4 from play
     ), changed as (
       update wallet set held = wallet.held + reserving.money
         from (select member_id, count(*) * $4 as money from play group by member_id) reserving
         where wallet.member_id = reserving.member_id and wallet.org_code = $1 and wallet.kind = 'balance'
     )
     select id, member_id from play`,
    [STORE, count, MEMBERS, PRICE, user.id, user.realname],
  )
  return rows.map(({ id, member_id }) => orderOf(id, member_id, user.id))
}

const freeOrders = (count: number, { user }: SignedInAs): ChargeOrder[] =>
  Array.from({ length: count }, (_, n) => orderOf(newId(), `B${1 + (n % MEMBERS)}`, user.id))

const orderOf = (playId: string, memberId: string, operatorId: string): ChargeOrder => ({
  key: newId(),
  playId,
  memberId,
  operatorId,
  path,
  orgCode: STORE,
  scopeEnd: scopeOf(STORE).to,
})

const bodyOf = ({ playId, memberId }: ChargeOrder) => ({
  id: playId,
  consumeType: 'BALANCE',
  consumeVehicleMode: 'timermode',
  usageMode: 'lineup',
  consumePayMode: 'wechat',
  sysDepartConsumeRoleId: '',
  userId: memberId,
  doTask: 'YES',
})

const requestOf = (order: ChargeOrder, { headers }: SignedInAs): RawRequest => ({
  method: 'POST',
  path: `/api${path}`,
  headers: { ...headers, [IDEMPOTENCY_HEADER]: order.key },
  body: JSON.stringify(bodyOf(order)),
})

/** The statement that the server sends for an order, made from what it sent for another one. */
const statementFor =
  (sample: ChargeOrder, { values = [], ...statement }: Statement) =>
  (order: ChargeOrder): Statement => {
    const names = ['key', 'playId', 'memberId'] as const
    const swap = (value: unknown) =>
      typeof value === 'string'
        ? names.reduce((text, name) => text.replaceAll(sample[name], order[name]), value)
        : value
    return { ...statement, values: values.map(swap) }
  }

/** Two orders are charged through HTTP: the first fills the server's memory, the second is listened to. */
async function recordCharge(site: Site, cashier: SignedInAs): Promise<(order: ChargeOrder) => Statement> {
  const recorder = await startRecorder(site.appUrl)
  try {
    const [first, second] = await hangOrders(site.owner, RECORDED, cashier)
    if (!first || !second) throw new Error('no orders to charge')
    await recorder.statementsOf(requestOf(first, cashier))
    const [statement, ...more] = await recorder.statementsOf(requestOf(second, cashier))
    if (!statement || more.length > 0)
      throw new Error(`the server charges in ${more.length + 1} statements instead of one`)
    return statementFor(second, statement)
  } finally {
    await recorder.stop()
  }
}

/** A figure of charges that were not really made would be worth nothing. */
async function checkLedger(owner: Site['owner'], charged: number): Promise<void> {
  const { rows } = await owner.query<Record<string, string>>(
    `select
       (select count(*) from consume_order where member_id like 'B%' and state = 'payed' and amount = $1) as orders,
       (select count(*) from play_before_pay where member_id like 'B%' and state = 'CONSUMED') as plays,
       (select count(*) from hold where member_id like 'B%' and state = 'captured') as holds,
       (select coalesce(-sum(delta), 0) from ledger_line where member_id like 'B%') as ledger,
       (select sum($2 - value) from wallet where member_id like 'B%') as wallets,
       (select sum($2 - value_left) from wallet_lot where member_id like 'B%') as lots,
       (select sum(held) from wallet where member_id like 'B%') as held`,
    [PRICE, OPENING],
  )
  const wanted = { orders: charged, plays: charged, holds: charged, held: 0 }
  const sums = { ledger: charged * PRICE, wallets: charged * PRICE, lots: charged * PRICE }
  for (const [name, value] of Object.entries({ ...wanted, ...sums })) {
    if (Number(rows[0]?.[name]) !== value)
      throw new Error(`after the charges ${name} is ${rows[0]?.[name]}, not ${value}`)
  }
}
