import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { needs, problemOf } from './fields.calc.ts'

const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
const problem = (field: z.ZodType, value: unknown) => problemOf(t, field, value, { label: 'Name', wrong: undefined })

describe('a form field bound to a schema', () => {
  it('is required where the call refuses an absent value and an empty text', () => {
    expect(needs(z.string().trim().min(1))).toBe(true)
    expect(needs(z.enum(['1', '2']))).toBe(true)
    expect(needs(z.string().max(20))).toBe(false)
    expect(needs(z.string().min(1).nullish())).toBe(false)
  })

  it('names the missing field, also where only blanks were typed', () => {
    expect(problem(z.string().trim().min(1), '  ')).toBe('crud.required Name')
    expect(problem(z.string().max(20), '')).toBeNull()
  })

  it('names the limit that is exceeded', () => {
    expect(problem(z.string().max(3), 'four')).toBe('crud.tooLong Name 3')
    expect(problem(z.number().max(9), 10)).toBe('crud.tooBig Name 9')
    expect(problem(z.number().min(1), 0)).toBe('crud.tooSmall Name 1')
    expect(problem(z.string().regex(/^a/), 'b')).toBe('crud.invalid Name')
    expect(problem(z.string().max(3), 'abc')).toBeNull()
  })
})
