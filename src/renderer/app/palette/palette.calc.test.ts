import { describe, expect, it } from 'vitest'
import {
  type ChoiceKind,
  initialsOf,
  inOrder,
  type Match,
  markedParts,
  matching,
  readTyped,
  recentAfter,
} from './palette.calc.ts'

const command = (label: string, also: string) => ({ key: also, label, also })
const all = [
  command('个人中心', '/account/center'),
  command('User management', '/isystem/user'),
  command('My users', '/mine'),
]
const found = (typed: string) => matching(all, typed).map(({ label, match }) => [label, match])

describe('what this window finds by itself', () => {
  const shift = command('开班 / 交班', 'shift')
  const password = command('修改交班密码', 'password')
  const recharge = { ...command('充值开卡', 'recharge'), words: '办卡 新会员' }
  const first = (typed: string) => matching([password, shift, recharge], typed).map(({ key, match }) => [key, match])

  it('is found first by its whole name, also by one of two names, before names that contain it', () => {
    expect(first('交班')).toEqual([
      ['shift', 'exact'],
      ['password', 'part'],
    ])
  })

  it('is found by what people type who do not know its name, alone or with more words', () => {
    expect(first('办卡')).toEqual([['recharge', 'word']])
    expect(first('会员 办卡')).toEqual([['recharge', 'letters']])
    expect(matching([command('办卡登记', 'card'), recharge], '办卡').map(({ key }) => key)).toEqual([
      'recharge',
      'card',
    ])
    expect(first('新')).toEqual([['recharge', 'part']])
  })

  it('is found by one thing of its plural before a page that only knows the word', () => {
    const rules = { ...command('Recharge rules', 'rules'), words: 'recharge gift bonus' }
    const pages = [rules, command('Gift types', 'types'), command('Gifts', 'gifts')]
    expect(matching(pages, 'gift').map(({ key }) => key)).toEqual(['gifts', 'rules', 'types'])
  })

  it('is everything for an empty input', () => {
    expect(found(' ')).toHaveLength(3)
  })

  it('is found by name in any case, prefixes first, and by path in either language', () => {
    expect(found('user')).toEqual([
      ['User management', 'prefix'],
      ['My users', 'part'],
    ])
    expect(found('my USERS')).toEqual([['My users', 'exact']])
    expect(found('中心')).toEqual([['个人中心', 'part']])
    expect(found('CENTER')).toEqual([['个人中心', 'part']])
    expect(found('nothing')).toEqual([])
  })

  it('is found by the initials of the pinyin of Chinese names', () => {
    expect(found('grzx')).toEqual([['个人中心', 'letters']])
    expect(found('zx')).toEqual([['个人中心', 'part']])
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

it('keeps the latest choices, each once, the newest first', () => {
  const keys = [...'abacdefgh'].map((key) => ({ key }))
  expect(keys.reduce(recentAfter<{ key: string }>, []).map(({ key }) => key)).toEqual([...'hgfedc'])
  expect([{ key: 'a' }, { key: 'b' }, { key: 'a' }].reduce(recentAfter<{ key: string }>, [])).toEqual([
    { key: 'a' },
    { key: 'b' },
  ])
})

it('reads the sign that narrows the search, also as Chinese input methods type it', () => {
  const read = (typed: string) => [readTyped(typed).narrowing?.sign ?? null, readTyped(typed).word]
  expect([' 张三 ', '@ 张三', '＠张三', '>语言', '》语言', '＃A012', '？退款', '@', '#'].map(read)).toEqual([
    [null, '张三'],
    ['@', '张三'],
    ['@', '张三'],
    ['>', '语言'],
    ['>', '语言'],
    ['#', 'A012'],
    ['?', '退款'],
    ['@', ''],
    ['#', ''],
  ])
})

it('marks what matches in a text: the word, or the characters of its initials', () => {
  const marked = (text: string, word: string) =>
    markedParts(text, word)
      .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
      .join('')
  expect(marked('会员列表', '员列')).toBe('会[员列]表')
  expect(marked('Zhang Wei', 'WEI')).toBe('Zhang [Wei]')
  expect(marked('会员列表', 'lb')).toBe('会员[列表]')
  expect(marked('会员 (VIP)', 'hyv')).toBe('会员 (VIP)')
  expect(marked('13800001111', '1111')).toBe('1380000[1111]')
  expect(marked('任意', '')).toBe('任意')
  // Its lower case is longer, so that positions would be wrong.
  expect(marked('İstanbul', 'stan')).toBe('İstanbul')
})

it('puts whole numbers first, then names of this window, then what the server found, then parts of hints', () => {
  const section = (kind: ChoiceKind, match: Match) => ({ kind, choices: [{ kind, match }] })
  const order = (...sections: ReturnType<typeof section>[]) => inOrder(sections).map(({ kind }) => kind)
  expect(
    order(
      section('setting', 'part'),
      section('action', 'part'),
      section('page', 'prefix'),
      section('ticket', 'exact'),
      section('member', 'letters'),
      section('vehicle', 'part'),
    ),
  ).toEqual(['ticket', 'page', 'member', 'vehicle', 'action', 'setting'])
  expect(order(section('page', 'word'), section('action', 'word'), section('help', 'prefix'))).toEqual([
    'action',
    'page',
    'help',
  ])
  expect(order(section('page', 'word'), section('action', 'prefix'))).toEqual(['page', 'action'])
  expect(order(section('action', 'part'), section('help', 'word'))).toEqual(['help', 'action'])
  expect(order({ kind: 'page', choices: [] } as never, section('gift', 'part'))).toEqual(['gift'])
})
