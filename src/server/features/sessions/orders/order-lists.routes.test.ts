import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, manager } = await testVenue(['manager'])
const { refund, charge, recharge } = refundsOf({ venue, manager, cashier: await server.signIn('cashier') })
await venue.setTrialLimit(-1)

beforeAll(async () => {
  await venue.setTrialLimit(-1)
  await venue.setHungLimit(1000)
})

/** The payment id in the provider's format. */
const tradeOf = (id: string) => id.replaceAll('-', '')
const serialOf = async (id: string) => (await venue.rows('payment').where('id', id))[0]?.transactionId
const listed = async (id: string) => (await manager.consumeOrders.list({ query: { id } })).result.records[0]
const sheetOf = async (path: string, id: string) => {
  const response = await server.request(`/api${path}/exportXls?selections=${id}`, { token: manager.token })
  return Buffer.from(await response.arrayBuffer())
}

describe('the list of consume orders', () => {
  it('shows the payment of an order, and what is left after a refund', async () => {
    const guest = { consumeType: 'NOCARDCONSUME', price: 8000 } as const
    const scanned = await charge(guest, { consumePayMode: 'wechat', payCode: codeEnding(0) })
    await passes(server, 3000)
    const serialNumber = await serialOf(scanned)
    expect(serialNumber).not.toBe('')
    const payment = { payOrderNumber: tradeOf(scanned), serialNumber }
    expect(await listed(scanned)).toMatchObject({ ...payment, amount: 80, revenue: 80, refunded: 0, discount: 0 })
    await refund('consume', scanned, { amount: 30 })
    await passes(server, 3000)
    expect(await listed(scanned)).toMatchObject({ ...payment, amount: 80, revenue: 50, refunded: 30 })
    const cash = await charge(guest, { consumePayMode: 'cash' })
    expect(await listed(cash)).toMatchObject({ payOrderNumber: '', serialNumber: '', revenue: 80, refunded: 0 })
    expect((await sheetOf('/consume/sysConsume', scanned)).length).toBeGreaterThan(1000)
  })

  it('counts wallet payments as no revenue, and shows level discounts', async () => {
    const level = { code: 'lists', name: '列表折扣', rank: 95, experience: -1, discount: 50 }
    await manager.memberLevels.add({ body: level })
    const userId = await venue.member({ balance: 20_000, memberLevel: 'lists' })
    const id = await charge({ price: 6000, levelDiscount: true }, { userId })
    expect(await listed(id)).toMatchObject({ amount: 30, discount: 30, revenue: 0, refunded: 0 })
  })
})

describe('the list of recharge orders', () => {
  it('shows the same for a recharge', async () => {
    const userId = await venue.member()
    const id = await recharge(userId, {}, { consumePayMode: 'wechat', payCode: codeEnding(0) })
    const row = async () => (await manager.rechargeOrders.list({ query: { id } })).result.records[0]
    expect(await row()).toMatchObject({ payOrderNumber: tradeOf(id), revenue: 0 })
    await passes(server, 3000)
    const payment = { payOrderNumber: tradeOf(id), serialNumber: await serialOf(id) }
    expect(await row()).toMatchObject({ ...payment, revenue: 500, refunded: 0 })
    await refund('recharge', id, { amount: 200 })
    await passes(server, 3000)
    expect(await row()).toMatchObject({ ...payment, revenue: 300, refunded: 200 })
    expect((await sheetOf('/memberrecharge/sysMemberRecharge', id)).length).toBeGreaterThan(1000)
  })
})

describe('the list of pay-later records', () => {
  const columns = [
    ...['createTime', 'ticketNo', 'playState', 'price', 'racer', 'vehicleName', 'roleName', 'userId', 'userNickname'],
    ...['userTruenmae', 'consumeType', 'consumeVehicleMode', 'countCycleNumber', 'duration', 'sysOrgCode_dictText'],
    ...[
      'remark',
      'people',
      'cashierName',
      'operatorName',
      'terminalName',
      'id',
      'gameLogId',
      'rechargeId',
      'consumeId',
    ],
    'ruleId',
  ]

  const remark = newId()
  beforeAll(async () => {
    for (const [index, nickname] of ['丙', '甲', '乙'].entries()) {
      const userId = await venue.member({ balance: 50_000, nickname, realname: `真名${nickname}` })
      const { id: ruleId } = await venue.rule({ price: 1000 * (3 - index), laps: 5 + index })
      const { id: vehicleId } = await venue.vehicle()
      const body = venue.start({ userId, ruleId, vehicleId, racer: `车手${index}`, remark })
      await manager.playBeforePay.add({ body, key: newId() })
    }
  })
  const listed = async (column: string, order: 'asc' | 'desc') =>
    (await manager.playBeforePay.list({ query: { column, order, remark } })).result.records

  it.each(columns)('is sorted by %s in both directions', async (column) => {
    const [up, down] = [await listed(column, 'asc'), await listed(column, 'desc')]
    expect(up).toHaveLength(3)
    // Rides of one state are sorted newest first in either direction.
    if (column !== 'playState') expect(down).toEqual(up.toReversed())
  })

  it('is sorted by displayed values, also computed ones and those of the member', async () => {
    expect((await listed('price', 'asc')).map(({ price }) => price)).toEqual([10, 20, 30])
    const names = (await listed('userNickname', 'asc')).map(({ userNickname }) => userNickname)
    expect((await listed('userTruenmae', 'asc')).map(({ userNickname }) => userNickname)).toEqual(names)
    expect((await listed('price', 'asc')).map(({ userNickname }) => userNickname)).not.toEqual(names)
    const [first] = await listed('price', 'asc')
    const sheet = await sheetOf('/playbeforepay/sysPlayBeforePay', `${first?.id}&column=price`)
    expect(sheet.length).toBeGreaterThan(1000)
  })

  it('refuses an unknown sort column, and names the field', async () => {
    for (const column of ['password', 'nonsense', 'created_at; drop table store'])
      await expect(manager.playBeforePay.list({ query: { column } as never })).rejects.toMatchObject({
        code: 'common.invalidInput',
        details: { field: 'column' },
      })
    expect((await manager.playBeforePay.list({ query: { column: '' } as never })).result.total).toBeGreaterThan(0)
  })
})
