import { beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD, demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeAndFieldOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue } = await testVenue()

const OWN = 'A01A02'
/** Works at one store only, with every permission of headquarters. */
let stranger: TestClient
let own: Goods
let foreign: Goods

/** Rows of a store that a call can name. */
interface Goods {
  rule: string
  couponRule: string
  guestRule: string
  rechargeRule: string
  vehicle(): Promise<string>
  member: string
  coupon: string
  cashier: string
  shift: string
  /** Orders of the store: charged, charged with a deposit, recharged. */
  charged: string
  deposited: string
  recharged: string
  /** A pending ride to settle. */
  hung(): Promise<string>
}

beforeAll(async () => {
  await withClient(server.database.ownerUrl, (owner) =>
    owner.query(`insert into user_role select id, 'hq' from user_account where username in ('manager', 'manager2')`),
  )
  stranger = await server.signIn('manager2')
  foreign = await goodsOf(STORE, await server.signIn('manager', STORE), demoUsers.cashier.id)
  own = await goodsOf(OWN, stranger, stranger.user.id)
})

async function goodsOf(orgCode: string, by: TestClient, cashier: string): Promise<Goods> {
  await venue.setHungLimit(1000, orgCode)
  const ruleOf = async (given: object) => (await venue.rule({ orgCode, ...given })).id
  const rule = await ruleOf({ price: 1000 })
  const guestRule = await ruleOf({ consumeType: 'NOCARDCONSUME', price: 1000, deposit: 500 })
  const member = await venue.member({ orgCode, balance: 100_000 })
  const vehicle = async () => (await venue.vehicle({ orgCode })).id
  const rechargeRule = newId()
  const coupon = `C${newId().slice(-12)}`
  await venue.inEveryStore(async (trx) => {
    const amounts = { recharge: 5000, price: 5000, give: 0, integral: 0, frequency: 0, projectType: '', laps: 0 }
    const sold = { amountType: 'fixed', salesMethod: 'storedValue', validityType: 'forever' }
    await trx
      .insertInto('rechargeRule')
      .values({ id: rechargeRule, orgCode, name: `充值 ${orgCode}`, ...sold, ...amounts } as never)
      .execute()
    await trx
      .insertInto('groupCoupon')
      .values({ id: newId(), orgCode, code: coupon, value: 900, usesAllowed: -1 })
      .execute()
  })
  const shift = newId()
  await by.shifts.open({ key: shift, body: { floatAmount: 100 } })
  const charge = async (given: object) => {
    const key = newId()
    await by.consume.add({ key, body: { ...ride, vehicleId: await vehicle(), ...given } as never })
    return key
  }
  const recharged = newId()
  const cash = { consumePayMode: 'cash' } as const
  await by.rechargeOrders.add({
    key: recharged,
    body: { userId: member, sysDepartRechargeRoleId: rechargeRule, ...cash },
  })
  return {
    rule,
    guestRule,
    couponRule: await ruleOf({ consumeType: 'GROUPCOUPON' }),
    rechargeRule,
    vehicle,
    member,
    coupon,
    cashier,
    shift,
    charged: await charge({ sysDepartConsumeRoleId: rule, userId: member }),
    deposited: await charge({ consumeType: 'NOCARDCONSUME', sysDepartConsumeRoleId: guestRule, ...cash }),
    recharged,
    async hung() {
      const key = newId()
      const body = venue.start({ ruleId: rule, vehicleId: await vehicle(), userId: member })
      await by.playBeforePay.add({ key, body })
      return key
    },
  }
}

const ride = {
  consumeType: 'BALANCE',
  consumeVehicleMode: 'circlemode',
  usageMode: 'immediate',
  racer: '车手',
  people: 1,
} as const

type Body = Record<string, unknown>
interface Tried {
  name: string
  /** Complete and valid, of the own store. */
  body(): Promise<Body>
  /** Each field that names a row, and the row of the other store. */
  fields: Record<string, () => string | Promise<string>>
  send(body: Body): Promise<unknown>
}

