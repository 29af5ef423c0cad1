import { describe, expect, it } from 'vitest'
import { emptyDefinition, moved, withColumn, withCount, withDisplay, withoutColumn } from './draft.calc.ts'

const start = emptyDefinition('orders', 'day')
const grouped = withCount(
  withColumn(withColumn(start, { name: 'type', kind: 'choice' }), { name: 'store', kind: 'store' }),
)

describe('a draft of a report', () => {
  it('sums numbers and groups by everything else', () => {
    expect(
      withColumn(grouped, { name: 'amount', kind: 'money' }).columns.map(({ key, aggregate }) => [key, aggregate]),
    ).toEqual([
      ['c1', undefined],
      ['c2', undefined],
      ['c3', 'count'],
      ['c4', 'sum'],
    ])
  })

  it('has no trace of a removed column, whose key is not used twice', () => {
    const pivot = { ...withDisplay(grouped, 'pivot'), sort: [{ key: 'c2', order: 'asc' as const }] }
    expect(pivot.across).toBe('c2')
    const less = withoutColumn(pivot, 'c2')
    expect(less).toMatchObject({ across: '', sort: [] })
    expect(withCount(less).columns.map(({ key }) => key)).toEqual(['c1', 'c3', 'c4'])
  })

  it('keeps its columns when one is moved beyond the end', () => {
    expect(moved(grouped, 'c1', 1).columns.map(({ key }) => key)).toEqual(['c2', 'c1', 'c3'])
    expect(moved(grouped, 'c1', -1)).toEqual(grouped)
  })
})
