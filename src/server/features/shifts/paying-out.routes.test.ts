import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { type Drawer, drawerOf } from '#tests/support/venue/drawer.ts'
import { refundsOf, refusalOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const { refund, charge, recharge } = refundsOf({ venue, manager, cashier })

let one: Drawer
let two: Drawer

const OTHER_STORE = 'A01A02'
const guest = { consumeType: 'NOCARDCONSUME', price: 5000, deposit: 2000 } as const
const byCash = { consumePayMode: 'cash' } as const
const opened: [string, Drawer['close'], TestClient | undefined][] = []

beforeEach(async () => {
  one = await drawerOf(server, manager, cashier)
  two = await drawerOf(server, manager, cashier)
})
afterEach(async () => {
  await needsShift('NO')
  for (const [id, close, by] of opened.splice(0)) await close(id, 0, by).catch(() => null)
})

const needsShift = (cashNeedsShift: 'YES' | 'NO') =>
  venue.inEveryStore((trx) => trx.updateTable('store').set({ cashNeedsShift }).where('orgCode', '=', STORE).execute())
const open = async (drawer: Drawer): Promise<string> => {
  const { id } = await drawer.open(drawer.here, { floatAmount: 0 })
  opened.push([id, drawer.close, undefined])
  return id
}
/** The shifts of the cash entries of a cause. */
const shiftsOf = async (cause: string) =>
  (await venue.rows('ledgerLine').where('causeId', cause))
    .filter(({ account }) => account === 'cash')
    .map(({ shiftId }) => shiftId)
const give = (id: string, more: object = {}, by: TestClient = cashier, key = newId()) =>
  by.consumeOrders.returnDeposit({ key, body: { id, ...more } }).then(() => key)
const payouts = (cause: string) => venue.rows('safePayout').where('causeId', cause)

describe('the drawer that pays cash out', () => {
  it('is the only open one of the store, and appears in its report and expected cash', async () => {
    const shift = await open(one)
    const orders = [await charge(guest, byCash), await charge(guest, byCash)]
    const [first = '', second = ''] = orders
    const back = (await refund('consume', first)).message
    const deposit = await give(second, {}, manager)
    expect([await shiftsOf(back), await shiftsOf(deposit)]).toEqual([[shift], [shift]])
    expect(await one.close(shift, 0)).toMatchObject({ expectedAmount: -70, differenceAmount: 70 })
    const { money } = (await manager.shifts.report({ query: { id: shift } })).result
    expect(money).toContainEqual({ item: 'refunds', cash: -50, scan: 0, coupon: 0 })
    expect(money).toContainEqual({ item: 'depositsReturned', cash: -20, scan: 0, coupon: 0 })
  })

  it('is selected if several are open; by default that of the own counter', async () => {
    const [here, there] = [await open(one), await open(two)]
    const order = await charge(guest, byCash)
    const { drawers } = (await one.here.shifts.drawers({ query: { sysOrgCode: STORE } })).result
    expect(drawers.map(({ id, isHere }) => [id, isHere])).toEqual([
      [here, true],
      [there, false],
    ])
    expect(JSON.stringify(drawers)).not.toContain('mount')
    expect(await refusalOf(refund('consume', order))).toBe('shifts.chooseDrawer shiftId')
    expect(await refusalOf(give(order))).toBe('shifts.chooseDrawer shiftId')
    const back = (await refund('consume', order, { amount: 10, shiftId: there })).message
    expect(await shiftsOf(back)).toEqual([there])
    const own = (await refund('consume', order, { amount: 10, by: one.terminal.with(manager) as TestClient })).message
    expect(await shiftsOf(own)).toEqual([here])
    const deposit = await give(order, { shiftId: there }, one.here as TestClient)
    expect(await shiftsOf(deposit)).toEqual([there])
  })

  it('is none without an open shift: refused, or outside shifts if the store requires none', async () => {
    const order = await charge(guest, byCash)
    await needsShift('YES')
    expect((await manager.shifts.drawers({ query: {} })).result).toEqual({ drawers: [], needsShift: true })
    expect(await refusalOf(refund('consume', order))).toBe('shifts.noDrawer shiftId')
    expect(await refusalOf(give(order))).toBe('shifts.noDrawer shiftId')
    await needsShift('NO')
    expect(await shiftsOf((await refund('consume', order)).message)).toEqual([null])
  })

  it('cannot be closed, of another store or unknown', async () => {
    const closed = await open(one)
    await one.close(closed, 0)
    await open(two)
    const foreign = await venue.inEveryStore(async (trx) => {
      const id = newId()
      const [shift] = await trx.selectFrom('shift').selectAll().where('id', '=', closed).execute()
      const {
        difference: _d,
        state: _s,
        closedAt: _c,
        closedBy: _b,
        counted: _n,
        expected: _e,
        closedSeq: _q,
        ...row
      } = shift as never as Record<string, unknown>
      await trx
        .insertInto('shift')
        .values({ ...row, id, orgCode: OTHER_STORE, terminalId: newId() } as never)
        .execute()
      return id
    })
    const order = await charge(guest, byCash)
    for (const [shiftId, code] of [
      [closed, 'shifts.drawerClosed shiftId'],
      [foreign, 'shifts.drawerUnknown shiftId'],
      [newId(), 'shifts.drawerUnknown shiftId'],
    ]) {
      expect(await refusalOf(refund('consume', order, { shiftId }))).toBe(code)
      expect(await refusalOf(give(order, { shiftId }))).toBe(code)
    }
  })

  it('is closed including the payout or pays nothing, in any interleaving', async () => {
    for (let round = 0; round < 4; round += 1) {
      const shift = await open(one)
      const orders = await Promise.all(Array.from({ length: 3 }, () => charge(guest, byCash)))
      const paying = orders.flatMap((id) => [
        refusalOf(refund('consume', id, { shiftId: shift })),
        refusalOf(give(id, { shiftId: shift })),
      ])
      // In the first round both start concurrently; each further round has one more earlier payout.
      await Promise.all(paying.slice(0, round))
      const [codes, { expectedAmount }] = await Promise.all([Promise.all(paying), one.close(shift, 0)])
      expect(codes.filter((code) => code !== 'done' && code !== 'shifts.drawerClosed shiftId')).toEqual([])
      const paid = codes.map((code, index): number => (code !== 'done' ? 0 : index % 2 === 0 ? 50 : 20))
      expect(expectedAmount).toBe(0 - paid.reduce((all, part) => all + part, 0))
      expect((await manager.shifts.queryById({ query: { id: shift } })).result.lateAmount).toBe(0)
    }
  })

  it('pays nothing that waited for the end of its count', async () => {
    const shift = await open(one)
    const order = await charge(guest, byCash)
    const paying: Promise<string>[] = []
    await venue.inEveryStore(async (trx) => {
      await sql`select end_shift(${shift}, ${STORE}, 0, ${demoUsers.cashier.id}, '', '', ${server.clock.now()})`.execute(
        trx,
      )
      paying.push(refusalOf(refund('consume', order, { shiftId: shift })), refusalOf(give(order, { shiftId: shift })))
      // The refund locks the order, so that the deposit waits for it.
      await until(async () => {
        const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(trx)
        expect(rows.length).toBeGreaterThan(0)
      })
    })
    expect(await Promise.all(paying)).toEqual(['shifts.drawerClosed shiftId', 'shifts.drawerClosed shiftId'])
    expect((await manager.shifts.queryById({ query: { id: shift } })).result.lateAmount).toBe(0)
  })

  it('stays the same when the call is repeated with another one', async () => {
    const [here, there] = [await open(one), await open(two)]
    const order = await charge(guest, byCash)
    const key = newId()
    const first = await refund('consume', order, { key, shiftId: here })
    expect((await refund('consume', order, { key, shiftId: there })).result).toEqual(first.result)
    expect(await shiftsOf(key)).toEqual([here])
    const deposit = await give(order, { shiftId: here })
    await give(order, { shiftId: there }, cashier, deposit)
    expect(await shiftsOf(deposit)).toEqual([here])
  })

  it('pays refunds of recharges and of cancelled queue entries', async () => {
    const [, there] = [await open(one), await open(two)]
    const member = await venue.member()
    const sold = await recharge(member)
    expect(await refusalOf(refund('recharge', sold))).toBe('shifts.chooseDrawer shiftId')
    expect(await shiftsOf((await refund('recharge', sold, { shiftId: there })).message)).toEqual([there])
    const order = await charge(guest, { ...byCash, usageMode: 'lineup' })
    const [entry] = (await venue.rows('consumeOrder').where('id', order)).flatMap(({ playIds }) => playIds as string[])
    const cancel = (more: object) =>
      manager.queue.cancel({ key: newId(), body: { id: entry ?? '', password: DEMO_PASSWORD, ...more } as never })
    expect(await refusalOf(cancel({}))).toBe('shifts.chooseDrawer shiftId')
    const { refundId } = (await cancel({ shiftId: there })).result
    expect(await shiftsOf(refundId ?? '')).toEqual([there])
  })
})

describe('the safe', () => {
  it('pays with a reason and the permission, outside shifts, and is recorded', async () => {
    const order = await charge(guest, byCash)
    await needsShift('YES')
    expect(await refusalOf(give(order, { safeReason: '收银员已下班' }))).toBe('shifts.safeNotYours safeReason')
    const back = (await refund('consume', order, { safeReason: ' 收银员已下班 ' })).message
    expect(await shiftsOf(back)).toEqual([null])
    expect(await payouts(back)).toMatchObject([
      { causeKind: 'refund', amount: 5000, reason: '收银员已下班', operatorName: '陈店长' },
    ])
    const deposit = await give(order, { safeReason: '收银员已下班' }, manager)
    expect(await payouts(deposit)).toMatchObject([{ causeKind: 'depositReturn', amount: 2000 }])
  })

  it('and a drawer cannot both pay, and nothing is written of a refused call', async () => {
    const shift = await open(one)
    const order = await charge(guest, byCash)
    const both = { shiftId: shift, safeReason: '备用' }
    expect(await refusalOf(refund('consume', order, both))).toBe('shifts.drawerOrSafe safeReason')
    expect(await refusalOf(refund('consume', order, { safeReason: '备用', amount: 99 }))).toContain('refunds.aboveRest')
    expect(await venue.rows('safePayout').where('reason', '备用')).toEqual([])
  })
})
