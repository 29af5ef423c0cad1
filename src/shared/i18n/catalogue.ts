import { en } from './en.ts'
import { zh } from './zh.ts'

export type Locale = 'zh' | 'en'
export type TextKey = keyof typeof zh
export type TextValues = Record<string, unknown>

const catalogues: Record<Locale, Record<TextKey, string>> = { zh, en }

/** Chinese is the default and the fallback; anything that does not start with `en` is Chinese. */
export const localeOf = (language: string | undefined | null): Locale =>
  language?.trim().toLowerCase().startsWith('en') ? 'en' : 'zh'

/** The text of a key in a language, with `{name}` replaced from the values; a missing value leaves its name standing. */
export function text(locale: Locale, key: TextKey, values: TextValues = {}): string {
  return catalogues[locale][key].replace(/\{(\w+)\}/g, (hole, name: string) =>
    values[name] === undefined || values[name] === null ? hole : String(values[name]),
  )
}

/** Whether a string is a key of the catalogue; for codes that arrive over the wire. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(zh, key)

/** All texts of one language, for the renderer's i18next. */
export const textsOf = (locale: Locale): Readonly<Record<TextKey, string>> => catalogues[locale]
