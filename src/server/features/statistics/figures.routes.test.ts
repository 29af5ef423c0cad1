import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { post } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { daysAfter } from '#shared/core/time.ts'
import { OrderType } from '#shared/features/sessions/charge.schema.ts'
import { figureKeyText } from '#shared/features/statistics/figure-text.calc.ts'
import type { FigureGroup, Figures } from '#shared/features/statistics/statistics.contract.ts'
import type { TestClient } from '#tests/support/server.ts'
import { type Counted, countedFigures } from '#tests/support/venue/figures.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE, type Venue } from '#tests/support/venue/venue.ts'
import { HOME, shareCards } from '#tests/support/visitors.ts'
import { rollUpFigures } from './rollup.job.ts'

const { server, venue } = await testVenue()

let cashier: TestClient
let manager: TestClient
let hq: TestClient
const signIn = async () => {
  cashier = await server.signIn('cashier')
  manager = await server.signIn('manager', STORE)
  hq = await server.signIn('hq')
}

beforeAll(async () => {
  await signIn()
  await venue.setHungLimit(1000)
})

const HOUR = 3_600_000
const GROUPS: FigureGroup[] = ['day', 'hour', 'type', 'rule', 'cashier', 'store']

async function figures(by: FigureGroup, client = hq) {
  const today = (await client.statistics.figures({ query: { period: 'today' } })).result.today
  const query = { by, period: 'range', from: daysAfter(today, -80), until: today } as const
  return (await client.statistics.figures({ query })).result
}
const shown = ({
  revenue,
  recharges,
  refunded,
  deposit,
  consumption,
  orders,
  discount,
  couponOff,
}: Figures): Counted => ({
  revenue,
  recharges,
  refunded,
  deposit,
  consumption,
  orders,
  discount,
  couponOff,
})
const anything = (figure: Counted): boolean => Object.values(figure).some((value) => value !== 0)

/** Every figure in every grouping equals the rows. */
async function expectEqual(): Promise<void> {
  for (const by of GROUPS) {
    const { rows } = await figures(by)
    const seen = rows.map(({ key, now }) => [key, shown(now)] as const).filter(([, figure]) => anything(figure))
    const counted = await venue.inEveryStore((trx) => countedFigures(trx, by))
    expect([by, Object.fromEntries(seen)]).toEqual([by, counted])
  }
}

async function charge(rule: Parameters<Venue['rule']>[0], more: object = {}): Promise<string> {
  const { id } = await venue.rule(rule)
  const consumeType = rule?.consumeType ?? 'BALANCE'
  const body = { consumeType, consumeVehicleMode: 'circlemode', sysDepartConsumeRoleId: id, racer: '车手' } as const
  const { id: vehicleId } = await venue.vehicle()
  return (await cashier.consume.add({ key: newId(), body: { vehicleId, ...body, ...more } })).result.id
}
const guest = (more: object = {}) =>
  charge({ consumeType: 'NOCARDCONSUME', price: 6800, deposit: 5000 }, { consumePayMode: 'cash', ...more })
const scans = (digit: number) => guest({ consumePayMode: 'wechat', payCode: codeEnding(digit) })
const refund = (orderKind: 'consume' | 'recharge', orderId: string, amount?: number) =>
  manager.refunds.add({
    key: newId(),
    body: { orderKind, orderId, amount, reason: '顾客改期', password: DEMO_PASSWORD },
  })
async function recharge(userId: string): Promise<string> {
  const row = {
    id: newId(),
    orgCode: STORE,
    name: '统计充值',
    amountType: 'fixed',
    salesMethod: 'storedValue',
  } as const
  const amounts = { recharge: 50_000, price: 50_000, give: 5000 }
  const days = { validityType: 'forever', validDays: 0, validOn: null, offeredFrom: null, offeredUntil: null }
  const values = { ...row, ...amounts, ...days, name: `统计充值 ${row.id}` }
  await venue.inEveryStore((trx) =>
    trx
      .insertInto('rechargeRule')
      .values(values as never)
      .execute(),
  )
  const body = { userId, sysDepartRechargeRoleId: row.id, consumePayMode: 'cash' } as const
  return (await cashier.rechargeOrders.add({ key: newId(), body })).result.id
}

