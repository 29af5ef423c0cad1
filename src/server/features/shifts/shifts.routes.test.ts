import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, demoUsers } from '#server/db/seed/access.ts'
import { post } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { cash, type Drawer, drawerOf } from '#tests/support/venue/drawer.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])

let terminal: Drawer['terminal']
let here: Drawer['here']
let open: Drawer['open']
let close: Drawer['close']
let sell: Drawer['sell']

beforeEach(async () => {
  ;({ terminal, here, open, close, sell } = await drawerOf(server, manager, cashier))
})

const HOUR = 3_600_000
const listed = async (id: string) => (await manager.shifts.queryById({ query: { id } })).result

describe('a shift', () => {
  it('goes from float to count, and shows the expected cash only then', async () => {
    expect((await here.shifts.current()).result).toBeNull()
    const shift = await open()
    expect(shift).toMatchObject({ floatAmount: 500, isOwn: true, cashierId: demoUsers.cashier.id, entries: [] })
    await sell(cash(6800))
    await sell([
      { account: 'cash', delta: 8000 },
      { account: 'deposit', delta: 5000 },
    ])
    await sell([{ account: 'scan', delta: 3000 }])
    const moved = { id: shift.id, kind: 'cashOut' as const, amount: 100, reason: '买水' }
    const after = (await here.shifts.move({ body: moved, key: newId() })).result
    expect(after.entries).toMatchObject([{ kind: 'cashOut', amount: 100, reason: '买水' }])
    expect(await listed(shift.id)).toMatchObject({ shiftState: 'open', expectedAmount: null, differenceAmount: null })

    const counted = await close(shift.id, 540)
    expect(counted).toMatchObject({ countedAmount: 540, expectedAmount: 548, differenceAmount: -8, jobId: null })
    expect(await listed(shift.id)).toMatchObject({
      shiftState: 'closed',
      shiftState_dictText: '已交班',
      floatAmount: 500,
      differenceAmount: -8,
      lateAmount: 0,
    })
    const { kind, money, totals, revenue, entries } = (await manager.shifts.report({ query: { id: shift.id } })).result
    expect({ kind, entries }).toMatchObject({ kind: 'Z', entries: [{ amount: 100 }] })
    expect(money).toEqual([
      { item: 'float', cash: 500, scan: 0, coupon: 0 },
      { item: 'sales', cash: 98, scan: 30, coupon: 0 },
      { item: 'depositsTaken', cash: 50, scan: 0, coupon: 0 },
      { item: 'cashOut', cash: -100, scan: 0, coupon: 0 },
    ])
    expect(totals).toEqual({ cash: 548, scan: 30, coupon: 0 })
    expect(revenue).toBe(128)
    await expect(close(shift.id, 548)).rejects.toMatchObject({ code: 'shifts.closedBefore' })
  })

  it('with a count difference is notified at once to users who may see its report, once and in their language; a correct count to nobody', async () => {
    const noticesOf = async (client: TestClient) =>
      (await client.announcements.listByUser({})).result.sysMsgList.filter(({ titile }) => titile.includes('20.00'))
    const owner = await server.signIn('hq')
    // Notices are in the language of the user's last sign-in.
    await server.client(undefined, 'en').signIn.login({ body: { username: 'hq', password: DEMO_PASSWORD } })
    const [ofManager, ofOwner] = [await noticesOf(manager), await noticesOf(owner)]
    await close((await open()).id, 500)
    expect(await noticesOf(manager)).toEqual(ofManager)
    const { id } = await open()
    await sell(cash(6800))
    const [body, key] = [{ id, counted: 548, remark: '少了<一张>' }, newId()]
    await Promise.all([1, 2].map(() => here.shifts.close({ body, key })))
    for (const [client, before, title, content] of [
      [
        manager,
        ofManager,
        '极速卡丁·滨江店：李小敏交班短款 20.00',
        /应有现金 568\.00，实点 548\.00。.*少了&lt;一张&gt;/,
      ],
      [
        owner,
        ofOwner,
        'Short by 20.00: the drawer of 李小敏, 极速卡丁·滨江店',
        /Expected 568\.00, counted 548\.00\..*少了&lt;一张&gt;/,
      ],
    ] as const) {
      const known = new Set(before.map((one) => one.id))
      const [notice, ...more] = (await noticesOf(client)).filter((one) => !known.has(one.id))
      expect(more).toEqual([])
      expect(notice?.titile).toBe(title)
      expect(notice?.msgContent).toMatch(content)
    }
    expect(await noticesOf(cashier)).toEqual([])
    expect(await noticesOf(await server.signIn('manager2'))).toEqual([])
  })

  it('is unique per terminal, or per user without a terminal, also for concurrent calls', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => open()))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of attempts) if (one.status === 'rejected') expect(one.reason.code).toBe('shifts.openAlready')
    const browser = await open(cashier, { floatAmount: 0 })
    await expect(open(cashier)).rejects.toMatchObject({ code: 'shifts.openAlready', details: { by: '李小敏' } })
    const own = await open(manager)
    expect(new Set([browser.id, own.id]).size).toBe(2)
    await Promise.all([close(browser.id, 0, cashier), close(own.id, 500, manager)])
  })

  it('is opened and closed once, however often its call is repeated', async () => {
    const key = newId()
    const [one, two] = [
      (await here.shifts.open({ body: { floatAmount: 20 }, key })).result,
      (await here.shifts.open({ body: { floatAmount: 20 }, key })).result,
    ]
    expect(two).toEqual(one)
    expect(one.id).toBe(key)
    const ending = newId()
    const body = { id: one.id, counted: 20 }
    const first = (await here.shifts.close({ body, key: ending })).result
    expect((await here.shifts.close({ body, key: ending })).result).toEqual(first)
    await expect(here.shifts.close({ body: { ...body, counted: 19 }, key: ending })).rejects.toMatchObject({
      code: 'common.keyReused',
    })
  })

  it('is closed by one of two concurrent calls, and the other learns by whom', async () => {
    const { id } = await open()
    const ends = await Promise.allSettled([close(id, 500), close(id, 499)])
    const lost = ends.find((one) => one.status === 'rejected')
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(lost).toMatchObject({ reason: { code: 'shifts.closedBefore', details: { by: '李小敏' } } })
  })

  it('contains every sale that started before its closing, and no later one', async () => {
    const { id } = await open()
    const sales = Array.from({ length: 12 }, () => sell(cash(100)))
    const [counted] = await Promise.all([close(id, 500), ...sales])
    const { rows } = await venue.inEveryStore((trx) =>
      sql<{
        here: number
      }>`select count(*)::integer as here from ledger_line where shift_id = ${id} and cause_kind = 'consume'`.execute(
        trx,
      ),
    )
    expect(counted.expectedAmount).toBe(500 + (rows[0]?.here ?? 0))
    expect((await listed(id)).lateAmount).toBe(0)
    await sell(cash(700))
    expect((await manager.shifts.report({ query: { id } })).result.totals.cash).toBe(counted.expectedAmount)
  })

  it('waits at its closing for a sale in progress', async () => {
    const { id } = await open()
    let written: () => void = () => undefined
    const isWritten = new Promise<void>((resolve) => {
      written = resolve
    })
    let commit: () => void = () => undefined
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve
    })
    const sale = venue.inEveryStore(async (trx) => {
      const cause = { kind: 'consume' as const, id: newId(), orgCode: STORE, operatorId: demoUsers.cashier.id }
      await post(trx, { ...cause, terminalId: terminal.id, now: server.clock.now() }, cash(2500))
      written()
      await mayCommit
    })
    await isWritten
    const ending = close(id, 525)
    commit()
    await sale
    expect(await ending).toMatchObject({ expectedAmount: 525, differenceAmount: 0 })
  })
})

