/** A typed name without case, spaces and apostrophes: `Zhang Wei` becomes `zhangwei`, `xi'an` becomes `xian`. */
export const normalizeTypedName = (word: string): string => word.toLowerCase().replace(/[\s'’]/g, '')

/** Whether a normalized text can be the letters of a name. */
export const isTypedName = (typed: string): boolean => /^[a-z\d]+$/.test(typed)

/** Whether one of the search words of a member begins with the typed text. */
export function matchesTypedName(letters: string, word: string): boolean {
  const typed = normalizeTypedName(word)
  return isTypedName(typed) && letters.split(' ').some((one) => one.startsWith(typed))
}
