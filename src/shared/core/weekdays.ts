import type { TextKey } from '#shared/i18n/catalogue.ts'

const names: readonly TextKey[] = [
  'weekday.1',
  'weekday.2',
  'weekday.3',
  'weekday.4',
  'weekday.5',
  'weekday.6',
  'weekday.7',
]

/** Weekdays by their numbers (1 for Monday) in the reader's language, in the order of the week. */
export const weekdaysInWords = (t: (key: TextKey) => string, days: readonly number[]): string =>
  names
    .filter((_, index) => days.includes(index + 1))
    .map(t)
    .join(t('weekday.between'))

/** The weekdays that the details of a refusal carry, or null. */
export const weekdaysOf = (value: unknown): number[] | null =>
  Array.isArray(value) && value.every((one) => typeof one === 'number') ? value : null