describe('an offline sale of a terminal', () => {
  it('is added to the shift in which it happened, open or closed, and does not block closing', async () => {
    const { id } = await open()
    const then = new Date(server.clock.now())
    server.clock.advance(HOUR)
    expect(await close(id, 500)).toMatchObject({ differenceAmount: 0 })
    server.clock.advance(HOUR)
    const next = await open()
    await sell(cash(6800), { happenedAt: then })
    expect(await listed(id)).toMatchObject({ expectedAmount: 500, differenceAmount: 0, lateAmount: 68 })
    expect((await manager.shifts.report({ query: { id } })).result.totals.cash).toBe(568)
    // Before any shift: its cash is in the float that was counted later. Also if the store requires shifts.
    const before = new Date(then.getTime() - 24 * HOUR)
    await sell(cash(100), { happenedAt: before })
    expect((await manager.shifts.report({ query: { id: next.id } })).result.totals.cash).toBe(500)
    await manager.storeSettings.edit({ body: { orgCode: STORE, cashNeedsShift: 'YES' } })
    const [late] = await sell(cash(100), { happenedAt: before })
    expect(await venue.rows('ledgerLine').where('seq', late?.seq ?? 0)).toMatchObject([{ shiftId: null }])
    await manager.storeSettings.edit({ body: { orgCode: STORE, cashNeedsShift: 'NO' } })
    expect(await close(next.id, 501)).toMatchObject({ expectedAmount: 500, differenceAmount: 1 })
  })

  it('belongs to the business day on which it happened, and a shift to that of its start', async () => {
    await manager.storeSettings.edit({ body: { orgCode: STORE, dayStartHour: 6 } })
    const shift = await open()
    const day = shift.businessDay
    const before = new Date(server.clock.now())
    server.clock.advance(24 * HOUR)
    expect((await listed(shift.id)).businessDay).toBe(day)
    const [line] = await sell(cash(100), { happenedAt: before })
    const { rows } = await venue.inEveryStore((trx) =>
      sql<{ day: string }>`select business_day::text as day from ledger_line where seq = ${line?.seq ?? 0}`.execute(
        trx,
      ),
    )
    expect(rows[0]?.day).toBe(day)
    await close(shift.id, 501)
    await manager.storeSettings.edit({ body: { orgCode: STORE, dayStartHour: 0 } })
  })
})

