import { z } from 'zod'
import { escapeLike } from '#server/db/store-list.ts'
import { AppError } from '#shared/core/errors.ts'

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/** The condition of a filter on one field. */
export type Test =
  | { rule: Comparison; value: string }
  | { rule: 'in'; values: string[] }
  /** LIKE patterns with the value's own wildcards escaped; one of them must match. */
  | { rule: 'like'; patterns: string[] }

const signs: Record<string, Comparison> = {
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
  '=': 'eq',
  '!=': 'ne',
  gt: 'gt',
  ge: 'ge',
  lt: 'lt',
  le: 'le',
  eq: 'eq',
  ne: 'ne',
}

const parts = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const like = (text: string, before: boolean, after: boolean): Test | null =>
  text === '' ? null : { rule: 'like', patterns: [`${before ? '%' : ''}${escapeLike(text)}${after ? '%' : ''}`] }

/** Parses a value of the query string in the API family's notation (`api-family 1.5`); null if it has no condition. */
export function readFilter(raw: string): Test | null {
  const value = raw.trim()
  if (value === '') return null
  if (value.length > 1 && value.startsWith(',') && value.endsWith(',')) {
    const patterns = parts(value).map((part) => `%${escapeLike(part)}%`)
    return patterns.length > 0 ? { rule: 'like', patterns } : null
  }
  const [, sign = '', operand = ''] = /^(\S{1,2}) (.*)$/s.exec(value) ?? []
  const rule = Object.hasOwn(signs, sign) ? signs[sign] : undefined
  if (rule) return operand.trim() === '' ? null : { rule, value: operand.trim() }
  const before = value.startsWith('*')
  const after = value.endsWith('*')
  if (before || after) return like(value.replace(/^\*+|\*+$/g, ''), before, after)
  if (value.includes(',')) return readList(value)
  if (value.startsWith('!')) return value.length > 1 ? { rule: 'ne', value: value.slice(1) } : null
  return { rule: 'eq', value }
}

/** Values joined by commas, with or without a trailing comma. */
export function readList(raw: string): Test | null {
  const values = parts(raw)
  return values.length > 0 ? { rule: 'in', values } : null
}

const SuperQuery = z
  .array(
    z.object({
      field: z.string().max(64),
      rule: z.enum(['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in', 'like', 'left_like', 'right_like']),
      val: z
        .union([z.string().max(2000), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))])
        .nullish(),
    }),
  )
  .max(30)

/** The client encodes the text a second time, besides the encoding of the query string. */
function decoded(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    try {
      return JSON.parse(decodeURIComponent(raw))
    } catch {
      return undefined
    }
  }
}

/** Parses the advanced query. An unknown field is refused, because ignoring its condition would show more rows. */
export function readSuperQuery(raw: string, knows: (field: string) => boolean): { field: string; test: Test }[] {
  const parsed = SuperQuery.safeParse(decoded(raw))
  if (!parsed.success || parsed.data.some(({ field }) => !knows(field))) throw new AppError('lists.badAdvancedQuery')
  return parsed.data.flatMap(({ field, rule, val }) => {
    const value = String(val ?? '').trim()
    const test = value === '' ? null : superTest(rule, value)
    return test ? [{ field, test }] : []
  })
}

function superTest(rule: z.infer<typeof SuperQuery>[number]['rule'], value: string): Test | null {
  if (rule === 'in') return readList(value)
  if (rule === 'like') return like(value, true, true)
  // Named as in MyBatis: the side of the wildcard.
  if (rule === 'left_like') return like(value, true, false)
  if (rule === 'right_like') return like(value, false, true)
  return { rule, value }
}
