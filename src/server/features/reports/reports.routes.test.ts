import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { daysAfter } from '#shared/core/time.ts'
import type { RadarMeasure } from '#shared/features/reports/loss-radar.calc.ts'
import { timeFilter } from '#shared/features/statistics/figure-links.calc.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeAndFieldOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { liabilityOf } from './liability.service.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])

const inDays = (days: number): Date => new Date(server.clock.now().getTime() + days * 86_400_000)
const isFile = async (path: string, client: TestClient) =>
  (await server.request(`/api${path}`, { token: client.token })).headers.get('content-type')?.includes('spreadsheet')

describe('the liability to members', () => {
  const owed = async (query: object = {}, by = manager) => (await by.liability.query({ query })).result
  const change = <T extends { balance: number; give: number }>(before: T | undefined, after: T | undefined) => [
    Math.round(((after?.balance ?? 0) - (before?.balance ?? 0)) * 100),
    Math.round(((after?.give ?? 0) - (before?.give ?? 0)) * 100),
  ]

  it('is the value of lots, paid and gift, by age and end, and matches the movement', async () => {
    const before = await owed()
    const member = await venue.member({ integral: 7 })
    await venue.post({ kind: 'recharge' }, [
      { account: 'balance', member, delta: 10_000 },
      { account: 'give', member, delta: 3000, validUntil: inDays(20) },
    ])
    await venue.post({ kind: 'recharge' }, [{ account: 'balance', member, delta: 500, validUntil: inDays(400) }])
    await venue.post({ kind: 'consume' }, [{ account: 'balance', member, delta: -2000 }])
    const after = await owed()
    expect(change(before.total, after.total)).toEqual([8500, 3000])
    expect(after.total.integral - before.total.integral).toBe(7)
    const end = (of: typeof after, name: string) => of.total.ends.find((one) => one.end === name)
    const age = (of: typeof after, name: string) => of.total.ages.find((one) => one.age === name)
    expect(change(end(before, 'days30'), end(after, 'days30'))).toEqual([0, 3000])
    expect(change(age(before, 'days30'), age(after, 'days30'))).toEqual([8500, 3000])
    // Value that ends first is spent first: nothing is left of the 5.00 that would have ended.
    expect(change(end(before, 'later'), end(after, 'later'))).toEqual([0, 0])
    expect(change(end(before, 'never'), end(after, 'never'))).toEqual([8500, 0])
    for (const { total, movement } of [before, after]) {
      for (const account of ['balance', 'give'] as const) {
        const sum = (parts: readonly Record<typeof account, number>[]) =>
          Math.round(parts.reduce((all, part) => all + part[account], 0) * 100)
        expect(sum(total.ages)).toBe(sum([total]))
        expect(sum(total.ends)).toBe(sum([total]))
        expect(sum([movement.before, ...movement.causes])).toBe(sum([movement.after]))
        expect(movement.after[account]).toBe(total[account])
      }
    }
    const cause = (of: typeof after, name: string) => of.movement.causes.find(({ causeKind }) => causeKind === name)
    expect(change(cause(before, 'consume'), cause(after, 'consume'))).toEqual([-2000, 0])
    expect(change(cause(before, 'recharge'), cause(after, 'recharge'))).toEqual([10_500, 3000])
    // Ended days close with the liability of that time, and the next day opens with it.
    const yesterday = daysAfter(after.movement.until, -1)
    const then = await owed({ from: yesterday, until: yesterday })
    const today = await owed({ from: after.movement.until, until: after.movement.until })
    expect(change(then.movement.after, today.movement.before)).toEqual([0, 0])
    expect(then.movement.after.balance).toBeLessThan(after.total.balance)
  })

  it('is read at one moment, while members are charged', async () => {
    const member = await venue.member()
    await venue.post({ kind: 'recharge' }, [{ account: 'balance', member, delta: 10_000 }])
    const { until } = (await owed()).movement
    let charges = 0
    const found = await server.deps.db.scoped({ from: STORE, to: `${STORE}~` }, (trx) =>
      liabilityOf(
        server.deps,
        { user: manager.user as never },
        // After each statement the member is charged.
        trx.withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            charges++
            await venue.post({ kind: 'consume' }, [{ account: 'balance', member, delta: -100 }])
            return result
          },
        }) as typeof trx,
        { from: until, until },
      ),
    )
    expect(charges).toBeGreaterThan(1)
    const opening = (await owed({ from: until, until })).movement.before
    expect(change(opening, found.movement.before)).toEqual([0, 0])
  })

  it('is shown per store, with the permission, and as a workbook', async () => {
    await venue.post({ orgCode: 'A01A02', kind: 'recharge' }, [
      { account: 'balance', member: await venue.member({ orgCode: 'A01A02' }), delta: 1234 },
    ])
    const all = await owed({}, hq)
    expect(all.stores.map(({ sysOrgCode }) => sysOrgCode)).toEqual(['A01A01', 'A01A02'])
    const only = await owed({ sysOrgCode: 'A01A02' }, hq)
    expect(only.stores).toHaveLength(1)
    expect(only.total.balance).toBe(all.stores[1]?.balance)
    expect((await owed()).stores.map(({ sysOrgCode }) => sysOrgCode)).toEqual([STORE])
    expect(await codeAndFieldOf(cashier.liability.query({ query: {} }))).toBe('auth.forbidden')
    expect(await codeAndFieldOf(owed({ from: '2026-02-02', until: '2026-02-01' }))).toBe('reports.backwards until')
    expect(await codeAndFieldOf(owed({ from: '2020-01-01', until: '2026-02-01' }))).toBe('reports.tooLong from')
    expect(await isFile('/report/sysLiability/exportXls', manager)).toBe(true)
  })
})

