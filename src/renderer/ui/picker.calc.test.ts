import { describe, expect, it } from 'vitest'
import { pick, withSearch } from './picker.calc.ts'

describe('the recent searches of a picker', () => {
  it('begin with the newest and hold each once', () => {
    expect(withSearch(['b', 'a'], 'a')).toEqual(['a', 'b'])
    expect(withSearch(['a'], ' c ')).toEqual(['c', 'a'])
    expect(withSearch(['a'], '  ')).toEqual(['a'])
  })

  it('are cut to fifteen', () => {
    const many = Array.from({ length: 15 }, (_, index) => `word ${index}`)
    const next = withSearch(many, 'new')
    expect(next).toHaveLength(15)
    expect(next[0]).toBe('new')
    expect(next.at(-1)).toBe('word 13')
  })
})

describe('pressing a row of a picker', () => {
  const [one, two] = [{ id: '1' }, { id: '2' }]
  it('replaces the selection where only one may be chosen', () => {
    expect(pick([one], two, false)).toEqual([two])
  })
  it('takes it in or out where several may be chosen', () => {
    expect(pick([one], two, true)).toEqual([one, two])
    expect(pick([one, two], { id: '1' }, true)).toEqual([two])
  })
})
