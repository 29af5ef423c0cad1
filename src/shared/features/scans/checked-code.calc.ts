/** No 0, 1, I, L, O or U: nobody confuses these when reading a code aloud. A prime number of them, so that the check finds every slip. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const RANDOM = 13
const SHAPE = new RegExp(`^[${CODE_LETTERS}]{${RANDOM + 1}}$`)

/**
 * Returns the check character of a code's random characters. Their positions are weights, so that one wrong character and any two that
 * are exchanged give another one. `random_code` in SQL is the same.
 */
export function codeCheck(random: string): string {
  const sum = [...random].reduce((total, letter, index) => total + (index + 2) * CODE_LETTERS.indexOf(letter), 0)
  return CODE_LETTERS.charAt(sum % CODE_LETTERS.length)
}

/** Returns a code with this prefix as it is stored, or null if the text is none. Case and spaces do not matter. */
export function checkedCode(prefix: string, text: string): string | null {
  const code = text.replaceAll(/\s/g, '').toUpperCase()
  if (!code.startsWith(prefix)) return null
  const letters = code.slice(prefix.length)
  if (!SHAPE.test(letters)) return null
  return codeCheck(letters.slice(0, -1)) === letters.slice(-1) ? code : null
}
