import { describe, expect, it } from 'vitest'
import { demoUsers } from '#server/db/seed/access.ts'
import { nameSampleOnFailure, sampled } from '#tests/support/runner/sample.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { callersOf } from './callers.ts'
import { calls, methodsOf } from './calls.ts'
import { expectOrdinary, hostile } from './hostile-values.ts'
import { attemptsOf, endsSignIn, pathOf, send, type Values } from './sweep.ts'

const { server } = await testVenue()
const caller = await callersOf(server)

/** How many hostile values each call is sent in a sample. */
const VALUES = 1
nameSampleOnFailure()

/** The values that each call is sent in this run. */
const valuesOf = new Map(
  calls
    .filter((one) => !endsSignIn(one))
    .map((call) => [call, new Set(sampled(hostile, { of: call.name, most: VALUES, slices: call.slices }))]),
)

const named = hostile.map((value) => ({ value, short: JSON.stringify(value.slice(0, 40)) }))

describe('a hostile value', () => {
  it.each(named)('$short in every field of every call is refused or harmless', async ({ value }) => {
    const everywhere = new Proxy<Values>({}, { get: () => [value] })
    for (const [call, values] of valuesOf) {
      if (!values.has(value)) continue
      for (const attempt of attemptsOf(call, everywhere)) {
        await expectOrdinary(await send(server, attempt, caller(call)), `${call.name} ${attempt.path}`, value)
      }
    }
    const { rows } = await server.deps.db.pool.query('select count(*)::int as users from user_account')
    expect(rows[0].users).toBeGreaterThanOrEqual(Object.keys(demoUsers).length)
  })
})

describe('a body with __proto__', () => {
  it.each(calls.filter(({ route }) => route.body))('is refused by $name', async (call) => {
    const { route } = call
    const [method = 'POST'] = methodsOf(route)
    const body = '{"id":"x","__proto__":{"balance":1}}'
    const headers = { 'Content-Type': 'application/json' }
    const response = await server.request(pathOf(route.path, {}, []), { method, headers, body, token: caller(call) })
    expect(response.status).toBe(400)
  })
})

it('leaves no internal error in the log', () => {
  expect(server.logs.filter((line) => line.includes('a bug'))).toEqual([])
})
