import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { PaidOrders } from '#server/core/slice.ts'
import { toTradeNumber } from '#server/features/payments/providers/provider-formats.calc.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { PhonePayWay } from '#shared/features/payments/payments.schema.ts'
import { cutPoints } from '#tests/support/faults/cut-points.ts'
import { type SteppingWay, steppingWay } from '#tests/support/faults/stepping-way.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { alipayGateway } from '#tests/support/pay-gateway/alipay.ts'
import type { PayGateway } from '#tests/support/pay-gateway/bank.ts'
import { wechatGateway } from '#tests/support/pay-gateway/wechat.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { sampled } from '#tests/support/runner/sample.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { passes } from '#tests/support/venue/paid-orders.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { processPayments } from './payments.job.ts'

const PRICE = 100_000
/** Address of a guest's phone. */
const PHONE = '203.0.113.77'

let server: TestServer
let venue: Venue
let hq: TestClient
let manager: TestClient
let database: SteppingWay
let gateways: Record<'wechat' | 'alipay', PayGateway>
let ruleId: string
beforeAll(async () => {
  const created = await createTestDatabase()
  database = await steppingWay(created.appUrl)
  const clock = () => server.clock.now()
  gateways = { wechat: await wechatGateway(clock), alipay: await alipayGateway(clock) }
  const addresses = Object.assign({}, ...Object.values(gateways).map(({ config }) => config))
  const config = { publicUrl: 'https://venue.example', trustedProxies: ['127.0.0.1', '::ffff:127.0.0.1'], ...addresses }
  server = await startTestServer(config, [], { ...created, appUrl: database.url })
  server.clock.set(new Date('2026-11-20T04:00:00Z'))
  venue = venueOf(server)
  hq = await server.signIn('hq')
  manager = await server.signIn('manager', STORE)
  await hq.paymentProviders.edit({ body: { orgCode: STORE, provider: 'sandbox', enabled: false } })
  for (const { provider, settings, secrets } of Object.values(gateways)) {
    const on = 'YES' as const
    const ways = provider === 'wechat' ? { jsapi: on, h5: on } : { wap: on }
    await hq.paymentProviders.edit({
      body: { orgCode: STORE, provider, enabled: true, settings: { ...settings, ...ways }, secrets },
    })
  }
  ruleId = await venue.rechargeRule({ selfService: true })
})
afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
  await server.stop()
  await Promise.all(Object.values(gateways).map((gateway) => gateway.close()))
  database.close()
})
beforeEach(() => {
  for (const { bank } of Object.values(gateways)) Object.assign(bank, { mood: {}, customer: 'pays' })
})

/** A member on the page, known to WeChat under the merchant's app id. */
async function guest(isBound = true) {
  const memberId = await venue.member()
  const { openid, settings } = gateways.wechat
  if (isBound)
    await venue.inEveryStore(async (trx) => {
      const bound = { orgCode: STORE, openid, appId: settings.appId ?? '' }
      await trx.deleteFrom('memberOpenid').where('openid', '=', openid).execute()
      await trx
        .insertInto('memberOpenid')
        .values({ ...bound, memberId, boundAt: server.clock.now() })
        .execute()
    })
  return memberOnPage(server, venue, memberId)
}
type Guest = Awaited<ReturnType<typeof guest>>

const gatewayOf = (way: PhonePayWay): PayGateway => gateways[way === 'wap' ? 'alipay' : 'wechat']
const tradeOf = (way: PhonePayWay, id: string) => gatewayOf(way).bank.trades.get(toTradeNumber(id))
const work = () => processPayments(server.deps)
const recharge = ({ client }: Guest, way: PhonePayWay | 'sandbox', key = newId()) =>
  client.memberShop.recharge({ body: { ruleId, price: PRICE / 100, way, store: STORE }, key })
const purchase = async ({ client }: Guest, id: string) => (await client.memberShop.purchase({ query: { id } })).result
const balance = async ({ client }: Guest) => (await client.memberHome.home()).result.wallets.balance
const paymentOf = async (id: string) => (await venue.rows('payment').where('id', id))[0]
const refundsOf = (id: string) => venue.rows('paymentRefund').where('paymentId', id)

