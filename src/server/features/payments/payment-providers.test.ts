import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beginOrder, makePaidOrders, orderOf, paidOrders, passes } from '#tests/support/paid-orders.ts'
import { alipayGateway } from '#tests/support/pay-gateway/alipay.ts'
import type { PayGateway } from '#tests/support/pay-gateway/bank.ts'
import { wechatGateway } from '#tests/support/pay-gateway/wechat.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue.ts'
import { compareBills } from './bills.job.ts'
import { workOnPayments } from './payments.job.ts'
import { toTradeNumber } from './provider-formats.calc.ts'

let server: TestServer
let venue: Venue
let manager: TestClient
let gateways: PayGateway[]
beforeAll(async () => {
  const database = await createTestDatabase()
  await makePaidOrders(database.ownerUrl)
  // At noon: no test goes on into the next day.
  const clock = () => server.clock.now()
  gateways = [await wechatGateway(clock), await alipayGateway(clock)]
  const config = Object.assign({ publicUrl: 'https://venue.example' }, ...gateways.map((gateway) => gateway.config))
  server = await startTestServer(config, [paidOrders()], database)
  server.clock.set(new Date('2026-11-20T04:00:00Z'))
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  const edit = (body: Parameters<typeof manager.paymentProviders.edit>[0]['body']) =>
    manager.paymentProviders.edit({ body })
  await edit({ orgCode: STORE, provider: 'sandbox', enabled: false })
  for (const { provider, settings, secrets } of gateways) {
    await edit({ orgCode: STORE, provider, enabled: true, settings, secrets })
  }
})
afterAll(async () => {
  await server.stop()
  await Promise.all(gateways.map((gateway) => gateway.close()))
})

const PAID = { paid: 1, closed: 0 }
const CLOSED = { paid: 0, closed: 1 }
const OPEN = { paid: 0, closed: 0 }
const heard = async (id: string) => {
  const { paid, closed } = (await orderOf(server, id)) ?? {}
  return { paid, closed }
}
const paymentOf = async (id: string) => (await venue.rows('payment').where('id', id))[0]
const work = () => workOnPayments(server.deps)

