import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoStores } from '#server/db/seed/access.ts'
import { compareBills } from '#server/features/payments/bills/bills.job.ts'
import { processPayments } from '#server/features/payments/payments.job.ts'
import type { RefundRow } from '#server/features/payments/payments.repository.ts'
import { processRefund } from '#server/features/payments/refunds.job.ts'
import { newId } from '#shared/core/id.ts'
import { alipayGateway } from '#tests/support/pay-gateway/alipay.ts'
import type { PayGateway } from '#tests/support/pay-gateway/bank.ts'
import { wechatGateway } from '#tests/support/pay-gateway/wechat.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { beginOrder, makePaidOrders, orderOf, paidOrders, passes } from '#tests/support/venue/paid-orders.ts'
import { peopleOf } from '#tests/support/venue/people.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { toTradeNumber } from './provider-formats.calc.ts'

let server: TestServer
let venue: Venue
let hq: TestClient
let manager: TestClient
let people: ReturnType<typeof peopleOf>
let gateways: PayGateway[]
/** Whether orders take back a refused refund. */
let undoes = true
beforeAll(async () => {
  const database = await createTestDatabase()
  await makePaidOrders(database.ownerUrl)
  // At noon, so that no test crosses midnight.
  const clock = () => server.clock.now()
  gateways = [await wechatGateway(clock), await alipayGateway(clock)]
  const config = Object.assign({ publicUrl: 'https://venue.example' }, ...gateways.map((gateway) => gateway.config))
  server = await startTestServer(config, [paidOrders(undefined, () => undoes)], database)
  server.clock.set(new Date('2026-11-20T04:00:00Z'))
  venue = venueOf(server)
  people = peopleOf(server)
  hq = await server.signIn('hq')
  manager = await server.signIn('manager', STORE)
  const edit = (body: Parameters<typeof hq.paymentProviders.edit>[0]['body']) => hq.paymentProviders.edit({ body })
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
const noticesOf = async (id: string) => {
  const { paid, closed } = (await orderOf(server, id)) ?? {}
  return { paid, closed }
}
const paymentOf = async (id: string) => (await venue.rows('payment').where('id', id))[0]
const work = () => processPayments(server.deps)

describe.each(['wechat', 'alipay'] as const)('payments through %s', (name) => {
  let gateway: PayGateway
  beforeEach(() => {
    gateway = gateways.find(({ provider }) => provider === name) as PayGateway
    gateway.bank.mood = {}
    gateway.bank.customer = 'pays'
    undoes = true
  })
  const begin = (amount = 3001) => beginOrder(server, { payCode: gateway.payCode, amount })
  const tradeOf = (id: string) => gateway.bank.trades.get(toTradeNumber(id))
  const notify = (id: string, change?: Parameters<PayGateway['notification']>[1], orgCode = STORE) => {
    const { headers, body } = gateway.notification(toTradeNumber(id), change)
    return server.request(`/api/payment/notify/${name}/${orgCode}`, { method: 'POST', headers, body })
  }

  it('are requested with the merchant’s signature and accepted with the provider’s', async () => {
    const id = await begin()
    await work()
    expect(await noticesOf(id)).toEqual(PAID)
    expect(tradeOf(id)).toMatchObject({ amount: 3001, state: 'paid' })
    expect(await paymentOf(id)).toMatchObject({ provider: name, transactionId: tradeOf(id)?.transactionId })
    expect(gateway.bank.refusedCalls).toBe(0)
  })

  it('wait for the customer, and are paid once, however often that is notified', async () => {
    gateway.bank.customer = 'thinks'
    const id = await begin()
    await work()
    expect(await noticesOf(id)).toEqual(OPEN)
    gateway.bank.confirm(toTradeNumber(id))
    const answers = await Promise.all([notify(id), notify(id), notify(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await answers[0]?.text()).toMatch(/success/i)
    await work()
    expect(await noticesOf(id)).toEqual(PAID)
    await passes(server, 10_000)
    expect((await notify(id)).status).toBe(200)
    expect(await noticesOf(id)).toEqual(PAID)
  })

  it('are not paid by a notification alone: the provider is queried', async () => {
    gateway.bank.customer = 'thinks'
    const id = await begin()
    await work()
    // As if signed by someone with the key, while nothing was paid.
    gateway.bank.confirm(toTradeNumber(id))
    const signed = gateway.notification(toTradeNumber(id))
    Object.assign(tradeOf(id) ?? {}, { state: 'paying', paidAt: null })
    const path = `/api/payment/notify/${name}/${STORE}`
    expect((await server.request(path, { method: 'POST', ...signed })).status).toBe(200)
    expect(await noticesOf(id)).toEqual(OPEN)
    await work()
    expect(await noticesOf(id)).toEqual(OPEN)
    await passes(server, 50_000)
    expect(await noticesOf(id)).toEqual(CLOSED)
  })

  it('are detected as paid without a notification', async () => {
    gateway.bank.customer = 'thinks'
    const id = await begin()
    await work()
    gateway.bank.confirm(toTradeNumber(id))
    await passes(server, 5000)
    expect(await noticesOf(id)).toEqual(PAID)
  })

  it('are never paid by notifications or responses with another signature', async () => {
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
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect(await paymentOf(id)).toMatchObject({ reversal: 'owed' })
    gateway.bank.mood = {}
    await passes(server, 60_000)
    expect(await paymentOf(id)).toMatchObject({ reversal: 'done' })
    expect(tradeOf(id)).toMatchObject({ state: 'reversed' })
  })

  it('with another amount than requested are returned', async () => {
    gateway.bank.customer = 'thinks'
    const id = await begin()
    await work()
    gateway.bank.confirm(toTradeNumber(id))
    const trade = tradeOf(id)
    if (trade) trade.amount = 1
    expect((await notify(id, { amount: 1 })).status).toBe(200)
    expect(await noticesOf(id)).toEqual(OPEN)
    await work()
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect(await paymentOf(id)).toMatchObject({ reason: 'amountDiffers', reversal: 'done' })
    gateway.bank.trades.delete(toTradeNumber(id))
  })

  it('without confirmation are reversed and closed within 60 s', async () => {
    gateway.bank.customer = 'thinks'
    const id = await begin()
    await passes(server, 50_000)
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect(tradeOf(id)).toMatchObject({ state: 'reversed' })
  })

  it('without enough money are refused with the provider’s reason', async () => {
    gateway.bank.customer = 'isPoor'
    const id = await begin()
    await work()
    expect(await noticesOf(id)).toEqual(CLOSED)
    expect((await paymentOf(id))?.reason).toMatch(/NOT_ENOUGH/)
    gateway.bank.trades.delete(toTradeNumber(id))
  })

  it('whose response was lost are detected as paid', async () => {
    gateway.bank.mood = { losesAnswers: true }
    const id = await begin()
    await work()
    expect(await noticesOf(id)).toEqual(OPEN)
    gateway.bank.mood = {}
    await passes(server, 3000)
    expect(await noticesOf(id)).toEqual(PAID)
  })

  it('whose request was lost are requested again', async () => {
    gateway.bank.mood = { silent: true }
    const id = await begin()
    await work()
    gateway.bank.mood = {}
    await passes(server, 3000)
    expect(await noticesOf(id)).toEqual(PAID)
  })

  it('that succeed after the reversal are refunded automatically, once', async () => {
    gateway.bank.customer = 'thinks'
    gateway.bank.mood = { liesOnReversal: true, slowRefunds: true }
    const id = await begin()
    await passes(server, 50_000)
    expect(await noticesOf(id)).toEqual(CLOSED)
    gateway.bank.confirm(toTradeNumber(id))
    await Promise.all([notify(id), notify(id)])
    await Promise.all([work(), work()])
    gateway.bank.mood = {}
    await passes(server, 60_000)
    expect([...(tradeOf(id)?.refunds.values() ?? [])]).toEqual([3001])
    expect(await venue.rows('paymentRefund').where('paymentId', id)).toMatchObject([
      { state: 'done', amount: 3001, kind: 'late' },
    ])
    expect(await noticesOf(id)).toEqual(CLOSED)
  })

  it('are paid and returned however long the name of the rule and the reasons are', async () => {
    const { charge, refund } = refundsOf({ venue, manager, cashier: await server.signIn('cashier') })
    const rule = {
      consumeType: 'NOCARDCONSUME',
      price: 3000,
      deposit: 2000,
      name: `${'卡'.repeat(60)} ${newId()}`,
    } as const
    const id = await charge(rule, { consumePayMode: 'wechat', payCode: gateway.payCode })
    await work()
    expect(await paymentOf(id)).toMatchObject({ state: 'paid', amount: 5000 })
    const reason = '还'.repeat(60)
    await manager.consumeOrders.returnDeposit({ key: newId(), body: { id, remark: reason } })
    await refund('consume', id, { reason })
    await work()
    expect(await venue.rows('paymentRefund').where('paymentId', id)).toMatchObject([
      { state: 'done', reason },
      { state: 'done', reason },
    ])
    expect([...(tradeOf(id)?.refunds.values() ?? [])].sort()).toEqual([2000, 3000])
  })

  // Alipay has no such state.
  if (name === 'wechat')
    it('stay refunding while a refund is abnormal, and end when it succeeds', async () => {
      const { recharge, refund, orderOf, worth } = refundsOf({
        venue,
        manager,
        cashier: await server.signIn('cashier'),
      })
      const member = await venue.member()
      const id = await recharge(member, {}, { consumePayMode: 'wechat', payCode: gateway.payCode })
      await work()
      expect(await worth(member)).toMatchObject({ balance: 50_000, give: 5000 })
      gateway.bank.mood = { abnormalRefunds: true }
      await refund('recharge', id)
      const begun = server.clock.now().getTime()
      await work()
      const [owed] = await venue.rows('paymentRefund').where('paymentId', id)
      expect(owed).toMatchObject({ state: 'owed', trouble: 'ABNORMAL' })
      expect(Number(owed?.nextAt)).toBeGreaterThanOrEqual(begun + 600_000)
      await passes(server, 700_000)
      expect(await orderOf('rechargeOrder', id)).toMatchObject({ state: 'refunding' })
      expect(await worth(member)).toMatchObject({ balance: 0, give: 0 })
      const { result } = await manager.payments.unresolved({})
      expect(result.find((one) => one.id === id)).toMatchObject({ problem: 'refund' })
      gateway.bank.mood = {}
      await passes(server, 600_000)
      expect(await orderOf('rechargeOrder', id)).toMatchObject({ state: 'refunded' })
      expect(await venue.rows('paymentRefund').where('paymentId', id)).toMatchObject([{ state: 'done', trouble: '' }])
      expect(await worth(member)).toMatchObject({ balance: 0, give: 0 })
    })

  // Alipay closes no refunds.
  if (name === 'wechat')
    it('get another number for a refund that was closed, and no other for one that may have been done', async () => {
      undoes = false
      gateway.bank.customer = 'thinks'
      gateway.bank.mood = { liesOnReversal: true }
      const id = await begin()
      await passes(server, 50_000)
      gateway.bank.confirm(toTradeNumber(id))
      gateway.bank.mood = { closesRefunds: true }
      await notify(id)
      await work()
      const refundOf = async () => (await venue.rows('paymentRefund').where('paymentId', id))[0]
      const closed = await refundOf()
      expect(closed).toMatchObject({ state: 'refused', trouble: 'CLOSED' })
      const retry = async () => {
        await manager.payments.retry({ body: { id } })
        await work()
      }
      const moods = [{ losesAnswers: true }, { slowRefunds: true }, { abnormalRefunds: true }, { slowRefunds: true }]
      for (const mood of moods) {
        gateway.bank.mood = mood
        await retry()
        expect(await refundOf()).toMatchObject({ state: 'owed', number: closed?.number })
      }
      // An answer about the closed number is late.
      await processRefund(server.deps, { ...(closed as unknown as RefundRow), number: null })
      expect(await refundOf()).toMatchObject({ state: 'owed', number: closed?.number })
      gateway.bank.mood = {}
      await Promise.all([retry(), retry()])
      expect(await refundOf()).toMatchObject({ state: 'done', trouble: '' })
      expect([...(tradeOf(id)?.refunds ?? [])]).toEqual([[toTradeNumber(String(closed?.number)), 3001]])
    })

  it('whose refund is reported as refused are queried before the refund is withdrawn', async () => {
    const owe = async (id: string) => {
      const refund = newId()
      await venue.inEveryStore((trx) =>
        sql`select owe_refund(${refund}, ${STORE}, ${id}, 3001, '', ${server.clock.now()})`.execute(trx),
      )
      await work()
      return async () => (await venue.rows('paymentRefund').where('id', refund))[0]?.state
    }
    const id = await begin()
    await work()
    // Alipay reports nothing about a refund in progress.
    gateway.bank.mood = { deniesRefunds: true, slowRefunds: name === 'wechat' }
    const state = await owe(id)
    expect([...(tradeOf(id)?.refunds.values() ?? [])]).toEqual([3001])
    gateway.bank.mood = { deniesRefunds: true }
    await passes(server, 5000)
    expect(await state()).toBe('done')
    // An unknown refund stays refused.
    const refused = await owe(id)
    expect(await refused()).toBe('withdrawn')
    gateway.bank.trades.delete(toTradeNumber(id))
  })

  it('are compared with the provider’s bill, and managers are notified of differences', async () => {
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
  it('are returned without keys, which cannot be read', async () => {
    const { result } = await hq.paymentProviders.query({ query: { orgCode: STORE } })
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

  it('keep keys that are not sent, and must be complete and valid while enabled', async () => {
    const edit = (body: object) => hq.paymentProviders.edit({ body: { orgCode: STORE, provider: 'wechat', ...body } })
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

  it('let only the platform enable the sandbox, and only users of the store change them', async () => {
    const sandbox = { orgCode: STORE, provider: 'sandbox', enabled: true } as const
    await expect(hq.paymentProviders.edit({ body: sandbox })).rejects.toMatchObject({
      code: 'payments.sandboxForPlatform',
    })
    await expect(manager.paymentProviders.query({ query: {} })).rejects.toMatchObject({ code: 'auth.forbidden' })
    const role = await people.addRole(hq, ['paymentprovider:edit'])
    const { username } = await people.add(hq, { selectedroles: role })
    const stranger = await people.signInAs(username)
    await expect(
      stranger.paymentProviders.edit({ body: { orgCode: STORE, provider: 'wechat', enabled: false } }),
    ).rejects.toMatchObject({ code: 'common.recordNotFound' })
  })
})

describe('a change of a provider by a user below headquarters', () => {
  const APP = { appId: 'wx0000000000000001' }
  let role = ''
  beforeAll(async () => {
    role = await people.addRole(hq, ['paymentprovider:edit'])
  })
  /** Creates a manager of the store who may change providers. */
  const person = async (realname: string, by: TestClient = hq) => {
    const given = { realname, identity: '1', selectedroles: `manager,${role}` }
    const { id, username } = await people.add(by, { ...given, selecteddeparts: demoStores.A01A01.id })
    return Object.assign(await people.signInAs(username), { id, username })
  }
  const of = (who: TestClient) => ({
    edit: (body: object) => who.paymentProviders.edit({ body: { orgCode: STORE, provider: 'wechat', ...body } }),
    wechat: async () =>
      (await who.paymentProviders.query({ query: { orgCode: STORE } })).result?.providers.find(
        ({ provider }) => provider === 'wechat',
      ),
  })
  const titles = async (who: TestClient) =>
    (await who.announcements.listByUser({})).result.sysMsgList.map(({ titile }) => titile)

  it('waits for a second user, who is notified, and records both in the audit trail', async () => {
    const first = await person('first')
    const second = await person('second')
    const before = (await of(hq).wechat())?.settings.appId
    expect((await of(first).edit({ settings: APP, secrets: { apiKey: 'x'.repeat(32) } })).result).toEqual({
      waits: true,
    })
    expect(await of(second).wechat()).toMatchObject({
      settings: { appId: before },
      waiting: { fields: ['appId', 'apiKey'], settings: APP, by: 'first', isMine: false, mayConfirm: true },
    })
    for (const who of [hq, second]) expect((await titles(who)).join()).toContain('等待确认')
    const waiting = (await of(first).wechat())?.waiting
    expect(waiting).toMatchObject({ isMine: true, mayConfirm: false })
    const id = waiting?.id ?? ''
    await expect(first.paymentProviders.confirm({ body: { id } })).rejects.toMatchObject({ code: 'payments.changeOwn' })
    const both = await Promise.allSettled([1, 2].map(() => second.paymentProviders.confirm({ body: { id } })))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await of(hq).wechat()).toMatchObject({ settings: APP, waiting: null })
    expect((await titles(hq)).join()).toContain('已修改')
    const trail = await venue.rows('auditEntry').where('recordId', `wechat ${STORE}`)
    expect(trail.map(({ realname, action }) => `${realname} ${action}`)).toEqual(
      expect.arrayContaining(['first /payment/sysPaymentProvider/edit', 'second /payment/sysPaymentProvider/confirm']),
    )
    expect(JSON.stringify(trail)).not.toContain('xxxxxxxx')
    await of(hq).edit({ settings: gateways[0]?.settings ?? {}, secrets: gateways[0]?.secrets ?? {} })
  })

  it('cannot be confirmed by an account that a manager created or changed, in either role', async () => {
    const maker = await person('maker')
    const puppet = await person('puppet', maker)
    await of(maker).edit({ settings: APP })
    const own = (await of(puppet).wechat())?.waiting
    expect(own?.mayConfirm).toBe(false)
    await expect(puppet.paymentProviders.confirm({ body: { id: own?.id ?? '' } })).rejects.toMatchObject({
      code: 'payments.changeNeedsHeadquarters',
    })
    await of(puppet).edit({ settings: { appId: 'wx0000000000000002' } })
    const theirs = (await of(maker).wechat())?.waiting
    expect(theirs).toMatchObject({ by: 'puppet', mayConfirm: false })
    const body = { id: theirs?.id ?? '' }
    await expect(maker.paymentProviders.confirm({ body })).rejects.toMatchObject({
      code: 'payments.changeNeedsHeadquarters',
    })
    await hq.paymentProviders.refuse({ body })
    await expect(hq.paymentProviders.confirm({ body })).rejects.toMatchObject({ code: 'payments.changeDecided' })
    expect((await of(hq).wechat())?.settings.appId).not.toMatch(/^wx0+[12]$/)
  })

  it('takes effect at once if it only disables or enables a provider', async () => {
    const switcher = await person('switcher')
    expect((await of(switcher).edit({ enabled: false })).result).toEqual({ waits: false })
    expect((await of(switcher).edit({ enabled: true })).result).toEqual({ waits: false })
    expect((await of(hq).wechat())?.enabled).toBe(true)
  })

  it('prevents that user, and everyone who may make changes, from settling differences', async () => {
    const difference = async (day: string) => {
      const id = newId()
      const row = { id, orgCode: STORE, provider: 'wechat', day, reference: id, paymentId: null } as const
      const stamp = { createdAt: server.clock.now(), settledAt: null }
      await venue.inEveryStore((trx) =>
        trx
          .insertInto('paymentDifference')
          .values({ ...row, kind: 'missingHere', ours: 0, theirs: 1, ...stamp })
          .execute(),
      )
      return (who: TestClient) => who.paymentDifferences.settle({ body: { id, remark: '说明' } })
    }
    const settle = await difference('2026-11-20')
    const refused = { code: 'payments.settlesOwnProvider' }
    await expect(settle(hq)).rejects.toMatchObject(refused)
    await expect(settle(await server.signIn('admin'))).rejects.toMatchObject(refused)
    const former = await person('former')
    await of(former).edit({ enabled: false })
    await of(former).edit({ enabled: true })
    await hq.users.edit({ body: { id: former.id, selectedroles: 'manager' } })
    const settler = await people.signInAs(former.username)
    await expect(settler.paymentProviders.query({ query: {} })).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(settle(settler)).rejects.toMatchObject(refused)
    await settle(manager)
  })
})
