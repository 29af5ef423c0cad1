import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitingKinds } from '#renderer/features/dashboard/waiting.ts'
import { makeDailyReports } from '#server/features/reports/daily-report.job.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { TestClient } from '#tests/support/server.ts'
import { type Bookings, bookingsOf } from '#tests/support/venue/bookings.ts'
import { type Sales, salesOf } from '#tests/support/venue/counter-sales.ts'
import { cash, type Drawer, drawerOf } from '#tests/support/venue/drawer.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue } = await testVenue()

const HOUR = 3_600_000
const DAY = 24 * HOUR
let manager: TestClient
let hq: TestClient
let cashier: TestClient
let sales: Sales
let bookings: Bookings
let drawer: Drawer

async function signIn(): Promise<void> {
  manager = await server.signIn('manager', STORE)
  hq = await server.signIn('hq')
  cashier = await server.signIn('cashier')
  sales = salesOf(server, venue, cashier)
  bookings = bookingsOf(server, { venue, manager, cashier })
}

beforeAll(async () => {
  // After all sales of the demo data.
  server.clock.advance(40 * DAY)
  await venue.inEveryStore((trx) => trx.updateTable('store').set({ cashExplainedFrom: '2000-01-01' }).execute())
  await signIn()
})
beforeEach(async () => {
  await needShifts('YES')
  drawer = await drawerOf(server, manager, cashier)
})

const needShifts = (cashNeedsShift: 'YES' | 'NO') =>
  manager.storeSettings.edit({ body: { orgCode: STORE, cashNeedsShift } })

const walkIn = { consumeType: 'NOCARDCONSUME', price: 10_800 } as const
const inCash = { consumePayMode: 'cash' } as const

/** Every operation in which a cashier takes cash, each for a new guest. */
async function cashOperations(): Promise<Record<string, () => Promise<unknown>>> {
  const userId = await venue.member({ balance: 100_000 })
  const hung = await sales.hang(walkIn)
  const recharge = {
    id: newId(),
    orgCode: STORE,
    name: `充值 ${userId}`,
    price: 50_000,
    recharge: 50_000,
    validDays: 30,
  }
  const offered = { ...recharge, amountType: 'fixed', salesMethod: 'storedValue', validityType: 'fixedDays' } as const
  await venue.inEveryStore((trx) => trx.insertInto('rechargeRule').values(offered).execute())
  const [{ id: session }, { id: later }] = [await bookings.session(), await bookings.session()]
  const booked = await bookings.book(later)
  return {
    'a charge': () => sales.charge(walkIn, inCash),
    'a charge that lines up': () => sales.charge(walkIn, { ...inCash, usageMode: 'lineup' }),
    'a ride with a deposit': () => sales.charge({ ...walkIn, price: 0, deposit: 5000 }, inCash),
    'a deduction': () => sales.settle(hung, 'NOCARDCONSUME', inCash),
    'a recharge': () =>
      cashier.rechargeOrders.add({ key: newId(), body: { ...inCash, userId, sysDepartRechargeRoleId: recharge.id } }),
    'the deposit of a reservation': () => bookings.book(session, { ...inCash, deposit: 50 }),
    'an arrival': () => bookings.arrive(booked.id),
  }
}

