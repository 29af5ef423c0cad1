import { afterAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { refundsOf, refusalOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const { refund, preview, ledgerOf, worth, orderOf, charge, recharge, sellCard } = refundsOf({ venue, manager, cashier })

afterAll(async () => {
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

const guest = { consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 } as const

describe('a charge', () => {
  it('is returned to its wallets and lots, partly and then fully, and no cent more', async () => {
    const userId = await venue.member({ balance: 5000, give: 5000, integral: 10 })
    const rule = { consumeType: 'BALANCEANDINTEGRAL', price: 3500, integral: 3 } as const
    const id = await charge(rule, { userId, people: 2 })
    expect(await worth(userId)).toEqual({ balance: 0, give: 3000, integral: 4 })
    const plan = await preview('consume', id, 10)
    expect(plan).toMatchObject({ payWay: 'balance', paid: 70, refunded: 0, refundable: 70, amount: 10, refusal: null })
    const sums = async () => (await manager.consumeOrders.sums({ query: {} })).result
    const { amount, refunded } = await sums()
    const part = await refund('consume', id, { amount: 10 })
    expect(await sums()).toMatchObject({ amount, refunded: refunded + 10 })
    expect(part.result).toMatchObject({ id: part.message, refundState: 'refunded', amount: 10 })
    expect(part.result.lines).toEqual(plan.lines)
    // Of 70, with 50 paid and 20 gift balance, 10 are 7.15 and 2.85.
    expect(await ledgerOf(part.message)).toEqual(['balance 715', 'give 285'])
    expect(await orderOf('consumeOrder', id)).toMatchObject({ state: 'paid', refunded: 1000 })
    expect(await refusalOf(refund('consume', id, { amount: 60.01 }))).toBe('refunds.aboveRest 60.00 amount')
    await refund('consume', id)
    expect(await worth(userId)).toEqual({ balance: 5000, give: 5000, integral: 10 })
    expect(await venue.rows('walletLot').where('memberId', userId)).toHaveLength(3)
    expect(await orderOf('consumeOrder', id)).toMatchObject({ state: 'refunded', refunded: 7000 })
    expect(await refusalOf(refund('consume', id))).toBe('refunds.doneBefore')
    expect((await preview('consume', id)).refusal).toMatchObject({ code: 'refunds.doneBefore' })
  })

  it('of laps, visits, unlimited rides and coupons is returned completely, with its queue entry', async () => {
    const userId = await venue.member({ laps: 20 })
    await venue.post({}, [{ account: 'frequency', member: userId, project: 'kart', delta: 3 }])
    const laps = await charge({ consumeType: 'QUAN', laps: 6 }, { userId, usageMode: 'lineup' })
    expect(await refusalOf(refund('consume', laps, { amount: 1 }))).toBe('refunds.onlyWhole amount')
    await refund('consume', laps)
    const [entry] = await venue.rows('playRecord').where('consumeId', laps)
    expect(await venue.rows('queueEntry').where('playId', entry?.id)).toMatchObject([{ state: 'CANCELLED' }])
    const often = await charge({ consumeType: 'FREQUENCY', frequency: 2, projectType: 'kart' }, { userId })
    await refund('consume', often)
    await sellCard(userId, { plays: 4, projectType: 'kart' })
    const rides = await charge({ consumeType: 'PLAYFREELY', projectType: 'kart' }, { userId })
    await refund('consume', rides)
    expect(await worth(userId)).toMatchObject({ laps: 20, 'frequency kart': 3 })
    expect(await venue.rows('memberProject').where('memberId', userId)).toMatchObject([{ unlimitedUses: 4 }])
    for (const value of [0, 9900]) {
      const code = `R${newId().slice(-12)}`
      const row = { id: newId(), orgCode: STORE, code, value, usesAllowed: 1 }
      await venue.inEveryStore((trx) => trx.insertInto('groupCoupon').values(row).execute())
      const paid = await charge({ consumeType: 'GROUPCOUPON' }, { groupNumber: code })
      expect(await venue.rows('groupCoupon').where('code', code)).toMatchObject([{ state: 'used' }])
      expect((await refund('consume', paid)).result.payWay).toBe('coupon')
      expect(await venue.rows('groupCoupon').where('code', code)).toMatchObject([{ state: 'unused', usesMade: 0 }])
      expect(await refusalOf(refund('consume', paid))).toBe('refunds.doneBefore')
      // Also with a member.
      const mine = await charge({ consumeType: 'GROUPCOUPON' }, { groupNumber: code, userId })
      expect((await refund('consume', mine)).result.payWay).toBe('coupon')
      expect(await venue.rows('groupCoupon').where('code', code)).toMatchObject([{ state: 'unused', usesMade: 0 }])
    }
  })

  it('of a walk-in is paid from the drawer, without the deposit, which is returned separately', async () => {
    const id = await charge(guest, { consumePayMode: 'cash', people: 2 })
    const whole = await refund('consume', id)
    expect(await ledgerOf(whole.message)).toEqual(['cash -6000'])
    expect(await refusalOf(refund('consume', id))).toBe('refunds.doneBefore')
    const back = newId()
    await cashier.consumeOrders.returnDeposit({ key: back, body: { id } })
    expect(await ledgerOf(back)).toEqual(['cash -5000', 'deposit -5000'])
    const slips = await venue.rows('printJob').where('orderId', whole.message)
    expect(slips).toMatchObject([{ copyNo: 0, ticket: { document: { title: '退款小票' } } }])
    expect(JSON.stringify(slips[0]?.ticket)).toContain('60.00 现金')
    await manager.refunds.printSlip({ body: { id: whole.message } })
    expect(await venue.rows('printJob').where('orderId', whole.message)).toHaveLength(2)
  })

  it('in cash needs an open shift if the store requires it, and belongs to it', async () => {
    const id = await charge(guest, { consumePayMode: 'cash' })
    const setStore = (set: { cashNeedsShift?: 'YES' | 'NO'; cashierRequired?: 'YES' | 'NO' }) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set(set).where('orgCode', '=', STORE).execute())
    await setStore({ cashNeedsShift: 'YES' })
    expect(await refusalOf(refund('consume', id))).toBe('shifts.noDrawer shiftId')
    expect(await orderOf('consumeOrder', id)).toMatchObject({ state: 'paid', refunded: 0 })
    // The refund password identifies the user, so no cashier needs to be named.
    await setStore({ cashNeedsShift: 'NO', cashierRequired: 'YES' })
    await refund('consume', id)
    await setStore({ cashierRequired: 'NO' })
  })
})

describe('a recharge', () => {
  it('returns at most what is left, and takes the rest of its gifts, which have no money value', async () => {
    const userId = await venue.member()
    const id = await recharge(userId)
    await charge({ price: 20_000 }, { userId })
    expect((await preview('recharge', id)).refusal).toMatchObject({
      code: 'refunds.spent',
      field: 'amount',
      message: '要退 500.00，而会员已经用掉一部分，最多能退 300.00',
    })
    expect(await refusalOf(refund('recharge', id))).toBe('refunds.spent 300.00 amount')
    expect(await refusalOf(refund('recharge', id, { amount: 300.01 }))).toBe('refunds.spent 300.00 amount')
    expect(await preview('recharge', id, 300)).toMatchObject({ refundable: 300, refusal: null })
    const part = await refund('recharge', id, { amount: 300 })
    expect(await ledgerOf(part.message)).toEqual([
      'balance -30000',
      'cash -30000',
      'frequency PKIDS -3',
      'give -5000',
      'integral -50',
      'laps -7',
    ])
    expect(await worth(userId)).toEqual({ balance: 0, 'frequency PKIDS': 0, give: 0, integral: 0, laps: 0 })
    expect(await orderOf('rechargeOrder', id)).toMatchObject({ state: 'paid', refunded: 30_000 })
    expect(await refusalOf(refund('recharge', id))).toBe('refunds.spent 0.00 amount')
  })

  it('does not touch value of other recharges or value reserved by pending rides', async () => {
    const userId = await venue.member({ balance: 1000, give: 700 })
    const id = await recharge(userId, { give: 500, integral: 0, frequency: 0, laps: 0 })
    const { id: vehicleId } = await venue.vehicle()
    const { id: ruleId } = await venue.rule({ price: 11_000 })
    await cashier.playBeforePay.add({ key: newId(), body: venue.start({ vehicleId, userId, ruleId }) })
    expect(await refusalOf(refund('recharge', id))).toBe('refunds.spent 400.00 amount')
    await refund('recharge', id, { amount: 400 })
    expect(await venue.wallets(userId)).toMatchObject({
      balance: { value: 11_000, held: 11_000 },
      give: { value: 700 },
    })
  })

  it('of a package is worth the part that is left', async () => {
    const userId = await venue.member()
    const pack = { salesMethod: 'listedPrice', recharge: 0, price: 10_000, give: 0, integral: 0, laps: 0, frequency: 3 }
    const id = await recharge(userId, { ...pack, projectType: 'kart' })
    await charge({ consumeType: 'FREQUENCY', frequency: 1, projectType: 'kart' }, { userId })
    expect(await refusalOf(refund('recharge', id))).toBe('refunds.spent 66.66 amount')
    const part = await refund('recharge', id, { amount: 66.66 })
    expect(await ledgerOf(part.message)).toEqual(['cash -6666', 'frequency kart -2'])
  })

  it('of a card takes its rides, and of an unlimited one only before its first use', async () => {
    const userId = await venue.member()
    const ten = await sellCard(userId, { plays: 10, projectType: 'boat' })
    await charge({ consumeType: 'PLAYFREELY', projectType: 'boat' }, { userId })
    expect(await refusalOf(refund('recharge', ten))).toBe('refunds.spent 90.00 amount')
    await refund('recharge', ten, { amount: 90 })
    const month = await sellCard(userId, { plays: -1, days: 30, projectType: 'kart' })
    const second = await sellCard(userId, { plays: -1, days: 10, projectType: 'kart' })
    const cardOf = async () =>
      (await venue.rows('memberProject').where('memberId', userId)).find(({ projectType }) => projectType === 'kart')
    const both = await cardOf()
    expect(await refusalOf(refund('recharge', second, { amount: 50 }))).toBe('refunds.onlyWhole amount')
    await refund('recharge', second)
    const left = await cardOf()
    expect(Number(both?.unlimitedUntil) - Number(left?.unlimitedUntil)).toBe(10 * 86_400_000)
    expect(left).toMatchObject({ unlimitedUses: -1 })
    await charge({ consumeType: 'PLAYFREELY', projectType: 'kart' }, { userId })
    expect(await refusalOf(refund('recharge', month))).toBe('refunds.spent 0.00 amount')
    const fresh = await venue.member()
    await refund('recharge', await sellCard(fresh, { plays: -1, days: 30, projectType: 'kart' }))
    expect(await venue.rows('memberProject').where('memberId', fresh)).toMatchObject([{ unlimitedUses: 0 }])
  })
})

describe('the user who refunds', () => {
  it('refunds once for one key, and two concurrent refunds never exceed the amount', async () => {
    const userId = await venue.member({ balance: 20_000 })
    const id = await charge({ price: 10_000 }, { userId })
    const key = newId()
    const sent = await Promise.all([1, 2, 3].map(() => refund('consume', id, { key, amount: 20 })))
    expect(new Set(sent.map(({ message }) => message))).toEqual(new Set([key]))
    expect(await refusalOf(refund('consume', id, { key, amount: 30 }))).toBe('common.keyReused')
    expect((await refund('consume', id, { key, amount: 20, password: 'wrong' })).result.amount).toBe(20)
    const codes = await Promise.all([1, 2, 3, 4].map(() => refusalOf(refund('consume', id, { amount: 30 }))))
    expect(codes.sort()).toEqual(['done', 'done', 'refunds.aboveRest 20.00 amount', 'refunds.aboveRest 20.00 amount'])
    expect(await worth(userId)).toEqual({ balance: 18_000 })
    await expect(
      venue.inEveryStore((trx) =>
        trx.updateTable('consumeOrder').set({ refunded: 10_001 }).where('id', '=', id).execute(),
      ),
    ).rejects.toThrow('consume_order_refunded')
  })

  it('needs the permission, the refund password, and an order of the store', async () => {
    const userId = await venue.member({ balance: 20_000 })
    const id = await charge({ price: 1000 }, { userId })
    expect(await refusalOf(refund('consume', id, { by: cashier }))).toBe('auth.forbidden')
    expect(await refusalOf(refund('consume', newId()))).toBe('common.recordNotFound orderId')
    expect(await refusalOf(refund('consume', id, { amount: 0 }))).toBe('common.invalidInput amount')
    const elsewhere = await server.signIn('manager', 'A01A02')
    expect(await refusalOf(refund('consume', id, { by: elsewhere }))).toBe('common.recordNotFound orderId')
    const other = await server.signIn('hq')
    const wrong = () => refusalOf(refund('consume', id, { by: other, password: 'wrong' }))
    expect(await wrong()).toBe('refunds.passwordWrong password')
    const own = {
      username: other.user.username,
      oldpassword: DEMO_PASSWORD,
      password: 'Refund-2026',
      confirmpassword: 'Refund-2026',
    }
    await other.account.changeRefundPassword({ body: own })
    expect(await refusalOf(refund('consume', id, { by: other }))).toBe('refunds.passwordWrong password')
    await refund('consume', id, { by: other, password: 'Refund-2026', amount: 1 })
    const codes = new Set<string>()
    for (let tries = 0; tries < 7; tries++) codes.add(await wrong())
    expect([...codes]).toEqual(['refunds.passwordWrong password', 'refunds.passwordBlocked password'])
    const trail = await venue.rows('auditEntry').where('recordId', other.user.id)
    expect(trail.some(({ after }) => JSON.stringify(after).includes('passwordBlocked'))).toBe(true)
    expect(JSON.stringify(await venue.rows('auditEntry').where('action', '/refund/sysRefund/add'))).not.toContain(
      'Refund-2026',
    )
  })

  it('is bound by the limits of the store unless a manager, and finds refunds with totals', async () => {
    await venue.inEveryStore((trx) =>
      trx.insertInto('rolePermission').values({ roleId: 'cashier', permissionId: 'refund:add' }).execute(),
    )
    const setStore = (set: object) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set(set).where('orgCode', '=', STORE).execute())
    const by = await server.signIn('cashier')
    const userId = await venue.member({ balance: 50_000 })
    const id = await charge({ price: 10_000 }, { userId })
    await setStore({ refundLimit: 3000, refundDayLimit: 5000 })
    expect(await refusalOf(refund('consume', id, { by }))).toBe('refunds.aboveLimit 30.00 amount')
    const twice = await Promise.all([1, 2].map(() => refusalOf(refund('consume', id, { by, amount: 30 }))))
    expect(twice.sort()).toEqual(['done', 'refunds.aboveDayLimit 20.00 amount'])
    await refund('consume', id)
    await setStore({ refundLimit: 0, refundDayLimit: 0 })
    const { result } = await manager.refunds.list({ query: { orderKind: 'recharge' } })
    expect(result.records.length).toBeGreaterThan(0)
    expect(result.records[0]).toMatchObject({ orderKind_dictText: '充值', payWay_dictText: expect.any(String) })
    const coupons = 2 * 99
    const { result: sums } = await manager.refunds.sums({ query: {} })
    expect(sums.amount).toBeCloseTo(sums.cash + sums.scan + sums.balance + coupons, 2)
  })

  it('accepts the right refund password while wrong ones are tried concurrently, of which few are checked', async () => {
    const userId = await venue.member({ balance: 20_000 })
    const id = await charge({ price: 1000 }, { userId })
    const [own, stolen] = await Promise.all([1, 2].map(() => server.signIn('manager', STORE)))
    const tries = (by: TestClient | undefined, password: string, many: number) =>
      Array.from({ length: many }, () => refusalOf(refund('consume', id, { by, password, amount: 1 })))
    // Concurrent right passwords are no burst, and wrong ones of another sign-in do not count for them.
    const [guesses, right] = await server.clock.stopDuring(() =>
      Promise.all([Promise.all(tries(stolen, 'wrong', 40)), Promise.all(tries(own, DEMO_PASSWORD, 9))]),
    )
    expect(right).toEqual(Array(9).fill('done'))
    const wrong = guesses.filter((code) => code.startsWith('refunds.passwordWrong'))
    expect(wrong.length).toBeLessThanOrEqual(6)
    expect(await refusalOf(refund('consume', id, { by: stolen, amount: 1 }))).toBe('refunds.passwordBlocked password')
    // New sign-ins do not give unlimited attempts.
    let checked = 0
    for (let count = 0; count < 4; count++) {
      const codes = await Promise.all(tries(await server.signIn('manager', STORE), 'wrong', 10))
      checked += codes.filter((code) => code.startsWith('refunds.passwordWrong')).length
    }
    expect(checked).toBeLessThanOrEqual(20)
  })
})
