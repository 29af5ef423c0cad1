import { setTimeout as delay } from 'node:timers/promises'
import { DEMO_PASSWORD, type demoUsers } from '#server/db/seed/access.ts'
import { type Api, api } from '#shared/api.ts'
import { type Client, createClient, type Transport } from '#shared/core/client.ts'
import { ServerError } from '#shared/core/errors.ts'
import { type Sign, transport } from '#tests/support/faults/transport.ts'
import type { TestClient } from '#tests/support/server.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { HOME } from '#tests/support/visitors.ts'
import type { People } from '#tests/walks/scene.ts'
import type { VenueServer } from './venue-server.ts'

const PAUSE_MS = 50

/** The server of a venue, or a network connection to it. */
export type Reached = Pick<VenueServer, 'url' | 'up'>

/** Sends calls by HTTP, treats an unreachable server as temporarily away, and waits until it is back. */
export const waitingTransport =
  (server: Reached, token?: string, sign?: Sign): Transport =>
  async (request) => {
    try {
      return await transport(server.url, token, undefined, sign)(request)
    } catch (error) {
      if (error instanceof ServerError) throw error
      await delay(PAUSE_MS)
      await server.up()
      throw new ServerError('common.unavailable', {}, '', '', 503)
    }
  }

const clientOf = (server: Reached, token?: string, sign?: Sign): Client<Api> =>
  createClient(api, waitingTransport(server, token, sign))

/** The users of this evening, one of them at an enrolled counter. */
export async function signEverybodyIn(server: VenueServer, now: () => number): Promise<People> {
  const signIn = async (username: keyof typeof demoUsers, orgCode?: string): Promise<TestClient> => {
    const { result } = await clientOf(server).signIn.login({ body: { username, password: DEMO_PASSWORD } })
    const signedIn = clientOf(server, result.token)
    const user = orgCode ? (await signedIn.signIn.selectDepart({ body: { orgCode } })).result.userInfo : result.userInfo
    return { ...signedIn, token: result.token, user }
  }
  const [manager, cashier, other] = [await signIn('manager', STORE), await signIn('cashier'), await signIn('cashier2')]
  const client = (token?: string, _language?: string, sign?: Sign) => clientOf(server, token, sign)
  const terminal = await enrolledTerminal({ client }, manager, { now })
  const counter = { ...terminal.with(other), token: other.token, user: other.user }
  const [owner, home] = [await signIn('hq'), await signIn('manager2', HOME)]
  return { owner: [owner], manager: [manager], cashier: [cashier], counter: [counter], home: [home] }
}
