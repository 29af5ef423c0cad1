import { z } from 'zod'
import type { Method } from '#shared/core/route.ts'
import { methodsOf, type NamedCall } from './calls.ts'

/** Values by field name; the first that the field accepts is sent. */
export type Values = Record<string, unknown[]>

/** Values that many fields accept, in the order tried. */
const samples: unknown[] = [
  'x',
  'Neues-Passwort-1',
  'abc',
  '=',
  '1',
  1,
  'YES',
  true,
  '13800000000',
  '/sys/user',
  'username',
  '2026-01-01',
  '2026-01-01 10:00:00',
  '10:00',
  '2026-01-01T10:00:00Z',
  '0/30 * * * * ?',
  'runs.end',
  'https://x.example/',
  'postgresql://db.example/x',
  'PostgreSQL',
  'org',
  '01900000-0000-7000-8000-00000000beef',
  'l1',
  0,
  -1,
  10,
  0.01,
  'A1',
  [],
  {},
  '{}',
  '[]',
  null,
  '[{"digits":"*","pattern":"a","message":"b"}]',
  // A drawn signature.
  'M10 10L20 20L30 10L40 20',
  // The key of a result page.
  'K'.repeat(38),
]

interface Def {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  in?: z.ZodType
  options?: z.ZodType[]
  values?: unknown[]
  entries?: Record<string, unknown>
  shape?: Record<string, z.ZodType>
}

const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def

/** The values that a schema names itself: those of lists and constants, and one example of an object or of a list of objects. */
function named(schema: z.ZodType, values: Values): unknown[] {
  const { type, innerType, element, options, entries, values: literals, shape, in: input } = defOf(schema)
  if (type === 'enum') return Object.values(entries ?? {})
  if (type === 'literal') return literals ?? []
  if (shape) return [inputFor(schema, values)]
  if (type === 'array' && element) return [named(element, values).slice(0, 1), ...samples.map((one) => [one])]
  return [innerType, input, ...(options ?? [])].flatMap((inner) => (inner ? named(inner, values) : []))
}

/** Whether a schema itself decides what it accepts, and no nested one. */
function isPlain(schema: z.ZodType): boolean {
  const { type, innerType, options, shape, in: input } = defOf(schema)
  return !shape && type !== 'array' && [innerType, input, ...(options ?? [])].every((inner) => !inner || isPlain(inner))
}

/** Found values of plain fields for which no given value fits, by all given values: computed once for thousands of calls. */
const usual = new Map<string, WeakMap<z.ZodType, unknown>>()
const besides = new WeakMap<Values, string>()

function usualFor(field: z.ZodType, values: Values): unknown {
  const takes = (one: unknown) => field.safeParse(one).success
  const search = (): unknown => {
    if (takes(undefined)) return undefined
    const own = Object.values(values).flatMap((many) => [...many, ...many.map((one) => [one])])
    return [...named(field, values), ...own, ...samples].find(takes)
  }
  if (!isPlain(field)) return search()
  const key = besides.get(values) ?? JSON.stringify(Object.values(values))
  besides.set(values, key)
  const known = usual.get(key) ?? new WeakMap<z.ZodType, unknown>()
  usual.set(key, known)
  if (!known.has(field)) known.set(field, search())
  return known.get(field)
}

/** A value that a field accepts: the given one where it fits, any other where the field is required. */
function valueFor(name: string, field: z.ZodType, values: Values): unknown {
  const takes = (one: unknown) => field.safeParse(one).success
  const given = (values[name] ?? []).flatMap((one) => [one, [one], `${one},`]).find(takes)
  return given === undefined ? usualFor(field, values) : given
}

export const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => {
  const { shape, in: input } = schema ? defOf(schema) : {}
  return shape ?? (input ? shapeOf(input) : {})
}

/** An input that a schema accepts, with the given values in the fields of their names. */
export function inputFor(schema: z.ZodType | undefined, values: Values): Record<string, unknown> {
  const fields = Object.entries(shapeOf(schema))
  const input = Object.fromEntries(
    fields
      .map(([name, field]) => [name, valueFor(name, field, values)] as const)
      .filter(([, value]) => value !== undefined),
  )
  if (!schema || schema.safeParse(input).success) return input
  // One of several fields is required, though none by itself.
  return (
    fields
      .map(([name, field]) => ({ ...input, [name]: valueFor(name, z.nonoptional(field as z.ZodOptional), values) }))
      .find((one) => schema.safeParse(one).success) ?? input
  )
}

export interface Attempt {
  name: string
  method: Method
  /** Below the server's address, with its query. */
  path: string
  body: Record<string, unknown> | undefined
  /** The part of it that the contract refuses; empty: it would be accepted. */
  refused: string
}

/** A request by each method of a call, with the given values in every field of their names. */
export function attemptsOf({ name, route }: NamedCall, values: Values): Attempt[] {
  const { path, params, query, body } = route
  const parts = { params: inputFor(params, values), query: inputFor(query, values), body: inputFor(body, values) }
  const refused = Object.entries({ params, query, body })
    .filter(([part, schema]) => schema && !schema.safeParse(parts[part as keyof typeof parts]).success)
    .map(([part]) => part)
    .join()
  return methodsOf(route).map((method) => ({
    name,
    method,
    refused,
    path: pathOf(path, parts.params, Object.entries(parts.query)),
    body: method === 'GET' || method === 'DELETE' ? undefined : parts.body,
  }))
}

/** The address of a call with its parameters and query. */
export function pathOf(path: string, params: Record<string, unknown>, query: readonly [string, unknown][]): string {
  const search = new URLSearchParams(query.map(([key, one]) => [key, String(one)]))
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key]).toWellFormed()))
  return `/api${filled}?${search}`
}

interface Requests {
  request(path: string, init: RequestInit & { token?: string }): Promise<Response>
}

/** Sends a request like a client; calls that take a file get a form without one. */
export function send(server: Requests, { method, path, body }: Omit<Attempt, 'name' | 'refused'>, token?: string) {
  const headers = body ? { 'Content-Type': 'application/json' } : undefined
  return server.request(path, { method, headers, token, body: body ? JSON.stringify(body) : undefined })
}

/** Calls that end the caller's own session: a loop over all calls skips them. */
export const endsSignIn = ({ name }: { name: string }): boolean =>
  ['signIn.logout', 'account.updatePassword', 'memberPage.signOut', 'memberPage.signOutEverywhere'].includes(name)
