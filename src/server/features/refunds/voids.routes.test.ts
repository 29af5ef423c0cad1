import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import type { Api } from '#shared/api.ts'
import type { Client } from '#shared/core/client.ts'
import { newId } from '#shared/core/id.ts'
import type { VoidInput } from '#shared/features/refunds/voids.schema.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { type Refunds, refundsOf, refusalOf } from '#tests/support/venue/refunds.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

let server: TestServer
let venue: Venue
let cashier: TestClient
let manager: TestClient
/** The cashier at a separate counter, so that its last sale is the one of the test. */
let here: Client<Api>
let refunds: Refunds
beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  cashier = await server.signIn('cashier')
  manager = await server.signIn('manager', STORE)
  here = (await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })).with(cashier)
  refunds = refundsOf({ venue, manager, cashier: { ...cashier, ...here } as TestClient })
})
afterAll(async () => {
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
  await server.stop()
})

const setStore = (set: object) =>
  venue.inEveryStore((trx) => trx.updateTable('store').set(set).where('orgCode', '=', STORE).execute())
const lastSale = async (by: Client<Api> = here) => (await by.refunds.lastSale()).result
type Given = Partial<VoidInput> & { key?: string; by?: Client<Api> }
const voidSale = (orderId: string, { key = newId(), by = here, ...more }: Given = {}) =>
  by.refunds.voidSale({ key, body: { orderKind: 'consume', orderId, reason: '选错规则', ...more } })
const playsOf = (orderId: string) => venue.rows('playRecord').where('consumeId', orderId)