describe('the loss radar', () => {
  const look = async (by = manager, query: object = {}) => (await by.lossRadar.query({ query })).result
  const figureOf = async (name: string, measure: RadarMeasure) =>
    (await look()).people
      .find(({ realname }) => realname === name)
      ?.figures.find((figure) => figure.measure === measure)

  it('counts the actions of each cashier', async () => {
    const name = cashier.user.realname
    const measures = ['refunds', 'cancels', 'tests', 'voids', 'discounts', 'short', 'cashOut'] as const
    const before = new Map<string, Awaited<ReturnType<typeof figureOf>>>()
    for (const measure of measures) before.set(measure, await figureOf(name, measure))
    // A cancelled ride.
    const { id: vehicleId } = await venue.vehicle()
    const member = await venue.member({ balance: 10_000 })
    const key = newId()
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId, userId: member }), key })
    const cancelled = (await figureOf(manager.user.realname, 'cancels'))?.count ?? 0
    await manager.playBeforePay.delete({ query: { id: key }, reason: '点错了' })
    const counted = await figureOf(manager.user.realname, 'cancels')
    expect(counted?.count).toBe(cancelled + 1)
    // The list behind a figure has the same count, and so has its workbook.
    const found = await look()
    const behind = timeFilter('createTime', found, found)
    const { result } = await manager.playBeforePay.list({
      query: { ...behind, cancelledBy: manager.user.realname, pageSize: 100 },
    })
    expect(result.total).toBe(counted?.count)
    expect(result.records.map(({ id }) => id)).toContain(key)
    const byCashier = await manager.playBeforePay.list({ query: { ...behind, staffName: name, pageSize: 100 } })
    expect(byCashier.result.records.map(({ id }) => id)).toContain(key)
    // Cash taken out, and a drawer counted short.
    const shift = (await cashier.shifts.open({ body: { floatAmount: 100 }, key: newId() })).result
    const out = { id: shift.id, kind: 'cashOut' as const, amount: 20, reason: '买水' }
    await cashier.shifts.move({ body: out, key: newId() })
    await cashier.shifts.close({ body: { id: shift.id, counted: 77.5 }, key: newId() })
    // Manual value belongs to the user who granted it.
    await venue.post({ kind: 'adjust', operatorId: cashier.user.id }, [{ account: 'give', member, delta: 800 }])
    const after = new Map<string, Awaited<ReturnType<typeof figureOf>>>()
    for (const measure of measures) after.set(measure, await figureOf(name, measure))
    const more = (measure: RadarMeasure) => [
      (after.get(measure)?.count ?? 0) - (before.get(measure)?.count ?? 0),
      Math.round(((after.get(measure)?.amount ?? 0) - (before.get(measure)?.amount ?? 0)) * 100),
    ]
    expect(more('cancels')).toEqual([0, 0])
    expect(more('cashOut')).toEqual([1, 2000])
    expect(more('short')).toEqual([1, 250])
    expect(more('discounts')).toEqual([1, 800])
    expect(more('refunds')).toEqual([0, 0])
  })

  it('leads to lists of the same business days and store', async () => {
    const setDayStart = (dayStartHour: number) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set({ dayStartHour }).where('orgCode', '=', STORE).execute())
    await setDayStart(6)
    const noon = server.clock.now()
    // Half past one at night is still the business day before, and half past six is the next.
    const day = daysAfter(noon.toISOString().slice(0, 10), 20)
    const keys: string[] = []
    for (const time of ['01:30', '06:30']) {
      server.clock.set(new Date(`${daysAfter(day, 1)}T${time}:00+08:00`))
      const by = await server.signIn('manager', STORE)
      const key = newId()
      const { id: vehicleId } = await venue.vehicle()
      await by.playBeforePay.add({ body: venue.start({ vehicleId, userId: '' }), key })
      await by.playBeforePay.delete({ query: { id: key }, reason: '点错了' })
      keys.push(key)
    }
    const by = await server.signIn('hq')
    const radar = (await by.lossRadar.query({ query: { from: day, until: day, sysOrgCode: STORE } })).result
    expect(radar).toMatchObject({ dayStartHour: 6, timeZone: 'Asia/Shanghai', sysOrgCode: STORE })
    const person = radar.people.find(({ realname }) => realname === manager.user.realname)
    expect(person?.figures.find(({ measure }) => measure === 'cancels')?.count).toBe(1)
    const query = { ...timeFilter('createTime', radar, radar), sysOrgCode: STORE, cancelledBy: manager.user.realname }
    const { records } = (await by.playBeforePay.list({ query: { ...query, pageSize: 100 } })).result
    expect(records.map(({ id }) => id)).toEqual([keys[0]])
    await setDayStart(0)
    server.clock.set(noon)
  })

  it('excludes test drives: a user without sales is not compared', async () => {
    const { id: rule } = await venue.rule({ consumeType: 'TESTCARD' })
    const of = (people: Awaited<ReturnType<typeof look>>['people']) =>
      people.find(({ realname }) => realname === manager.user.realname)
    const before = await look()
    for (let at = 0; at < 5; at++) {
      const ride = { consumeType: 'TESTCARD', consumeVehicleMode: 'circlemode', usageMode: 'lineup' } as const
      const body = { ...ride, sysDepartConsumeRoleId: rule, vehicleId: '', racer: '试车' }
      await manager.consume.add({ key: newId(), body })
    }
    const after = await look()
    const figures = of(after.people)?.figures ?? []
    expect(of(after.people)).toMatchObject({
      orders: of(before.people)?.orders ?? 0,
      starts: of(before.people)?.starts ?? 0,
    })
    expect(figures.find(({ measure }) => measure === 'tests')).toMatchObject({ count: 5, isUnusual: false })
  })

  it('marks a user who refunds far more than others with as many orders, also in the workbook', async () => {
    const member = await venue.member({ balance: 90_000 })
    const rule = await venue.rule({ price: 100 })
    const sell = async (by: TestClient) => {
      const body = {
        consumeType: 'BALANCE',
        consumeVehicleMode: 'circlemode',
        sysDepartConsumeRoleId: rule.id,
        vehicleId: '',
        usageMode: 'lineup',
        userId: member,
        racer: '车手',
      } as const
      return (await by.consume.add({ key: newId(), body })).result.id
    }
    const own: string[] = []
    for (let at = 0; at < 25; at++) {
      await sell(cashier)
      own.push(await sell(manager))
    }
    for (const orderId of own.slice(0, 12)) {
      const body = { orderKind: 'consume' as const, orderId, reason: '改期', password: DEMO_PASSWORD }
      await manager.refunds.add({ key: newId(), body })
    }
    const refunds = await figureOf(manager.user.realname, 'refunds')
    expect(refunds).toMatchObject({ against: 'colleagues', isUnusual: true })
    expect(refunds?.count).toBeGreaterThanOrEqual(12)
    const { from, until } = await look()
    const behind = { createTime_begin: from, createTime_end: until, staffName: manager.user.realname }
    expect((await manager.refunds.list({ query: behind })).result.total).toBe(refunds?.count)
    expect((await manager.refunds.sums({ query: behind })).result.amount).toBe(refunds?.amount)
    const elsewhere = await server.signIn('manager2')
    expect(
      (await look(elsewhere)).people.flatMap(({ figures }) => figures).filter(({ isUnusual }) => isUnusual),
    ).toEqual([])
    expect(await codeAndFieldOf(look(cashier))).toBe('auth.forbidden')
    expect(await isFile('/report/sysLossRadar/exportXls', manager)).toBe(true)
  })
})
