import type { z } from 'zod'
import type { Contract, Route } from '#shared/core/route.ts'

/** Groups of calls that access-scope.test.ts tries with foreign ids by itself, in every field that can hold one. */
export const sweptGroups = [
  'access',
  'account',
  'users',
  'roles',
  'permissions',
  'departs',
  'departRoles',
  'logs',
] as const

/** What any field may like, in the order tried. */
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
  [],
  null,
]

/** A value that a schema takes: the foreign one where it fits, any other where the field must be there. */
function valueFor(name: string, schema: z.ZodType, foreign: Record<string, unknown[]>): unknown {
  const candidates = [...(foreign[name] ?? [])]
  const fitting = candidates.flatMap((one) => [one, [one], `${one},`]).find((one) => schema.safeParse(one).success)
  if (fitting !== undefined) return fitting
  if (schema.safeParse(undefined).success) return undefined
  return [...Object.values(foreign).flat(), ...samples].find((one) => schema.safeParse(one).success)
}

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
  (schema as unknown as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}

const inputFor = (schema: z.ZodType | undefined, foreign: Record<string, unknown[]>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shapeOf(schema))
      .map(([name, field]) => [name, valueFor(name, field, foreign)] as const)
      .filter(([, value]) => value !== undefined),
  )

export interface Attempt {
  name: string
  method: string
  path: string
  body: string | undefined
}

/** A request for every call of a group, with foreign values in every field that is named like them. */
export function sweep(group: string, contract: Contract, foreign: Record<string, unknown[]>): Attempt[] {
  return Object.entries(contract).map(([name, route]) => {
    const { method, path, params, query, body } = route as Route
    const filled = inputFor(params, foreign)
    const search = new URLSearchParams(Object.entries(inputFor(query, foreign)).map(([key, one]) => [key, String(one)]))
    const verb = typeof method === 'string' ? method : method[0]
    return {
      ...{ name: `${group}.${name}`, method: verb },
      path: `/api${path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(filled[key]).toWellFormed()))}?${search}`,
      body: verb === 'GET' || verb === 'DELETE' ? undefined : JSON.stringify(inputFor(body, foreign)),
    }
  })
}
