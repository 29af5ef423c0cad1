/** Spec §9: above this many characters a picker searches by itself. */
export const SEARCH_ABOVE = 4

/** Spec §9: recent searches are cut when there are more than ten, to about fifteen with the new ones. */
const TRIM_ABOVE = 10
const KEPT = 15

/** From so many digits on a number is a phone or a card, which nobody else shall read on this computer. */
const WHOLE_NUMBER = /^\+?\d{8,}$/
const SUFFIX = 4

/** What is remembered of a search: of a whole phone or card only its end, which finds the same again after a percent sign. */
export const keptSearch = (word: string): string => {
  const wanted = word.trim()
  return WHOLE_NUMBER.test(wanted) ? `%${wanted.slice(-SUFFIX)}` : wanted
}

/** The recent searches after another one, newest first; each stands there once. */
export function withSearch(recent: readonly string[], word: string): string[] {
  const wanted = keptSearch(word)
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

/** What a key does in a picker's search field: `at` is the row that arrows have come to, of `count` that are shown. */
export type PickerKey =
  | { kind: 'move'; to: number }
  /** Looks for what was typed, which is not what is shown. */
  | { kind: 'search' }
  /** Takes the row that arrows have come to. */
  | { kind: 'take' }
  /** Confirms what was chosen. */
  | { kind: 'confirm' }

interface PickerState {
  at: number
  count: number
  /** Whether the rows are those of what stands in the field, and not of what was looked for before. */
  isCurrent: boolean
}

export function keyOf(key: string, isControl: boolean, { at, count, isCurrent }: PickerState): PickerKey | null {
  if (key === 'Enter') {
    if (isControl) return { kind: 'confirm' }
    if (!isCurrent) return { kind: 'search' }
    return count > 0 ? { kind: 'take' } : null
  }
  if (count === 0) return null
  if (key === 'ArrowDown') return { kind: 'move', to: Math.min(at + 1, count - 1) }
  if (key === 'ArrowUp') return { kind: 'move', to: Math.max(at - 1, 0) }
  return null
}
