import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '#shared/api.ts'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER, type Method, type Route } from '#shared/core/route.ts'
import { bookingsOf } from '#tests/support/venue/bookings.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

/** With PITLANE_WRITE_EXAMPLES=1 it is written again; format it afterwards. */
const FILE = join(import.meta.dirname, '../../src/server/features/system/openapi/openapi.examples.json')

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'], { webhooksPrivate: true })

interface Asked {
  query?: string
  body?: object
}

/** The calls of the examples, made by a personal access token, in this order. */
async function asked(): Promise<Record<string, Asked>> {
  const { charge, recharge } = refundsOf({ venue, manager, cashier })
  const { session } = bookingsOf(server, { venue, manager, cashier })
  const member = await venue.member({ nickname: 'Kim', phone: '13866660001', balance: 20_000 })
  await charge({ consumeType: 'BALANCE', price: 3000, name: 'Kart 10 laps' }, { userId: member })
  await recharge(member, { name: 'Recharge 500' })
  const { id: sessionId } = await session()
  await manager.webhooks.add({
    body: { name: 'Accounting', url: 'https://example.com/pitlane', events: 'order.paid,order.refunded' },
  })
  const [endpoint] = (await manager.webhooks.list({ query: {} })).result.records
  await manager.webhooks.newSecret({ body: { id: endpoint?.id ?? '' } })
  await manager.webhooks.test({ body: { id: endpoint?.id ?? '' } })
  const one = 'pageNo=1&pageSize=1'
  return {
    'accessTokens.current': {},
    'memberRecords.list': { query: `${one}&id=${member}` },
    'consumeOrders.list': { query: one },
    'rechargeOrders.list': { query: one },
    'reservationSessions.list': { query: one },
    'reservations.add': {
      body: { sessionId, realname: 'Kim', phone: '13866660001', people: 2, consumePayMode: 'wechat' },
    },
    'reservations.list': { query: one },
    'vehicles.list': { query: one },
    'statistics.figures': { query: 'by=day' },
    'webhooks.list': { query: one },
    'webhookDeliveries.list': { query: one },
  }
}

const routeOf = (name: string): Route => {
  const [group = '', call = ''] = name.split('.')
  return (api as unknown as Record<string, Record<string, Route>>)[group]?.[call] as Route
}

/** Whether two answers have the same fields with values of the same kinds; null may stand for any value. */
function difference(one: unknown, other: unknown, path = 'answer'): string[] {
  if (one === null || other === null) return []
  if (Array.isArray(one) && Array.isArray(other))
    return one.length > 0 && other.length > 0 ? difference(one[0], other[0], `${path}[]`) : []
  if (typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other)) return [path]
  if (typeof one !== 'object') return []
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) =>
    name in left && name in right ? difference(left[name], right[name], `${path}.${name}`) : [`${path}.${name}`],
  )
}

it('examples of the API have the form of real answers, to a program with a token', async () => {
  const calls = await asked()
  const actions = Object.keys(calls)
    .map((name) => routeOf(name).access)
    .filter((access) => access !== 'signedIn')
  const body = { name: 'Accounting', actions: [...new Set(actions)], stores: [STORE] }
  const { token } = (await manager.accessTokens.add({ body })).result
  const made: Record<string, { body?: object; answer: unknown }> = {}
  for (const [name, call] of Object.entries(calls)) {
    const { method, path } = routeOf(name)
    const response = await server.request(`/api${path}${call.query ? `?${call.query}` : ''}`, {
      method: [method].flat()[0] as Method,
      token,
      headers: call.body ? { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: newId() } : {},
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    })
    const answer = (await response.json()) as { success: boolean }
    expect(answer, name).toMatchObject({ success: true })
    made[name] = { ...(call.body ? { body: call.body } : {}), answer }
  }
  if (process.env.PITLANE_WRITE_EXAMPLES) {
    writeFileSync(FILE, `${JSON.stringify(made, null, 2)}\n`)
    return
  }
  const examples = JSON.parse(readFileSync(FILE, 'utf8')) as typeof made
  expect(Object.keys(examples)).toEqual(Object.keys(made))
  for (const [name, { answer }] of Object.entries(made))
    expect(difference(examples[name]?.answer, answer), name).toEqual([])
})
