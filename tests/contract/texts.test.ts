import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Envelope } from '#shared/core/envelope.ts'
import { nameSampleOnFailure, sampled } from '#tests/support/runner/sample.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { callersOf } from './callers.ts'
import { calls, methodsOf, type NamedCall } from './calls.ts'
import { inputFor, pathOf } from './sweep.ts'

const { server } = await testVenue()
const caller = await callersOf(server)

/** Characters that no table stores, no printer prints and no reader sees: each is refused by its field. */
const broken = ['\u0000', '\u0007', '\u001b[2J', '\u007f', '\u0085', '\ud800', '\udfff']

interface Def {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  in?: z.ZodType
  options?: z.ZodType[]
  shape?: Record<string, z.ZodType>
  minimum?: number
}

const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def

/** The path of a value in an input: each name, or 0 for the first of a list, with the schema of its container. */
type Path = { key: string | 0; holder: z.ZodType }[]

const nameOf = (path: Path): string => path.map(({ key }) => key).join('.')

/** The paths of all texts, or of all numbers, in an input. */
function places(schema: z.ZodType, type: 'string' | 'number', path: Path = []): Path[] {
  const def = defOf(schema)
  // Its fallback replaces any value that does not fit.
  if (def.type === 'catch') return []
  if (def.type === type) return [path]
  const below = (key: string | 0, field: z.ZodType) => places(field, type, [...path, { key, holder: schema }])
  if (def.shape) return Object.entries(def.shape).flatMap(([name, field]) => below(name, field))
  if (def.type === 'array' && def.element) return below(0, def.element)
  const inner = [def.innerType, def.in?._zod.def.type === 'transform' ? undefined : def.in, ...(def.options ?? [])]
  const found = inner.flatMap((one) => (one ? places(one, type, path) : []))
  return [...new Map(found.map((one) => [nameOf(one), one])).values()]
}

/** The input with another value at one path; required neighbours are filled in, so that only this value is wrong. */
function changed(input: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (!first) return value
  const { key, holder } = first
  if (key === 0) return [changed((input as unknown[] | undefined)?.[0], rest, value)]
  // A union of several shapes: the input has another one.
  const isOther = holder.safeParse(input).success === false && holder.safeParse(inputFor(holder, {})).success
  const fields = typeof input === 'object' && input !== null && !isOther ? input : inputFor(holder, {})
  return { ...fields, [key]: changed((fields as Record<string, unknown>)[key], rest, value) }
}

const at = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, { key }) => (value as Record<string | number, unknown> | null | undefined)?.[key], input)

const partsOf = ({ route: { params, query, body } }: NamedCall) =>
  Object.entries({ params, query, body }).filter((part): part is [string, z.ZodType] => part[1] !== undefined)
nameSampleOnFailure()

/** How many fields of each part of a call are sent values in a sample; its schema is checked for every field. */
const TEXTS = 1
const ENDS = 2

function ask(call: NamedCall, parts: Record<string, unknown>): Promise<Response> {
  const [method = 'GET'] = methodsOf(call.route)
  const path = pathOf(
    call.route.path,
    (parts.params ?? {}) as object as Record<string, unknown>,
    Object.entries(parts.query ?? {}),
  )
  const plain = method === 'GET' || method === 'DELETE'
  return server.request(path, {
    method,
    token: caller(call),
    ...(plain ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(parts.body ?? {}) }),
  })
}

const inputsOf = (call: NamedCall): Record<string, unknown> =>
  Object.fromEntries(partsOf(call).map(([part, schema]) => [part, inputFor(schema, {})]))

describe('a text with an invalid character', () => {
  it.each(calls)('is refused in every field of $name', async (call) => {
    const inputs = inputsOf(call)
    for (const [part, schema] of partsOf(call)) {
      const texts = places(schema, 'string')
      const sent = new Set(sampled(texts, { of: `${call.name} ${part}`, most: TEXTS, slices: call.slices }))
      for (const [index, path] of texts.entries()) {
        const good = at(inputs[part], path)
        const text = typeof good === 'string' ? good : 'a'
        for (const bad of broken) {
          for (const value of [`${text}${bad}`, `${bad}${text}`, bad, `a${bad}b`]) {
            const { success } = schema.safeParse(changed(inputs[part], path, value))
            expect(success, `${part}.${nameOf(path)} ${JSON.stringify(value)}`).toBe(false)
          }
        }
        // An address cannot contain half a character; a call without a body has no body to refuse.
        const bad = `a${part === 'body' ? broken[index % broken.length] : broken[index % 5]}b`
        const [method = 'GET'] = methodsOf(call.route)
        if (part === 'body' && (method === 'GET' || method === 'DELETE')) continue
        if (call.route.takes === 'file' || !sent.has(path)) continue
        const response = await ask(call, { ...inputs, [part]: changed(inputs[part], path, bad) })
        const answer = (await response.json()) as Envelope
        expect(response.status, `${nameOf(path)} ${JSON.stringify(answer)}`).toBeLessThan(500)
        const { field } = answer.error?.details ?? {}
        expect(answer.error?.code, JSON.stringify(answer)).toBe('common.invalidInput')
        expect(nameOf(path).startsWith(field ?? '?'), `${nameOf(path)}: ${field}`).toBe(true)
      }
    }
  })
})

/** The minimum and the maximum of a number, by its schema. */
function extremes(schema: z.ZodType, path: Path): number[] {
  const ends = [Number.MIN_SAFE_INTEGER, -(2 ** 31), -1, 0, 1, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER, 1e15]
  const found = [...ends, 9_999_999, 999_999, 99_999, 9999, 999, 99]
  return found.filter((value) => schema.safeParse(changed(inputFor(schema, {}), path, value)).success)
}

const days = ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-31', '0001-01-01T00:00:00Z']

describe('a number or a day at the end of its range', () => {
  it.each(calls)('is accepted or refused by $name without an internal error', async (call) => {
    const inputs = inputsOf(call)
    for (const [part, schema] of partsOf(call)) {
      const numbers = places(schema, 'number')
      for (const path of sampled(numbers, { of: `${call.name} ${part} numbers`, most: ENDS, slices: call.slices })) {
        const values = extremes(schema, path)
        for (const value of [Math.min(...values), Math.max(...values)].filter(Number.isFinite)) {
          const response = await ask(call, { ...inputs, [part]: changed(inputs[part], path, value) })
          const body = await response.text()
          expect(response.status, `${nameOf(path)} ${value} ${body}`).toBeLessThan(500)
        }
      }
      // An export has the filters of its list, and makes a workbook each time.
      if (call.route.answers === 'file') continue
      const texts = places(schema, 'string')
      const sent = new Set(sampled(texts, { of: `${call.name} ${part} days`, most: ENDS, slices: call.slices }))
      for (const [index, path] of texts.entries()) {
        if (!sent.has(path)) continue
        const ofTime = /time|date|day|at$/i.test(nameOf(path))
        for (const day of ofTime ? days : [days[index % days.length] ?? '']) {
          const response = await ask(call, { ...inputs, [part]: changed(inputs[part], path, day) })
          const body = await response.text()
          if (!body.includes('"path"')) expect(response.status, `${nameOf(path)} ${day} ${body}`).toBeLessThan(500)
        }
      }
    }
  })
})

it('leaves no internal error in the log', () => {
  expect(server.logs.filter((line) => line.includes('a bug'))).toEqual([])
})
