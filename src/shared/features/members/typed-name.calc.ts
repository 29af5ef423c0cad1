/** A name as it is typed in letters: `Zhang Wei` and `xi'an` are looked for like `zhangwei` and `xian`. */
export const normalizeTypedName = (word: string): string => word.toLowerCase().replace(/[\s'’]/g, '')

/** Whether something may be the letters of a name. */
export const isTypedName = (typed: string): boolean => /^[a-z\d]+$/.test(typed)

/** Whether one of the words of letters, first ones or whole, begins with what is typed. */
export function matchesTypedName(letters: string, word: string): boolean {
  const typed = normalizeTypedName(word)
  return isTypedName(typed) && letters.split(' ').some((one) => one.startsWith(typed))
}