describe.each(['wechat', 'alipay'] as const)('payments through %s', (name) => {
  let gateway: PayGateway
  beforeEach(() => {
    gateway = gateways.find(({ provider }) => provider === name) as PayGateway
    gateway.bank.mood = {}
    gateway.bank.customer = 'pays'
  })
  const begin = (amount = 3001) => beginOrder(server, { payCode: gateway.payCode, amount })
  const tradeOf = (id: string) => gateway.bank.trades.get(toTradeNumber(id))
  const notify = (id: string, change?: Parameters<PayGateway['notification']>[1], orgCode = STORE) => {
    const { headers, body } = gateway.notification(toTradeNumber(id), change)
    return server.request(`/api/payment/notify/${name}/${orgCode}`, { method: 'POST', headers, body })
  }

  it('are asked for with the merchant’s signature and paid with the provider’s', async () => {
    const id = await begin()
    await work()
    expect(await heard(id)).toEqual(PAID)
    expect(tradeOf(id)).toMatchObject({ amount: 3001, state: 'paid' })
    expect(await paymentOf(id)).toMatchObject({ provider: name, transactionId: tradeOf(id)?.transactionId })
    expect(gateway.bank.refusedCalls).toBe(0)
  })

  it('wait for the customer, and are paid once however often that is notified', async () => {
    gateway.bank.customer = 'thinks'
    const id = await begin()
    await work()
    expect(await heard(id)).toEqual(OPEN)
    gateway.bank.confirm(toTradeNumber(id))
    const answers = await Promise.all([notify(id), notify(id), notify(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await answers[0]?.text()).toMatch(/success/i)
    expect(await heard(id)).toEqual(PAID)
    await passes(server, 10_000)
    expect((await notify(id)).status).toBe(200)
    expect(await heard(id)).toEqual(PAID)
  })

  it('are found paid without any notification', async () => {
    gateway.bank.customer = 'thinks'
    const id = await begin()
    await work()
    gateway.bank.confirm(toTradeNumber(id))
    await passes(server, 5000)
    expect(await heard(id)).toEqual(PAID)
  })

  it('are never paid by what others have signed, be it a notification or an answer', async () => {
    gateway.bank.customer = 'thinks'
    const id = await begin()
    await work()
    gateway.bank.confirm(toTradeNumber(id))
    expect((await notify(id, { isForged: true })).status).toBe(401)
    const genuine = gateway.notification(toTradeNumber(id))
    const altered = genuine.body.replace(/(?<="ciphertext":"|total_amount=)./, (sign) => (sign === '4' ? '5' : '4'))
    const path = `/api/payment/notify/${name}/${STORE}`
    expect((await server.request(path, { method: 'POST', headers: genuine.headers, body: altered })).status).toBe(401)
    expect((await notify(id, {}, 'A01A02')).status).toBe(404)
    gateway.bank.mood = { forged: true }
    await passes(server, 58_000)
    expect(await heard(id)).toEqual(CLOSED)
    expect(await paymentOf(id)).toMatchObject({ reversal: 'owed' })
    gateway.bank.mood = {}
    await passes(server, 60_000)
    expect(await paymentOf(id)).toMatchObject({ reversal: 'done' })
    expect(tradeOf(id)).toMatchObject({ state: 'reversed' })
  })

  it('of another amount than was asked for go back', async () => {
    gateway.bank.customer = 'thinks'
    const id = await begin()
    await work()
    gateway.bank.confirm(toTradeNumber(id))
    const trade = tradeOf(id)
    if (trade) trade.amount = 1
    expect((await notify(id, { amount: 1 })).status).toBe(200)
    expect(await heard(id)).toEqual(OPEN)
    await work()
    expect(await heard(id)).toEqual(CLOSED)
    expect(await paymentOf(id)).toMatchObject({ reason: 'amountDiffers', reversal: 'done' })
    gateway.bank.trades.delete(toTradeNumber(id))
  })

  it('that nobody confirms are reversed and closed within 60 s', async () => {
    gateway.bank.customer = 'thinks'
    const id = await begin()
    await passes(server, 50_000)
    expect(await heard(id)).toEqual(CLOSED)
    expect(tradeOf(id)).toMatchObject({ state: 'reversed' })
  })

  it('of who has no money are refused in the provider’s words', async () => {
    gateway.bank.customer = 'isPoor'
    const id = await begin()
    await work()
    expect(await heard(id)).toEqual(CLOSED)
    expect((await paymentOf(id))?.reason).toMatch(/NOT_ENOUGH/)
    gateway.bank.trades.delete(toTradeNumber(id))
  })

  it('whose answer was lost on its way are found paid', async () => {
    gateway.bank.mood = { losesAnswers: true }
    const id = await begin()
    await work()
    expect(await heard(id)).toEqual(OPEN)
    gateway.bank.mood = {}
    await passes(server, 3000)
    expect(await heard(id)).toEqual(PAID)
  })

  it('whose question was lost on its way are asked again', async () => {
    gateway.bank.mood = { silent: true }
    const id = await begin()
    await work()
    gateway.bank.mood = {}
    await passes(server, 3000)
    expect(await heard(id)).toEqual(PAID)
  })

  it('that succeed after the reversal are refunded by themselves, once', async () => {
    gateway.bank.customer = 'thinks'
    gateway.bank.mood = { liesOnReversal: true, slowRefunds: true }
    const id = await begin()
    await passes(server, 50_000)
    expect(await heard(id)).toEqual(CLOSED)
    gateway.bank.confirm(toTradeNumber(id))
    await Promise.all([notify(id), notify(id)])
    await Promise.all([work(), work()])
    gateway.bank.mood = {}
    await passes(server, 60_000)
    expect([...(tradeOf(id)?.refunds.values() ?? [])]).toEqual([3001])
    expect(await venue.rows('paymentRefund').where('paymentId', id)).toMatchObject([
      { state: 'done', amount: 3001, kind: 'late' },
    ])
    expect(await heard(id)).toEqual(CLOSED)
  })

  it('are compared with the provider’s list of the day, and managers hear of what differs', async () => {
    const ids = [await begin(1250), await begin(2000), await begin(700)]
    await work()
    const differencesOf = async () =>
      (await venue.rows('paymentDifference').where('provider', name)).map(({ reference, kind, ours, theirs }) => ({
        reference,
        kind,
        ours,
        theirs,
      }))
    const [short, gone] = ids.map((id) => tradeOf(id ?? ''))
    if (short) short.amount = 1249
    if (gone) gateway.bank.trades.delete(gone.number)
    const strange = gateway.bank.pay('0190000000007000800000000000abcd', 555)
    server.clock.advance(86_400_000)
    await compareBills(server.deps, 1)
    await compareBills(server.deps, 1)
    server.clock.advance(-86_400_000)
    expect((await differencesOf()).sort((one, other) => Number(other.ours) - Number(one.ours))).toEqual([
      { reference: ids[1], kind: 'missingThere', ours: 2000, theirs: 0 },
      { reference: ids[0], kind: 'amount', ours: 1250, theirs: 1249 },
      { reference: '01900000-0000-7000-8000-00000000abcd', kind: 'missingHere', ours: 0, theirs: 555 },
    ])
    const { sysMsgList } = (await manager.announcements.listByUser({})).result
    expect(sysMsgList.filter(({ titile }) => titile.includes('2026-11-20'))).toHaveLength(name === 'wechat' ? 1 : 2)
    const { records } = (await manager.paymentDifferences.list({ query: { kind: 'missingHere', provider: name } }))
      .result
    expect(records).toMatchObject([{ theirs: 5.55, state: 'open' }])
    const id = records[0]?.id ?? ''
    await manager.paymentDifferences.settle({ body: { id, remark: '门口收款码收的' } })
    await expect(manager.paymentDifferences.settle({ body: { id, remark: '又一次' } })).rejects.toMatchObject({
      code: 'payments.settledBefore',
    })
    gateway.bank.trades.delete(strange.number)
  })
})

describe('the settings of a provider', () => {
  it('are answered without any key, which is nowhere to be read', async () => {
    const { result } = await manager.paymentProviders.query({ query: {} })
    const wechat = result?.providers.find(({ provider }) => provider === 'wechat')
    expect(wechat).toMatchObject({
      enabled: true,
      secrets: ['privateKey', 'apiKey'],
      notifyUrl: `https://venue.example/api/payment/notify/wechat/${STORE}`,
    })
    const [gateway] = gateways
    const rows = await venue.rows('paymentProvider').where('orgCode', STORE)
    const trail = await venue.rows('auditEntry').where('action', '/payment/sysPaymentProvider/edit')
    const everything = JSON.stringify([result, rows, trail, server.logs])
    const { privateKey = '', apiKey = '' } = gateway?.secrets ?? {}
    for (const secret of [apiKey, privateKey.split('\n')[3] ?? 'none', 'PRIVATE KEY'])
      expect(everything).not.toContain(secret)
  })

  it('keep a key that is not sent, and must be whole and valid while they are on', async () => {
    const edit = (body: object) =>
      manager.paymentProviders.edit({ body: { orgCode: STORE, provider: 'wechat', ...body } })
    await edit({ settings: { appId: 'wxd678efh567hg6787' } })
    await expect(edit({ secrets: { privateKey: '' } })).rejects.toMatchObject({
      code: 'payments.settingMissing',
      details: { field: 'privateKey' },
    })
    await expect(edit({ secrets: { privateKey: 'nonsense' } })).rejects.toMatchObject({
      code: 'payments.keyInvalid',
      details: { field: 'privateKey' },
    })
    await expect(edit({ settings: { platformKey: 'nonsense' } })).rejects.toMatchObject({
      details: { field: 'platformKey' },
    })
  })

  it('let nobody but the platform switch the sandbox on, and nobody from elsewhere change them', async () => {
    const sandbox = { orgCode: STORE, provider: 'sandbox', enabled: true } as const
    await expect(manager.paymentProviders.edit({ body: sandbox })).rejects.toMatchObject({
      code: 'payments.sandboxForPlatform',
    })
    const stranger = await server.signIn('manager2')
    await expect(
      stranger.paymentProviders.edit({ body: { orgCode: STORE, provider: 'wechat', enabled: false } }),
    ).rejects.toMatchObject({ code: 'common.recordNotFound' })
    const cashier = await server.signIn('cashier')
    await expect(cashier.paymentProviders.query({ query: {} })).rejects.toMatchObject({ code: 'auth.forbidden' })
  })
})
