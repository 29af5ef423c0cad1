import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue } = await testVenue()

let manager: TestClient
let hq: TestClient

beforeAll(async () => {
  await venue.setHungLimit(1000)
})
/** Tokens last a week, and a test moves the clock by days. */
beforeEach(async () => {
  manager = await server.signIn('manager', 'A01A01')
  hq = await server.signIn('hq')
})

const ofDay = (timeZone: string, dayStartHour: number) =>
  venue.inEveryStore((trx) =>
    trx.updateTable('store').set({ timeZone, dayStartHour }).where('orgCode', '=', 'A01A01').execute(),
  )
const today = async (client: TestClient = manager) => (await client.playBeforePay.today({})).result

async function start(): Promise<string> {
  const key = newId()
  const { id: vehicleId } = await venue.vehicle()
  const userId = await venue.member({ balance: 100_000 })
  await manager.playBeforePay.add({ body: venue.start({ vehicleId, userId }), key })
  return key
}
const settle = (id: string) =>
  manager.playBeforePay.settle({
    body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' },
    key: newId(),
  })

describe("today's figures", () => {
  it('begin with the store’s business day, and count a settlement on its own day', async () => {
    await ofDay('Asia/Shanghai', 6)
    // 5:30 in Shanghai: still the business day of the 4th.
    server.clock.set(new Date('2030-03-04T21:30:00Z'))
    manager = await server.signIn('manager', 'A01A01')
    const before = await today()
    const [late, other] = [await start(), await start()]
    expect(await today()).toEqual({ ...before, starts: before.starts + 2, hung: before.hung + 2 })
    await settle(late)
    expect(await today()).toMatchObject({ hung: before.hung + 1, settled: before.settled + 1 })

    server.clock.set(new Date('2030-03-04T22:00:00Z'))
    expect(await today()).toMatchObject({ starts: 0, settled: 0, hung: before.hung + 1 })
    // Yesterday's ride is settled today.
    await settle(other)
    expect(await today()).toEqual({ starts: 0, settled: 1, hung: before.hung })
    await start()
    expect(await today()).toEqual({ starts: 1, settled: 1, hung: before.hung + 1 })

    // At the same time it is the previous evening in London, where the day begins at midnight.
    await ofDay('Europe/London', 0)
    expect(await today()).toMatchObject({ starts: 3, settled: 2 })
  })

  it('cover the stores in scope', async () => {
    const [own, all] = [await today(), await today(hq)]
    await start()
    expect(await today()).toMatchObject({ starts: own.starts + 1 })
    expect(await today(hq)).toMatchObject({ starts: all.starts + 1 })
    const beside = await server.signIn('manager2')
    const there = await today(beside)
    await start()
    expect(await today(beside)).toEqual(there)
  })
})
