import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from '#server/core/http/parse.ts'
import { defaultLayout } from '#shared/features/display/screens.schema.ts'
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
const ID = '01900000-0000-7000-8000-00000000beef'
/** Inputs of calls that need more than each field by itself. */
const whole: Record<string, object> = {
  'coinOutputs.add': { deviceId: ID, payMode: 'coins', userId: 'x', ruleId: null, count: 3, times: 1 },
  'reservationSessions.add': { startTime: '2099-01-01 10:00:00', endTime: '2099-01-01 11:00:00', capacity: 3 },
  'listViews.edit': {
    id: ID,
    content: { filters: [], advanced: null, column: 'code', order: 'asc', pageSize: 10, columns: null },
  },
  'printLayouts.reset': { orgCode: 'A01A01', kind: 'queueTicket', editedBlocks: [{ block: 'code', dots: 6 }] },
  'terminalReleases.stage': { version: '1.0.0', share: 10 },
  'screens.add': { name: 'x', layout: { ...defaultLayout, panels: [{ kind: 'heat', seconds: 20 }] } },
  'screens.edit': { id: ID, layout: { ...defaultLayout, panels: [{ kind: 'heat', seconds: 20 }] } },
}
/** Records, whose fields are in no contract, and starts that a terminal stores unread. */
const FREE = /^(cgform|formRecords)\.|^terminals\.storeRefusal$/
const withNumbers = calls.flatMap(({ name, route: { body } }) => {
  const input = whole[name] ?? (body && inputFor(body, new Proxy({}, numbers)))
  return body && input && body.safeParse(input).success && JSON.stringify(input) !== JSON.stringify(asText(input))
    ? [{ name, body, input }]
    : []
})

describe('a number that is sent as text', () => {
  it.each(withNumbers)('is taken by $name', ({ body, input }) => {
    const read = parseInput(body, asText(input), 'zh')
    // Where a text is allowed as well, it stays one.
    expect(asText(read)).toEqual(asText(parseInput(body, input, 'zh')))
  })

  it('is sent to every call that takes one', () => {
    const tried = new Set(withNumbers.map(({ name }) => name))
    const takesOne = ({ route: { body } }: (typeof calls)[number]) =>
      body &&
      /"type":"(number|integer)"/.test(JSON.stringify(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' })))
    const names = calls.filter(takesOne).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter((name) => !tried.has(name) && !FREE.test(name))).toEqual([])
  })

  it('is the same number, and no other text becomes one', () => {
    const { name, body, input } = withNumbers.find((one) => 'sortOrder' in one.input) ?? {}
    if (!body || !input) throw new Error('no call has a sort order')
    expect(parseInput(body, { ...input, sortOrder: '7' }, 'zh'), name).toMatchObject({ sortOrder: 7 })
    for (const sortOrder of ['', ' 7', '7 ', '0x7', '1e2', '07', 'Infinity', '7,0', '٧', true, ['7'], { n: '7' }])
      expect(() => parseInput(body, { ...input, sortOrder }, 'zh')).toThrow('common.invalidInput')
  })
})
