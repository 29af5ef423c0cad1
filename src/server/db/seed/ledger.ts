import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { demoUsers } from './access.ts'
import type { demoMembers } from './venue.data.ts'

/** The final wallets of each member. */
export type Wallets = Map<string, (typeof demoMembers)[number]['wallets']>

/** A span between two moments, including the first. */
export interface Span {
  from: Date
  until: Date
}

/** A shift of the demo venue, with the sales of its span. */
export interface Shift extends Span {
  id: string
  orgCode: string
  operator: (typeof demoUsers)[keyof typeof demoUsers]
  cashier: (typeof demoUsers)[keyof typeof demoUsers]
  /** The shift before it, which was handed over to it. */
  takenOver: string | null
  /** How many of its orders were refunded. */
  refunds: number
}

/** The opening value of every wallet: its final value plus all that the orders take. */
export async function openWallets(trx: Transaction, now: Date, wallets: Wallets): Promise<void> {
  const opened = new Date(now.getTime() - 40 * 86_400_000)
  for (const [id, [balance, give, integral, laps, frequency]] of wallets) {
    await sql`
      select post(jsonb_build_object('kind', 'opening', 'id', md5('opening ' || m.id)::uuid, 'orgCode', m.org_code,
          'now', ${opened}::timestamptz),
        (select jsonb_agg(jsonb_build_object('member', m.id, 'account', part.account, 'project', part.project,
            'delta', part.value))
          from (values ('balance', '', ${balance}::bigint + paid.balance), ('give', '', ${give}::bigint),
            ('integral', '', ${integral}::bigint + paid.integral), ('laps', '', ${laps}::bigint + paid.laps),
            ('frequency', 'currency', ${frequency}::bigint + paid.visits)) as part (account, project, value)))
      from member m cross join lateral (
        select coalesce(sum(o.paid_balance), 0)::bigint as balance, coalesce(sum(o.paid_integral), 0)::bigint as integral,
            coalesce(sum(o.paid_laps), 0)::bigint as laps, coalesce(sum(o.paid_visits), 0)::bigint as visits
          from consume_order o where o.member_id = m.id and o.org_code = m.org_code) paid
      where m.id = ${id}`.execute(trx)
  }
}

/** What the orders of a span took from wallets and guests; without a span, all orders. */
export async function postOrders(
  trx: Transaction,
  { from, until }: Span = { from: new Date(0), until: new Date(8e14) },
  orgCode = '',
): Promise<void> {
  await sql`
    select post(jsonb_build_object('kind', 'consume', 'id', o.id, 'orgCode', o.org_code, 'operatorId', o.operator_id,
        'cashierId', o.cashier_id, 'now', o.created_at, 'happenedAt', o.created_at),
      jsonb_path_query_array(jsonb_build_array(
        jsonb_build_object('member', o.member_id, 'account', 'balance', 'delta', -o.paid_balance),
        jsonb_build_object('member', o.member_id, 'account', 'integral', 'delta', -o.paid_integral),
        jsonb_build_object('member', o.member_id, 'account', 'laps', 'delta', -o.paid_laps),
        jsonb_build_object('member', o.member_id, 'account', 'frequency', 'project', 'currency', 'delta', -o.paid_visits),
        jsonb_build_object('account', 'coupon', 'delta', case when o.coupon_code <> '' then o.amount else 0 end),
        jsonb_build_object('account', o.pay_mode, 'delta',
          case when o.pay_mode in ('cash', 'scan') then o.amount + o.deposit else 0 end),
        jsonb_build_object('account', 'deposit', 'delta', o.deposit)), '$[*] ? (@.delta != 0)'))
    from (select * from consume_order
      where created_at >= ${from} and created_at < ${until} and (${orgCode} = '' or org_code = ${orgCode})
      order by created_at, id) o`.execute(trx)
}
