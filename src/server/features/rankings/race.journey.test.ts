import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SimulatedBox, startSimulatedBox } from '#server/features/gateway/simulation/simulated-box.client.ts'
import { resultKeyOf } from '#server/features/printing/index.ts'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

const LAPS = 3

let server: TestServer
let venue: Venue
let cashier: TestClient
let box: SimulatedBox | undefined

beforeAll(async () => {
  const mqtt = { kind: 'embedded', host: '127.0.0.1', port: 0, tls: undefined } as const
  server = await startTestServer({ jobs: true, mqtt })
  venue = venueOf(server)
  cashier = await server.signIn('cashier')
})
afterAll(async () => {
  await box?.stop()
  await server.stop()
})

/** A simulated vehicle at a hundred times real speed, over the real box protocol. */
async function driven(): Promise<string> {
  const manager = await server.signIn('manager', STORE)
  const { id: vehicleId } = await venue.vehicle({ vehicleType: '竞速车' })
  const device = { serialNumber: newId(), deviceType: 'VEHICLE' as const, vehicleId }
  await manager.devices.add({ body: device })
  const { result } = await manager.devices.list({ query: { serialNumber: device.serialNumber } as never })
  const { result: access } = await manager.vehicleBoxes.access({
    body: { deviceId: String(result.records[0]?.id) },
  })
  const key = { id: access.username, orgCode: STORE, secret: access.password }
  const url = `mqtt://127.0.0.1:${access.port}`
  box = startSimulatedBox({ url, key, speedup: 100, lapMs: 20_000, random: () => 0.5, stateEveryMs: 100 })
  return vehicleId
}

it('shows the laps of a run from the counter on the guest page, in the ranking and as the member’s best', async () => {
  const vehicleId = await driven()
  const userId = await venue.member({ balance: 100_000 })
  const { id: ruleId } = await venue.rule({ consumeType: 'BALANCE', laps: LAPS })
  await until(async () => {
    const { vehicles } = (await cashier.dispatch.floor()).result
    expect(vehicles.find(({ id }) => id === vehicleId)).toMatchObject({ isConnecte: 'YES' })
  })
  const body = {
    consumeType: 'BALANCE',
    consumeVehicleMode: 'circlemode',
    usageMode: 'immediate',
    sysDepartConsumeRoleId: ruleId,
    vehicleId,
    userId,
    racer: '闪电',
  } as const
  const { result } = await cashier.consume.add({ body, key: newId() })
  const key = resultKeyOf(server.deps, String(result.plays[0]?.id))

  const page = async () => (await server.client().guestResults.status({ query: { key } })).result
  await until(async () => expect(await page()).toMatchObject({ state: 'provisional', lapsDone: LAPS }))
  const shown = await page()
  expect(shown).toMatchObject({ racer: '闪电', isCorrected: false })
  expect(shown.laps.map(({ number }) => number)).toEqual([1, 2, 3])

  const query = { period: 'day', vehicleType: '竞速车', ruleId } as const
  const ranking = (await cashier.rankings.query({ query })).result
  expect(ranking?.places).toMatchObject([{ place: 1, racer: '闪电', ms: shown.bestMs }])
  const { bests } = (await cashier.memberGlance.glance({ query: { id: userId } })).result
  expect(bests).toMatchObject([{ vehicleType: '竞速车', ms: shown.bestMs }])
})
