import { describe, expect, it } from 'vitest'
import { racerNameOf } from './racer-name.calc.ts'

const member = { nickname: '小雨', realname: '林小雨', racerName: 'nickname' } as const

describe('what a member is called as a racer', () => {
  it.each([
    [{}, '小雨'],
    [{ racerName: 'realname' as const }, '林小雨'],
    [{ racerName: 'none' as const }, ''],
    [{ nickname: '' }, ''],
    [{ nickname: '小雨13812345678' }, '小雨***'],
    [{ nickname: `${'长'.repeat(40)}` }, '长'.repeat(30)],
    [{ nickname: '🏎️'.repeat(40) }, [...'🏎️'.repeat(40)].slice(0, 30).join('')],
  ])('%o is %s', (given, name) => {
    expect(racerNameOf({ ...member, ...given })).toBe(name)
  })
})
