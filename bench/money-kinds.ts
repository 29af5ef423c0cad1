import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER } from '#shared/core/route.ts'
import { productSales } from '#shared/features/products/product-sales.contract.ts'
import { rechargeOrders } from '#shared/features/recharge/recharge-orders.contract.ts'
import { refunds } from '#shared/features/refunds/refunds.contract.ts'
import { consume } from '#shared/features/sessions/consume.contract.ts'
import { hangOrders, MEMBERS, PRICE, requestOf, STORE } from './hung-orders.ts'
import type { Loader } from './loader.ts'
import type { Asked } from './recorded.ts'
import type { SignedInAs, Site } from './site.ts'

/** The data of the venue that a benchmark of money needs. */
export interface Till {
  site: Site
  loader: Loader
  cashier: SignedInAs
  manager: SignedInAs
}

/** A kind of change of money: its calls, each of which can be made once. */
export interface MoneyKind {
  name: string
  title: string
  /** Of a member's money, in fen. */
  amount: number
  /** Slow, and called by one user at a time, because several passwords at once count as guesses. */
  oneByOne?: boolean
  calls(till: Till, count: number): Promise<Asked[]>
  /** The current number of changes, to check that they were really made. */
  counted: string
}

const asked = (path: string, { headers }: SignedInAs, key: string, ids: string[], body: object): Asked => ({
  request: {
    method: 'POST',
    path: `/api${path}`,
    headers: { ...headers, [IDEMPOTENCY_HEADER]: key },
    body: JSON.stringify(body),
  },
  ids: [key, ...ids],
})
const memberOf = (n: number): string => `B${1 + (n % MEMBERS)}`

const deduction: MoneyKind = {
  name: 'charge',
  title: 'deducting a hung order (POST doconsume)',
  amount: PRICE,
  async calls({ site, cashier }, count) {
    const orders = await hangOrders(site.owner, count, cashier)
    return orders.map((order) => ({
      request: requestOf(order, cashier),
      ids: [order.key, order.playId, order.memberId],
    }))
  },
  counted: `select count(*) from consume_order o where member_id like 'B%' and exists (select from hold h where h.id = o.play_id)`,
}

const sale: MoneyKind = {
  name: 'charge-and-start',
  title: 'charging a member and starting the ride on a vehicle (POST sysConsume/add)',
  amount: PRICE,
  async calls({ site, cashier }, count) {
    const { rows } = await site.owner.query<{ id: string; rule: string }>(
      `with rule as (
         select id from consume_rule where org_code = $1 and consume_type = 'BALANCE' and active and laps > 0 and not limited
           order by id limit 1
       ), added as (
         insert into vehicle (id, org_code, name) select id, $1, 'bench ' || id
         from (select uuidv7() as id from generate_series(1, $2::integer)) fresh returning id
       )
       select added.id, rule.id as rule from added, rule`,
      [STORE, count],
    )
    return rows.map(({ id, rule }, n) =>
      asked(consume.add.path, cashier, newId(), [id, memberOf(n)], {
        consumeType: 'BALANCE',
        consumeVehicleMode: 'circlemode',
        usageMode: 'immediate',
        sysDepartConsumeRoleId: rule,
        vehicleId: id,
        userId: memberOf(n),
        racer: '神秘车手',
        people: 1,
      }),
    )
  },
  counted: `select count(*) from run where state = 'RUNNING' and vehicle_id in (select id from vehicle where name like 'bench %')`,
}

/** What a store has at its counter; concurrent sales of the same one wait for its stock. */
const PRODUCTS = 20

const productSale: MoneyKind = {
  name: 'product-sale',
  title: 'selling a product from the balance of a member (POST sysProductSale/add)',
  amount: PRICE,
  async calls({ site, cashier }, count) {
    const ids = Array.from({ length: PRODUCTS }, newId)
    await site.owner.query(
      `insert into product (id, org_code, name, price)
         select id, $2::text, 'bench ' || id, $3::bigint from unnest($1::uuid[]) id`,
      [ids, STORE, PRICE],
    )
    await site.owner.query("select set_config('pitlane.scope', '', false), set_config('pitlane.scope_end', '~', false)")
    await site.owner.query(
      `select write_stock(jsonb_build_object('id', uuidv7(), 'operatorName', 'bench', 'now', now()),
         (select jsonb_agg(jsonb_build_object('id', uuidv7(), 'orgCode', $2::text, 'itemKind', 'product', 'itemId', id,
           'itemName', 'bench', 'kind', 'in', 'delta', $3::integer, 'reason', 'bench')) from unnest($1::uuid[]) id))`,
      [ids, STORE, count],
    )
    return Array.from({ length: count }, (_, n) => {
      const id = ids[n % PRODUCTS] ?? ''
      return asked(productSales.add.path, cashier, newId(), [id, memberOf(n)], {
        lines: [{ productId: id, count: 1 }],
        consumePayMode: 'balance',
        userId: memberOf(n),
      })
    })
  },
  counted: `select count(*) from consume_order where member_id like 'B%' and consume_type = 'PRODUCT'`,
}

const recharge: MoneyKind = {
  name: 'recharge',
  title: 'recharging a member in cash (POST sysMemberRecharge/add)',
  amount: -50_000,
  async calls({ site, cashier }, count) {
    const { rows } = await site.owner.query<{ id: string }>(
      `select id from recharge_rule where org_code = $1 and amount_type = 'fixed' and active order by id limit 1`,
      [STORE],
    )
    const [rule] = rows
    if (!rule) throw new Error('the demo venue has no rule to recharge by')
    return Array.from({ length: count }, (_, n) =>
      asked(rechargeOrders.add.path, cashier, newId(), [memberOf(n)], {
        userId: memberOf(n),
        sysDepartRechargeRoleId: rule.id,
        consumePayMode: 'cash',
      }),
    )
  },
  counted: `select count(*) from recharge_order where member_id like 'B%' and state = 'paid'`,
}

const refund: MoneyKind = {
  name: 'refund',
  title: 'refunding a charge whole, with the refund password (POST sysRefund/add)',
  amount: -PRICE,
  oneByOne: true,
  async calls(till, count) {
    const charges = await deduction.calls(till, count)
    await till.loader.run({
      kind: 'requests',
      url: till.site.server.url,
      connections: 8,
      requests: charges.map(({ request }) => request),
    })
    return charges.map(({ ids: [orderId = ''] }) =>
      asked(refunds.add.path, till.manager, newId(), [orderId], {
        orderKind: 'consume',
        orderId,
        reason: 'bench',
        password: DEMO_PASSWORD,
      }),
    )
  },
  counted: `select count(*) from refund_order where reason = 'bench'`,
}

export const MONEY_KINDS: readonly MoneyKind[] = [deduction, sale, productSale, recharge, refund]
