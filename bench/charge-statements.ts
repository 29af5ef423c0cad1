import type pg from 'pg'

/** A pending order to be charged, with the server's data of the caller. */
export interface ChargeOrder {
  key: string
  playId: string
  memberId: string
  orgCode: string
  scopeEnd: string
  operatorId: string
  path: string
}

const STEPS = {
  begin: 'begin',
  scope: `select set_config('pitlane.scope', $1, true), set_config('pitlane.scope_end', $2, true)`,
  key: `insert into request_key (key, org_code, user_id, path, body_hash, answer, created_at)
    values ($1, $2, $3, $4, 'bench', '{}', now())`,
  play: `select org_code, state, member_id, rule_id, consume_type, price, price_mode, people, racer
    from play_record where id = $1 for no key update`,
  store: 'select charge_order from store where org_code = $1',
  hold: `select l.amount from hold h join hold_line l on l.hold_id = h.id and l.org_code = h.org_code
    where h.id = $1 and h.org_code = $2 and h.state = 'held'`,
  member: 'select frozen, consume_password from member where id = $1 and org_code = $2 for no key update',
  wallet: `update wallet set value = value - $3, held = held - $4 where member_id = $1 and org_code = $2 and kind = 'balance'
    and value - held + $4 >= $3 returning value`,
  lot: `update wallet_lot set value_left = value_left - $3 where org_code = $2 and id = (select id from wallet_lot
    where member_id = $1 and org_code = $2 and kind = 'balance' and is_open order by valid_until, id limit 1) returning id`,
  ledger: `insert into ledger_line (org_code, member_id, account, delta, value_after, cause_kind, cause_id, operator_id,
    created_at, business_day, lot_ids, lot_deltas)
    values ($1, $2, 'balance', $3, $4, 'consume', $5, $6, now(), current_date, array[$7::bigint], array[$3::bigint])`,
  captured: `update hold set state = 'captured', ended_at = now() where id = $1 and org_code = $2`,
  order: `insert into consume_order (id, org_code, play_id, member_id, rule_id, state, consume_type, pay_mode, usage_mode,
    people, amount, paid_balance, paid_give, racer, operator_id, created_at, paid_at)
    values ($1, $2, $3, $4, $5, 'paid', 'BALANCE', 'wechat', 'lineup', $6, $7, $7, 0, $8, $9, now(), now())`,
  consumed: `update play_record set state = 'CONSUMED', consume_id = $3, settled_at = now(), settled_by = $4
    where id = $1 and org_code = $2`,
  commit: 'commit',
} as const

/** The same charge as a conventional program does it: one transaction of sequential prepared statements. */
export async function chargeByStatements(client: pg.Client, order: ChargeOrder): Promise<void> {
  const { key, playId, memberId, orgCode, operatorId } = order
  const step = async (name: keyof typeof STEPS, ...values: unknown[]) =>
    (await client.query<Record<string, never>>({ name, text: STEPS[name], values })).rows[0] ?? {}
  await step('begin')
  await step('scope', orgCode, order.scopeEnd)
  await step('key', key, orgCode, operatorId, order.path)
  const play = await step('play', playId)
  await step('store', orgCode)
  const hold = await step('hold', playId, orgCode)
  const member = await step('member', memberId, orgCode)
  const amount = Number(play.price)
  if (play.state !== 'PENDING' || member.frozen) throw new Error(`order ${playId} cannot be deducted`)
  const { value } = await step('wallet', memberId, orgCode, amount, Number(hold.amount))
  const lot = await step('lot', memberId, orgCode, amount)
  await step('ledger', orgCode, memberId, -amount, Number(value), key, operatorId, lot.id)
  await step('captured', playId, orgCode)
  await step('order', key, orgCode, playId, memberId, play.rule_id, play.people, amount, play.racer, operatorId)
  await step('consumed', playId, orgCode, key, operatorId)
  await step('commit')
}
