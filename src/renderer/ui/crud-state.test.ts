import { describe, expect, it } from 'vitest'
import { asContains, fromContains, initialList, listQueryOf } from './crud-state.ts'

describe('the query of a list', () => {
  it('begins with ten to a page, the newest first', () => {
    expect(listQueryOf(initialList)).toEqual({ pageNo: 1, pageSize: 10, column: 'createTime', order: 'desc' })
  })

  it('carries the advanced query as the family does: JSON, encoded once more, without incomplete lines', () => {
    const advanced = {
      match: 'or' as const,
      lines: [
        { field: 'name', rule: 'like' as const, val: '车手 & 1%' },
        { field: '', rule: 'eq' as const, val: 'x' },
        { field: 'code', rule: 'eq' as const, val: ' ' },
      ],
    }
    const { superQueryParams, superQueryMatchType } = listQueryOf({ ...initialList, advanced })
    expect(superQueryMatchType).toBe('or')
    expect(JSON.parse(decodeURIComponent(String(superQueryParams)))).toEqual([advanced.lines[0]])
  })

  it('asks nothing by an advanced query without a complete line', () => {
    const advanced = { match: 'and' as const, lines: [{ field: 'name', rule: 'eq' as const, val: '' }] }
    expect(listQueryOf({ ...initialList, advanced })).not.toHaveProperty('superQueryParams')
  })

  it('never lets a filter replace the page', () => {
    expect(listQueryOf({ ...initialList, filters: { name: '*a*', pageNo: 9 } })).toMatchObject({
      name: '*a*',
      pageNo: 1,
    })
  })
})

describe('a word to look for', () => {
  it('goes over the wire between asterisks and comes back without', () => {
    expect(asContains('ab')).toBe('*ab*')
    expect(asContains('')).toBeUndefined()
    expect(fromContains('*ab*')).toBe('ab')
    expect(fromContains(undefined)).toBe('')
  })
})