/** An order whose page the guest has opened on the phone. */
async function opened(member: Guest, way: PhonePayWay): Promise<string> {
  const id = newId()
  await recharge(member, way, id)
  await work()
  const { phone } = await purchase(member, id)
  if (!phone) throw new Error('nothing was prepared')
  expect(await gatewayOf(way).open(phone.handover)).toBe(toTradeNumber(id))
  return id
}
const notify = (way: PhonePayWay, id: string) => {
  const { provider } = gatewayOf(way)
  const { headers, body } = gatewayOf(way).notification(toTradeNumber(id))
  return server.request(`/api/payment/notify/${provider}/${STORE}`, { method: 'POST', headers, body })
}

describe.each(['jsapi', 'h5', 'wap'] as const)('a payment on the phone by %s', (way) => {
  const confirm = (id: string) => gatewayOf(way).bank.confirm(toTradeNumber(id))

  it('is one payment under its key, and paid once when the provider says so', async () => {
    const member = await guest()
    const id = newId()
    await Promise.all([recharge(member, way, id), recharge(member, way, id), recharge(member, way, id)])
    expect((await purchase(member, id)).phone).toBeNull()
    await Promise.all([work(), work()])
    const { phone } = await purchase(member, id)
    const [placed] = await venue.rows('payment').where('id', id)
    expect(phone?.until).toBe(toWireTime(new Date(Number(placed?.createdAt) + 300_000)))
    if (way === 'h5') expect(phone?.handover.url).toContain(encodeURIComponent(`/m/${STORE}?order=${id}`))
    expect(await gatewayOf(way).open(phone?.handover ?? { url: '', bridge: null })).toBe(toTradeNumber(id))
    expect(await paymentOf(id)).toMatchObject({ way, provider: gatewayOf(way).provider, amount: PRICE })
    expect(JSON.stringify(await paymentOf(id))).not.toContain(gateways.wechat.openid)
    confirm(id)
    expect((await notify(way, id)).status).toBe(200)
    await Promise.all([work(), work()])
    expect(await purchase(member, id)).toEqual({ id, state: 'paid', amount: PRICE / 100, phone: null })
    await notify(way, id)
    await passes(server, 10_000)
    expect(await balance(member)).toBe(1200.5)
    expect(await paymentOf(id)).toMatchObject({ state: 'paid', codeSealed: '', preparedSealed: '' })
    expect(gatewayOf(way).bank.refusedCalls).toBe(0)
  })

  it('waits for five minutes, then is closed at the provider, and its goods are for sale again', async () => {
    const member = await guest()
    const productId = await venue.product({ selfService: true, price: 300, pieces: 5 })
    const id = newId()
    const lines = [{ productId, count: 2, price: 3 }]
    await member.client.memberShop.buy({ body: { lines, pays: 'scan', way }, key: id })
    await work()
    const { phone } = await purchase(member, id)
    await gatewayOf(way).open(phone?.handover ?? { url: '', bridge: null })
    // A minute less than the limit: the clock also runs while a busy machine works.
    await passes(server, 240_000)
    expect(await purchase(member, id)).toMatchObject({ state: 'nopay' })
    expect(await venue.stockOf(productId)).toBe(3)
    expect((await manager.payments.unresolved()).result.map((one) => one.id)).not.toContain(id)
    await passes(server, 75_000)
    expect(await purchase(member, id)).toMatchObject({ state: 'closed', phone: null })
    expect(await paymentOf(id)).toMatchObject({ reason: 'timeout', reversal: 'done' })
    expect(tradeOf(way, id)).toMatchObject({ state: 'reversed' })
    expect(await venue.stockOf(productId)).toBe(5)
  })

  it('that the guest pays while it is being closed is refunded, once', async () => {
    const member = await guest()
    const id = await opened(member, way)
    await manager.payments.cancel({ body: { id } })
    expect((await purchase(member, id)).phone).toBeNull()
    confirm(id)
    await Promise.all([work(), work()])
    await passes(server, 60_000)
    expect(await purchase(member, id)).toMatchObject({ state: 'closed' })
    expect(await refundsOf(id)).toMatchObject([{ kind: 'late', amount: PRICE, state: 'done' }])
    expect([...(tradeOf(way, id)?.refunds.values() ?? [])]).toEqual([PRICE])
    expect(await balance(member)).toBe(0)
  })

  it('that succeeds after it was closed is refunded, once', async () => {
    const member = await guest()
    const id = await opened(member, way)
    gatewayOf(way).bank.mood = { liesOnReversal: true }
    await passes(server, 310_000)
    expect(await purchase(member, id)).toMatchObject({ state: 'closed' })
    Object.assign(tradeOf(way, id) ?? {}, { state: 'paid', paidAt: server.clock.now() })
    await Promise.all([notify(way, id), notify(way, id)])
    await Promise.all([work(), work()])
    await passes(server, 60_000)
    expect(await refundsOf(id)).toMatchObject([{ kind: 'late', amount: PRICE, state: 'done' }])
    expect(await balance(member)).toBe(0)
  })

  it('of another amount is refunded, and a notification alone pays nothing', async () => {
    const member = await guest()
    const id = await opened(member, way)
    confirm(id)
    const signed = gatewayOf(way).notification(toTradeNumber(id))
    const trade = Object.assign(tradeOf(way, id) ?? {}, { state: 'paying', paidAt: null })
    const path = `/api/payment/notify/${gatewayOf(way).provider}/${STORE}`
    expect((await server.request(path, { method: 'POST', ...signed })).status).toBe(200)
    await work()
    expect(await purchase(member, id)).toMatchObject({ state: 'nopay' })
    Object.assign(trade, { amount: 1 })
    confirm(id)
    await passes(server, 40_000)
    expect(await purchase(member, id)).toMatchObject({ state: 'closed' })
    expect(await paymentOf(id)).toMatchObject({ reason: 'amountDiffers' })
    expect(await refundsOf(id)).toMatchObject([{ amount: 1, state: 'done' }])
  })

  it('shows nothing of itself to another member, who cannot repeat it', async () => {
    const [member, other] = [await guest(), await guest(false)]
    const id = await opened(member, way === 'jsapi' ? 'h5' : way)
    expect(await codeOf(purchase(other, id))).toBe('common.recordNotFound')
    expect(await codeOf(recharge(other, way === 'jsapi' ? 'h5' : way, id))).toBe('common.keyReused')
    await passes(server, 310_000)
  })
})

