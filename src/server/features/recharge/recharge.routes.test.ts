import { afterAll, describe, expect, it } from 'vitest'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import { businessDay, dayEnds, daysAfter } from '#shared/core/time.ts'
import type { RechargeInput } from '#shared/features/recharge/recharge-orders.schema.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { codeAndFieldOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE, seen } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])

afterAll(async () => {
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

type Given = Partial<RechargeInput>
const recharge = (given: Given, key: string = newId(), by = cashier) =>
  by.rechargeOrders.add({ key, body: { consumePayMode: 'cash', ...given } })

let rules = 0
const rule = async (given: object = {}) => {
  const row = { id: newId(), orgCode: STORE, name: `充值${++rules}`, amountType: 'fixed', salesMethod: 'storedValue' }
  const amounts = {
    recharge: 50_000,
    price: 50_000,
    give: 5000,
    integral: 50,
    frequency: 3,
    projectType: 'PKIDS',
    laps: 7,
  }
  const days = { validityType: 'fixedDays', validDays: 30, validOn: null, offeredFrom: null, offeredUntil: null }
  const values = { ...row, ...amounts, ...days, ...given }
  await venue.inEveryStore((trx) =>
    trx
      .insertInto('rechargeRule')
      .values(values as never)
      .execute(),
  )
  return values.id
}
const card = async (given: object = {}) => {
  const row = { id: newId(), orgCode: STORE, name: `畅玩${++rules}`, days: 30, plays: -1, price: 69_900, ...given }
  await venue.inEveryStore((trx) => trx.insertInto('playCardRule').values(row).execute())
  return row.id
}
const linesOf = async (causeId: string) => {
  const rows = await venue.rows('ledgerLine').where('causeId', causeId)
  return Object.fromEntries(rows.map(({ account, delta }) => [account, delta]))
}
const order = async (id: string) => (await cashier.rechargeOrders.queryById({ query: { id } })).result

describe('a recharge in cash', () => {
  it('credits everything of the rule as lots with their end, books the cash, and returns the order', async () => {
    const userId = await venue.member({ balance: 100 })
    const key = newId()
    const { result, message } = await recharge({ userId, sysDepartRechargeRoleId: await rule(), amount: 500 }, key)
    expect(message).toBe(key)
    expect(result).toMatchObject({
      id: key,
      payState: 'paid',
      userId,
      amount: 500,
      recharge: 500,
      give: 50,
      consumePayMode_dictText: '现金',
      projectType_dictText: '儿童赛道',
    })
    expect(await linesOf(key)).toEqual({
      balance: 50_000,
      give: 5000,
      integral: 50,
      laps: 7,
      frequency: 3,
      cash: 50_000,
    })
    const lots = await venue.rows('walletLot').where('sourceId', key)
    expect(lots).toHaveLength(5)
    // Thirty days from the next day, at the end of that day at the store.
    expect(new Set(lots.map(({ validUntil }) => String(validUntil))).size).toBe(1)
    expect(lots[0]?.validUntil).toEqual(new Date(`${result.validUntil}T16:00:00Z`))
    expect(await seen(cashier, userId)).toMatchObject({ balance: 501, give: 50, integral: 50, laps: 7 })
  })

  it('happens once for one key, however often and wherever it is sent; another body is refused', async () => {
    const userId = await venue.member()
    const sysDepartRechargeRoleId = await rule()
    const key = newId()
    const other = await server.startCopy()
    const elsewhere = await other.signIn('cashier')
    const sent = await Promise.all(
      [cashier, elsewhere, cashier, elsewhere].map((by) => recharge({ userId, sysDepartRechargeRoleId }, key, by)),
    )
    expect(new Set(sent.map(({ result }) => result.id))).toEqual(new Set([key]))
    expect(await seen(cashier, userId)).toMatchObject({ balance: 500, give: 50 })
    expect(await codeAndFieldOf(recharge({ userId, sysDepartRechargeRoleId, remark: '另一笔' }, key))).toBe(
      'common.keyReused',
    )
    // Two counters that serve one member: both recharges count.
    await Promise.all([cashier, elsewhere].map((by) => recharge({ userId, sysDepartRechargeRoleId }, newId(), by)))
    expect(await seen(cashier, userId)).toMatchObject({ balance: 1500, give: 150 })
    await other.stop()
  })

  it('uses the price and value of the rule, whatever the counter sends', async () => {
    const userId = await venue.member()
    const fixed = await rule()
    const custom = await rule({
      amountType: 'custom',
      recharge: 5000,
      price: 0,
      give: 0,
      integral: 0,
      frequency: 0,
      laps: 0,
    })
    const tried = (given: Given) => codeAndFieldOf(recharge({ userId, ...given }))
    expect(await tried({ sysDepartRechargeRoleId: fixed, amount: 0.01 })).toBe('recharge.priceChanged amount')
    expect(await tried({ sysDepartRechargeRoleId: custom })).toBe('recharge.amountNeeded amount')
    expect(await tried({ sysDepartRechargeRoleId: custom, amount: 49.99 })).toBe('recharge.amountTooLow amount')
    expect(await tried({ sysDepartRechargeRoleId: custom, amount: 49.999 })).toBe('common.invalidInput amount')
    expect(await tried({ sysDepartRechargeRoleId: custom, amount: -50 })).toBe('common.invalidInput amount')
    expect(await tried({ sysDepartRechargeRoleId: custom, amount: 1e15 })).toBe('common.invalidInput amount')
    expect(await tried({})).toBe('common.invalidInput sysDepartRechargeRoleId')
    expect(await tried({ userId: '999999', sysDepartRechargeRoleId: fixed })).toBe('members.notFound userId')
    const ignored = { recharge: 9999, give: 9999, price: 1, operatorId: newId() }
    await recharge({ userId, sysDepartRechargeRoleId: custom, amount: 88.8, ...ignored })
    expect(await seen(cashier, userId)).toMatchObject({ balance: 88.8, give: 0 })
  })

  it('is refused if the rule is not on sale or of another store, or the member is frozen', async () => {
    const userId = await venue.member()
    const tried = async (given: object) =>
      codeAndFieldOf(recharge({ userId, sysDepartRechargeRoleId: await rule(given) }))
    expect(await tried({ active: false })).toBe('recharge.ruleNotSold sysDepartRechargeRoleId')
    const past = { timeLimited: true, offeredFrom: '2020-01-01', offeredUntil: '2020-12-31' }
    expect(await tried(past)).toBe('recharge.ruleNotSold sysDepartRechargeRoleId')
    expect(await tried({ orgCode: 'A01A02' })).toBe('recharge.ruleNotSold sysDepartRechargeRoleId')
    const elsewhere = await rule({ orgCode: 'A01A02' })
    const hq = await server.signIn('hq')
    expect(await codeAndFieldOf(recharge({ userId, sysDepartRechargeRoleId: elsewhere }, newId(), hq))).toBe(
      'recharge.otherStore userId',
    )
    const frozen = await venue.member({ frozen: true })
    expect(await codeAndFieldOf(recharge({ userId: frozen, sysDepartRechargeRoleId: await rule() }))).toBe(
      'members.frozen userId',
    )
  })

  it('is refused if the store takes no cash, and names a cashier of the store', async () => {
    const userId = await venue.member()
    const sysDepartRechargeRoleId = await rule()
    const setStore = (set: object) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set(set).where('orgCode', '=', STORE).execute())
    await setStore({ acceptsCash: 'NO' })
    expect(await codeAndFieldOf(recharge({ userId, sysDepartRechargeRoleId }))).toBe('recharge.cashOff consumePayMode')
    await setStore({ acceptsCash: 'YES', cashierRequired: 'YES' })
    expect(await codeAndFieldOf(recharge({ userId, sysDepartRechargeRoleId }))).toBe(
      'sessions.cashierRequired cashierId',
    )
    for (const cashierId of [newId(), '-'.repeat(36)]) {
      expect(await codeAndFieldOf(recharge({ userId, sysDepartRechargeRoleId, cashierId }))).toBe(
        'sessions.cashierUnknown cashierId',
      )
    }
    const { result } = await recharge({ userId, sysDepartRechargeRoleId, cashierId: cashier.user.id })
    expect(result.departusername).toBe(cashier.user.realname)
    await setStore({ cashierRequired: 'NO' })
  })
})

describe('a rule whose value ends on a fixed date', () => {
  const today = () => businessDay(server.clock.now(), 'Asia/Shanghai', 0)
  const endingOn = (validOn: string, given: object = {}) => rule({ validityType: 'fixedDate', validOn, ...given })
  const offered = async (id: string) =>
    (await cashier.rechargeRules.listOnSale({ query: { id } })).result.records.map((one) => one.id)

  it('is sold on that day', async () => {
    const userId = await venue.member()
    const sysDepartRechargeRoleId = await endingOn(today())
    expect(await offered(sysDepartRechargeRoleId)).toEqual([sysDepartRechargeRoleId])
    const { result } = await recharge({ userId, sysDepartRechargeRoleId })
    expect(result).toMatchObject({ payState: 'paid', validUntil: today() })
    expect(await seen(cashier, userId)).toMatchObject({ balance: 500, give: 50 })
  })

  it('is not sold after it, in cash, by scan or to a new member, and no list offers it', async () => {
    const userId = await venue.member()
    const ended = await endingOn(daysAfter(today(), -1), { projectType: 'currency', selfService: true })
    const member = { phone: '17711110003', realname: '没进来', physicalCard: '' }
    const scan = { consumePayMode: 'wechat', payCode: codeEnding(0) } as const
    for (const given of [{ userId }, { userId, ...scan }, { member }]) {
      expect(await codeAndFieldOf(recharge({ ...given, sysDepartRechargeRoleId: ended }))).toBe(
        'recharge.ruleNotSold sysDepartRechargeRoleId',
      )
    }
    expect(await venue.rows('rechargeOrder').where('ruleId', ended)).toEqual([])
    expect(await venue.rows('ledgerLine').where('memberId', userId)).toEqual([])
    expect(await offered(ended)).toEqual([])
    const sold = await endingOn(today(), { projectType: 'currency', selfService: true })
    const { client } = await memberOnPage(server, venue, userId)
    const { result } = await client.memberShop.shop({ query: {} })
    const onPage = result.recharges.map(({ ruleId }) => ruleId)
    expect([onPage.includes(sold), onPage.includes(ended)]).toEqual([true, false])
  })

  it('is credited for a code that pays on that day; what a code pays after it is returned', async () => {
    const userId = await venue.member()
    const sysDepartRechargeRoleId = await endingOn(today())
    server.clock.set(new Date(dayEnds(today(), 'Asia/Shanghai', 0).getTime() - 5000))
    const begin = async (digit: number) => {
      const scan = { consumePayMode: 'wechat', payCode: codeEnding(digit) } as const
      return (await recharge({ userId, sysDepartRechargeRoleId, ...scan })).result.id
    }
    const [inTime, late] = [await begin(0), await begin(1)]
    await passes(server, 60_000)
    expect(await order(inTime)).toMatchObject({ payState: 'paid' })
    expect(await order(late)).toMatchObject({ payState: 'closed' })
    expect(await linesOf(late)).toEqual({})
    expect(await venue.rows('walletLot').where('sourceId', late)).toEqual([])
    const refused = { state: 'closed', reversal: 'done', reason: 'orderRefused' }
    expect(await venue.rows('payment').where('id', late)).toMatchObject([refused])
    const [trade] = await venue.rows('sandboxTrade').where('id', late)
    expect(trade?.reversedAt).not.toBeNull()
  })
})

describe('a new member', () => {
  it('is registered together with the recharge, or not at all', async () => {
    const sysDepartRechargeRoleId = await rule()
    const member = { phone: '17711110001', realname: '新来的', physicalCard: '7711110001' }
    const { result } = await recharge({ member, sysDepartRechargeRoleId })
    expect(result).toMatchObject({ isNew: 'YES', userTruenmae: '新来的', userPhone: '177****0001' })
    expect(await seen(cashier, result.userId)).toMatchObject({ balance: 500, physicalCard: '7711110001' })
    const again = { ...member, physicalCard: '' }
    expect(await codeAndFieldOf(recharge({ member: again, sysDepartRechargeRoleId }))).toBe('members.phoneTaken phone')
    const other = { phone: '17711110002', realname: '没进来', physicalCard: '' }
    expect(await codeAndFieldOf(recharge({ member: other, sysDepartRechargeRoleId, amount: 1 }))).toBe(
      'recharge.priceChanged amount',
    )
    expect(await venue.rows('member').where('phone', '17711110002')).toEqual([])
    expect(await codeAndFieldOf(recharge({ member: { ...other, phone: '' }, sysDepartRechargeRoleId }))).toBe(
      'members.phoneOrCard phone',
    )
    expect(await codeAndFieldOf(recharge({ member: other, userId: result.userId, sysDepartRechargeRoleId }))).toBe(
      'common.invalidInput userId',
    )
  })
})

describe('a level', () => {
  it('is raised with its benefits, and never lowered', async () => {
    const levels = await venue.rows('memberLevel').where('orgCode', STORE)
    const [low, high] = levels
      .filter(({ experience }) => Number(experience) > 0)
      .sort((one, other) => Number(one.rank) - Number(other.rank))
    const userId = await venue.member()
    await recharge({ userId, sysDepartRechargeRoleId: await rule({ memberLevel: high?.code }) })
    expect(await seen(cashier, userId)).toMatchObject({ memberLevel: high?.code, exp: high?.experience })
    await recharge({ userId, sysDepartRechargeRoleId: await rule({ memberLevel: low?.code }) })
    expect(await seen(cashier, userId)).toMatchObject({ memberLevel: high?.code, exp: high?.experience })
    // A level that no longer exists gives nothing, but the value is credited.
    await recharge({ userId, sysDepartRechargeRoleId: await rule({ memberLevel: 'gone' }) })
    expect(await seen(cashier, userId)).toMatchObject({ memberLevel: high?.code, balance: 1500 })
  })
})

describe('a play card', () => {
  it('starts, is extended by its days, and is not sold beside another kind', async () => {
    const userId = await venue.member()
    const month = await card()
    const first = (await recharge({ userId, sysDepartChangwanRoleId: month })).result
    expect(first).toMatchObject({ rechargeKind: 'card', amount: 699, recharge: 0, changwanCount: -1 })
    const second = (await recharge({ userId, sysDepartChangwanRoleId: month, amount: 699 })).result
    const days = (to: string | null, from: string | null) =>
      (Date.parse(`${to}`.replace(' ', 'T')) - Date.parse(`${from}`.replace(' ', 'T'))) / 86_400_000
    expect(days(second.changWanEndTime, first.changWanEndTime)).toBeCloseTo(30, 5)
    const [project] = (await seen(cashier, userId)).projects
    expect(project).toMatchObject({ isChangWan: 'YES', changwanCount: -1, changWanEndTime: second.changWanEndTime })
    const ten = await card({ plays: 10, days: 0 })
    expect(await codeAndFieldOf(recharge({ userId, sysDepartChangwanRoleId: ten }))).toBe(
      'recharge.cardDiffers sysDepartChangwanRoleId',
    )
    expect(await linesOf(second.id)).toEqual({ unlimited: 0, cash: 69_900 })
  })

  it('adds up rides, and requires a photograph if the rule says so', async () => {
    const userId = await venue.member()
    const ten = await card({ plays: 10, days: 0, needsPhoto: true, price: 0 })
    expect(await codeAndFieldOf(recharge({ userId, sysDepartChangwanRoleId: ten }))).toBe('recharge.photoNeeded photo')
    const photo = '/sys/common/static/member/x.jpg'
    // A free card is stored as cash of zero, whatever is sent.
    const free = await recharge({ userId, sysDepartChangwanRoleId: ten, photo, consumePayMode: 'wechat' })
    expect(free.result).toMatchObject({ payState: 'paid', consumePayMode: 'cash', amount: 0 })
    await recharge({ userId, sysDepartChangwanRoleId: ten })
    expect((await seen(cashier, userId)).projects[0]).toMatchObject({ changwanCount: 20, changWanEndTime: null })
    expect(await linesOf(free.result.id)).toEqual({ unlimited: 10 })
  })
})

describe('a recharge by scan', () => {
  const scan = async (digit: number, given: Given = {}) => {
    const userId = await venue.member()
    const key = newId()
    const body = { userId, sysDepartRechargeRoleId: await rule(), payCode: codeEnding(digit) }
    const { result } = await recharge({ ...body, consumePayMode: 'wechat', ...given }, key)
    expect(result.payState).toBe('nopay')
    expect(await seen(cashier, userId)).toMatchObject({ balance: 0, give: 0 })
    return { userId, key }
  }

  it('credits nothing before payment, and everything once after it', async () => {
    const { userId, key } = await scan(0)
    await passes(server, 3000)
    expect(await order(key)).toMatchObject({ payState: 'paid', payTime: expect.any(String) })
    expect(await seen(cashier, userId)).toMatchObject({ balance: 500, give: 50 })
    expect(await linesOf(key)).toMatchObject({ scan: 50_000, balance: 50_000 })
    await passes(server, 120_000)
    expect(await seen(cashier, userId)).toMatchObject({ balance: 500, give: 50 })
  })

  it('without payment is closed and credits nothing, also if the payment arrives too late', async () => {
    const late = await scan(3)
    const never = await scan(2)
    await passes(server, 400_000)
    for (const { userId, key } of [late, never]) {
      expect((await order(key)).payState).toBe('closed')
      expect(await seen(cashier, userId)).toMatchObject({ balance: 0, give: 0 })
      expect(await linesOf(key)).toEqual({})
    }
  })

  it('that is notified twice counts once, also during a merge of the member', async () => {
    const { userId, key } = await scan(6)
    const into = await venue.member({ balance: 100 })
    const merge = { sourceId: userId, targetId: into, reason: '重复登记' }
    await manager.memberMerge.merge({ key: newId(), body: merge })
    await passes(server, 60_000)
    expect(await order(key)).toMatchObject({ payState: 'paid', userId: into })
    expect(await seen(cashier, into)).toMatchObject({ balance: 501, give: 50 })
  })

  it('needs a pay code, which is not stored', async () => {
    const userId = await venue.member()
    const body = { userId, sysDepartRechargeRoleId: await rule(), consumePayMode: 'wechat' as const }
    expect(await codeAndFieldOf(recharge(body))).toBe('recharge.payCodeNeeded payCode')
    expect(await codeAndFieldOf(recharge({ ...body, payCode: 'hello' }))).toBe('payments.codeUnknown payCode')
    const payCode = codeEnding(0)
    await recharge({ ...body, payCode })
    expect(server.logs.join('')).not.toContain(payCode)
    const trail = await venue.rows('auditEntry').where('action', '/memberrecharge/sysMemberRecharge/add')
    expect(JSON.stringify(trail)).not.toContain(payCode)
  })

  it('sells one card at a time', async () => {
    const { userId } = await scan(2)
    const sysDepartChangwanRoleId = await card()
    const by = { userId, sysDepartChangwanRoleId, consumePayMode: 'wechat' as const }
    await recharge({ ...by, payCode: codeEnding(2) })
    expect(await codeAndFieldOf(recharge({ ...by, payCode: codeEnding(0) }))).toBe('recharge.cardPending')
    await passes(server, 60_000)
    await recharge({ userId, sysDepartChangwanRoleId })
  })
})

describe('orders', () => {
  it('are found by member, totalled over all pages, and selectable while paid', async () => {
    const userId = await venue.member({ phone: '17722220001' })
    const sysDepartRechargeRoleId = await rule()
    for (let paid = 0; paid < 3; paid++) await recharge({ userId, sysDepartRechargeRoleId })
    const open = newId()
    const scanned = { userId, sysDepartRechargeRoleId, consumePayMode: 'wechat' as const, payCode: codeEnding(2) }
    await recharge(scanned, open)
    const query = { keyword: '17722220001', pageSize: 2 }
    const { result } = await cashier.rechargeOrders.list({ query })
    expect([result.total, result.records.length, result.records[0]?.id]).toEqual([4, 2, open])
    const { result: sums } = await cashier.rechargeOrders.sums({ query })
    expect(sums).toEqual({
      orders: 4,
      paid: 3,
      amount: 1500,
      cash: 1500,
      scan: 0,
      refunded: 0,
      recharge: 1500,
      give: 150,
    })
    const picked = await cashier.rechargeOrders.listUnlinked({ query: { userPhone: '17722220001' } })
    expect(picked.result.records.map(({ id }) => id)).not.toContain(open)
    expect(picked.result.total).toBe(3)
    const [one] = picked.result.records
    const again = await cashier.rechargeOrders.listUnlinked({ query: { id: `${one?.id},` } })
    expect(again.result.records.map(({ id }) => id)).toEqual([one?.id])
    const file = await server.request('/api/memberrecharge/sysMemberRecharge/exportXls?keyword=17722220001', {
      token: manager.token,
    })
    expect(file.headers.get('content-type')).toMatch(/spreadsheet/)
  })

  it('have a receipt, marked as a copy when printed again', async () => {
    const userId = await venue.member()
    const { result } = await recharge({ userId, sysDepartRechargeRoleId: await rule(), remark: '生日', printId: 'P9' })
    await cashier.rechargeOrders.printReceipt({ body: { id: result.id } })
    const jobs = await venue.rows('printJob').where('orderId', result.id)
    expect(jobs.map(({ copyNo, printId }) => [copyNo, printId])).toEqual([
      [0, 'P9'],
      [1, ''],
    ])
    const printed = jobs[0]?.ticket as { document: { title: string; facts: [string, string][] } } | undefined
    const facts = new Map(printed?.document.facts)
    expect(printed?.document.title).toBe('充值小票')
    expect([facts.get('实付'), facts.get('余额'), facts.get('现有余额'), facts.get('备注')]).toEqual([
      '500.00 现金',
      '+500.00',
      '500.00',
      '生日',
    ])
    const open = newId()
    const sysDepartRechargeRoleId = await rule()
    await recharge({ userId, sysDepartRechargeRoleId, consumePayMode: 'wechat', payCode: codeEnding(2) }, open)
    expect(await codeAndFieldOf(cashier.rechargeOrders.printReceipt({ body: { id: open } }))).toBe('recharge.notPaid')
    expect(await venue.rows('printJob').where('orderId', open)).toEqual([])
  })

  it('are visible only at their store', async () => {
    const userId = await venue.member()
    const { result } = await recharge({ userId, sysDepartRechargeRoleId: await rule() })
    const other = await server.signIn('manager2', 'A01A02')
    expect(await codeAndFieldOf(other.rechargeOrders.queryById({ query: { id: result.id } }))).toBe(
      'common.recordNotFound',
    )
    expect(await codeAndFieldOf(other.rechargeOrders.printReceipt({ body: { id: result.id } }))).toBe(
      'common.recordNotFound',
    )
    expect((await other.rechargeOrders.sums({ query: {} })).result.orders).toBe(0)
    const coach = await server.signIn('coach')
    expect(await codeAndFieldOf(recharge({ userId, sysDepartRechargeRoleId: await rule() }, newId(), coach))).toBe(
      'auth.forbidden',
    )
  })
})
