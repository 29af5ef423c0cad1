import { beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import { daysAfter } from '#shared/core/time.ts'
import { linkOf } from '#shared/features/statistics/figure-links.calc.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { countedByVehicle } from '#tests/support/venue/figures.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { rollUpFigures } from './rollup.job.ts'

const { server, venue, cashier, manager, hq } = await testVenue(['cashier', 'manager', 'hq'])
const sales = salesOf(server, venue, cashier)

beforeAll(async () => {
  await venue.setHungLimit(1000)
})

async function figures(by: 'vehicle' | 'day') {
  const today = (await hq.statistics.figures({ query: { period: 'today' } })).result.today
  const query = { by, period: 'range', from: daysAfter(today, -80), until: today } as const
  return (await hq.statistics.figures({ query })).result
}
const of = async (vehicle: string) => (await figures('vehicle')).rows.find(({ key }) => key === vehicle)?.now

/** Before and after the roll-up each vehicle has the value of its rides, and the sum is the total consumption. */
async function expectEqual(): Promise<void> {
  const { rows, total } = await figures('vehicle')
  const seen = rows.map(({ key, now }) => [key, now.consumption] as const).filter(([, worth]) => worth !== 0)
  const counted = Object.entries(await venue.inEveryStore(countedByVehicle))
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(counted.map(([key, fen]) => [key, fromMinor(fen)])))
  expect(total.now.consumption).toBe((await figures('day')).total.now.consumption)
}
async function expectEqualBeforeAndAfterFolding(): Promise<void> {
  await expectEqual()
  await rollUpFigures(server.deps)
  await expectEqual()
}

const start = async (order: string) => {
  const { id } = await venue.vehicle()
  const key = newId()
  const { result } = await cashier.queue.startOrder({ query: { consumeid: order, vehicleId: id }, key })
  return { vehicle: id, run: result.starts[0]?.gameLogId ?? '' }
}
const refund = (orderId: string, amount?: number) =>
  manager.refunds.add({
    key: newId(),
    body: { orderKind: 'consume', orderId, amount, reason: '顾客改期', password: DEMO_PASSWORD },
  })

it('assigns money to the vehicle of the ride’s start, whenever it is charged, started or refunded', async () => {
  await rollUpFigures(server.deps)
  await expectEqual()
  const member = await venue.member({ balance: 100_000, give: 5000 })
  const lineUp = { usageMode: 'lineup', userId: member } as const

  // Charged and rolled up long before the start; then swapped, partly refunded, and refunded.
  const early = (await sales.charge({ price: 3333 }, lineUp)).result.id
  await expectEqualBeforeAndAfterFolding()
  expect((await of(''))?.consumption).toBe(33.33)
  const { vehicle, run } = await start(early)
  await expectEqualBeforeAndAfterFolding()
  expect(await of(vehicle)).toMatchObject({ consumption: 33.33, sessions: 1 })
  expect(await of('')).toBeUndefined()
  const { id: other } = await venue.vehicle()
  await manager.dispatch.swap({ body: { id: run, vehicleId: other }, key: newId() })
  await expectEqualBeforeAndAfterFolding()
  expect((await of(vehicle))?.consumption).toBe(33.33)
  await refund(early, 10)
  await expectEqualBeforeAndAfterFolding()
  expect(await of(vehicle)).toMatchObject({ consumption: 23.33 })
  await refund(early)
  await expectEqualBeforeAndAfterFolding()

  // One order of three rides that start one after another: a hundred is divided exactly.
  const wanted = [await venue.vehicle(), await venue.vehicle(), await venue.vehicle()].map(({ id }) => id).join()
  const groupNumber = await sales.coupon({ value: 10_000 })
  const group = { usageMode: 'lineup', groupNumber, vehicleId: wanted, people: 3 } as const
  const three = (await sales.charge({ consumeType: 'GROUPCOUPON' }, group)).result.id
  const rides: string[] = [(await start(three)).vehicle]
  await expectEqualBeforeAndAfterFolding()
  rides.push((await start(three)).vehicle, (await start(three)).vehicle)
  await expectEqualBeforeAndAfterFolding()
  const shares = await Promise.all(rides.map(async (id) => (await of(id))?.coupons ?? 0))
  expect(shares.toSorted()).toEqual([33.33, 33.33, 33.34])
  const { result } = await hq.consumeOrders.list({ query: { vehicleId: rides[2] } })
  expect(result.records.map(({ id }) => id)).toEqual([three])
  expect((await hq.consumeOrders.sums({ query: { vehicleId: "'; --" } })).result.orders).toBe(0)

  // Started long before payment; a walk-in with a returned deposit; and one refunded before the ride.
  const hung = await sales.hang({ price: 4200 }, member)
  await expectEqualBeforeAndAfterFolding()
  await sales.settle(hung, 'BALANCE')
  const guest = { consumeType: 'NOCARDCONSUME', price: 6800, deposit: 5000 } as const
  const deposit = (await sales.charge(guest, { consumePayMode: 'cash' })).result.id
  await expectEqualBeforeAndAfterFolding()
  await cashier.consumeOrders.returnDeposit({ key: newId(), body: { id: deposit } })
  await refund((await sales.charge(guest, { usageMode: 'lineup', consumePayMode: 'cash' })).result.id)
  await expectEqualBeforeAndAfterFolding()
})

it('refunds in statistics equal the total of the list behind them', async () => {
  const member = await venue.member({ balance: 100_000 })
  const cash = (await sales.charge({ consumeType: 'NOCARDCONSUME', price: 6800 }, { consumePayMode: 'cash' })).result
  const wallet = (await sales.charge({ price: 5000 }, { userId: member })).result
  await refund(cash.id, 12.5)
  await refund(wallet.id)
  const { today, timeZone, dayStartHour, ...found } = (await manager.statistics.figures({ query: { period: 'days7' } }))
    .result
  const days = { from: found.from, until: found.until }
  const { now } = found.total
  const link = linkOf('refunded', { by: 'store', key: STORE, name: '', now, timeZone, dayStartHour, days })
  const { result } = await manager.refunds.sums({ query: link?.filters ?? {} })
  expect(result.amount).toBe(found.total.now.refunded)
  expect(result.amount).toBeGreaterThan(12)
  expect(result.balance).toBe(0)
})
