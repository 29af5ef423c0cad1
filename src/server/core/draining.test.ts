import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createRealtime } from '#renderer/core/realtime.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { api } from '#shared/api.ts'
import { createClient } from '#shared/core/client.ts'
import { ServerError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { transport } from '#tests/support/faults/transport.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { readyProxy } from '#tests/support/ready-proxy.ts'
import { startTestServer, type TestClient, type TestCopy, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { type Venue, venueOf } from '#tests/support/venue/venue.ts'

const SOCKETS = 12
const SELLERS = 4
const DRAIN_SECONDS = 2
/** How exact timers are. */
const TIMER_MS = 20

let server: TestServer
let venue: Venue
let cashier: TestClient
const realtimes: { restart(): void }[] = []
let isSignedIn = true

beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  cashier = await server.signIn('cashier')
})
afterEach(() => {
  isSignedIn = false
  // Without an address they stay closed.
  for (const one of realtimes.splice(0)) one.restart()
})
afterAll(() => server.stop())

/** Sells rides until it is stopped; repeats a call without an answer under its key, as a counter does. */
function sellThrough(url: string) {
  const client = createClient(api, transport(url, cashier.token))
  let goesOn = true
  const sold: { key: string; userId: string }[] = []
  const sellers = Array.from({ length: SELLERS }, async () => {
    const { id: ruleId } = await venue.rule({ price: 100 })
    while (goesOn) {
      const { id: vehicleId } = await venue.vehicle()
      const userId = await venue.member({ balance: 1000 })
      const key = newId()
      const body = {
        consumeType: 'BALANCE' as const,
        consumeVehicleMode: 'timermode' as const,
        usageMode: 'immediate' as const,
        sysDepartConsumeRoleId: ruleId,
        vehicleId,
        userId,
        people: 1,
        racer: '车手',
      }
      let refusal: unknown
      await until(async () => {
        try {
          await client.consume.add({ key, body })
        } catch (error) {
          // A refusal by the server is a failed sale; no answer is not.
          if (!(error instanceof ServerError) || error.code === 'common.unavailable') throw error
          refusal = error
        }
      })
      if (refusal) throw refusal
      sold.push({ key, userId })
    }
  })
  return {
    sold,
    async end() {
      goesOn = false
      await Promise.all(sellers)
    },
  }
}

it('lets two copies restart one after the other: each sale is made once, and each socket comes back', async () => {
  const copies: TestCopy[] = [
    await server.startCopy({ drainSeconds: DRAIN_SECONDS }),
    await server.startCopy({ drainSeconds: DRAIN_SECONDS }),
  ]
  const targets = new Set(copies.map(({ url }) => url))
  const proxy = await readyProxy(targets)
  const lostAt: number[] = []
  const states = Array.from({ length: SOCKETS }, () => [] as boolean[])
  const heard = Array.from({ length: SOCKETS }, () => [] as string[])
  for (let index = 0; index < SOCKETS; index++) {
    const realtime = createRealtime({
      address: () =>
        isSignedIn
          ? { url: `${proxy.url.replace('http', 'ws')}/api/websocket/${cashier.user.id}`, token: cashier.token }
          : null,
      opened: (open) => {
        states[index]?.push(open)
        if (!open) lostAt.push(performance.now())
      },
      ended: () => undefined,
    })
    realtimes.push(realtime)
    realtime.pushes.on(({ topic }) => heard[index]?.push(topic))
    realtime.restart()
  }
  const areOpen = () => until(() => expect(states.every((one) => one.at(-1) === true)).toBe(true))
  await areOpen()
  const sales = sellThrough(proxy.url)
  await until(() => expect(sales.sold.length).toBeGreaterThan(SELLERS))

  for (const copy of copies) {
    const before = sales.sold.length
    const held = copy.deps.realtime.count()
    const lostBefore = lostAt.length
    const begun = performance.now()
    const stopped = copy.stop()
    // It is not ready, and serves.
    const ready = await fetch(`${copy.url}/readyz`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
    expect((await copy.request('/healthz')).status).toBe(200)
    const next = await server.startCopy({ drainSeconds: DRAIN_SECONDS })
    targets.add(next.url)
    await stopped
    targets.delete(copy.url)
    // Not all at once: the last socket closed at the end of the drain time, as a timer never does early.
    const lost = lostAt.slice(lostBefore)
    expect(lost.length).toBeGreaterThanOrEqual(held)
    const lastDueMs = DRAIN_SECONDS * 1000 * (1 - 0.5 / held)
    expect((lost.at(-1) ?? 0) - begun).toBeGreaterThan(lastDueMs - TIMER_MS)
    await areOpen()
    await until(() => expect(sales.sold.length).toBeGreaterThan(before + SELLERS))
  }
  await sales.end()
  for (const topics of heard) topics.length = 0
  await server.deps.realtime.publish({ topic: 'vehicles', orgCode: cashier.user.orgCode })
  await until(() => expect(heard.every((topics) => topics.includes('vehicles'))).toBe(true))
  for (const { key, userId } of sales.sold) {
    expect(await venue.rows('consumeOrder').where('id', key)).toMatchObject([{ state: 'paid' }])
    expect(await venue.rows('playRecord').where('consumeId', key)).toHaveLength(1)
    expect(await venue.rows('ledgerLine').where('causeId', key)).toContainEqual(
      expect.objectContaining({ memberId: userId }),
    )
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 900 } })
  }
  expect(await server.deps.db.scoped(EVERY_STORE, (trx) => findBroken(trx))).toEqual([])
  proxy.close()
})
