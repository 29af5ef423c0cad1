import { describe, expect, it } from 'vitest'
import { changesOf } from './crud-history.calc.ts'

describe('the changes in a history entry', () => {
  it('are the fields that differ, without user and time', () => {
    const before = { name: 'a', code: 'x', roles: ['1'], updateTime: 't1' }
    expect(changesOf(before, { name: 'b', code: 'x', roles: ['1', '2'], updateTime: 't2' })).toEqual([
      { field: 'name', from: 'a', to: 'b' },
      { field: 'roles', from: '1', to: '1, 2' },
    ])
  })

  it('show the texts of values instead of codes', () => {
    const wordOf = (field: string, value: string) =>
      field === 'roles' ? { 1: 'Cashier', 2: 'Coach' }[value] : undefined
    expect(changesOf({ roles: ['1'], sex: 1 }, { roles: ['1', '2', '9'], sex: 1 }, wordOf)).toEqual([
      { field: 'roles', from: 'Cashier', to: 'Cashier, Coach, 9' },
    ])
  })

  it('shorten ids without a text', () => {
    const [change] = changesOf({ ownerId: null }, { ownerId: '01900000-0000-7000-8000-00000000002a' })
    expect(change?.to).toBe('…0000002a')
  })

  it('hold all fields of a new or deleted row', () => {
    expect(changesOf(null, { name: 'a', remark: null })).toEqual([{ field: 'name', from: '—', to: 'a' }])
    expect(changesOf({ name: 'a' }, null)).toEqual([{ field: 'name', from: 'a', to: '—' }])
  })
})
