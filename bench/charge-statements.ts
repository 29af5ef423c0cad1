import type pg from 'pg'

/** A hung order that is to be deducted, with everything that the server knows of the caller. */
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
    from play_before_pay where id = $1 for no key update`,
  store: 'select charge_order from store where org_code = $1',
  hold: `select * from hold where id = $1 and org_code = $2 and state = 'held'`,
  member: `select balance, give, held_money, frozen, consume_password from member where id = $1 and org_code = $2
    for no key update`,
  wallet: `update member set balance = balance - $3, held_money = held_money - $4 where id = $1 and org_code = $2`,
  ledger: `insert into wallet_ledger (org_code, member_id, wallet, delta, value_after, cause_kind, cause_id, operator_id,
    created_at) values ($1, $2, 'balance', $3, $4, 'consume', $5, $6, now())`,
  captured: `update hold set state = 'captured', ended_at = now() where id = $1 and org_code = $2`,
  order: `insert into consume_order (id, org_code, play_id, member_id, rule_id, state, consume_type, pay_mode, usage_mode,
    people, amount, paid_balance, paid_give, racer, operator_id, created_at, paid_at)
    values ($1, $2, $3, $4, $5, 'payed', 'BALANCE', 'wechat', 'lineup', $6, $7, $7, 0, $8, $9, now(), now())`,
  consumed: `update play_before_pay set state = 'CONSUMED', consume_id = $3, settled_at = now(), settled_by = $4
    where id = $1 and org_code = $2`,
  commit: 'commit',
} as const

/** The same deduction as an ordinary program does it: one transaction, one prepared statement after the other. */
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
  const wallet = await step('member', memberId, orgCode)
  const amount = Number(play.price)
  const balance = Number(wallet.balance)
  if (play.state !== 'GUADAN' || balance < amount) throw new Error(`order ${playId} cannot be deducted`)
  await step('wallet', memberId, orgCode, amount, Number(hold.money))
  await step('ledger', orgCode, memberId, -amount, balance - amount, key, operatorId)
  await step('captured', playId, orgCode)
  await step('order', key, orgCode, playId, memberId, play.rule_id, play.people, amount, play.racer, operatorId)
  await step('consumed', playId, orgCode, key, operatorId)
  await step('commit')
}
