import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { WebhookEvent } from '#shared/features/webhooks/webhooks.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { bookingsOf } from '#tests/support/venue/bookings.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { createWebhookSender, PATIENCE_MS, PAUSES_MS } from './deliveries.job.ts'
import { findEvents, pruneDeliveries } from './events.job.ts'
import { TIMEOUT_MS } from './webhooks.request.ts'

const { server, venue, manager, hq, cashier } = await testVenue(['manager', 'hq', 'cashier'], { webhooksPrivate: true })
const { charge, refund, recharge } = refundsOf({ venue, manager, cashier })
const { session, book } = bookingsOf(server, { venue, manager, cashier })
const owner = <R extends object>(text: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (client) => (await client.query<R>(text, values)).rows)

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  json: { id: string; event: string; time: string; store: string; data: Record<string, unknown> }
}
const received: Received[] = []
let answer: (response: ServerResponse, path: string) => void
const ok = (response: ServerResponse) => void response.writeHead(200).end('noted')

const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body, json: JSON.parse(body) })
    answer(response, request.url ?? '')
  })
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(async () => {
  answer = ok
  received.length = 0
  await owner('delete from webhook_endpoint')
})

const sender = createWebhookSender(server.deps)
/** Sends everything that is due. */
async function send(by = sender): Promise<void> {
  for (;;) {
    const { sent } = await by.begin()
    if (sent.length === 0) return
    await Promise.all(sent)
  }
}
/** Finds events and sends what is due. */
const run = async () => {
  await findEvents(server.deps)
  await send()
}

async function endpoint(events: string, { by = manager as TestClient, path = '/hook' } = {}) {
  const name = newId()
  await by.webhooks.add({ body: { name, url: `${url}${path}`, events } })
  const { result } = await by.webhooks.list({ query: { name } })
  const id = result.records[0]?.id ?? ''
  const { secret } = (await by.webhooks.newSecret({ body: { id } })).result
  return { id, secret, name }
}
const stateOf = async (id: string) => (await manager.webhooks.queryById({ query: { id } })).result
const deliveriesOf = async (endpointId: string) =>
  (await manager.webhookDeliveries.list({ query: { endpointId, pageSize: 200 } })).result.records
const register = () => venue.member({ createdAt: server.clock.now() })