describe.each(['jsapi', 'wap'] as const)('a payment by %s that arrives while it is being closed', (way) => {
  it('is refunded even while its order fails to close', async () => {
    const member = await guest()
    const id = await opened(member, way)
    const orders = server.deps.registry.paidOrders as Map<string, PaidOrders>
    const orderKind = String((await paymentOf(id))?.orderKind)
    const working = orders.get(orderKind)
    if (!working) throw new Error('the kind of order is unknown')
    orders.set(orderKind, { ...working, closed: () => Promise.reject(new Error('it fails to close')) })
    onTestFinished(() => void orders.set(orderKind, working))
    await member.client.memberShop.giveUp({ body: { id } })
    gatewayOf(way).bank.confirm(toTradeNumber(id))
    await passes(server, 340_000)
    expect(await paymentOf(id)).toMatchObject({ state: 'reversing', reversal: 'done' })
    expect(await refundsOf(id)).toMatchObject([{ kind: 'late', amount: PRICE, state: 'done' }])
    orders.set(orderKind, working)
    await passes(server, 70_000)
    expect(await purchase(member, id)).toMatchObject({ state: 'closed' })
    expect([...(tradeOf(way, id)?.refunds.values() ?? [])]).toEqual([PRICE])
    expect(await balance(member)).toBe(0)
  })

  it('is done where the merchant has returned the money already', async () => {
    const member = await guest()
    const id = await opened(member, way)
    const { bank } = gatewayOf(way)
    await member.client.memberShop.giveUp({ body: { id } })
    bank.confirm(toTradeNumber(id))
    bank.refund(toTradeNumber(id), 'by the merchant', PRICE)
    await work()
    expect(await paymentOf(id)).toMatchObject({ state: 'closed', reason: 'givenUp', reversal: 'done' })
    expect(await refundsOf(id)).toEqual([])
  })
})

