import { describe, expect, it } from 'vitest'
import { initialsOf } from './initials.service.ts'

describe('the first letters of a member', () => {
  it.each([
    ['张伟', '风一样的男子', 'zw fyydnz'],
    // As surnames these are read otherwise than as words.
    ['单田芳', '', 'stf'],
    ['仇英', '', 'qy'],
    ['解晓东', '', 'xxd'],
    ['曾小贤', '曾经', 'zxx cj'],
    ['', 'Speedy 2', ' speedy2'],
    ['', '', ' '],
    ['★', '', ' '],
  ])('of %s, called %s, are %s', (realname, nickname, letters) => {
    expect(initialsOf({ realname, nickname })).toBe(letters)
  })
})
