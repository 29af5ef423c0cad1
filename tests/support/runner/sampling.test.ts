import { describe, expect, it } from 'vitest'
import { indexesOf, slicesInTurn } from './sampling.ts'

describe('a sample', () => {
  it.each([
    [33, 3],
    [7, 3],
    [4, 1],
  ])('of %i cases takes %i of them, and each of them within the days that it takes', (cases, most) => {
    const days = Array.from({ length: Math.ceil(cases / most) }, (_, day) =>
      indexesOf(cases, { of: 'users.add', most, seed: 20_000 + day }),
    )
    for (const taken of days) expect(taken.size).toBe(most)
    const all = new Set(days.flatMap((taken) => [...taken]))
    expect([...all].sort((one, other) => one - other)).toEqual(Array.from({ length: cases }, (_, index) => index))
  })

  it('is the same for the same seed, and another one for another name', () => {
    const of = (name: string) => [...indexesOf(100, { of: name, most: 10, seed: 5 })]
    expect(of('users.add')).toEqual(of('users.add'))
    expect(of('users.add')).not.toEqual(of('users.edit'))
  })
})

describe('the changed slices that are tried with all cases', () => {
  const groups = ['members', 'members', ...Array.from({ length: 20 }, () => 'system'), 'queue', 'coins']

  it('are all of them where they have few groups of calls', () => {
    expect(slicesInTurn(['queue', 'members', 'members', 'docs'], groups, 7).sort()).toEqual(['members', 'queue'])
    expect(slicesInTurn([], groups, 7)).toEqual([])
  })

  it('take turns where they have many, a large one alone', () => {
    const changed = ['coins', 'members', 'queue', 'system']
    const days = Array.from({ length: 4 }, (_, day) => slicesInTurn(changed, groups, day))
    expect(days).toEqual([['coins', 'members', 'queue'], ['members', 'queue'], ['queue'], ['system']])
  })
})