describe('the last sale of a counter', () => {
  it('is completely undone: value, run, vehicle, queue entry, ticket, use of the rule and experience', async () => {
    const userId = await venue.member({ balance: 5000, give: 5000, integral: 10 })
    const rule = { consumeType: 'BALANCEANDINTEGRAL', price: 7000, integral: 3, experience: 9 } as const
    const id = await refunds.charge(rule, { userId })
    const [play] = await playsOf(id)
    const plan = await lastSale()
    expect(plan).toMatchObject({
      orderId: id,
      orderKind: 'consume',
      tickets: play?.ticketNo,
      racer: '车手',
      amount: 70,
    })
    expect(plan).toMatchObject({ approval: [], mayApprove: false, refusal: null, settles: false, deposit: 0 })
    expect(plan?.approvers.map(({ realname }) => realname)).toContain(manager.user.realname)

    const { message, result } = await voidSale(id)
    expect(result).toMatchObject({ id: message, refundState: 'refunded', amount: 70, lines: plan?.lines })
    expect(await refunds.worth(userId)).toEqual({ balance: 5000, give: 5000, integral: 10 })
    expect(await refunds.orderOf('consumeOrder', id)).toMatchObject({ state: 'refunded', refunded: 7000 })
    expect(await venue.rows('member').where('id', userId)).toMatchObject([{ experience: 0 }])
    expect(await playsOf(id)).toMatchObject([{ state: 'CANCELLED' }])
    expect(await venue.rows('run').where('playId', play?.id)).toMatchObject([{ state: 'ENDED', endedHow: 'cancelled' }])
    expect(await venue.rows('queueEntry').where('playId', play?.id)).toMatchObject([{ state: 'CANCELLED' }])
    const [ticket] = await venue.rows('printJob').where('orderId', play?.id)
    expect(Number(ticket?.expiresAt)).toBeLessThanOrEqual(Number(server.clock.now()))
    expect(await refusalOf(manager.consume.reprintTicket({ query: { id: String(play?.id) } }))).toBe(
      'sessions.notPending',
    )
    const [slip] = await venue.rows('printJob').where('orderId', message)
    expect(slip).toMatchObject({ ticket: { document: { title: '作废小票' } } })
    expect(JSON.stringify(slip?.ticket)).toContain(String(play?.ticketNo))
    // The vehicle is free for the next guest.
    const next = await refunds.charge({ price: 100 }, { userId, vehicleId: String(play?.vehicleId) })
    expect(await refunds.orderOf('consumeOrder', next)).toMatchObject({ state: 'paid' })
  })

  it('is voided once: for repeated and concurrent calls, and not again', async () => {
    const userId = await venue.member({ balance: 5000 })
    const id = await refunds.charge({ price: 3000 }, { userId })
    const key = newId()
    const same = await Promise.all([1, 2, 3].map(() => voidSale(id, { key })))
    expect(new Set(same.map(({ message }) => message))).toEqual(new Set([key]))
    expect(await refusalOf(voidSale(id, { key, reason: '另一个原因' }))).toBe('common.keyReused')
    expect(await refusalOf(voidSale(id))).toBe('refunds.doneBefore')
    const second = await refunds.charge({ price: 3000 }, { userId })
    const codes = await Promise.all([1, 2, 3, 4].map(() => refusalOf(voidSale(second))))
    expect(codes.sort()).toEqual(['done', 'refunds.doneBefore', 'refunds.doneBefore', 'refunds.doneBefore'])
    expect(await refunds.worth(userId)).toEqual({ balance: 5000 })
    const { result } = await manager.refunds.list({ query: { voids: 'true' } as never })
    expect(result.records.find(({ orderId }) => orderId === id)).toMatchObject({ voids: true, approverName: '' })
    const { result: refused } = await manager.refunds.list({ query: { voids: 'false' } as never })
    expect(refused.records.some(({ orderId }) => orderId === id)).toBe(false)
    const { people } = (await manager.lossRadar.query({ query: {} })).result
    const figures = people.find(({ userId: person }) => person === cashier.user.id)?.figures
    expect(figures?.find(({ measure }) => measure === 'voided')?.count).toBeGreaterThan(1)
    expect(figures?.find(({ measure }) => measure === 'refunds')?.count).toBe(0)
  })

  it('releases all vehicles and the queue entry of a party', async () => {
    const userId = await venue.member({ laps: 40 })
    const vehicles = [await venue.vehicle(), await venue.vehicle()]
    const vehicleId = vehicles.map(({ id }) => id).join(',')
    const both = await refunds.charge({ consumeType: 'QUAN', laps: 6 }, { userId, people: 2, vehicleId })
    await voidSale(both)
    expect(await playsOf(both)).toMatchObject([{ state: 'CANCELLED' }, { state: 'CANCELLED' }])
    const waiting = await refunds.charge({ consumeType: 'QUAN', laps: 6 }, { userId, usageMode: 'lineup' })
    await voidSale(waiting)
    const [play] = await playsOf(waiting)
    expect(await venue.rows('queueEntry').where('playId', play?.id)).toMatchObject([{ state: 'CANCELLED' }])
    expect(await refunds.worth(userId)).toEqual({ laps: 40 })
    for (const { id } of vehicles) {
      expect((await venue.rows('run').where('vehicleId', id)).map(({ state }) => state)).toEqual(['ENDED'])
    }
  })

  it('in cash is paid from the drawer, with the deposit', async () => {
    const guest = { consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 } as const
    const id = await refunds.charge(guest, { consumePayMode: 'cash' })
    expect(await lastSale()).toMatchObject({ amount: 30, deposit: 50, payWay: 'cash' })
    const { message } = await voidSale(id)
    const order = await refunds.orderOf('consumeOrder', id)
    expect(await refunds.ledgerOf(message)).toEqual(['cash -3000'])
    expect(await refunds.ledgerOf(String(order?.depositReturnId))).toEqual(['cash -5000', 'deposit -5000'])
    expect(await refusalOf(cashier.consumeOrders.returnDeposit({ key: newId(), body: { id } }))).toBe(
      'sessions.depositReturned',
    )
  })

  it('paid by pay code is refunded through the provider', async () => {
    const id = await refunds.charge(
      { consumeType: 'NOCARDCONSUME', price: 3000 },
      { consumePayMode: 'wechat', payCode: codeEnding(0), usageMode: 'lineup' },
    )
    expect(await lastSale()).not.toMatchObject({ orderId: id })
    await passes(server, 3000)
    expect(await lastSale()).toMatchObject({ orderId: id, payWay: 'scan' })
    const { message, result } = await voidSale(id)
    expect(result.refundState).toBe('refunding')
    expect(await playsOf(id)).toMatchObject([{ state: 'CANCELLED' }])
    await passes(server, 10_000)
    expect((await manager.refunds.queryById({ query: { id: message } })).result.refundState).toBe('refunded')
    expect(await refunds.ledgerOf(message)).toEqual(['scan -3000'])
  })

  it('of a pending ride makes it pending again for the same member and price, also if another member paid', async () => {
    const level = { code: 'quarter', name: '七五折', rank: 95, experience: -1, discount: 25 }
    await manager.memberLevels.add({ body: level })
    const [owner, payer] = [await venue.member({ balance: 5000 }), await venue.member({ balance: 5000 })]
    const cheaper = await venue.member({ balance: 5000, memberLevel: level.code })
    for (const userId of [owner, payer, cheaper]) {
      const { id: vehicleId } = await venue.vehicle()
      const { id: ruleId } = await venue.rule({ price: 4000 })
      const started = await here.playBeforePay.add({
        key: newId(),
        body: venue.start({ vehicleId, userId: owner, ruleId }),
      })
      const { id } = started.result
      const body = {
        id,
        consumeType: 'BALANCE',
        consumeVehicleMode: 'circlemode',
        usageMode: 'lineup',
        userId,
      } as const
      const { message } = await here.playBeforePay.settle({
        key: newId(),
        body: { ...body, doTask: 'YES' } as never,
      })
      const amount = userId === cheaper ? 30 : 40
      expect(await lastSale()).toMatchObject({ orderId: message, settles: true, approval: [], amount })
      await voidSale(message)
      const hanging = { state: 'PENDING', memberId: owner, consumeId: null, settledAt: null, price: 4000, discount: 0 }
      expect(await venue.rows('playRecord').where('id', id)).toMatchObject([hanging])
      expect(await venue.rows('run').where('playId', id)).toMatchObject([{ state: 'RUNNING' }])
      for (const paid of [payer, cheaper])
        expect(await venue.wallets(paid)).toMatchObject({ balance: { value: 5000, held: 0 } })
      expect(await venue.wallets(owner)).toMatchObject({ balance: { value: 5000, held: 4000 } })
      // It is finally settled, and leaves no hold.
      await here.playBeforePay.settle({ key: newId(), body: { ...body, userId: owner, doTask: 'YES' } as never })
      expect(await venue.wallets(owner)).toMatchObject({ balance: { value: 1000, held: 0 } })
      await venue.post({}, [{ account: 'balance', member: owner, delta: 4000 }])
    }
  })

  it('of a pending ride paid by pay code leaves it paid if the provider refuses the refund', async () => {
    const { id: ruleId } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 4000 })
    const { id: vehicleId } = await venue.vehicle()
    const trial = venue.start({ vehicleId, ruleId })
    const { id } = (await here.playBeforePay.add({ key: newId(), body: trial })).result
    const scan = { consumePayMode: 'wechat', payCode: codeEnding(0), doTask: 'YES' }
    const body = { id, consumeType: 'NOCARDCONSUME', consumeVehicleMode: 'circlemode', ...scan }
    const { message: orderId } = await here.playBeforePay.settle({ key: newId(), body: body as never })
    await passes(server, 3000)
    await venue.inEveryStore((trx) =>
      trx.updateTable('sandboxTrade').set({ behaviour: 'refused' }).where('amount', '=', 4000).execute(),
    )
    const { message } = await voidSale(orderId)
    expect(await venue.rows('playRecord').where('id', id)).toMatchObject([{ state: 'PENDING', consumeId: null }])
    await passes(server, 10_000)
    expect((await manager.refunds.queryById({ query: { id: message } })).result.refundState).toBe('refused')
    expect(await refunds.orderOf('consumeOrder', orderId)).toMatchObject({ state: 'paid', refunded: 0 })
    expect(await venue.rows('playRecord').where('id', id)).toMatchObject([{ state: 'CONSUMED', consumeId: orderId }])
    expect(await refusalOf(here.playBeforePay.settle({ key: newId(), body: body as never }))).toBe(
      'sessions.alreadySettled',
    )
  })

  it('may be a recharge, while none of it is spent', async () => {
    const userId = await venue.member()
    await setStore({ voidLimit: 100_000 })
    const id = await refunds.recharge(userId)
    await voidSale(id, { orderKind: 'recharge' })
    expect(await refunds.orderOf('rechargeOrder', id)).toMatchObject({ state: 'refunded' })
    expect(await refunds.worth(userId)).toMatchObject({ balance: 0, give: 0, integral: 0, laps: 0 })
    const other = await refunds.recharge(userId)
    await manager.consume.add({
      key: newId(),
      body: {
        consumeType: 'BALANCE',
        consumeVehicleMode: 'circlemode',
        sysDepartConsumeRoleId: (await venue.rule({ price: 1000 })).id,
        vehicleId: (await venue.vehicle()).id,
        racer: '车手',
        userId,
      },
    })
    expect((await lastSale())?.refusal).toMatchObject({ code: 'refunds.spent' })
    expect(await refusalOf(voidSale(other, { orderKind: 'recharge' }))).toMatch(/^refunds\.spent/)
    await setStore({ voidLimit: 10_000 })
  })
})

