import { describe, expect, it } from 'vitest'
import { cashierOfBadge, cashiersLike, columnsOf, nextTile } from './cashiers.calc.ts'

const people = [
  { realname: '李小敏', phone: '139****0006' },
  { realname: '周晓雯', phone: '138****0008' },
]
const names = (text: string) => cashiersLike(people, text).map(({ realname }) => realname)

describe('cashiers', () => {
  it('are found by part of the name, and by the start or end of a masked phone', () => {
    expect(names('')).toHaveLength(2)
    expect(names(' 晓 ')).toEqual(['周晓雯'])
    expect(names('0006')).toEqual(['李小敏'])
    expect(names('139')).toEqual(['李小敏'])
    expect(names('****')).toEqual([])
  })

  it('are reached by arrow keys: down from the search, back up to it, and never past the end', () => {
    expect(columnsOf([10, 10, 10, 80, 80])).toBe(3)
    expect(nextTile('ArrowDown', -1, 5, 3)).toBe(0)
    expect(nextTile('ArrowRight', -1, 5, 3)).toBeNull()
    expect(nextTile('ArrowDown', 1, 5, 3)).toBe(4)
    expect(nextTile('ArrowDown', 2, 5, 3)).toBeNull()
    expect(nextTile('ArrowUp', 4, 5, 3)).toBe(1)
    expect(nextTile('ArrowUp', 1, 5, 3)).toBe(-1)
    expect(nextTile('ArrowLeft', 0, 5, 3)).toBeNull()
    expect(nextTile('ArrowDown', -1, 0, 0)).toBeNull()
  })

  it('are found by the number on their badge, with or without the prefix of the counter', () => {
    const staff = [{ workNo: '' }, { workNo: '0042' }, { workNo: 'PB7' }]
    const found = (badge: string, prefix = 'PB') => cashierOfBadge(staff, badge, prefix)?.workNo
    expect(found('PB0042')).toBe('0042')
    expect(found('pb0042')).toBe('0042')
    expect(found('0042')).toBe('0042')
    expect(found('PB7')).toBe('PB7')
    // A cashier without a work number must not match an empty badge.
    for (const nobody of ['PB', '', 'PB42', '42']) expect(found(nobody), nobody).toBeUndefined()
    expect(found('PB0042', '')).toBeUndefined()
  })
})