describe('a handover', () => {
  const next = demoUsers.cashier2.id

  it('closes one shift and opens the next with the count, by the password of the new cashier', async () => {
    const shift = await open()
    await sell(cash(1000))
    const body = { id: shift.id, counted: 505, cashierId: next }
    const unproven = here.shifts.handover({ body, key: newId() })
    await expect(unproven).rejects.toMatchObject({ code: 'sessions.cashierUnproven' })
    expect((await here.consume.checkCashier({ body: { cashierId: next, password: 'wrong' } })).result).toBe(false)
    const to = { ...body, cashierId: demoUsers.cashier.id }
    await expect(here.shifts.handover({ body: to, key: newId() })).rejects.toMatchObject({
      code: 'shifts.sameCashier',
      details: { field: 'cashierId' },
    })
    // A refused call changes nothing: the shift is open, and no total was shown.
    expect((await here.shifts.current()).result?.id).toBe(shift.id)

    await here.consume.checkCashier({ body: { cashierId: next, password: DEMO_PASSWORD } })
    const key = newId()
    const [done, again] = [
      (await here.shifts.handover({ body, key })).result,
      (await here.shifts.handover({ body, key })).result,
    ]
    expect(again).toEqual(done)
    expect(done).toMatchObject({ countedAmount: 505, expectedAmount: 510, differenceAmount: -5 })
    expect(done.next).toMatchObject({ id: key, cashierId: next, floatAmount: 505, isOwn: true })
    await sell(cash(200))
    // After a handover the previous cashier cannot close, unless the new one is present.
    const elsewhere = close(done.next.id, 507, cashier)
    await expect(elsewhere).rejects.toMatchObject({ code: 'shifts.notYours', details: { by: '周晓雯' } })
    expect(await close(done.next.id, 507)).toMatchObject({ expectedAmount: 507 })
  })
})
