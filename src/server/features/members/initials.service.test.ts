import { describe, expect, it } from 'vitest'
import { lettersOfMember } from './initials.service.ts'

describe('the search letters of a member', () => {
  it.each([
    ['张伟', '风一样的男子', 'zw fyydnz', 'zhangwei', 'fengyiyangdenanzi'],
    // These characters are pronounced differently as surnames.
    ['单田芳', '', 'stf', 'shantianfang', ''],
    ['仇英', '', 'qy', 'qiuying', ''],
    ['解晓东', '', 'xxd', 'xiexiaodong', ''],
    ['曾小贤', '曾经', 'zxx cj', 'zengxiaoxian', 'cengjing'],
    ['欧阳修', '', 'oyx', 'ouyangxiu', ''],
    ['吕布', '', 'lb', 'lvbu', ''],
    ['', 'Speedy 2', ' speedy2', ' ', 'speedy2'],
    ['', '', ' ', ' ', ''],
    ['★', '', ' ', ' ', ''],
  ])('of %s, called %s, are %s', (realname, nickname, initials, spelling, nicknameSpelling) => {
    expect(lettersOfMember({ realname, nickname })).toEqual({ initials, spelling, nicknameSpelling })
  })
})