/** The ways that are killed at each statement in a sample; the statements are the same. */
const KILLED_WAYS = 1
const WAYS = ['jsapi', 'h5', 'wap'] as const

describe.each(sampled(WAYS, { of: 'phone payments that are killed', most: KILLED_WAYS, slices: [] }))(
  'a payment on the phone by %s that is killed',
  (way) => {
    it('is ready once and is paid once, wherever the server is killed', { timeout: 240_000 }, async () => {
      for (const edge of ['unsent', 'unanswered'] as const) {
        for (const statement of cutPoints(edge, ['payments'])) {
          const member = await guest()
          const id = newId()
          await recharge(member, way, id)
          database.cutAt(statement, edge)
          await work().catch(() => undefined)
          const wasCut = database.disarm()
          // Until then other work passes by the locked row.
          await database.rolledBack()
          for (let step = 0; step < 3; step++) {
            server.clock.advance(9000)
            await work()
          }
          const { phone } = await purchase(member, id)
          await gatewayOf(way).open(phone?.handover ?? { url: '', bridge: null })
          gatewayOf(way).bank.confirm(toTradeNumber(id))
          server.clock.advance(9000)
          await work()
          expect({ statement, edge, ...(await purchase(member, id)) }).toMatchObject({ statement, edge, state: 'paid' })
          expect(await balance(member)).toBe(1200.5)
          if (!wasCut) break
        }
      }
    })

    it('is refunded once if it arrives while it is being closed, wherever the server is killed', {
      timeout: 240_000,
    }, async () => {
      for (const edge of ['unsent', 'unanswered'] as const) {
        for (const statement of cutPoints(edge, ['payments'])) {
          const member = await guest()
          const id = await opened(member, way)
          await member.client.memberShop.giveUp({ body: { id } })
          gatewayOf(way).bank.confirm(toTradeNumber(id))
          database.cutAt(statement, edge)
          await work().catch(() => undefined)
          const wasCut = database.disarm()
          // Until then other work passes by the locked row.
          await database.rolledBack()
          for (let step = 0; step < 12; step++) {
            server.clock.advance(40_000)
            await work()
          }
          expect({ statement, edge, ...(await purchase(member, id)) }).toMatchObject({
            statement,
            edge,
            state: 'closed',
          })
          expect(await refundsOf(id)).toMatchObject([{ kind: 'late', amount: PRICE, state: 'done' }])
          expect([...(tradeOf(way, id)?.refunds.values() ?? [])]).toEqual([PRICE])
          expect(await balance(member)).toBe(0)
          if (!wasCut) break
        }
      }
    })
  },
)

