import { describe, expect, it } from 'vitest'
import { indexesOf } from './sampling.ts'

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
