/** Spec §9: above this many characters a picker searches by itself. */
export const SEARCH_ABOVE = 4

/** Spec §9: recent searches are cut when there are more than ten, to about fifteen with the new ones. */
const TRIM_ABOVE = 10
const MAX_RECENT = 15

/** A number this long is a phone or a card, which other users of this computer must not read. */
const WHOLE_NUMBER = /^\+?\d{8,}$/
const SUFFIX = 4

/** The stored form of a search: for a full phone or card number only its end behind a percent sign, which finds the same rows. */
export const recentSearchOf = (word: string): string => {
  const trimmed = word.trim()
  return WHOLE_NUMBER.test(trimmed) ? `%${trimmed.slice(-SUFFIX)}` : trimmed
}

/** The recent searches with another one added: newest first, without duplicates. */
export function withSearch(recent: readonly string[], word: string): string[] {
  const wanted = recentSearchOf(word)
  if (wanted === '') return [...recent]
  const next = [wanted, ...recent.filter((one) => one !== wanted)]
  return next.length > TRIM_ABOVE ? next.slice(0, MAX_RECENT) : next
}

/** The selection after a click on a row: replaced where single, toggled where multiple. */
export function pick<R extends { id: string }>(selected: readonly R[], row: R, multiple: boolean): R[] {
  const isThere = selected.some(({ id }) => id === row.id)
  if (!multiple) return [row]
  return isThere ? selected.filter(({ id }) => id !== row.id) : [...selected, row]
}

/** What a key does in a picker's search field: `at` is the active row of `count` rows. */
export type PickerKey =
  | { kind: 'move'; to: number }
  /** Searches for the input, which differs from the rows shown. */
  | { kind: 'search' }
  /** Selects the active row. */
  | { kind: 'take' }
  /** Confirms the selection. */
  | { kind: 'confirm' }

interface PickerState {
  at: number
  count: number
  /** Whether the rows belong to the current input, not to the previous search. */
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