describe('an order that its member gives up', () => {
  it('is closed at once, its goods are for sale again, and another may begin', async () => {
    const [member, other] = [await guest(), await guest(false)]
    const productId = await venue.product({ selfService: true, price: 300, pieces: 1 })
    const buy = (id: string) =>
      member.client.memberShop.buy({
        body: { lines: [{ productId, count: 1, price: 3 }], pays: 'scan', way: 'h5' },
        key: id,
      })
    const id = newId()
    await buy(id)
    await work()
    expect(await codeOf(other.client.memberShop.giveUp({ body: { id } }))).toBe('common.recordNotFound')
    const giveUp = async () => (await member.client.memberShop.giveUp({ body: { id } })).result.state
    expect(await Promise.all([giveUp(), giveUp()])).toEqual(['nopay', 'nopay'])
    await work()
    expect(await purchase(member, id)).toMatchObject({ state: 'closed' })
    expect(await paymentOf(id)).toMatchObject({ reason: 'givenUp', reversal: 'done' })
    expect(tradeOf('h5', id)).toMatchObject({ state: 'reversed' })
    const again = newId()
    await buy(again)
    await work()
    const { phone } = await purchase(member, again)
    await gateways.wechat.open(phone?.handover ?? { url: '', bridge: null })
    gateways.wechat.bank.confirm(toTradeNumber(again))
    await passes(server, 6000)
    expect((await member.client.memberShop.giveUp({ body: { id: again } })).result.state).toBe('paid')
    expect(await purchase(member, again)).toMatchObject({ state: 'paid' })
    expect(await venue.stockOf(productId)).toBe(0)
  })

  it('just after it was paid is answered as paid', async () => {
    const member = await guest()
    const id = await opened(member, 'h5')
    gateways.wechat.bank.confirm(toTradeNumber(id))
    server.clock.advance(5000)
    const [paid, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { db } = server.deps
    const scoped: typeof db.scoped = (scope, task, lane) =>
      db.scoped(
        scope,
        async (trx) => {
          const done = await task(trx)
          const row = await trx.selectFrom('payment').select('state').where('id', '=', id).executeTakeFirst()
          if (row?.state === 'paid') {
            paid.resolve()
            await committed.promise
          }
          return done
        },
        lane,
      )
    const working = processPayments({ ...server.deps, db: { ...db, scoped } })
    await paid.promise
    const given = member.client.memberShop.giveUp({ body: { id } })
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely)
      expect(rows).toHaveLength(1)
    })
    committed.resolve()
    expect((await given).result).toEqual({ id, state: 'paid', amount: PRICE / 100, phone: null })
    await working
    expect(await balance(member)).toBe(1200.5)
  })

  it('before a provider was asked for it is closed at once, and the provider never learns of it', async () => {
    const member = await guest()
    const id = newId()
    await recharge(member, 'wap', id)
    await member.client.memberShop.giveUp({ body: { id } })
    await work()
    expect(await purchase(member, id)).toMatchObject({ state: 'closed' })
    expect(await paymentOf(id)).toMatchObject({ reason: 'givenUp', reversal: 'none', askedAt: null, nextAt: null })
    expect(tradeOf('wap', id)).toBeUndefined()
  })
})

describe('what identifies a payer', () => {
  it('is in no log, no audit row and, unsealed, in no payment', async () => {
    const member = await guest()
    const ids = [newId(), newId()]
    for (const [index, way] of (['jsapi', 'h5'] as const).entries()) {
      const response = await server.request('/api/m/shop/recharge', {
        method: 'POST',
        token: member.token,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': ids[index] ?? '', 'X-Forwarded-For': PHONE },
        body: JSON.stringify({ ruleId, price: PRICE / 100, way, store: STORE }),
      })
      expect(response.status).toBe(200)
    }
    gateways.wechat.bank.mood = { losesAnswers: true }
    await work()
    gateways.wechat.bank.mood = {}
    await passes(server, 6000)
    for (const id of ids) await member.client.memberShop.giveUp({ body: { id } })
    await passes(server, 6000)
    const { audit, payments } = await venue.inEveryStore(async (trx) => ({
      audit: await trx.selectFrom('auditEntry').selectAll().execute(),
      payments: await trx.selectFrom('payment').selectAll().execute(),
    }))
    expect(audit.filter(({ ip }) => ip === PHONE)).toHaveLength(2)
    // The address of a caller is a column of its own.
    const everything = JSON.stringify([audit.map(({ ip, ...row }) => row), payments, server.logs])
    expect([gateways.wechat.openid, PHONE].filter((secret) => everything.includes(secret))).toEqual([])
  })
})

describe.each(['jsapi', 'h5'] as const)('an order that WeChat Pay has for the phone by %s', (way) => {
  it('whose answer or request was lost is asked for again under the same number', async () => {
    const member = await guest()
    for (const mood of [{ losesAnswers: true }, { silent: true }, { forged: true }]) {
      const id = newId()
      await recharge(member, way, id)
      gateways.wechat.bank.mood = mood
      await work()
      expect((await purchase(member, id)).phone).toBeNull()
      gateways.wechat.bank.mood = {}
      await passes(server, 6000)
      const { phone } = await purchase(member, id)
      expect(await gateways.wechat.open(phone?.handover ?? { url: '', bridge: null })).toBe(toTradeNumber(id))
      gateways.wechat.bank.confirm(toTradeNumber(id))
      await passes(server, 6000)
      expect(await purchase(member, id)).toMatchObject({ state: 'paid' })
    }
  })

  it('which it refuses is closed at once with its reason', async () => {
    const member = await guest()
    const id = newId()
    gateways.wechat.bank.customer = 'isPoor'
    await recharge(member, way, id)
    await work()
    expect(await purchase(member, id)).toMatchObject({ state: 'closed' })
    expect((await paymentOf(id))?.reason).toMatch(/NO_AUTH/)
  })

  it('is not asked for in its last minute, and closed if it was never ready', async () => {
    const member = await guest()
    const id = newId()
    await recharge(member, way, id)
    server.clock.advance(250_000)
    await work()
    expect(await purchase(member, id)).toMatchObject({ state: 'closed' })
    expect(tradeOf(way, id)).toBeUndefined()
  })
})