describe('a store that requires shifts for cash', () => {
  it('refuses cash without a shift in every operation, naming the field, and writes nothing', async () => {
    const ways = await cashOperations()
    const count = () =>
      Promise.all(
        (['ledgerLine', 'consumeOrder', 'rechargeOrder', 'reservation'] as const).map(
          async (table) => (await venue.rows(table).where('orgCode', STORE)).length,
        ),
      )
    const before = await count()
    for (const [way, take] of Object.entries(ways))
      expect(await codeAndFieldOf(take()), way).toBe('shifts.required consumePayMode')
    expect(await count()).toEqual(before)
    expect(text('zh', 'error.shifts.required')).toContain('开班')
    // Without a terminal the shift belongs to the user.
    const { id } = (await cashier.shifts.open({ key: newId(), body: { floatAmount: 0 } })).result
    for (const [way, take] of Object.entries(ways)) expect(await codeOf(take()), way).toBe('done')
    const lines = (await venue.rows('ledgerLine').where('shiftId', id)).filter(({ account }) => account === 'cash')
    expect(lines).toHaveLength(Object.keys(ways).length)
    expect((await manager.shifts.outside({ query: {} })).result).toEqual([])
    await cashier.shifts.close({ key: newId(), body: { id, counted: 0 } })
  })

  it('accepts free orders and scan payments without one', async () => {
    expect(await codeOf(sales.charge({ ...walkIn, price: 0 }, inCash))).toBe('done')
    const { result } = await sales.charge(walkIn, { consumePayMode: 'wechat', payCode: '130000000000000000' })
    expect(result.payMode).toBe('scan')
  })

  it('has each sale in the shift or refused when it is closed concurrently', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = (await cashier.shifts.open({ key: newId(), body: { floatAmount: 0 } })).result
      const sold = Array.from({ length: 6 }, () => codeOf(sales.charge({ ...walkIn, price: 100 }, inCash)))
      const [closed, ...codes] = await Promise.all([
        cashier.shifts.close({ key: newId(), body: { id, counted: 0 } }),
        ...sold,
      ])
      const taken = codes.filter((code) => code === 'done').length
      expect(codes.filter((code) => code !== 'done' && code !== 'shifts.required')).toEqual([])
      expect(closed.result.expectedAmount).toBe(taken)
    }
    expect((await manager.shifts.outside({ query: {} })).result).toEqual([])
  })

  it('accepts a late offline sale, and lists it as outside', async () => {
    const happenedAt = new Date(server.clock.now().getTime() - HOUR)
    await drawer.sell(cash(2000), { happenedAt })
    const [listed] = (await manager.shifts.outside({ query: {} })).result
    expect(listed).toMatchObject({ sysOrgCode: STORE, personName: '李小敏', count: 1, amount: 20, isOpen: true })
  })
})

describe('cash outside shifts', () => {
  it('is the same amount in the shift list, daily report, radar, reconciliation and home page', async () => {
    server.clock.advance(DAY)
    await signIn()
    await needShifts('NO')
    await sales.charge(walkIn, inCash)
    await sales.charge({ ...walkIn, price: 1200 }, inCash)
    const { id } = (await cashier.shifts.open({ key: newId(), body: { floatAmount: 0 } })).result
    await sales.charge({ ...walkIn, price: 700 }, inCash)
    await cashier.shifts.close({ key: newId(), body: { id, counted: 7 } })

    const home = async (by: TestClient) => {
      const kind = waitingKinds.find(({ label }) => label === 'home.waits.outside')
      return kind?.count(await kind.ask(by, kind.filters('')))
    }
    const found = async () => (await manager.shifts.outside({ query: {} })).result
    const [listed] = await found()
    expect(listed).toMatchObject({ count: 2, amount: 120, isOpen: true, personName: '李小敏' })
    const figure = listed?.amount
    const day = listed?.businessDay ?? ''
    const before = (await home(manager)) ?? 0
    expect(await home(await server.signIn('manager2'))).toBe(0)

    const { people } = (await manager.lossRadar.query({ query: { from: day, until: day } })).result
    const own = people.find(({ userId }) => userId === cashier.user.id)
    expect(own?.figures.find(({ measure }) => measure === 'outside')).toMatchObject({ count: 2, amount: figure })

    await manager.reconciliation.run({})
    const query = { kind: 'outside', state: 'open', sysOrgCode: STORE }
    const differences = async () => (await manager.reconciliation.list({ query })).result.records
    const [difference] = (await differences()).filter(({ reference }) => reference.startsWith(day))
    expect(difference).toMatchObject({ stored: figure, expected: 0, difference: figure, personName: '李小敏' })
    await hq.reconciliation.settle({ body: { id: difference?.id ?? '', remark: '已数清并存入保险柜' } })
    expect(await found()).toContainEqual({ ...listed, isOpen: false })
    expect(await home(manager)).toBe(before - 1)

    // Another amount is open again.
    await sales.charge({ ...walkIn, price: 500 }, inCash)
    expect(await home(manager)).toBe(before)
    await manager.reconciliation.run({})
    expect(await differences()).toContainEqual(expect.objectContaining({ id: difference?.id, stored: 125 }))

    server.clock.advance(2 * DAY)
    await signIn()
    await makeDailyReports(server.deps, 3)
    const { records } = (await manager.dailyReports.list({ query: { day } })).result
    expect(records).toMatchObject([{ day, cashOutside: 125 }])
    const sum = (await venue.rows('ledgerLine').where('account', 'cash'))
      .filter(({ shiftId, businessDay }) => shiftId === null && businessDay === day)
      .reduce((all, { delta }) => all + Number(delta), 0)
    expect(fromMinor(sum)).toBe(125)
  })
})
