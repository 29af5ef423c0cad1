import { pinyin } from 'pinyin-pro'

/** What stands where a name has no letters at all, so that it is not looked at again. */
const NONE = ' '

/** How a name is typed: each Chinese character by its sound or the first letter of it (ü is `v`), other letters as they are. */
function lettersOf(name: string, pattern: 'first' | 'pinyin', surname: 'head' | 'off'): string {
  if (name === '') return ''
  const letters = pinyin(name, { pattern, toneType: 'none', type: 'array', v: true, surname })
  return letters
    .join('')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
}

interface Names {
  realname: string
  nickname: string
}

/** What the counter finds a member by when it types letters. Some characters sound otherwise as a surname. */
export interface Letters {
  /** First letters of the name, and after a space those of the nickname. */
  initials: string
  /** The name whole. */
  spelling: string
  nicknameSpelling: string
}

export function lettersOfMember({ realname, nickname }: Names): Letters {
  const initials = `${lettersOf(realname, 'first', 'head')} ${lettersOf(nickname, 'first', 'off')}`.trimEnd()
  return {
    initials: initials || NONE,
    spelling: lettersOf(realname, 'pinyin', 'head') || NONE,
    nicknameSpelling: lettersOf(nickname, 'pinyin', 'off'),
  }
}
