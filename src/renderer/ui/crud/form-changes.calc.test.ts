import { expect, it } from 'vitest'
import { changesOf } from './form-changes.calc.ts'

it('sends what differs, in whatever depth, and what belongs together', () => {
  const before = { name: 'A', price: 5, layout: { blocks: [1, 2] }, kind: 'date', params: '{}' }
  expect(changesOf({ ...before, layout: { blocks: [1, 2] } }, before)).toEqual({})
  expect(changesOf({ ...before, name: 'B' }, before)).toEqual({ name: 'B' })
  expect(changesOf({ ...before, layout: { blocks: [2, 1] } }, before)).toEqual({ layout: { blocks: [2, 1] } })
  const ordered = { ...before, layout: { blocks: [{ a: 1, b: 2 }] } }
  expect(changesOf({ ...ordered, layout: { blocks: [{ b: 2, a: 1 }] } }, ordered)).toEqual({})
  expect(changesOf({ ...before, price: null, more: 1 }, before)).toEqual({ price: null, more: 1 })
  const together = [['kind', 'params']]
  expect(changesOf({ ...before, kind: 'pattern' }, before, together)).toEqual({ kind: 'pattern', params: '{}' })
  expect(changesOf({ ...before, name: 'B' }, before, together)).toEqual({ name: 'B' })
})
