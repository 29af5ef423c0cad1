import { lettersOf } from '#server/core/letters.ts'

/** Stored if a name has no letters, so that it is not processed again. */
const NO_LETTERS = ' '

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
