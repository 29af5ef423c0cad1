import { describe, expect, it } from 'vitest'
import type { ResultColumn } from './custom-reports.schema.ts'
import { pivotOf } from './pivot.calc.ts'

const column = (key: string, isValue = false): ResultColumn => ({
  key,
  title: key,
  kind: isValue ? 'number' : 'text',
  isValue,
})
const result = {
  columns: [column('hour'), column('day'), column('n', true)],
  rows: [
    ['09:00', 'Tue', 2],
    ['09:00', 'Sat', 5],
    ['10:00', 'Mon', 1],
  ],
  across: ['Mon', 'Tue', 'Sat'],
}

describe('a pivot', () => {
  it('has the values of a group as columns in their own order, and nothing where there is no group', () => {
    const { columns, rows } = pivotOf(result, 'day')
    expect(columns.map(({ title }) => title)).toEqual(['hour', 'Mon', 'Tue', 'Sat'])
    expect(rows).toEqual([
      ['09:00', null, 2, 5],
      ['10:00', 1, null, null],
    ])
  })

  it('names each of several aggregates', () => {
    const two = { ...result, columns: [...result.columns, column('m', true)], rows: [['09:00', 'Tue', 2, 7]] }
    const { columns, rows } = pivotOf(two, 'day')
    expect(columns.map(({ title }) => title)).toContain('Tue · m')
    expect(rows).toEqual([['09:00', null, null, 2, 7, null, null]])
  })

  it('has at most so many values across, and says when it is cut', () => {
    const across = Array.from({ length: 61 }, (_, at) => `day ${at}`)
    const long = { ...result, rows: across.map((day, at) => ['09:00', day, at]), across }
    const { columns, rows, isCut } = pivotOf(long, 'day')
    expect([columns.length, rows[0]?.length, isCut]).toEqual([61, 61, true])
    expect(pivotOf(long, 'day', 61)).toMatchObject({ rows: [['09:00', ...across.keys()]], isCut: false })
  })

  it('is the table itself without a group across', () => {
    expect(pivotOf(result, '')).toEqual({ columns: result.columns, rows: result.rows, isCut: false })
    expect(pivotOf(result, 'n')).toEqual({ columns: result.columns, rows: result.rows, isCut: false })
  })
})
