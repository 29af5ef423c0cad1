import { describe, expect, it } from 'vitest'
import { matching } from './palette.calc.ts'

const command = (label: string, also: string) => ({ key: also, label, also })
const all = [
  command('个人中心', '/account/center'),
  command('User management', '/isystem/user'),
  command('My users', '/mine'),
]
const found = (typed: string) => matching(all, typed).map(({ label }) => label)

describe('the command palette', () => {
  it('offers everything until something is typed', () => {
    expect(found(' ')).toHaveLength(3)
  })

  it('finds by name in any case, names that begin so first, and by path in either language', () => {
    expect(found('user')).toEqual(['User management', 'My users'])
    expect(found('中心')).toEqual(['个人中心'])
    expect(found('CENTER')).toEqual(['个人中心'])
    expect(found('nothing')).toEqual([])
  })
})
