import { en } from './en.ts'
import type { Locale } from './locale.ts'
import { zh } from './zh.ts'

export { type Locale, localeOf } from './locale.ts'

export type TextKey = keyof typeof zh
export type TextValues = Record<string, unknown>

const catalogues: Record<Locale, Record<TextKey, string>> = { zh, en }

/** The text of a key in a language, with `{name}` replaced from the values; a missing value leaves its name standing. */
export function text(locale: Locale, key: TextKey, values: TextValues = {}): string {
  return catalogues[locale][key].replace(/\{(\w+)\}/g, (hole, name: string) =>
    values[name] === undefined || values[name] === null ? hole : String(values[name]),
  )
}

/** Whether a string is a key of the catalogue; for codes that arrive over the wire. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(zh, key)