describe('an event', () => {
  it('is sent for what happens: paid, refunded, recharged, driven, booked, registered, low', async () => {
    await endpoint(WebhookEvent.options.join(','))
    const memberId = await venue.member({ balance: 10_000, createdAt: server.clock.now() })
    const orderId = await charge({ consumeType: 'BALANCE', price: 3000 }, { userId: memberId })
    const [play] = await venue.rows('playRecord').where('consumeId', orderId)
    const [driven] = await venue.rows('run').where('playId', play?.id)
    await manager.vehicles.finish({ body: { id: String(driven?.vehicleId) } })
    const rechargeId = await recharge(memberId)
    await refund('consume', orderId)
    const place = await session()
    const booking = await book(place.id)
    await manager.reservations.cancel({ body: { id: booking.id, reason: '改期' }, key: newId() })
    const productId = await venue.product({ lowStock: 5, pieces: 6 })
    await manager.productStock.out({ body: { id: productId, count: 2, reason: '损坏' }, key: newId() })
    await run()
    const of = (event: string) => received.filter(({ json }) => json.event === event).map(({ json }) => json)
    expect(of('order.paid')).toMatchObject([
      { store: STORE, data: { orderId, memberId, amount: 30, consumeType: 'BALANCE' } },
    ])
    expect(of('order.refunded')).toMatchObject([{ data: { orderKind: 'consume', orderId, amount: 30 } }])
    expect(of('recharge.paid')).toMatchObject([{ data: { orderId: rechargeId, memberId } }])
    expect(of('run.started')).toMatchObject([{ data: { runId: driven?.id, vehicleId: driven?.vehicleId } }])
    expect(of('run.ended')).toMatchObject([{ data: { runId: driven?.id } }])
    expect(of('booking.made')).toMatchObject([{ data: { bookingId: booking.id, sessionId: place.id } }])
    expect(of('booking.cancelled')).toMatchObject([{ data: { bookingId: booking.id } }])
    expect(of('member.registered')).toMatchObject([{ data: { memberId } }])
    expect(of('stock.low')).toMatchObject([
      { data: { itemKind: 'product', itemId: productId, quantity: 4, lowStock: 5 } },
    ])
    expect(new Set(received.map(({ json }) => json.id)).size).toBe(received.length)
    // Ids and figures only.
    const everything = received.map(({ body }) => body).join('')
    for (const personal of ['13877776666', '预约客人', '会员']) expect(everything).not.toContain(personal)
    const before = received.length
    await run()
    expect(received).toHaveLength(before)
  })

  it('is never sent for what was rolled back, and is sent when a slow transaction has committed', async () => {
    await endpoint('member.registered')
    const rolledBack = server.deps.db.scoped(EVERY_STORE, async (trx) => {
      await trx
        .insertInto('member')
        .values({ orgCode: STORE, nickname: '回滚', createdAt: server.clock.now() })
        .execute()
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<string>()
    const slow = server.deps.db.scoped(EVERY_STORE, async (trx) => {
      const row = { orgCode: STORE, nickname: '慢', createdAt: server.clock.now() }
      begun.resolve((await trx.insertInto('member').values(row).returning('id').executeTakeFirstOrThrow()).id)
      await held.promise
    })
    const slowId = await begun.promise
    const quickId = await register()
    await run().finally(held.resolve)
    await slow
    await run()
    expect(received.map(({ json }) => json.data.memberId)).toEqual([quickId, slowId])
  })

  it('of an order is not missed where an earlier number commits later', async () => {
    await endpoint('order.paid')
    await run()
    const userId = await venue.member({ balance: 100_000 })
    const begun = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const template = await charge({ consumeType: 'BALANCE', price: 100 }, { userId })
    const slowId = newId()
    const slow = server.deps.db.scoped(EVERY_STORE, async (trx) => {
      await sql`insert into consume_order (id, org_code, play_ids, member_id, rule_id, state, consume_type, pay_mode, usage_mode, amount,
          operator_id, created_at, paid_at, settles)
        select ${slowId}, org_code, '{}', member_id, rule_id, state, consume_type, pay_mode, usage_mode, amount, operator_id, created_at,
          paid_at, settles from consume_order where id = ${template}`.execute(trx)
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const others = async () => {
      for (let count = 0; count < 3; count++) {
        await charge({ consumeType: 'BALANCE', price: 100 }, { userId })
        await run()
      }
    }
    await others().finally(held.resolve)
    await slow
    await run()
    expect(received.map(({ json }) => json.data.orderId)).toContain(slowId)
    for (let count = 0; count < 3; count++) await run()
    // Positions move when no older transaction is open, of whatever database in the same PostgreSQL.
    const movesTo = (orders: string) =>
      until(async () => {
        await run()
        expect((await owner<{ orders: string }>('select orders from webhook_watermark'))[0]).toEqual({ orders })
      })
    await owner('update webhook_watermark set next_orders = 7')
    await movesTo('7')
    // As in a restored database, whose transactions have lower numbers.
    await owner(`update webhook_watermark set next_xact = '99999999999999', orders = 8`)
    await owner('update webhook_watermark set next_orders = 9')
    await run()
    await owner('update webhook_watermark set next_orders = 10')
    await movesTo('10')
    await owner('update webhook_watermark set orders = 0, runs = 0, next_orders = 0, next_runs = 0')
    expect(new Set(received.map(({ json }) => json.id)).size).toBe(received.length)
  })

  it('reaches the endpoints of its store and of its chain, not those of other stores, and none without a secret', async () => {
    await endpoint('member.registered', { path: '/store' })
    await endpoint('member.registered', { by: hq, path: '/chain' })
    await endpoint('member.registered', { by: await server.signIn('manager2'), path: '/other' })
    await manager.webhooks.add({ body: { name: '无密钥', url: `${url}/none`, events: 'member.registered' } })
    await register()
    await run()
    expect(received.map(({ path }) => path).sort()).toEqual(['/chain', '/store'])
    expect(new Set(received.map(({ json }) => json.id)).size).toBe(1)
  })

  it('from before an endpoint was added or switched on again is not sent', async () => {
    const { id } = await endpoint('member.registered')
    await manager.webhooks.edit({ body: { id, enabled: 'NO' } })
    await register()
    server.clock.advance(1000)
    await manager.webhooks.edit({ body: { id, enabled: 'YES' } })
    server.clock.advance(1000)
    const memberId = await register()
    await run()
    expect(received.map(({ json }) => json.data)).toEqual([{ memberId }])
  })
})

describe('a delivery', () => {
  it('is signed over its time and body, by a secret that is shown once and stored sealed', async () => {
    const { id, secret } = await endpoint('member.registered')
    await register()
    await run()
    const { headers, body } = received[0] ?? { headers: {} as IncomingHttpHeaders, body: '' }
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['pitlane-signature'])) ?? []
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
    expect(Math.abs(Number(t) * 1000 - server.clock.now().getTime())).toBeLessThan(60_000)
    expect(headers['pitlane-event']).toBe('member.registered')
    const stored = await owner<{ all: string }>(`select string_agg(t, '') as all from (
      select row_to_json(w)::text from webhook_endpoint w union all select row_to_json(d)::text from webhook_delivery d
      union all select row_to_json(a)::text from audit_entry a) as t (t)`)
    expect(stored[0]?.all).not.toContain(secret)
    expect(server.logs.join('')).not.toContain(secret)
    expect(JSON.stringify(await stateOf(id))).not.toContain('secretSealed')
  })

  it('is repeated with growing pauses under one event id, until it is taken', async () => {
    const { id } = await endpoint('member.registered')
    answer = (response) => void response.writeHead(500).end('down for repair')
    await register()
    await run()
    await send()
    expect(received).toHaveLength(1)
    for (const pause of PAUSES_MS.slice(0, 3)) {
      server.clock.advance(pause - 1000)
      await send()
      server.clock.advance(1001)
      await send()
    }
    expect(received).toHaveLength(4)
    answer = ok
    server.clock.advance(PAUSES_MS[3] ?? 0)
    await send()
    expect(new Set(received.map(({ json }) => json.id)).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['pitlane-delivery'])).size).toBe(1)
    const [delivery] = await deliveriesOf(id)
    expect(delivery).toMatchObject({ deliveryState: 'sent', tries: 5 })
    expect(delivery?.attempts.map(({ status, answer: text }) => `${status} ${text}`)).toEqual([
      ...Array.from({ length: 4 }, () => '500 down for repair'),
      '200 noted',
    ])
    expect(await stateOf(id)).toMatchObject({ failingTime: null, sentTime: expect.any(String) })
  })

  it('follows no redirect and reads only the beginning of an answer', async () => {
    const { id } = await endpoint('member.registered')
    answer = (response) => void response.writeHead(302, { Location: `${url}/elsewhere` }).end()
    await register()
    await run()
    expect(received.map(({ path }) => path)).toEqual(['/hook'])
    expect((await deliveriesOf(id))[0]?.attempts[0]).toMatchObject({ status: 302 })
    let written = 0
    answer = (response) => {
      response.writeHead(200)
      const more = (): void => {
        if (response.destroyed) return
        written++
        response.write('\u0000x'.repeat(20_000), () => setImmediate(more))
      }
      more()
    }
    server.clock.advance(PAUSES_MS[0] ?? 0)
    await send()
    expect((await deliveriesOf(id))[0]).toMatchObject({ deliveryState: 'sent' })
    expect((await deliveriesOf(id))[0]?.attempts[1]?.answer.length).toBeLessThanOrEqual(300)
    expect(written).toBeLessThan(1000)
  })

  it('to a slow receiver holds up no other, and ends by itself', async () => {
    const open: ServerResponse[] = []
    const { id: slowId } = await endpoint('member.registered', { path: '/slow' })
    const { id } = await endpoint('member.registered', { path: '/quick' })
    answer = (response, path) => (path === '/slow' ? void open.push(response) : ok(response))
    for (let count = 0; count < 7; count++) await register()
    await findEvents(server.deps)
    const begun = [await sender.begin(), await sender.begin()]
    await until(async () => {
      begun.push(await sender.begin())
      const states = (await deliveriesOf(id)).map(({ deliveryState }) => deliveryState)
      expect(states).toEqual(Array.from({ length: 7 }, () => 'sent'))
    })
    expect(open.length).toBeLessThanOrEqual(5)
    expect((await deliveriesOf(slowId)).every(({ deliveryState }) => deliveryState === 'waiting')).toBe(true)
    for (const response of open) response.destroy()
    await Promise.all(begun.flatMap(({ sent }) => sent))
    const broken = (await deliveriesOf(slowId)).filter(({ attempts }) => attempts.length > 0)
    expect(broken.map(({ attempts }) => attempts[0]?.status)).toEqual(open.map(() => 0))
  })

  it('of another store is sent while all endpoints of one are slow', async () => {
    const open: ServerResponse[] = []
    answer = (response, path) => (path === '/slow' ? void open.push(response) : ok(response))
    for (let count = 0; count < 20; count++) await endpoint('member.registered', { path: '/slow' })
    const neighbour = await server.signIn('manager2')
    await endpoint('member.registered', { by: neighbour, path: '/quick' })
    for (let count = 0; count < 6; count++) await register()
    await venue.member({ createdAt: server.clock.now(), orgCode: 'A01A02' })
    await findEvents(server.deps)
    const begun = await sender.begin()
    await until(() => expect(received.map(({ path }) => path)).toContain('/quick'))
    // A second claim finds the store as busy as it may be.
    expect((await sender.begin()).sent).toEqual([])
    await until(() => expect(open).toHaveLength(20))
    for (const response of open) response.destroy()
    await Promise.all(begun.sent)
  })

  it('is made by one copy for each attempt, also when many find and send at once', async () => {
    await endpoint('member.registered')
    const copy = await server.startCopy()
    const others = [server, copy, server, copy].map(({ deps }) => ({ deps, sender: createWebhookSender(deps) }))
    for (let count = 0; count < 12; count++) await register()
    await Promise.all(others.map(({ deps }) => findEvents(deps)))
    for (let round = 0; round < 4; round++) await Promise.all(others.map((other) => send(other.sender)))
    expect(received).toHaveLength(12)
    expect(new Set(received.map(({ json }) => json.id)).size).toBe(12)
  })

  it('whose copy died is made again when its claim has ended', async () => {
    const { id } = await endpoint('member.registered')
    await register()
    await findEvents(server.deps)
    await owner(`update webhook_delivery set claim_until = $1, tries = 1`, [
      new Date(server.clock.now().getTime() + 3 * TIMEOUT_MS),
    ])
    await send()
    expect(received).toEqual([])
    server.clock.advance(3 * TIMEOUT_MS)
    await send()
    expect(received).toHaveLength(1)
    expect((await deliveriesOf(id))[0]).toMatchObject({ deliveryState: 'sent' })
  })

  it('can be sent again by hand, with the same event id, and a test at any time', async () => {
    const { id, name } = await endpoint('member.registered')
    await register()
    await run()
    const [delivery] = await deliveriesOf(id)
    await manager.webhookDeliveries.resend({ body: { id: delivery?.id ?? '' } })
    await expect(manager.webhookDeliveries.resend({ body: { id: delivery?.id ?? '' } })).rejects.toMatchObject({
      code: 'webhooks.stillWaiting',
    })
    await send()
    expect(received.map(({ json }) => json.id)).toEqual([received[0]?.json.id, received[0]?.json.id])
    await manager.webhooks.edit({ body: { id, name, enabled: 'NO' } })
    await manager.webhooks.test({ body: { id } })
    await send()
    expect(received.at(-1)?.json).toMatchObject({ event: 'test', store: STORE, data: {} })
  })

  it('is removed when it is old', async () => {
    const { id } = await endpoint('member.registered')
    await register()
    await run()
    expect(await pruneDeliveries(server.deps, 30)).toBe(0)
    server.clock.advance(31 * 86_400_000)
    expect(await pruneDeliveries(server.deps, 30)).toBe(1)
    server.clock.set(new Date())
    expect(await deliveriesOf(id)).toEqual([])
  })
})

