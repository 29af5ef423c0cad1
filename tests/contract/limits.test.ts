import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { calls } from './calls.ts'

type Def = { type: string; pattern?: RegExp; checks?: { _zod: { def: Check } }[] } & Record<string, unknown>
type Check = { check: string; maximum?: number; length?: number; value?: number; pattern?: RegExp }
type Schema = z.ZodType & { _zod: { def: Def } }

/** Whether a pattern matches texts of any length: it has an unbounded repetition, or is not anchored at both ends. */
const isEndless = ({ source }: RegExp): boolean =>
  /[*+]|\{\d+,\}/.test(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')) || !/^\^.*\$$/s.test(source)

const checksOf = ({ checks = [] }: Def): Check[] => checks.map((one) => one._zod.def)

const isShort = (def: Def): boolean =>
  checksOf(def).some(({ maximum, length }) => (maximum ?? length) !== undefined) ||
  [def, ...checksOf(def)].some(({ pattern }) => pattern !== undefined && !isEndless(pattern))

const isRange = (def: Def): boolean =>
  ['greater_than', 'less_than'].every((name) => checksOf(def).some(({ check }) => check === name))

const harmless = ['boolean', 'literal', 'enum', 'null', 'undefined', 'never']
const wrappers = ['optional', 'nullable', 'default', 'prefault', 'catch', 'readonly', 'nonoptional', 'lazy']

/** The paths of all values in an input schema that have no limit. */
function unlimited(schema: z.ZodType, path: string): string[] {
  const { def } = (schema as Schema)._zod
  const inner = def as unknown as Record<'innerType' | 'element' | 'in' | 'out' | 'catchall', Schema>
  if (harmless.includes(def.type)) return []
  if (wrappers.includes(def.type)) return unlimited(inner.innerType ?? (def.getter as () => z.ZodType)(), path)
  switch (def.type) {
    case 'string':
      return isShort(def) ? [] : [`${path}: a text of any length`]
    case 'number':
      return isRange(def) ? [] : [`${path}: a number of any size`]
    case 'array':
      return [...(isShort(def) ? [] : [`${path}: a list of any length`]), ...unlimited(inner.element, `${path}[]`)]
    case 'object': {
      // z.object drops unknown fields and z.strictObject refuses them; any other type would accept them.
      const open = inner.catchall && inner.catchall._zod.def.type !== 'never' ? [`${path}: fields of any name`] : []
      const fields = Object.entries(def.shape as Record<string, z.ZodType>)
      return [...open, ...fields.flatMap(([name, field]) => unlimited(field, `${path}.${name}`))]
    }
    // A separate check limits the number of fields with free names.
    case 'record':
      return [
        ...(checksOf(def).length > 0 ? [] : [`${path}: fields without an end`]),
        ...unlimited(def.keyType as z.ZodType, path),
        ...unlimited(def.valueType as z.ZodType, path),
      ]
    case 'union':
      return (def.options as z.ZodType[]).flatMap((option) => unlimited(option, path))
    case 'pipe':
      // A transformation of a limited value is limited; the input of `z.preprocess` can be anything.
      return unlimited(inner.in._zod.def.type === 'transform' ? inner.out : inner.in, path)
    default:
      return [`${path}: ${def.type}`]
  }
}

describe('every input field of a call', () => {
  it.each(calls)('$name: a text has a length, a number a range, a list a maximum', ({ route }) => {
    const parts = Object.entries({ params: route.params, query: route.query, body: route.body })
    expect(parts.flatMap(([name, schema]) => (schema ? unlimited(schema, name) : []))).toEqual([])
  })
})