describe('no other sale', () => {
  it('can be voided: no earlier one, none of another counter, and none after the time limit', async () => {
    const userId = await venue.member({ balance: 50_000 })
    const first = await refunds.charge({ price: 100 }, { userId })
    const last = await refunds.charge({ price: 200 }, { userId })
    expect(await refusalOf(voidSale(first))).toBe('refunds.voidNotLast orderId')
    const beside = (await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })).with(cashier)
    expect(await refusalOf(voidSale(last, { by: beside }))).toBe('refunds.voidNotLast orderId')
    expect(await refusalOf(voidSale(last, { by: cashier }))).toBe('refunds.voidNotLast orderId')
    expect(await refusalOf(voidSale(newId()))).toBe('common.recordNotFound orderId')
    expect(await refusalOf(voidSale(last, { orderKind: 'recharge' }))).toBe('common.recordNotFound orderId')
    server.clock.advance(10 * 60_000 + 1)
    expect(await refusalOf(voidSale(last))).toBe('refunds.voidTooLate orderId')
    expect((await lastSale())?.refusal).toMatchObject({ code: 'refunds.voidTooLate' })
    await setStore({ voidMinutes: 0 })
    expect(await refusalOf(voidSale(last))).toBe('refunds.voidOff')
    await setStore({ voidMinutes: 10 })
    expect(await refunds.worth(userId)).toEqual({ balance: 49_700 })
  })

  it('of another store, or without the permission, is found or voided', async () => {
    const userId = await venue.member({ balance: 5000 })
    const id = await refunds.charge({ price: 100 }, { userId })
    const elsewhere = await server.signIn('manager', 'A01A02')
    expect(await refusalOf(voidSale(id, { by: elsewhere }))).toBe('common.recordNotFound orderId')
    const coach = await server.signIn('coach')
    expect(await refusalOf(voidSale(id, { by: coach }))).toBe('auth.forbidden')
    expect(await refusalOf(coach.refunds.lastSale())).toBe('auth.forbidden')
    await voidSale(id)
  })
})

