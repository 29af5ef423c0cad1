import type pg from 'pg'
import { scopeOf } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER } from '#shared/core/route.ts'
import { playBeforePay } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { ChargeOrder } from './charge-statements.ts'
import type { RawRequest } from './http-connection.ts'
import type { SignedInAs } from './site.ts'

export const STORE = 'A01A01'
export const PRICE = 6800
export const OPENING = 100_000_000
export const MEMBERS = 2000

const { path } = playBeforePay.settle

/** Members with more money than any round charges, numbered from B1. */
export async function addMembers(owner: pg.Client): Promise<void> {
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

/** Pending orders as a start for a member creates them: record and hold. */
export async function hangOrders(owner: pg.Client, count: number, { user }: SignedInAs): Promise<ChargeOrder[]> {
  const { rows } = await owner.query<{ id: string; member_id: string }>(
    `with rule as (
       select id, name from consume_rule where org_code = $1 and consume_type = 'BALANCE' and active order by id limit 1
     ), car as (
       select id, name from vehicle where org_code = $1 order by id limit 1
     ), play as (
       insert into play_record (id, org_code, created_at, ticket_no, queue_number, member_id, racer, rule_id, rule_name,
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

/** Charges an order as the counter does. */
export const requestOf = (order: ChargeOrder, { headers }: SignedInAs): RawRequest => ({
  method: 'POST',
  path: `/api${path}`,
  headers: { ...headers, [IDEMPOTENCY_HEADER]: order.key },
  body: JSON.stringify(bodyOf(order)),
})
