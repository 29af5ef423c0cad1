import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { ChargeInput } from '#shared/features/sessions/charge.schema.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { type Venue, venueOf } from '#tests/support/venue.ts'

let server: TestServer
let venue: Venue
let cashier: TestClient

beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  cashier = await server.signIn('cashier')
})
afterAll(() => server.stop())

it('smoke', async () => {
  const member = await venue.member({ balance: 10_000, give: 2000 })
  const rule = await venue.rule({ price: 3500 })
  const vehicle = await venue.vehicle()
  const { result, message } = await cashier.consume.add({
    key: newId(),
    body: { consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', sysDepartConsumeRoleId: rule.id, vehicleId: vehicle.id, userId: member, cheshou: 'x' },
  })
  console.log(JSON.stringify(result, null, 1), message)
  console.log(JSON.stringify((await cashier.consume.quote({ query: { sysDepartConsumeRoleId: rule.id, userId: member, people: 2 } })).result))
})