const keyed = <T>(call: (input: { key: string; body: never }) => Promise<T>) => {
  return (body: Body) => call({ key: newId(), body: body as never })
}
const tried: Tried[] = [
  {
    name: 'a charge',
    body: async () => ({
      ...ride,
      sysDepartConsumeRoleId: own.rule,
      vehicleId: await own.vehicle(),
      userId: own.member,
      cashierId: own.cashier,
    }),
    fields: {
      sysDepartConsumeRoleId: () => foreign.rule,
      vehicleId: () => foreign.vehicle(),
      userId: () => foreign.member,
      cashierId: () => foreign.cashier,
    },
    send: (body) => keyed(stranger.consume.add)(body),
  },
  {
    name: 'a charge by a coupon',
    body: async () => ({
      ...ride,
      consumeType: 'GROUPCOUPON',
      sysDepartConsumeRoleId: own.couponRule,
      vehicleId: await own.vehicle(),
      groupNumber: own.coupon,
    }),
    fields: {
      sysDepartConsumeRoleId: () => foreign.couponRule,
      groupNumber: () => foreign.coupon,
      userId: () => foreign.member,
    },
    send: (body) => keyed(stranger.consume.add)(body),
  },
  {
    name: 'a start that is paid later',
    body: async () => venue.start({ ruleId: own.rule, vehicleId: await own.vehicle(), userId: own.member }),
    fields: { ruleId: () => foreign.rule, vehicleId: () => foreign.vehicle(), userId: () => foreign.member },
    send: (body) => keyed(stranger.playBeforePay.add)(body),
  },
  {
    name: 'a deduction',
    body: async () => ({ id: await own.hung(), consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' }),
    fields: { id: () => foreign.hung(), cashierId: () => foreign.cashier, userId: () => foreign.member },
    send: (body) => keyed(stranger.playBeforePay.settle)(body),
  },
  {
    name: 'a recharge',
    body: async () => ({
      userId: own.member,
      sysDepartRechargeRoleId: own.rechargeRule,
      consumePayMode: 'cash',
      cashierId: own.cashier,
    }),
    fields: {
      userId: () => foreign.member,
      sysDepartRechargeRoleId: () => foreign.rechargeRule,
      cashierId: () => foreign.cashier,
    },
    send: (body) => keyed(stranger.rechargeOrders.add)(body),
  },
  {
    name: 'a refund of a recharge',
    body: async () => ({ orderKind: 'recharge', orderId: own.recharged, reason: '退', password: DEMO_PASSWORD }),
    fields: { orderId: () => foreign.recharged, cashierId: () => foreign.cashier },
    send: (body) => keyed(stranger.refunds.add)(body),
  },
  {
    name: 'a refund of a charge',
    body: async () => ({ orderKind: 'consume', orderId: own.charged, reason: '退', password: DEMO_PASSWORD }),
    fields: { orderId: () => foreign.charged, cashierId: () => foreign.cashier },
    send: (body) => keyed(stranger.refunds.add)(body),
  },
  {
    name: 'the return of a deposit',
    body: async () => ({ id: own.deposited }),
    fields: { id: () => foreign.deposited },
    send: (body) => keyed(stranger.consumeOrders.returnDeposit)(body),
  },
  {
    name: 'a check of a coupon',
    body: async () => ({ groupNumber: own.coupon, ruleId: own.couponRule }),
    fields: { groupNumber: () => foreign.coupon },
    send: (body) => stranger.groupCoupons.verify({ body: body as never }),
  },
  {
    name: 'cash into a drawer',
    body: async () => ({ id: own.shift, kind: 'cashIn', amount: 10, reason: '换零' }),
    fields: { id: () => foreign.shift },
    send: (body) => keyed(stranger.shifts.move)(body),
  },
  {
    name: 'a hand-over',
    body: async () => ({ id: own.shift, counted: 100, cashierId: stranger.user.id }),
    fields: { id: () => foreign.shift, cashierId: () => foreign.cashier },
    send: (body) => keyed(stranger.shifts.handover)(body),
  },
  {
    name: 'a count of a forgotten shift',
    body: async () => ({ id: own.shift, counted: 100, remark: '忘了' }),
    fields: { id: () => foreign.shift },
    send: (body) => keyed(stranger.shifts.forceClose)(body),
  },
]

/** All money of a store, as its rows show. */
const moneyOf = (orgCode: string) =>
  venue.inEveryStore(async (trx) => {
    const tables = [
      'ledgerLine',
      'wallet',
      'walletLot',
      'hold',
      'consumeOrder',
      'rechargeOrder',
      'refundOrder',
    ] as const
    const rows = [...tables, 'shift', 'groupCoupon', 'run', 'payment'] as const
    return Promise.all(
      rows.map(async (table) => {
        const all = await trx
          .selectFrom(table as 'shift')
          .selectAll()
          .where('orgCode', '=', orgCode)
          .execute()
        return [table, all.map((row) => JSON.stringify(row)).sort()]
      }),
    )
  })

describe('a user of one store', () => {
  it.each(tried)('is refused $name with a row of another store in any field', async (one) => {
    // What is created for the trial belongs to the rows that existed before.
    const bodies = await Promise.all(
      Object.entries(one.fields).map(async ([field, value]) => ({ ...(await one.body()), [field]: await value() })),
    )
    const before = [await moneyOf(STORE), await moneyOf(OWN)]
    for (const [index, field] of Object.keys(one.fields).entries()) {
      const outcome = await codeAndFieldOf(one.send(bodies[index] ?? {}))
      expect(outcome, field).not.toMatch(/^done|internal/)
    }
    expect([await moneyOf(STORE), await moneyOf(OWN)]).toEqual(before)
    // The same body with the own store's rows succeeds.
    if (!/hand-over|forgot/.test(one.name)) expect(await codeAndFieldOf(one.send(await one.body()))).toBe('done')
  })
})
