import { weekdaysInShort, weekdaysOf } from '#shared/core/weekdays.ts'
import type { TextKey, TextValues } from '#shared/i18n/catalogue.ts'
import { counterKeys } from './keyboard/counter-keys.ts'

/** A text key with its values: a message that is not translated yet. */
export interface Notice {
  key: TextKey
  values?: TextValues
}

const isNotice = (value: unknown): value is Notice => typeof value === 'object' && value !== null && 'key' in value

/** Translates a notice. Its values may be notices themselves, such as the name of a wallet, or weekdays. */
export function noticeText(t: (key: TextKey, values?: TextValues) => string, { key, values = {} }: Notice): string {
  const texts: TextValues = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const days = name === 'days' ? weekdaysOf(value) : null
      if (days) return [name, weekdaysInShort(t, days)]
      return [name, isNotice(value) ? noticeText(t, value) : value]
    }),
  )
  // Texts mention function keys, which can be configured per counter.
  return t(key, { ...counterKeys.get(), ...texts })
}