describe('an endpoint', () => {
  it('that only fails is switched off after three days, its owner is told, and it can be switched on again', async () => {
    const { id, name } = await endpoint('member.registered')
    answer = (response) => void response.writeHead(503).end('gone')
    const begun = server.clock.now()
    while (server.clock.now().getTime() - begun.getTime() <= PATIENCE_MS) {
      await register()
      await run()
      server.clock.advance(PATIENCE_MS / 3)
    }
    await run()
    expect(await stateOf(id)).toMatchObject({ enabled: 'NO', stoppedBecause: '503 gone' })
    expect((await deliveriesOf(id)).filter(({ deliveryState }) => deliveryState === 'waiting')).toEqual([])
    const notices = await owner('select from announcement where title like $1', [`%${name}%`])
    expect(notices).toHaveLength(1)
    await manager.webhooks.edit({ body: { id, enabled: 'YES' } })
    expect(await stateOf(id)).toMatchObject({ enabled: 'YES', stoppedBecause: '', failingTime: null })
    server.clock.set(new Date())
  })

  it('is seen and changed within its store only, and secrets by those who may change it', async () => {
    const { id } = await endpoint('member.registered')
    const other = await server.signIn('manager2')
    const missing = { code: 'common.recordNotFound' }
    await expect(other.webhooks.edit({ body: { id, enabled: 'NO' } })).rejects.toMatchObject(missing)
    await expect(other.webhooks.newSecret({ body: { id } })).rejects.toMatchObject(missing)
    await expect(other.webhooks.test({ body: { id } })).rejects.toMatchObject(missing)
    await register()
    await run()
    const [delivery] = await deliveriesOf(id)
    await expect(other.webhookDeliveries.resend({ body: { id: delivery?.id ?? '' } })).rejects.toMatchObject(missing)
    expect((await other.webhookDeliveries.list({ query: { endpointId: id } })).result.records).toEqual([])
  })

  it('is one of at most twenty of a store, also when thirty are added at once', async () => {
    const add = (index: number) =>
      manager.webhooks.add({ body: { name: `${index}`, url: `${url}/many`, events: 'order.paid' } })
    const added = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => add(index)))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  it('names known events only', async () => {
    const body = { name: 'x', url: `${url}/x`, events: 'order.paid,passwords' }
    await expect(manager.webhooks.add({ body })).rejects.toMatchObject({
      code: 'common.invalidInput',
      details: { field: 'events' },
    })
  })
})
