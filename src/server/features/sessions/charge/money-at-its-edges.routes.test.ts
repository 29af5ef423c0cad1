import { afterAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { expireValue } from '#server/features/ledger/expire.job.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'
import { rechargeOrders } from '#shared/features/recharge/recharge-orders.contract.ts'
import { refunds } from '#shared/features/refunds/refunds.contract.ts'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const sales = salesOf(server, venue, cashier)

const HOUR_MS = 3_600_000

afterAll(async () => {
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const counted = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]))

describe('a limit of a rule', () => {
  it('per day applies to started, queued and pending rides, of members and walk-ins together', async () => {
    const rule = { limited: true, dailyLimit: 7, price: 100 } as const
    const { id: sysDepartConsumeRoleId } = await venue.rule(rule)
    await venue.setHungLimit(1000)
    const members = await times(3, () => venue.member({ balance: 100_000 }))
    const codes = await times(30, async (index) => {
      const userId = members[index % 3] ?? ''
      const [by, vehicleId] = [index % 2 ? cashier : manager, (await venue.vehicle()).id]
      if (index % 3 === 2) {
        const body = venue.start({ ruleId: sysDepartConsumeRoleId, vehicleId, userId })
        return codeOf(by.playBeforePay.add({ key: newId(), body }))
      }
      const usageMode = index % 3 ? 'lineup' : 'immediate'
      return codeOf(
        sales.charge(
          {},
          { sysDepartConsumeRoleId, userId, usageMode, by, ...(usageMode === 'immediate' && { vehicleId }) },
        ),
      )
    })
    expect(counted(codes)).toEqual({ done: 7, 'sessions.ruleUsedUp': 23 })
    expect(await venue.rows('playRecord').where('ruleId', sysDepartConsumeRoleId)).toHaveLength(7)
  })

  it('counts each vehicle of an order, all or none', async () => {
    const rule = { consumeType: 'QUAN', limited: true, dailyLimit: 5, laps: 2 } as const
    const { id: sysDepartConsumeRoleId } = await venue.rule(rule)
    const userId = await venue.member({ laps: 1000 })
    const codes = await times(10, async () => {
      const vehicleId = (await times(2, () => venue.vehicle())).map(({ id }) => id).join()
      return codeOf(sales.charge({ consumeType: 'QUAN' }, { sysDepartConsumeRoleId, userId, vehicleId }))
    })
    expect(counted(codes)).toEqual({ done: 2, 'sessions.ruleUsedUp': 8 })
    expect(await venue.wallets(userId)).toMatchObject({ laps: { value: 992 } })
    const { id: vehicleId } = await venue.vehicle()
    await sales.charge({ consumeType: 'QUAN' }, { sysDepartConsumeRoleId, userId, vehicleId })
    expect(await venue.rows('playRecord').where('ruleId', sysDepartConsumeRoleId)).toHaveLength(5)
  })
})

describe('value that ends', () => {
  it('is spent or written off exactly once when charges run concurrently with the expiry', async () => {
    const { id: sysDepartConsumeRoleId } = await venue.rule({ price: 1000 })
    const members = await times(4, () => venue.member())
    const ends = new Date(server.clock.now().getTime() + HOUR_MS)
    for (const member of members) {
      await venue.post({}, [{ account: 'balance', member, delta: 4500, validUntil: ends }])
      await venue.post({}, [{ account: 'balance', member, delta: 2500 }])
    }
    server.clock.advance(HOUR_MS + 1000)
    const work = times(24, (index) =>
      codeOf(sales.charge({}, { userId: members[index % 4] ?? '', sysDepartConsumeRoleId })),
    )
    const [codes] = await Promise.all([work, expireValue(server.deps), expireValue(server.deps)])
    // Value without an end pays for two rides each; expired value pays for none.
    expect(counted(codes)).toEqual({ done: 8, 'members.insufficientBalance': 16 })
    for (const member of members) {
      expect(await venue.wallets(member)).toEqual({ balance: { value: 500, held: 0 } })
      const ended = (await venue.rows('ledgerLine').where('memberId', member)).filter(
        ({ causeKind }) => causeKind === 'expire',
      )
      expect(ended.map(({ delta }) => delta)).toEqual([-4500])
    }
  })
})

describe('a clock that is set back an hour', () => {
  it('loses no sale, refund or count', async () => {
    const shift = (await manager.shifts.open({ key: newId(), body: { floatAmount: 100 } })).result.id
    const userId = await venue.member({ balance: 10_000 })
    const before = (await sales.charge({ price: 3000 }, { userId, by: manager })).result.id
    server.clock.advance(-HOUR_MS)
    try {
      const after = (await sales.charge({ price: 2000 }, { userId, by: manager })).result.id
      const cash = { consumeType: 'NOCARDCONSUME', price: 1500 } as const
      await sales.charge(cash, { consumePayMode: 'cash', by: manager })
      for (const orderId of [before, after]) {
        const body = { orderKind: 'consume', orderId, reason: '钟走错了', password: DEMO_PASSWORD } as const
        expect(await codeOf(manager.refunds.add({ key: newId(), body }))).toBe('done')
      }
      expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 10_000 } })
      const { result } = await manager.shifts.close({ key: newId(), body: { id: shift, counted: 115 } })
      expect(result).toMatchObject({ countedAmount: 115, expectedAmount: 115, differenceAmount: 0 })
    } finally {
      server.clock.advance(HOUR_MS)
    }
  })
})

describe('an amount', () => {
  it('that is fractional, too large, negative or no number is refused by its field, and moves nothing', async () => {
    const userId = await venue.member({ balance: 10_000 })
    const orderId = (await sales.charge({ price: 3000 }, { userId })).result.id
    const shift = (await manager.shifts.open({ key: newId(), body: { floatAmount: 100 } })).result.id
    const refund = { orderKind: 'consume', orderId, reason: '退', password: DEMO_PASSWORD }
    const recharge = { userId, sysDepartRechargeRoleId: newId(), consumePayMode: 'cash' }
    const calls = [
      { path: refunds.add.path, body: refund, field: 'amount' },
      { path: rechargeOrders.add.path, body: recharge, field: 'amount' },
      { path: shifts.open.path, body: {}, field: 'floatAmount' },
      { path: shifts.move.path, body: { id: shift, kind: 'cashOut', reason: '换零' }, field: 'amount' },
      { path: shifts.close.path, body: { id: shift }, field: 'counted' },
    ]
    const lines = () => venue.rows('ledgerLine').where('orgCode', STORE)
    const before = (await lines()).length
    for (const { path, body, field } of calls) {
      // As raw JSON text: JSON.stringify would not write some of them so.
      for (const written of [
        '0.005',
        '29.999',
        '1e15',
        '1e400',
        '-0.01',
        '"0.005"',
        '"10 "',
        '"1e1"',
        'true',
        '[10]',
      ]) {
        const response = await server.request(`/api${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [TOKEN_HEADER]: manager.token,
            [IDEMPOTENCY_HEADER]: newId(),
          },
          body: JSON.stringify({ ...body, [field]: 0 }).replace(`"${field}":0`, `"${field}":${written}`),
        })
        expect(await response.json(), `${path} ${written}`).toMatchObject({
          error: { code: 'common.invalidInput', details: { field } },
        })
      }
    }
    expect(await lines()).toHaveLength(before)
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 7000 } })
    await manager.shifts.close({ key: newId(), body: { id: shift, counted: 100 } })
  })
})
