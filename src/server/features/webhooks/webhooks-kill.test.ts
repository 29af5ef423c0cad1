import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutPoints } from '#tests/support/faults/cut-points.ts'
import { type Edge, type SteppingWay, steppingWay } from '#tests/support/faults/stepping-way.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { createWebhookSender } from './deliveries.job.ts'
import { findEvents } from './events.job.ts'
import { TIMEOUT_MS } from './webhooks.request.ts'

/** The members of received events, with the event's ids. */
const received = new Map<string, Set<string>>()
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    const { id, data } = JSON.parse(body) as { id: string; data: { memberId: string } }
    received.set(data.memberId, (received.get(data.memberId) ?? new Set()).add(id))
    response.end()
  })
})

let way: SteppingWay
let server: TestServer
let venue: Venue
beforeAll(async () => {
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  const database = await createTestDatabase()
  way = await steppingWay(database.appUrl)
  server = await startTestServer({ webhooksPrivate: true }, [], { ...database, appUrl: way.url })
  venue = venueOf(server)
  const manager = await server.signIn('manager', 'A01A01')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  await manager.webhooks.add({ body: { name: 'x', url, events: 'member.registered' } })
  const [endpoint] = (await manager.webhooks.list({ query: {} })).result.records
  await manager.webhooks.newSecret({ body: { id: endpoint?.id ?? '' } })
})
nameSampleOnFailure()
afterAll(async () => {
  await server.stop()
  way.close()
  receiver.closeAllConnections()
  receiver.close()
})

/** One turn of a copy that was just started. */
async function run(): Promise<void> {
  await findEvents(server.deps)
  await Promise.all((await createWebhookSender(server.deps).begin()).sent)
}

describe('a server that is killed between any two statements', () => {
  it.each<Edge>(['unsent', 'unanswered'])('sends each event, under one id: %s', { timeout: 240_000 }, async (edge) => {
    for (const statement of cutPoints(edge, ['webhooks'])) {
      const memberId = await venue.member({ createdAt: server.clock.now() })
      way.cutAt(statement, edge)
      await run().catch(() => undefined)
      const wasCut = way.disarm()
      await way.rolledBack()
      // The claim of a dead copy ends.
      server.clock.advance(3 * TIMEOUT_MS)
      await run()
      expect(received.get(memberId)?.size).toBe(1)
      const [delivery] = await venue.rows('webhookDelivery').where('sourceId', `A01A01 ${memberId}`)
      expect(delivery).toMatchObject({ state: 'sent' })
      if (!wasCut) return
    }
  })
})
