import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'

const STORE = 'A01A01'

let server: TestServer
let manager: TestClient
beforeAll(async () => {
  server = await startTestServer()
  manager = await server.signIn('manager', STORE)
})
afterAll(() => server.stop())

/** What a counter is told, with the server and by the snapshot that it keeps. */
const told = async () => [
  (await manager.consume.getDepartInfo()).result.takesCodes,
  (await manager.terminals.snapshot()).result.store?.takesCodes,
]

it('counters are told whether a provider takes the codes that customers show', async () => {
  const admin = await server.signIn('admin')
  const switchTo = (enabled: boolean) =>
    admin.paymentProviders.edit({ body: { orgCode: STORE, provider: 'sandbox', enabled } })
  await switchTo(false)
  expect(await told()).toEqual(['NO', 'NO'])
  // What another store has counts for that one alone.
  await admin.paymentProviders.edit({ body: { orgCode: 'A01A02', provider: 'sandbox', enabled: true } })
  expect(await told()).toEqual(['NO', 'NO'])
  await switchTo(true)
  expect(await told()).toEqual(['YES', 'YES'])
})
