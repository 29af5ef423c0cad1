import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { demoStores } from '#server/db/seed/access.ts'
import type { Envelope, Page } from '#shared/core/envelope.ts'
import { nameSampleOnFailure, sampled } from '#tests/support/runner/sample.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { calls, methodsOf, type NamedCall } from './calls.ts'
import { expectOrdinary, hostile } from './hostile-values.ts'
import { inputFor, pathOf, send, shapeOf, type Values } from './sweep.ts'

const { server } = await testVenue()
const token = (await server.signIn('admin')).token

nameSampleOnFailure()

/** How many parameters of a call, and values of one, are tried in a sample. */
const PARAMETERS = 2
const VALUES = 2

/** Calls with a query string: lists, searches, exports. */
const asked = calls.filter(
  ({ route }) => methodsOf(route).includes('GET') && Object.keys(shapeOf(route.query)).length > 0,
)
const searched = asked.filter(({ route }) => 'superQueryParams' in shapeOf(route.query))
/** Lists that come in pages. */
const paged = asked.filter(({ route }) => 'records' in shapeOf(route.result))
/** What lists of the family send besides, whether or not a contract names it. */
const always = ['column', 'order', 'field', '_t', 'superQueryParams', 'superQueryMatchType', 'pageNo', 'pageSize']
/** Ids of rows that some calls require. */
const rows: Values = { roleId: ['cashier'], depId: [demoStores.A01A01.id] }

const hostileAt = (index: number): string => hostile[index % hostile.length] ?? ''

/** A list with the parts of its query that are required. */
function listOf({ route }: NamedCall) {
  const known = Object.entries(inputFor(route.query, rows))
  const get = (query: [string, unknown][]) =>
    send(server, { method: 'GET', path: pathOf(route.path, {}, [...known, ...query]), body: undefined }, token)
  return {
    /** Fields that a list can filter by. */
    fields: Object.keys(shapeOf(route.query)).filter((key) => `${key}_MultiString` in shapeOf(route.query)),
    get,
    ask: async (query: [string, unknown][]) => (await (await get(query)).json()) as Envelope<Page<unknown>>,
  }
}

/** Whether a list refuses an unknown column; other lists keep their order. */
const refusesColumns = ({ route }: NamedCall): boolean =>
  (shapeOf(route.query).column as z.ZodType | undefined)?.safeParse('noSuchColumn').success === false

describe('the query of', () => {
  it.each(asked)('$name handles a hostile value in each of its parameters', async ({ route, name, slices }) => {
    const known = Object.entries(inputFor(route.query, rows))
    const params = inputFor(route.params, rows)
    const parameters = [...new Set([...Object.keys(shapeOf(route.query)), ...always])]
    const tried = new Set(sampled(parameters, { of: name, most: PARAMETERS, slices }))
    for (const [index, parameter] of parameters.entries()) {
      if (!tried.has(parameter)) continue
      const rest = known.filter(([other]) => other !== parameter)
      const value = hostileAt(index)
      // Repeated, as a list and as an object: results of query string parsers must not bypass the schema.
      const odd = [parameter, `${parameter}[]`, `${parameter}[a]`, `${parameter}[__proto__][b]`, '__proto__[c]']
      for (const query of [[], odd.map((one): [string, unknown] => [one, 'x'])]) {
        const path = pathOf(route.path, params, [...rest, [parameter, value], ...query])
        const response = await send(server, { method: 'GET', path, body: undefined }, token)
        await expectOrdinary(response, `${name} ${path}`, value)
      }
    }
  })

  it.each(searched)('$name finds nothing by a hostile value, and keeps its order', async (call) => {
    const list = listOf(call)
    const { name: of, slices } = call
    if (call.route.answers === 'file') return
    for (const field of sampled(list.fields, { of: `${of} fields`, most: PARAMETERS, slices })) {
      for (const value of [
        `' or 'a1'='a1`,
        `*' or 1=1 --*`,
        `a1') union select password_hash from user_account --`,
        '%',
      ]) {
        // The last digits of a phone, for lists that are searched by members (spec §5).
        if (field === 'keyword' && value === '%') continue
        const { result } = await list.ask([[field, value]])
        expect(result?.total ?? 0, `${field} ${value}`).toBe(0)
      }
    }
    const usual = (await list.ask([])).result
    const others = ['column', 'order', 'field', 'superQueryMatchType', 'unknown', '_t']
    const pairs = others.flatMap((name, index) =>
      hostile.slice(index * 5, index * 5 + 5).map((value): [string, string] => [name, value]),
    )
    for (const [name, value] of sampled(pairs, { of: `${of} order`, most: VALUES, slices })) {
      const { result, success } = await list.ask([[name, value]])
      if (name === 'column' && refusesColumns(call)) expect(success, `${name} ${value}`).toBe(value.trim() === '')
      // Longer than any filter: refused like one.
      else if (value.length <= 64) expect(result, `${name} ${value}`).toEqual(usual)
    }
  })

  it.each(searched)('$name refuses an invalid advanced query', async (call) => {
    const list = listOf(call)
    const [field = ''] = list.fields
    const one = (test: object) => JSON.stringify([test])
    const unreadable = [
      ...hostile.filter((value) => value.trim() !== ''),
      '{}',
      'null',
      '[1]',
      '[[]]',
      '%',
      '%5B%7B',
      ...hostile.slice(0, 6).map((unknown) => one({ field: unknown, rule: 'eq', val: 'x' })),
      ...hostile.slice(0, 6).map((rule) => one({ field, rule, val: 'x' })),
      one({ field: '__proto__', rule: 'eq', val: 'x' }),
      one({ field, rule: 'eq', val: { a: 1 } }),
      JSON.stringify(Array.from({ length: 31 }, () => ({ field, rule: 'eq', val: 'x' }))),
    ]
    const { name: of, slices } = call
    for (const text of sampled(unreadable, { of: `${of} unreadable`, most: VALUES, slices })) {
      const answer = await list.ask([['superQueryParams', text]])
      // An invalid character is refused in any field, before the query is parsed.
      const code = text.includes('\0') ? 'common.invalidInput' : 'lists.badAdvancedQuery'
      expect(answer, text).toMatchObject({ success: false, error: { code } })
    }
    const tests = (shift: number) =>
      list.fields.map((name, index) => ({ field: name, rule: 'eq', val: hostileAt(index + shift).slice(0, 2000) }))
    for (const shift of sampled([0, 7, 14, 21], { of: `${of} shift`, most: 1, slices })) {
      const text = JSON.stringify(tests(shift)).toWellFormed()
      for (const sent of [text, encodeURIComponent(text)]) {
        await expectOrdinary(await list.get([['superQueryParams', sent]]), `${call.name} ${text}`, text)
      }
    }
  })

  it.each(paged)('$name finds nothing by a value that its filter cannot have', async (call) => {
    const list = listOf(call)
    const filters = Object.keys(shapeOf(call.route.query)).filter(
      (key) => !always.includes(key) && !/_(begin|end|MultiString)$/.test(key),
    )
    for (const filter of sampled(filters, { of: `${call.name} filters`, most: PARAMETERS, slices: call.slices })) {
      const { result } = await list.ask([[filter, `' or 'a1'='a1`]])
      expect(result?.total ?? 0, filter).toBe(0)
    }
  })

  it('leaves no internal error in the log', () => {
    expect(server.logs.filter((line) => line.includes('a bug'))).toEqual([])
  })
})
