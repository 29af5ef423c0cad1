import { pinyin } from 'pinyin-pro'

/** Stored if a name has no letters, so that it is not processed again. */
const NO_LETTERS = ' '

/** The letters of a name as typed: pinyin or its first letters for Chinese characters (ü is `v`), other letters unchanged. */
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

/** Search letters of a member. Some characters are pronounced differently as surnames. */
export interface Letters {
  /** First letters of the name, a space, and those of the nickname. */
  initials: string
  /** The full pinyin of the name. */
  spelling: string
  nicknameSpelling: string
}

export function lettersOfMember({ realname, nickname }: Names): Letters {
  const initials = `${lettersOf(realname, 'first', 'head')} ${lettersOf(nickname, 'first', 'off')}`.trimEnd()
  return {
    initials: initials || NO_LETTERS,
    spelling: lettersOf(realname, 'pinyin', 'head') || NO_LETTERS,
    nicknameSpelling: lettersOf(nickname, 'pinyin', 'off'),
  }
}