describe('statistics', () => {
  it('equal ledger and orders, whatever happens and however much is rolled up', async () => {
    await expectEqual()
    await rollUpFigures(server.deps)
    expect((await venue.rows('rollupWatermark').where('single', 'true'))[0]?.ledger).toBeGreaterThan(1000)
    await expectEqual()

    const member = await venue.member({ balance: 100_000, give: 7700, integral: 500, laps: 50 })
    const plain = await charge({ price: 3333 }, { userId: member, people: 2 })
    await shareCards(venue)
    const visitor = await venue.member({ orgCode: HOME, balance: 5000, give: 9000, integral: 90, coins: 9 })
    const elsewhere = await charge({ price: 2777 }, { userId: visitor, people: 2 })
    await charge({ consumeType: 'INTEGRAL', integral: 30, price: 0 }, { userId: visitor })
    await manager.memberLevels.add({ body: { code: 'fifth', name: '八五折', rank: 90, experience: -1, discount: 15 } })
    const ranked = await venue.member({ balance: 100_000, memberLevel: 'fifth' })
    const discounted = await charge({ price: 6800, priceMode: 'every' }, { userId: ranked, people: 3 })
    const [groupNumber] = await venue.coupons({ kind: 'discount', value: 0, percent: 15 })
    await charge({ price: 3333 }, { userId: member, groupNumber })
    await charge({ consumeType: 'INTEGRAL', integral: 30, price: 0 }, { userId: member })
    await charge({ consumeType: 'QUAN', price: 0, laps: 5 }, { userId: member })
    await charge({ consumeType: 'TESTCARD', price: 0 })
    const lines = [{ productId: await venue.product({ price: 333 }), count: 3 }]
    const givenMost = await venue.member({ balance: 500, give: 10_000, integral: 30 })
    const visitorWithGoods = await charge({ price: 1001 }, { userId: visitor, lines })
    const withGoods = await charge({ price: 1001 }, { userId: givenMost, lines })
    await charge({ consumeType: 'INTEGRAL', integral: 30, price: 0 }, { userId: givenMost, lines })
    const guestWithGoods = await guest({ lines })
    await cashier.productSales.add({ key: newId(), body: { lines, consumePayMode: 'cash' } })
    const walkIn = await guest()
    const paid = await scans(0)
    await passes(server, 3000)
    await recharge(member)
    const wrong = await recharge(member)
    await venue.post({ kind: 'float', operatorId: newId() }, [{ account: 'cash', delta: 50_000 }])
    await venue.post({ kind: 'adjust' }, [{ account: 'balance', member, delta: 900 }])
    await expectEqual()
    await rollUpFigures(server.deps)
    await expectEqual()

    // Rolled-up orders are refunded, first partly, on another day, and a pending scan is paid meanwhile.
    const waits = await scans(1)
    await rollUpFigures(server.deps)
    server.clock.advance(24 * HOUR)
    await passes(server, 70_000)
    await signIn()
    await refund('consume', plain, 20)
    await refund('consume', discounted)
    await refund('consume', elsewhere, 31)
    await refund('consume', visitorWithGoods)
    const [line] = (await venue.rows('orderLine').where('orderId', withGoods)).filter(({ kind }) => kind === 'product')
    const one = [{ lineId: String(line?.id), count: 1 }]
    await manager.refunds.add({
      key: newId(),
      body: { orderKind: 'consume', orderId: withGoods, lines: one, reason: '退一件', password: DEMO_PASSWORD },
    })
    await refund('consume', withGoods, 5)
    await refund('consume', guestWithGoods)
    await refund('consume', walkIn)
    await refund('recharge', wrong)
    await cashier.consumeOrders.returnDeposit({ key: newId(), body: { id: walkIn } })
    await refund('consume', paid)
    await passes(server, 30_000)
    await expectEqual()
    await rollUpFigures(server.deps)
    expect((await venue.rows('consumeOrder').where('id', waits))[0]).toMatchObject({ seq: expect.any(Number) })

    // A terminal was offline: a ride has its money in its own hour, of this day and of the previous one.
    const terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
    for (const hours of [2, 26]) {
      const startedAt = new Date(server.clock.now().getTime() - hours * HOUR).toISOString()
      const { id: ruleId } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 6800, deposit: 5000 })
      const paid = { id: newId(), by: 'cash', amount: 68, deposit: 50, statement: '' } as const
      const late = { startedAt, terminalTicket: 'T1-001', offline: true, paid }
      const body = venue.start({ ruleId, vehicleId: (await venue.vehicle()).id, ...late })
      await terminal.with(cashier).playBeforePay.add({ key: newId(), body })
    }
    await expectEqual()

    // Cash without an order belongs to the previous day, and to no hour.
    const then = new Date(server.clock.now().getTime() - 30 * HOUR)
    const key = newId()
    await venue.post({ kind: 'consume', id: key, happenedAt: then }, [{ account: 'cash', delta: 4200 }])
    await expectEqual()
    await rollUpFigures(server.deps)
    await expectEqual()
    expect((await figures('hour')).rows.at(-1)).toMatchObject({ key: '', now: { revenue: 42 } })
  })

  it('have a text for each type', async () => {
    const [lines] = await venue.inEveryStore((trx) =>
      sql<{ source: string }>`select prosrc as source from pg_proc where proname = 'figure_entries'`
        .execute(trx)
        .then(({ rows }) => rows),
    )
    const literals = [...(lines?.source.matchAll(/'([A-Z]+)'/g) ?? [])].map(([, type]) => type ?? '')
    expect(literals).toContain('BOOKING')
    for (const type of [...literals, ...OrderType.options])
      expect([type, figureKeyText((key) => key, 'type', type, '')]).not.toEqual([type, 'statistics.gone'])
  })

  it('count an entry whose transaction commits after later ones were rolled up', async () => {
    await rollUpFigures(server.deps)
    const before = (await figures('day')).total.now
    const held = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const cause = {
      kind: 'consume',
      orgCode: STORE,
      operatorId: null,
      terminalId: null,
      now: server.clock.now(),
    } as const
    const slow = server.deps.db.scoped(EVERY_STORE, async (trx) => {
      await post(trx, { ...cause, id: newId() }, [{ account: 'cash', delta: 100 }])
      written.resolve()
      await held.promise
    })
    await written.promise
    await venue.post({ ...cause, id: newId() }, [{ account: 'cash', delta: 20 }])
    // An open transaction: later rows are not rolled up, but counted.
    await rollUpFigures(server.deps)
    expect((await figures('day')).total.now.revenue).toBeCloseTo(before.revenue + 0.2, 5)
    held.resolve()
    await slow
    await expectEqual()
    await rollUpFigures(server.deps)
    await expectEqual()
    expect((await figures('day')).total.now.revenue).toBeCloseTo(before.revenue + 1.2, 5)
  })

  it('stay exact while several copies roll up and many charge and read', async () => {
    const member = await venue.member({ balance: 1_000_000 })
    const before = (await figures('day')).total.now
    const seen: number[] = []
    const charges = Promise.all(Array.from({ length: 12 }, () => charge({ price: 100 }, { userId: member })))
    const folds = Promise.all(
      [0, 1, 2].map(async () => {
        for (let round = 0; round < 4; round++) await rollUpFigures(server.deps)
      }),
    )
    for (let look = 0; look < 6; look++) seen.push((await figures('day')).total.now.consumption)
    await Promise.all([charges, folds])
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    expect((await figures('day')).total.now.consumption).toBeCloseTo(before.consumption + 12, 5)
    await expectEqual()
  })

  it('use the business days of a store that closes after midnight', async () => {
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ dayStartHour: 6 }).where('orgCode', '=', STORE).execute(),
    )
    // 23:30, 2:30 and 5:42 in Shanghai are the same business day.
    const night = new Date(server.clock.now().getTime() + 3 * 24 * HOUR)
    night.setUTCHours(15, 30, 0, 0)
    for (const hours of [0, 3, 6.2]) {
      server.clock.set(new Date(night.getTime() + hours * HOUR))
      await signIn()
      await guest()
      if (hours === 3) await rollUpFigures(server.deps)
    }
    const { result } = await manager.statistics.figures({ query: { period: 'today', by: 'hour' } })
    expect(result.total.now).toMatchObject({ guests: 204, orders: 3 })
    expect(result.rows.filter(({ now }) => now.orders > 0).map(({ key }) => key)).toEqual(['23', '02', '05'])
    expect(result).toMatchObject({ from: night.toISOString().slice(0, 10), dayStartHour: 6 })
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ dayStartHour: 0 }).where('orgCode', '=', STORE).execute(),
    )
  })

  it('count a ride when it starts, and its driving when it ends', async () => {
    const { id } = await venue.vehicle()
    const member = await venue.member({ balance: 10_000 })
    const of = async () => {
      const { result } = await manager.statistics.figures({ query: { by: 'vehicle', period: 'today' } })
      return result.rows.find(({ key }) => key === id)
    }
    await charge(
      { price: 100, laps: 0, minutes: 8 },
      { userId: member, vehicleId: id, consumeVehicleMode: 'timermode' },
    )
    expect(await of()).toMatchObject({ name: expect.stringContaining('测试车'), now: { sessions: 1, minutes: 0 } })
    server.clock.advance(5 * 60_000)
    await manager.vehicles.finish({ body: { id } })
    expect(await of()).toMatchObject({ now: { sessions: 1, minutes: 5 }, before: { sessions: 0 } })
    const { total } = (await manager.statistics.figures({ query: { by: 'hour', period: 'today' } })).result
    expect((await manager.statistics.figures({ query: { by: 'store', period: 'today' } })).result.total).toEqual(total)
  })

  it('add up driving time by seconds', async () => {
    // Away from day and hour boundaries, on a day without other rides.
    const noon = new Date(server.clock.now().getTime() + 100 * 24 * HOUR)
    noon.setUTCHours(4, 10, 0, 0)
    server.clock.set(noon)
    await signIn()
    for (const _ of ['one', 'other']) {
      const { id } = await venue.vehicle()
      await guest({ vehicleId: id })
      server.clock.advance(90_000)
      await manager.vehicles.finish({ body: { id } })
    }
    const minutesBy = async (by: FigureGroup) => {
      const { rows, total } = (await manager.statistics.figures({ query: { by, period: 'today' } })).result
      return [total.now.minutes, rows.map(({ now }) => now.minutes).filter((minutes) => minutes > 0)]
    }
    for (const by of ['day', 'hour', 'store'] as const) expect([by, ...(await minutesBy(by))]).toEqual([by, 3, [3]])
    expect(await minutesBy('vehicle')).toEqual([3, [2, 2]])
    const definition = {
      source: 'runs',
      columns: [{ key: 'm', column: 'minutes', aggregate: 'sum' as const }],
      filters: [{ key: 'd', column: 'day', rule: 'period' as const, values: ['today'], asked: false }],
      sort: [],
      limit: 10,
      display: 'table' as const,
      across: '',
    }
    const { rows } = (await manager.customReports.run({ body: { definition } })).result
    // Not rounded, so with the milliseconds of the calls.
    expect(rows[0]?.[0]).toBeCloseTo(3, 0)
  })

  it('cover the stores in scope, and refuse invalid days', async () => {
    const { total } = (await manager.statistics.figures({ query: { period: 'days30' } })).result
    const query = { period: 'days30', sysOrgCode: STORE } as const
    expect((await hq.statistics.figures({ query })).result.total).toEqual(total)
    // A user of one store cannot choose another.
    const other = await server.signIn('manager2')
    expect((await other.statistics.figures({ query })).result.total).not.toEqual(total)
    const refused = (from: string, until: string) =>
      hq.statistics.figures({ query: { period: 'range', from, until } }).catch(({ code }) => code)
    expect(await refused('2026-03-04', '2026-03-03')).toBe('statistics.backwards')
    expect(await refused('2020-03-04', '2026-03-03')).toBe('statistics.tooLong')
  })

  it('cannot be written by the server itself, nor rolled up for one store', async () => {
    const fails = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        ({ message }) => message as string,
      )
    expect(await fails(venue.inEveryStore((trx) => sql`update day_figure set cash = 0`.execute(trx)))).toContain(
      'permission denied',
    )
    const one = server.deps.db.scoped({ from: STORE, to: `${STORE}~` }, (trx) =>
      sql`select fold_figures(10)`.execute(trx),
    )
    expect(await fails(one)).toContain('all stores at once')
  })
})
