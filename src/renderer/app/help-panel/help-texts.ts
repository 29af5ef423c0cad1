import type { Locale } from '#shared/i18n/locale.ts'

type Texts = Readonly<Record<string, string>>

/** The help of all pages by language, one file each: loaded when help is first opened, and from then on also there without the server. */
export const helpTexts: Record<Locale, () => Promise<Texts>> = {
  zh: async () => (await import('./help-texts.zh.ts')).texts,
  en: async () => (await import('./help-texts.en.ts')).texts,
}
