import { expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager } = await testVenue(['manager'])

const onPage = async (given: Parameters<typeof venue.member>[0] = {}) =>
  memberOnPage(server, venue, await venue.member(given))

it('shows what can be spent, without what pending rides hold', async () => {
  const { id, client } = await onPage({ balance: 10_000, give: 2000, integral: 40, laps: 3, coins: 5 })
  const start = venue.start({ vehicleId: (await venue.vehicle()).id, userId: id, ruleId: (await venue.rule()).id })
  await manager.playBeforePay.add({ body: start, key: newId() })
  const { wallets, held, waiting } = (await client.memberHome.home()).result
  expect(wallets).toEqual({ balance: 65, give: 20, integral: 40, laps: 3, coins: 5 })
  expect(held).toBe(35)
  expect(waiting).toEqual({ queue: 0, bookings: 0, coupons: 0, things: 0, gifts: 0 })
})

it('pages through own rides and orders, also of merged numbers, and never through those of others', async () => {
  const { id, client } = await onPage({ balance: 1_000_000 })
  const { id: ruleId } = await venue.rule({ name: '一圈', price: 100 })
  const ride = async (userId: string) => {
    const { id: vehicleId } = await venue.vehicle()
    const body = { consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', racer: '车手', userId, vehicleId } as const
    await manager.consume.add({ body: { ...body, sysDepartConsumeRoleId: ruleId }, key: newId() })
  }
  for (let count = 0; count < 21; count++) await ride(id)
  const other = await venue.member({ balance: 10_000 })
  await ride(other)
  const first = (await client.memberHome.rides({ query: {} })).result
  expect(first).toMatchObject({ total: 21, pages: 2, current: 1 })
  expect(first.records).toHaveLength(20)
  const second = (await client.memberHome.rides({ query: { pageNo: 2 } })).result
  expect(new Set([...first.records, ...second.records].map((one) => one.id)).size).toBe(21)
  const orders = (await client.memberHome.orders({ query: { pageNo: 2 } })).result
  expect(orders.records).toMatchObject([{ name: '一圈', amount: 1, state: 'paid', integral: 0 }])

  await venue.inEveryStore((trx) => trx.updateTable('member').set({ mergedInto: id }).where('id', '=', other).execute())
  expect((await client.memberHome.rides({ query: {} })).result.total).toBe(22)
})

it('shows own coupons with the codes that the counter takes, and no used or foreign ones', async () => {
  const { id, client } = await onPage()
  const [own = '', foreign = ''] = await venue.coupons({ name: '二十元', value: 2000, count: 2 })
  const issue = (code: string, memberId: string) =>
    venue.inEveryStore((trx) =>
      trx.updateTable('couponCode').set({ memberId, issuedAt: server.clock.now() }).where('code', '=', code).execute(),
    )
  await issue(own, id)
  await issue(foreign, await venue.member())
  expect((await client.memberHome.coupons()).result).toMatchObject([
    { code: own, name: '二十元', kind: 'value', value: 20 },
  ])
  expect((await manager.couponCodes.check({ body: { code: own } })).result).toMatchObject({ userId: id })
  await manager.couponCodes.redeem({ body: { code: own, userId: id }, key: newId() })
  expect((await client.memberHome.coupons()).result).toEqual([])
  expect((await client.memberHome.home()).result.wallets.give).toBe(20)
})

it('shows the own place in the queue, and things and gifts of the member only', async () => {
  const { id, client } = await onPage({ balance: 10_000 })
  const bystander = await onPage()
  const { id: ruleId } = await venue.rule({ name: '排队圈' })
  const body = { consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', racer: '车手', usageMode: 'lineup' } as const
  await manager.consume.add({
    body: { ...body, userId: id, sysDepartConsumeRoleId: ruleId, vehicleId: '' },
    key: newId(),
  })
  expect((await client.memberHome.queue()).result).toMatchObject([{ rule: '排队圈', isCalled: false, ahead: 0 }])
  await venue.inEveryStore(async (trx) => {
    const later = new Date(server.clock.now().getTime() + 3_600_000)
    const item = { id: newId(), orgCode: STORE, code: `B.${newId()}`, placeId: null, guestName: '客人', pieces: 2 }
    const stored = {
      ...item,
      name: '头盔',
      memberId: id,
      createdAt: server.clock.now(),
      freeUntil: later,
      dueAt: later,
    }
    await trx.insertInto('cloakroomItem').values(stored).execute()
  })
  expect((await client.memberHome.things()).result.things).toMatchObject([{ name: '头盔', pieces: 2, due: 0 }])
  expect((await bystander.client.memberHome.queue()).result).toEqual([])
  expect((await bystander.client.memberHome.things()).result).toEqual({ things: [], gifts: [] })
})
