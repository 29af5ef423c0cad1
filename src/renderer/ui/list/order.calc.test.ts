import { expect, it } from 'vitest'
import { moved } from './order.calc.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).join('')

it('moves a row up, down and to either end', () => {
  expect(ids(moved(rows, 'c', 1))).toBe('acbd')
  expect(ids(moved(rows, 'a', 3))).toBe('bcda')
  expect(ids(moved(rows, 'd', 0))).toBe('dabc')
})

it('leaves the rows unchanged where the row is unknown, already there, or would leave the list', () => {
  for (const [id, to] of [
    ['b', 1],
    ['x', 0],
    ['a', -1],
    ['d', 4],
  ] as const)
    expect(moved(rows, id, to)).toBe(rows)
})
