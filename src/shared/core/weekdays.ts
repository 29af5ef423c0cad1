import type { TextKey } from '#shared/i18n/catalogue.ts'

const names = ['weekday.1', 'weekday.2', 'weekday.3', 'weekday.4', 'weekday.5', 'weekday.6', 'weekday.7'] as const
const shortNames: readonly TextKey[] = names.map((name) => `${name}.short` as const)

type Translate = (key: TextKey) => string

const joined = (t: Translate, keys: readonly TextKey[], days: readonly number[]): string =>
  keys
    .filter((_, index) => days.includes(index + 1))
    .map(t)
    .join(t('weekday.between'))

/** Weekday names by number (1 is Monday) in the reader's language, in the order of the week. */
export const weekdaysInWords = (t: Translate, days: readonly number[]): string => joined(t, names, days)

/** The same with short names. */
export const weekdaysInShort = (t: Translate, days: readonly number[]): string => joined(t, shortNames, days)

/** The weekday numbers in the details of a refusal, or null. */
export const weekdaysOf = (value: unknown): number[] | null =>
  Array.isArray(value) && value.every((one) => typeof one === 'number') ? value : null
