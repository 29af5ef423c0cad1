import { describe, expect, it } from 'vitest'
import { superQueryOf } from '#renderer/ui/crud/crud-state.ts'
import { addressOfQuery, queryOfAddress, queryOfView, viewOfQuery } from './record-filters.ts'

describe('the address of the list', () => {
  it('round-trips filters', () => {
    const query = {
      ...queryOfAddress(new URLSearchParams()),
      pageNo: 3,
      keyword: 'A017 & 张',
      playState: 'PENDING' as const,
      createTime_begin: '2026-03-01 00:00:00',
    }
    const address = new URLSearchParams(addressOfQuery(query)).toString()
    expect(queryOfAddress(new URLSearchParams(address))).toEqual(query)
  })

  it('round-trips an advanced query, in the URL and in a view', () => {
    const lines = [{ field: 'racer', rule: 'like' as const, val: '张 & 100%' }]
    const query = { ...queryOfAddress(new URLSearchParams()), ...superQueryOf({ match: 'or', lines }) }
    const address = new URLSearchParams(addressOfQuery(query)).toString()
    expect(queryOfAddress(new URLSearchParams(address))).toEqual(query)
    const view = viewOfQuery(query, ['racer', 'price'])
    expect(view).toMatchObject({ advanced: { match: 'or', lines }, columns: ['racer', 'price'], filters: [] })
    expect(queryOfView(view)).toEqual(query)
    const broken = new URLSearchParams('superQueryParams=%7Bx&superQueryMatchType=or')
    expect(queryOfAddress(broken)).toEqual(queryOfAddress(new URLSearchParams()))
  })

  it('leaves out default values and ignores invalid ones', () => {
    expect(addressOfQuery(queryOfAddress(new URLSearchParams()))).toEqual({})
    const wrong = new URLSearchParams('pageNo=-2&pageSize=1e9&order=x&playState=FREE')
    expect(queryOfAddress(wrong)).toEqual(queryOfAddress(new URLSearchParams()))
  })
})
