/** Spec §9: above this many characters a picker searches by itself. */
export const SEARCH_ABOVE = 4

/** Spec §9: recent searches are cut when there are more than ten, to about fifteen with the new ones. */
const TRIM_ABOVE = 10
const KEPT = 15

/** The recent searches after another one, newest first; each stands there once. */
export function withSearch(recent: readonly string[], word: string): string[] {
  const wanted = word.trim()
  if (wanted === '') return [...recent]
  const next = [wanted, ...recent.filter((one) => one !== wanted)]
  return next.length > TRIM_ABOVE ? next.slice(0, KEPT) : next
}

/** The selection after a row was pressed: the only one, or one more or less. */
export function pick<R extends { id: string }>(selected: readonly R[], row: R, multiple: boolean): R[] {
  const isThere = selected.some(({ id }) => id === row.id)
  if (!multiple) return [row]
  return isThere ? selected.filter(({ id }) => id !== row.id) : [...selected, row]
}