describe('a page of Alipay that the guest has not opened', () => {
  it('is waited for, and counts as closed only once it opens no more', async () => {
    const member = await guest()
    const id = newId()
    await recharge(member, 'wap', id)
    await work()
    const { phone } = await purchase(member, id)
    await passes(server, 30_000)
    await manager.payments.cancel({ body: { id } })
    await passes(server, 30_000)
    expect(await paymentOf(id)).toMatchObject({ state: 'reversing' })
    // The page is still open on the phone.
    await gateways.alipay.open(phone?.handover ?? { url: '', bridge: null })
    await passes(server, 10_000)
    expect(await paymentOf(id)).toMatchObject({ state: 'closed', reversal: 'done' })
    expect(tradeOf('wap', id)).toMatchObject({ state: 'reversed' })
    const never = newId()
    await recharge(member, 'wap', never)
    await passes(server, 310_000)
    expect(await purchase(member, never)).toMatchObject({ state: 'closed' })
    expect(tradeOf('wap', never)).toBeUndefined()
  })
})

describe('what a store offers to a phone', () => {
  const offered = async ({ client }: Guest, inWechat: 'YES' | 'NO') =>
    (await client.memberShop.shop({ query: { inWechat } })).result

  it('are the ways of its providers that work in this browser', async () => {
    const [known, stranger] = [await guest(), await guest(false)]
    expect((await offered(known, 'YES')).phone).toEqual(['jsapi'])
    expect((await offered(known, 'NO')).phone).toEqual(['h5', 'wap'])
    expect(await offered(stranger, 'YES')).toMatchObject({ phone: [], recharges: [] })
    expect(await codeAndFieldOf(recharge(stranger, 'jsapi'))).toBe('payments.phoneOff way')
    expect(await codeAndFieldOf(recharge(stranger, 'sandbox'))).toBe('payments.phoneOff way')
    const edit = (body: object) => hq.paymentProviders.edit({ body: { orgCode: STORE, provider: 'alipay', ...body } })
    await edit({ settings: { wap: 'NO' } })
    expect((await offered(known, 'NO')).phone).toEqual(['h5'])
    expect(await codeAndFieldOf(recharge(known, 'wap'))).toBe('payments.phoneOff way')
    await edit({ settings: { wap: 'YES' }, enabled: false })
    expect(await codeAndFieldOf(recharge(known, 'wap'))).toBe('payments.phoneOff way')
    await edit({ enabled: true })
    await venue.inEveryStore((trx) =>
      sql`update payment_provider set enabled = true where org_code = ${STORE} and provider = 'sandbox'`.execute(trx),
    )
    expect((await offered(known, 'NO')).phone).toEqual(['sandbox'])
    expect(await codeAndFieldOf(recharge(known, 'h5'))).toBe('payments.phoneOff way')
    await venue.inEveryStore((trx) =>
      sql`update payment_provider set enabled = false where org_code = ${STORE} and provider = 'sandbox'`.execute(trx),
    )
  })

  it('is no more than three orders of a member that wait, also at once', async () => {
    const member = await guest()
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeAndFieldOf(recharge(member, 'h5'))))
    expect(codes.sort()).toEqual(['done', 'done', 'done', 'payments.phoneOpen way', 'payments.phoneOpen way'])
    await passes(server, 310_000)
    expect(await codeAndFieldOf(recharge(member, 'h5'))).toBe('done')
    await passes(server, 310_000)
  })
})
