import { describe, expect, it } from 'vitest'
import { initialsOf, matching, recentAfter, recentFirst } from './palette.calc.ts'

const command = (label: string, also: string) => ({ key: also, label, also })
const all = [
  command('个人中心', '/account/center'),
  command('User management', '/isystem/user'),
  command('My users', '/mine'),
]
const found = (typed: string) => matching(all, typed).map(({ label }) => label)

describe('the command palette', () => {
  it('offers all commands for an empty input', () => {
    expect(found(' ')).toHaveLength(3)
  })

  it('starts with the recent commands that are still available', () => {
    const recent = ['/mine', '/gone'].reduce(recentAfter, [])
    expect(recentFirst(all, recent).map(({ key }) => key)).toEqual(['/mine', '/account/center', '/isystem/user'])
    expect(['a', 'b', 'a', 'c', 'd', 'e', 'f'].reduce(recentAfter, [])).toEqual(['f', 'e', 'd', 'c', 'a'])
  })

  it('finds by name in any case, prefixes first, and by path in either language', () => {
    expect(found('user')).toEqual(['User management', 'My users'])
    expect(found('中心')).toEqual(['个人中心'])
    expect(found('CENTER')).toEqual(['个人中心'])
    expect(found('nothing')).toEqual([])
  })

  it('finds Chinese names by the initials of their pinyin', () => {
    expect(found('grzx')).toEqual(['个人中心'])
    expect(['退出登录', '操作日志', '先玩后付', 'VIP 会员'].map(initialsOf)).toEqual(['tcdl', 'czrz', 'xwhf', 'viphy'])
    for (const [letter, signs] of Object.entries({
      a: '安',
      e: '二',
      j: '据',
      n: '内女',
      o: '欧',
      s: '所',
      t: '他',
      z: '作',
    }))
      expect([letter, initialsOf(signs)]).toEqual([letter, letter.repeat(signs.length)])
  })
})
