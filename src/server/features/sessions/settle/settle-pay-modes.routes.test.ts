import { afterAll, describe, expect, it } from 'vitest'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const sales = salesOf(server, venue, cashier)

afterAll(async () => {
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

const [SUCCESS, NEVER] = ['134567890123456780', '134567890123456782']

describe('a payment by scan', () => {
  const guest = { consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 } as const
  it('starts the ride when it is paid, and reserves the vehicle until then', async () => {
    const vehicle = await venue.vehicle()
    const { result } = await sales.charge(guest, { payCode: SUCCESS, vehicleId: vehicle.id })
    expect(result).toMatchObject({
      payState: expect.stringMatching(/nopay/),
      payMode: 'scan',
      plays: [{ ticketNo: '', ticket: null }],
    })
    expect(await sales.ended(result.id)).toBe('paid')
    expect(await sales.ledgerOf(result.id)).toEqual(['deposit 5000', 'scan 8000'])
    const [play] = (await cashier.consume.queryById({ query: { id: result.id } })).result.plays
    expect(play).toMatchObject({ ticketNo: expect.stringMatching(/^A/), gameLogId: expect.any(String) })
    expect(await venue.rows('run').where('playId', play?.id)).toMatchObject([{ state: 'RUNNING' }])
    expect(await venue.rows('printJob').where('orderId', play?.id)).toHaveLength(1)
    expect(await venue.rows('vehicle').where('id', vehicle.id)).toMatchObject([{ keptFor: null, keptBy: '' }])
  })

  it('releases the vehicle without payment, and changes nothing else', async () => {
    const vehicle = await venue.vehicle()
    const { result } = await sales.charge(guest, { payCode: NEVER, vehicleId: vehicle.id })
    const other = sales.charge({ price: 0, consumeType: 'NOCARDCONSUME' }, { vehicleId: vehicle.id, by: manager })
    await expect(other).rejects.toMatchObject({ code: 'sessions.vehicleKept', details: { by: cashier.user.realname } })
    expect(await sales.ended(result.id)).toBe('closed')
    expect(await sales.ledgerOf(result.id)).toEqual([])
    expect(await venue.rows('playRecord').where('consumeId', result.id)).toMatchObject([
      { state: 'CANCELLED', queueNumber: 0 },
    ])
    await sales.charge({ price: 0, consumeType: 'NOCARDCONSUME' }, { vehicleId: vehicle.id, by: manager })
  })

  it('that ends during an emergency stop queues the ride, and a swap cannot start it on that vehicle', async () => {
    const [vehicle, free] = [await venue.vehicle(), await venue.vehicle()]
    const { result } = await sales.charge(guest, { payCode: SUCCESS, vehicleId: vehicle.id })
    const driving = await sales.charge({ price: 0, consumeType: 'NOCARDCONSUME' }, { vehicleId: free.id })
    const stops = (await manager.emergency.stop({ body: { vehicleIds: [vehicle.id] } })).result
    expect(await sales.ended(result.id)).toBe('paid')
    expect(await sales.ledgerOf(result.id)).toEqual(['deposit 5000', 'scan 8000'])
    const [play] = (await cashier.consume.queryById({ query: { id: result.id } })).result.plays
    expect(play).toMatchObject({ ticketNo: expect.stringMatching(/^A/), gameLogId: null })
    expect(await venue.rows('run').where('playId', play?.id)).toEqual([])
    expect(await venue.rows('queueEntry').where('playId', play?.id)).toMatchObject([{ state: 'WAITING' }])
    expect(await venue.rows('vehicle').where('id', vehicle.id)).toMatchObject([{ keptFor: null, keptBy: '' }])
    const id = driving.result.plays[0]?.gameLogId ?? ''
    const swap = () => manager.dispatch.swap({ body: { id, vehicleId: vehicle.id }, key: newId() })
    expect(await codeOf(swap())).toBe('emergency.inForce')
    expect(await venue.rows('run').where('id', id)).toMatchObject([{ state: 'RUNNING', vehicleId: free.id }])
    for (const stop of stops) await manager.emergency.release({ body: { id: stop.id } })
    await swap()
  })

  it('returns a deposit once, by its original tender', async () => {
    const scanned = (await sales.charge(guest, { payCode: SUCCESS })).result.id
    expect(await codeOf(cashier.consumeOrders.returnDeposit({ key: newId(), body: { id: scanned } }))).toMatch(
      /orderNotPaid|done/,
    )
    expect(await sales.ended(scanned)).toBe('paid')
    const cash = (await sales.charge(guest, { consumePayMode: 'cash' })).result.id
    for (const [id, tender, payMode] of [
      [scanned, 'scan', 'scan'],
      [cash, 'cash', 'cash'],
    ] as const) {
      const keys = [newId(), newId(), newId()]
      const codes = await Promise.all(
        keys.map((key) => codeOf(cashier.consumeOrders.returnDeposit({ key, body: { id } }))),
      )
      expect(codes.sort()).toEqual(['done', 'sessions.depositReturned', 'sessions.depositReturned'])
      const [order] = await venue.rows('consumeOrder').where('id', id)
      const cause = String(order?.depositReturnId)
      expect(await sales.ledgerOf(cause)).toEqual([`${tender} -5000`, 'deposit -5000'].sort())
      expect((await venue.rows('ledgerLine').where('causeId', cause)).every(({ reverses }) => reverses !== null)).toBe(
        true,
      )
      const again = await cashier.consumeOrders.returnDeposit({ key: cause, body: { id } })
      expect(again.result).toEqual({ id, deposit: 50, payMode })
    }
    expect(await venue.rows('paymentRefund').where('paymentId', scanned)).toMatchObject([
      { kind: 'order', amount: 5000 },
    ])
    const free = (await sales.charge({ consumeType: 'NOCARDCONSUME', price: 0 })).result.id
    expect(await codeOf(cashier.consumeOrders.returnDeposit({ key: newId(), body: { id: free } }))).toBe(
      'sessions.noDeposit',
    )
  })
})

describe('a pending ride of each type', () => {
  it('is settled with the same charge lines, and uses its hold', async () => {
    const userId = await venue.member({ balance: 3500, integral: 50, laps: 10 })
    await sales.visits(userId, 'kart', 2)
    const types = [
      ['INTEGRAL', { integral: 20 }, { integral: 20 }, ['integral -20']],
      ['BALANCEANDINTEGRAL', { integral: 30 }, { integral: 30, price: 35 }, ['balance -3500', 'integral -30']],
      ['QUAN', { laps: 10 }, { countCycleNumber: 10 }, ['laps -10']],
      ['FREQUENCY', { frequency: 2, projectType: 'kart' }, { frequency: 2 }, ['frequency kart -2']],
    ] as const
    for (const [consumeType, rule, shown, lines] of types) {
      const id = await sales.hang({ consumeType, ...rule }, userId)
      const { result } = await cashier.playBeforePay.list({ query: { id } })
      expect(result.records).toMatchObject([{ integral: 0, frequency: 0, ...shown }])
      const { message } = await sales.settle(id, consumeType)
      expect(await sales.ledgerOf(message)).toEqual(lines)
      expect(await venue.rows('consumeOrder').where('id', message)).toMatchObject([
        { state: 'paid', payMode: 'balance', playIds: [id] },
      ])
      expect(await sales.stateOf(id)).toBe('CONSUMED')
    }
    const wallets = Object.values(await venue.wallets(userId))
    expect(wallets.every(({ value, held }) => value === 0 && held === 0)).toBe(true)
  })

  it('of a walk-in is paid in cash or by a coupon', async () => {
    const cash = await sales.settle(
      await sales.hang({ consumeType: 'NOCARDCONSUME', price: 3000, deposit: 2000 }),
      'NOCARDCONSUME',
      { consumePayMode: 'cash' },
    )
    expect(await sales.ledgerOf(cash.message)).toEqual(['cash 5000', 'deposit 2000'])
    const groupNumber = await sales.coupon({ value: 5900 })
    const paid = await sales.settle(await sales.hang({ consumeType: 'GROUPCOUPON' }), 'GROUPCOUPON', { groupNumber })
    expect(await sales.ledgerOf(paid.message)).toEqual(['coupon 5900'])
    expect(
      await codeOf(sales.settle(await sales.hang({ consumeType: 'GROUPCOUPON' }), 'GROUPCOUPON', { groupNumber })),
    ).toBe('coupons.used')
  })

  it('by scan waits for the payment, and is pending again without one', async () => {
    const id = await sales.hang({ consumeType: 'NOCARDCONSUME', price: 3000 })
    const { message } = await sales.settle(id, 'NOCARDCONSUME', { payCode: NEVER })
    expect(await sales.stateOf(id)).toBe('NOPAY')
    expect(await codeOf(sales.settle(id, 'NOCARDCONSUME', { consumePayMode: 'cash' }))).toBe('sessions.notPending')
    expect(await codeOf(manager.playBeforePay.delete({ query: { id } }))).toBe('sessions.notPending')
    expect(await sales.ended(message)).toBe('closed')
    expect(await sales.stateOf(id)).toBe('PENDING')
    // A repeated call returns the closed order.
    const again = await sales.settle(id, 'NOCARDCONSUME', { payCode: NEVER }, message)
    expect(again.message).toBe(message)
    expect(await sales.stateOf(id)).toBe('PENDING')
    const second = await sales.settle(id, 'NOCARDCONSUME', { payCode: SUCCESS })
    expect(await sales.ended(second.message)).toBe('paid')
    expect(await sales.stateOf(id)).toBe('CONSUMED')
    expect(await sales.ledgerOf(second.message)).toEqual(['scan 3000'])
    expect(await venue.rows('run').where('playId', id)).toHaveLength(1)
  })

  it('by scan names a member only if it is paid', async () => {
    const [rider, payer] = [await venue.member(), await venue.member()]
    const walkIn = { consumeType: 'NOCARDCONSUME', price: 3000 } as const
    const memberOf = async (id: string) => (await venue.rows('playRecord').where('id', id))[0]?.memberId
    for (const before of [null, rider]) {
      const id = await sales.hang(walkIn, before ?? '')
      const settle = (payCode = '') => sales.settle(id, 'NOCARDCONSUME', { payCode, userId: payer })
      expect(await sales.ended((await settle(NEVER)).message)).toBe('closed')
      expect(await memberOf(id)).toBe(before)
      expect(await sales.stateOf(id)).toBe('PENDING')
      expect(await sales.ended((await settle(SUCCESS)).message)).toBe('paid')
      expect(await memberOf(id)).toBe(payer)
    }
  })

  it('uses its hold, though that value ended meanwhile', async () => {
    const soon = new Date(server.clock.now().getTime() + 60_000)
    const types = [
      ['INTEGRAL', { integral: 20 }, ['integral -20']],
      ['BALANCEANDINTEGRAL', { price: 1000, integral: 30 }, ['balance -1000', 'integral -30']],
      ['QUAN', { laps: 10 }, ['laps -10']],
    ] as const
    const held: [id: string, (typeof types)[number]][] = []
    for (const type of types) {
      const member = await venue.member()
      const lines = (['balance', 'integral', 'laps'] as const).map((account) => ({ account, member, delta: 1000 }))
      await venue.post(
        {},
        lines.map((line) => ({ ...line, validUntil: soon })),
      )
      held.push([await sales.hang({ consumeType: type[0], ...type[1] }, member), type])
    }
    server.clock.advance(120_000)
    for (const [id, [consumeType, , lines]] of held) {
      const { message } = await sales.settle(id, consumeType)
      expect(await sales.ledgerOf(message)).toEqual(lines)
    }
  })

  it('of a member who is merged during the payment is pending for the remaining member', async () => {
    const [sourceId, targetId] = [await venue.member(), await venue.member()]
    const id = await sales.hang({ consumeType: 'NOCARDCONSUME', price: 3000 }, sourceId)
    const { message } = await sales.settle(id, 'NOCARDCONSUME', { payCode: NEVER })
    await manager.memberMerge.merge({ key: newId(), body: { sourceId, targetId, reason: '同一人' } })
    expect(await sales.ended(message)).toBe('closed')
    const inCash = { consumePayMode: 'cash' } as const
    const short = sales.settle(id, 'NOCARDCONSUME', { ...inCash, received: 29 })
    expect(await codeOf(short)).toBe('sessions.receivedShort')
    const paid = await sales.settle(id, 'NOCARDCONSUME', { ...inCash, received: 50 })
    expect(await venue.rows('consumeOrder').where('id', paid.message)).toMatchObject([
      { memberId: targetId, amount: 3000, received: 5000 },
    ])
  })

  it('does not exist in a store without pay-later', async () => {
    const apps = (names: string[]) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set({ apps: names }).where('orgCode', '=', STORE).execute())
    const rule = { consumeType: 'NOCARDCONSUME', price: 0 } as const
    const id = await sales.hang(rule)
    await apps([])
    expect(await codeOf(sales.hang(rule))).toBe('sessions.payLaterOff')
    expect(await codeOf(sales.settle(id, 'NOCARDCONSUME'))).toBe('sessions.payLaterOff')
    expect(await codeOf(manager.playBeforePay.delete({ query: { id } }))).toBe('sessions.payLaterOff')
    // That store charges first.
    await sales.charge(rule)
    await apps(['XWHF'])
    await sales.settle(id, 'NOCARDCONSUME')
  })
})
