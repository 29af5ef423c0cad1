import { pinyin } from 'pinyin-pro'

/** The letters of a name as typed: pinyin or its first letters for Chinese characters (ü is `v`), other letters unchanged. */
export function lettersOf(name: string, pattern: 'first' | 'pinyin', surname: 'head' | 'off'): string {
  if (name === '') return ''
  const letters = pinyin(name, { pattern, toneType: 'none', type: 'array', v: true, surname })
  return letters
    .join('')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
}
