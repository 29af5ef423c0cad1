import { expect, it } from 'vitest'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, manager } = await testVenue(['manager'])

const STORE = 'A01A01'

/** What a counter receives online and in its snapshot. */
const flags = async () => [
  (await manager.consume.getDepartInfo()).result.takesCodes,
  (await manager.terminals.snapshot()).result.store?.takesCodes,
]

it('counters receive whether the store accepts pay codes', async () => {
  const admin = await server.signIn('admin')
  const switchTo = (enabled: boolean) =>
    admin.paymentProviders.edit({ body: { orgCode: STORE, provider: 'sandbox', enabled } })
  await switchTo(false)
  expect(await flags()).toEqual(['NO', 'NO'])
  // A provider of another store does not count.
  await admin.paymentProviders.edit({ body: { orgCode: 'A01A02', provider: 'sandbox', enabled: true } })
  expect(await flags()).toEqual(['NO', 'NO'])
  await switchTo(true)
  expect(await flags()).toEqual(['YES', 'YES'])
})
