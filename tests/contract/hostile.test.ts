import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoStores, demoUsers } from '#server/db/seed/access.ts'
import { TOKEN_INVALID } from '#shared/core/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { calls, methodsOf } from './calls.ts'
import { attemptsOf, endsSignIn, inputFor, pathOf, send, shapeOf, type Values } from './sweep.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signIn('admin')).token
})
afterAll(() => server.stop())

const hostile = [
  ...[`' or '1'='1`, `x'; drop table sys_user; --`, `1) or 1=1 /*`, '"; select pg_sleep(9); --', '%_\\\\', '$1'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant for others to fill in.
  ...['#{sys_user_code}', '${jndi:ldap://x}', '\u0000', 'a\u0000b', '\ud800', '\u202eevil', '🏁'.repeat(50)],
  ...['__proto__', 'constructor', '../../etc/passwd', '<script>alert(1)</script>', '-1', '1e309', 'NaN'],
  ...['99999999999999999999', '01900000-0000-7000-8000-00000000000x', 'x'.repeat(5000), '*', ',,,', ',a,', '!', '> '],
  ...['[[[[[[[[{"a":[{}]}]]]]]]]]', '2026-02-31', '0000-00-00 00:00:00', 'undefined', '()|{}.+?^'],
]

/** What only PostgreSQL says. */
const SQL =
  /syntax error|at or near|relation "|column "|operator does not|invalid input syntax|pg_catalog|SQLSTATE|constraint/i

/** An answer to whatever was asked: taken, or refused in words of our own. */
async function expectOrdinary(response: Response, asked: string, value = ''): Promise<void> {
  const said = await response.text()
  // The family says so of a token that is worth nothing.
  if (!said.includes(TOKEN_INVALID)) expect(response.status, `${asked} ${said}`).toBeLessThan(500)
  expect(said, asked).not.toMatch(/common\.internal|argon2/)
  expect(said.replaceAll(value, ''), asked).not.toMatch(SQL)
}

const named = hostile.map((value) => ({ value, short: JSON.stringify(value.slice(0, 40)) }))

describe('a hostile value', () => {
  it.each(named)('$short in every field of every call is refused or harmless', async ({ value }) => {
    const everywhere = new Proxy<Values>({}, { get: () => [value] })
    for (const call of calls.filter((one) => !endsSignIn(one))) {
      for (const attempt of attemptsOf(call, everywhere)) {
        await expectOrdinary(await send(server, attempt, token), `${call.name} ${attempt.path}`, value)
      }
    }
    const { rows } = await server.deps.db.pool.query('select count(*)::int as users from sys_user')
    expect(rows[0].users).toBeGreaterThanOrEqual(Object.keys(demoUsers).length)
  })
})

/** Calls that are asked by a query string: lists, searches, exports. */
const asked = calls.filter(
  ({ route }) => methodsOf(route).includes('GET') && Object.keys(shapeOf(route.query)).length > 0,
)
const searched = asked.filter(({ route }) => 'superQueryParams' in shapeOf(route.query))
/** What lists of the family send besides, whether a contract names it or not. */
const always = ['column', 'order', 'field', '_t', 'superQueryParams', 'superQueryMatchType', 'pageNo', 'pageSize']
/** Rows that some calls must be asked about. */
const rows: Values = { roleId: ['cashier'], depId: [demoStores.A01A01.id] }

const hostileAt = (index: number): string => hostile[index % hostile.length] ?? ''

describe('the query of', () => {
  it.each(asked)('$name takes a hostile value in any one of its parameters', async ({ route, name }) => {
    const known = Object.entries(inputFor(route.query, rows))
    const params = inputFor(route.params, rows)
    const parameters = [...new Set([...Object.keys(shapeOf(route.query)), ...always])]
    for (const [index, parameter] of parameters.entries()) {
      const rest = known.filter(([other]) => other !== parameter)
      const value = hostileAt(index)
      // Twice, as a list, as an object: what parsers of query strings make of them must not get past the schema.
      const odd = [parameter, `${parameter}[]`, `${parameter}[a]`, `${parameter}[__proto__][b]`, '__proto__[c]']
      for (const query of [[], odd.map((one): [string, unknown] => [one, 'x'])]) {
        const path = pathOf(route.path, params, [...rest, [parameter, value], ...query])
        const response = await send(server, { method: 'GET', path, body: undefined }, token)
        await expectOrdinary(response, `${name} ${path}`, value)
      }
    }
  })

  it.each(searched)('$name takes a hostile advanced query', async ({ route, name }) => {
    const known = Object.entries(inputFor(route.query, rows))
    const fields = Object.keys(shapeOf(route.query)).filter((key) => `${key}_MultiString` in shapeOf(route.query))
    const ask = (query: [string, unknown][]) =>
      send(server, { method: 'GET', path: pathOf(route.path, {}, [...known, ...query]), body: undefined }, token)
    const tests = (shift: number) =>
      fields.map((field, index) => ({ field, rule: 'eq', val: hostileAt(index + shift).slice(0, 2000) }))
    const advanced = [0, 7, 14, 21].map((shift) => JSON.stringify(tests(shift)).toWellFormed())
    for (const text of [...hostile, ...advanced, ...advanced.map(encodeURIComponent)]) {
      await expectOrdinary(await ask([['superQueryParams', text]]), `${name} ${text}`, text)
    }
    const [field] = fields
    for (const wrong of [
      { field: 'id" or 1=1 --', rule: 'eq', val: 'x' },
      { field: '__proto__', rule: 'eq', val: 'x' },
      { field, rule: '= 1 or', val: 'x' },
      { field, rule: 'eq', val: { a: 1 } },
    ]) {
      const answer = await (await ask([['superQueryParams', JSON.stringify([wrong])]])).json()
      expect(answer).toMatchObject({ success: false, error: { code: 'lists.badAdvancedQuery' } })
    }
    if (route.answers === 'file') return
    for (const filter of fields) {
      const { result } = (await (await ask([[filter, `' or 'a1'='a1`]])).json()) as { result: { total: number } | null }
      expect(result?.total ?? 0, `${filter} is not made true`).toBe(0)
    }
  })
})

describe('a body with __proto__', () => {
  it.each(calls.filter(({ route }) => route.body))('is refused by $name', async ({ route }) => {
    const [method = 'POST'] = methodsOf(route)
    const body = '{"id":"x","__proto__":{"balance":1}}'
    const headers = { 'Content-Type': 'application/json' }
    const response = await server.request(pathOf(route.path, {}, []), { method, headers, body, token })
    expect(response.status).toBe(400)
  })
})
