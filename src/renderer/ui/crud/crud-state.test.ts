import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubLocalStorage } from '#tests/support/local-storage.ts'
import { asContains, firstList, fromContains, initialList, listQueryOf, rememberPageSize } from './crud-state.ts'

describe('the query of a list', () => {
  it('starts with ten rows per page, newest first', () => {
    expect(listQueryOf(initialList)).toEqual({ pageNo: 1, pageSize: 10, column: 'createTime', order: 'desc' })
  })

  it('sends the advanced query as double-encoded JSON without incomplete conditions', () => {
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

  it('omits an advanced query without a complete condition', () => {
    const advanced = { match: 'and' as const, lines: [{ field: 'name', rule: 'eq' as const, val: '' }] }
    expect(listQueryOf({ ...initialList, advanced })).not.toHaveProperty('superQueryParams')
  })

  it('never lets a filter override the page', () => {
    expect(listQueryOf({ ...initialList, filters: { name: '*a*', pageNo: 9 } })).toMatchObject({
      name: '*a*',
      pageNo: 1,
    })
  })
})

describe('the rows of a page', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('are as many as last chosen, and ten where nothing or something impossible is stored', () => {
    stubLocalStorage()
    expect(firstList().pageSize).toBe(10)
    rememberPageSize(30)
    expect(firstList()).toEqual({ ...initialList, pageSize: 30 })
    rememberPageSize(5000)
    expect(firstList().pageSize).toBe(10)
  })
})

describe('a search word', () => {
  it('is sent between asterisks and read back without them', () => {
    expect(asContains('ab')).toBe('*ab*')
    expect(asContains('')).toBeUndefined()
    expect(fromContains('*ab*')).toBe('ab')
    expect(fromContains(undefined)).toBe('')
  })
})