describe('an approval', () => {
  const approve = { approverPassword: DEMO_PASSWORD }

  it('is needed above the limit of the store, and given by a manager with a password', async () => {
    const userId = await venue.member({ balance: 50_000 })
    const id = await refunds.charge({ price: 10_001 }, { userId })
    const plan = await lastSale()
    expect(plan).toMatchObject({ approval: ['amount'], byBadge: false })
    const approverId = manager.user.id
    expect(await refusalOf(voidSale(id))).toBe('refunds.approvalRequired approverId')
    expect(await refusalOf(voidSale(id, { approverId, approverPassword: 'wrong' }))).toBe(
      'refunds.passwordWrong approverPassword',
    )
    expect(await refusalOf(voidSale(id, { approverId }))).toBe('refunds.passwordWrong approverPassword')
    expect(await refusalOf(voidSale(id, { ...approve, approverId: cashier.user.id }))).toBe(
      'refunds.approverUnknown approverId',
    )
    const { user: beside } = await server.signIn('manager2')
    expect(plan?.approvers.map(({ id: one }) => one)).not.toContain(beside.id)
    expect(await refusalOf(voidSale(id, { ...approve, approverId: beside.id }))).toBe(
      'refunds.approverUnknown approverId',
    )
    expect(await refunds.worth(userId)).toEqual({ balance: 39_999 })
    const { message } = await voidSale(id, { ...approve, approverId })
    const { result } = await manager.refunds.queryById({ query: { id: message } })
    expect(result).toMatchObject({
      voids: true,
      approverName: manager.user.realname,
      operatorName: cashier.user.realname,
    })
    const [slip] = await venue.rows('printJob').where('orderId', message)
    expect(JSON.stringify(slip?.ticket)).toContain(manager.user.realname)
    const trail = await venue.rows('auditEntry').where('recordId', message)
    expect(trail[0]?.after).toMatchObject({ voids: true, approver_id: manager.user.id })
    expect(JSON.stringify(trail)).not.toContain(DEMO_PASSWORD)
    // A user who may approve needs no approver.
    const terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
    const own = refundsOf({ venue, manager, cashier: { ...manager, ...terminal.with(manager) } as TestClient })
    const sold = await own.charge({ price: 20_000 }, { userId })
    await voidSale(sold, { by: terminal.with(manager) })
  })

  it('is needed after a ride, whatever it cost', async () => {
    const userId = await venue.member({ balance: 5000 })
    const id = await refunds.charge({ price: 100 }, { userId })
    const [play] = await playsOf(id)
    await venue.inEveryStore((trx) =>
      trx.updateTable('run').set({ lapsDone: 1 }).where('playId', '=', String(play?.id)).execute(),
    )
    expect(await lastSale()).toMatchObject({ approval: ['ridden'] })
    expect(await refusalOf(voidSale(id))).toBe('refunds.approvalRequired approverId')
    await voidSale(id, { ...approve, approverId: manager.user.id })
  })

  it('is needed if a recharge has raised the level', async () => {
    const userId = await venue.member()
    const levels = await venue.rows('memberLevel').where('orgCode', STORE)
    const memberLevel = levels.reduce((top, one) => (Number(one.rank) > Number(top.rank) ? one : top)).code
    const id = await refunds.recharge(userId, { price: 1000, recharge: 1000, memberLevel })
    expect(await lastSale()).toMatchObject({ approval: ['level'] })
    expect(await refusalOf(voidSale(id, { orderKind: 'recharge' }))).toBe('refunds.approvalRequired approverId')
    await voidSale(id, { ...approve, orderKind: 'recharge', approverId: manager.user.id })
  })

  it('may be a badge if the store allows it, only at an enrolled terminal', async () => {
    const userId = await venue.member({ balance: 50_000 })
    const workNo = 'B-7001'
    await venue.inEveryStore((trx) =>
      trx.updateTable('userAccount').set({ workNo }).where('id', '=', manager.user.id).execute(),
    )
    const id = await refunds.charge({ price: 20_000 }, { userId })
    const shown = { approverId: manager.user.id, badge: workNo }
    expect(await refusalOf(voidSale(id, shown))).toBe('cashiers.badgeAlone badge')
    await setStore({ cashierByBadge: 'YES' })
    expect(await lastSale()).toMatchObject({ byBadge: true })
    expect(await refusalOf(voidSale(id, { ...shown, badge: 'B-7002' }))).toBe('refunds.passwordWrong badge')
    await voidSale(id, shown)
    await setStore({ cashierByBadge: 'NO' })
  })

  it('cannot be guessed: after a few wrong passwords even the right one has to wait', async () => {
    const other = (await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })).with(cashier)
    const own = refundsOf({ venue, manager, cashier: { ...cashier, ...other } as TestClient })
    const id = await own.charge({ price: 20_000 }, { userId: await venue.member({ balance: 50_000 }) })
    const { user } = await server.signIn('hq')
    const guess = (approverPassword: string) =>
      refusalOf(voidSale(id, { by: other, approverId: user.id, approverPassword }))
    const codes = new Set(await Promise.all(Array.from({ length: 12 }, () => guess('wrong'))))
    expect([...codes].sort()).toEqual(['auth.lockedOut', 'refunds.passwordWrong approverPassword'])
    expect(await guess(DEMO_PASSWORD)).toBe('auth.lockedOut')
    server.clock.advance(15 * 60_000)
    const fresh = await own.charge({ price: 20_000 }, { userId: await venue.member({ balance: 50_000 }) })
    await voidSale(fresh, { by: other, approverId: user.id, approverPassword: DEMO_PASSWORD })
  })
})
