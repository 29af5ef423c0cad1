import { pinyin } from 'pinyin-pro'

/** What stands where a name has no letters at all, so that it is not looked at again. */
const NONE = ' '

/** The first letters of a text: of each Chinese character that of its sound; other letters stay. Some sound otherwise as a surname. */
function lettersOf(name: string, surname: 'head' | 'off'): string {
  if (name === '') return ''
  const letters = pinyin(name, { pattern: 'first', toneType: 'none', type: 'array', surname })
  return letters
    .join('')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
}

/** What the counter finds a member by when it types first letters: those of the name, and after a space those of the nickname. */
export function initialsOf({ realname, nickname }: { realname: string; nickname: string }): string {
  const letters = `${lettersOf(realname, 'head')} ${lettersOf(nickname, 'off')}`.trimEnd()
  return letters === '' ? NONE : letters
}
