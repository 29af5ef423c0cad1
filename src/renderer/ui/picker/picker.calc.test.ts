import { describe, expect, it } from 'vitest'
import { keyOf, pick, withSearch } from './picker.calc.ts'

describe('the recent searches of a picker', () => {
  it('list the newest first, each once', () => {
    expect(withSearch(['b', 'a'], 'a')).toEqual(['a', 'b'])
    expect(withSearch(['a'], ' c ')).toEqual(['c', 'a'])
    expect(withSearch(['a'], '  ')).toEqual(['a'])
  })

  it('store only the end of a full phone or card number', () => {
    expect(withSearch([], '13800001111')).toEqual(['%1111'])
    expect(withSearch(['%1111'], '+8613800001111')).toEqual(['%1111'])
    expect(withSearch([], '0004829731')).toEqual(['%9731'])
    expect(withSearch([], '100001')).toEqual(['100001'])
  })

  it('are limited to fifteen', () => {
    const many = Array.from({ length: 15 }, (_, index) => `word ${index}`)
    const next = withSearch(many, 'new')
    expect(next).toHaveLength(15)
    expect(next[0]).toBe('new')
    expect(next.at(-1)).toBe('word 13')
  })
})

describe('selecting a row of a picker', () => {
  const [one, two] = [{ id: '1' }, { id: '2' }]
  it('replaces the selection where only one row may be selected', () => {
    expect(pick([one], two, false)).toEqual([two])
  })
  it('toggles the row where several may be selected', () => {
    expect(pick([one], two, true)).toEqual([one, two])
    expect(pick([one, two], { id: '1' }, true)).toEqual([two])
  })
})

describe('a key in the search field of a picker', () => {
  const shown = { at: 0, count: 3, isCurrent: true }
  it.each([
    ['down goes to the next row', 'ArrowDown', shown, { kind: 'move', to: 1 }],
    ['down stays on the last one', 'ArrowDown', { ...shown, at: 2 }, { kind: 'move', to: 2 }],
    ['up stays on the first one', 'ArrowUp', shown, { kind: 'move', to: 0 }],
    ['arrows keep their default without rows', 'ArrowDown', { ...shown, count: 0 }, null],
    ['Enter selects the active row', 'Enter', shown, { kind: 'take' }],
    ['Enter searches for new input before it selects', 'Enter', { ...shown, isCurrent: false }, { kind: 'search' }],
    ['Enter does nothing without rows', 'Enter', { ...shown, count: 0 }, null],
    ['any other key is typed', 'a', shown, null],
  ])('%s', (_, key, state, expected) => {
    expect(keyOf(key, false, state)).toEqual(expected)
  })

  it('confirms the selection with Ctrl+Enter', () => {
    expect(keyOf('Enter', true, { ...shown, isCurrent: false })).toEqual({ kind: 'confirm' })
  })
})
