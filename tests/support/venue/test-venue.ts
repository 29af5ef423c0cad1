import { afterAll } from 'vitest'
import type { Config } from '#server/config.ts'
import type { Slice } from '#server/core/slice.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { STORE, type Venue, venueOf } from './venue.ts'

/** Accounts of the demo data by the names that tests use; the manager works at the store of most tests. */
const ACCOUNTS: Record<AccountName, readonly [username: string, orgCode?: string]> = {
  admin: ['admin'],
  hq: ['hq'],
  manager: ['manager', STORE],
  cashier: ['cashier'],
}
type AccountName = 'admin' | 'hq' | 'manager' | 'cashier'

/**
 * Starts a server for the tests of a file, with the builders of its rows and a client for each of these accounts. It is stopped
 * after the tests, and after the `afterAll` of the file itself.
 */
export async function testVenue<A extends AccountName = never>(
  accounts: readonly A[] = [],
  config: Partial<Config> = {},
  slices: readonly Slice[] = [],
): Promise<{ server: TestServer; venue: Venue } & Record<A, TestClient>> {
  const server = await startTestServer(config, slices)
  afterAll(() => server.stop())
  const clients: Partial<Record<AccountName, TestClient>> = {}
  // In order, because sign-ins are logged.
  for (const name of accounts) {
    const [username, orgCode] = ACCOUNTS[name]
    clients[name] = await server.signIn(username, orgCode)
  }
  return { server, venue: venueOf(server), ...(clients as Record<A, TestClient>) }
}
