import { describe, expect, it } from 'vitest'
import { parseInput } from '#server/core/http/parse.ts'
import { calls } from './calls.ts'
import { inputFor } from './sweep.ts'

/** The numbers of an input as text, as clients of the API family send those of signed bodies. */
function asText(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(asText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asText(inner)]))
}

const numbers = { get: () => [3, 1, 0, 12.5] }
const withNumbers = calls.flatMap(({ name, route: { body } }) => {
  const input = body && inputFor(body, new Proxy({}, numbers))
  // Some calls need more than each field by itself.
  return input && body.safeParse(input).success && JSON.stringify(input) !== JSON.stringify(asText(input))
    ? [{ name, body, input }]
    : []
})

describe('a number that is sent as text', () => {
  it.each(withNumbers)('is taken by $name', ({ body, input }) => {
    const read = parseInput(body, asText(input), 'zh')
    // Where a text is allowed as well, it stays one.
    expect(asText(read)).toEqual(asText(parseInput(body, input, 'zh')))
  })

  it('is the same number, and no other text becomes one', () => {
    const { name, body, input } = withNumbers.find((one) => 'sortOrder' in one.input) ?? {}
    if (!body || !input) throw new Error('no call has a sort order')
    expect(parseInput(body, { ...input, sortOrder: '7' }, 'zh'), name).toMatchObject({ sortOrder: 7 })
    for (const sortOrder of ['', ' 7', '7 ', '0x7', '1e2', '07', 'Infinity', '7,0', '٧', true, ['7'], { n: '7' }])
      expect(() => parseInput(body, { ...input, sortOrder }, 'zh')).toThrow('common.invalidInput')
  })
})
