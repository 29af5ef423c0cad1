import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'

type Texts = Partial<Record<TextKey, string>>

/** The texts of the sign-in, the only ones loaded before it. */
export const textsOfSignIn: Record<Locale, () => Promise<Texts>> = {
  zh: async () => (await import('#shared/i18n/zh/first.ts')).first,
  en: async () => (await import('#shared/i18n/en/first.ts')).first,
}

/** All texts by language; only the current one is loaded. */
export const allTexts: Record<Locale, () => Promise<Texts>> = {
  zh: async () => (await import('#shared/i18n/zh.ts')).zh,
  en: async () => (await import('#shared/i18n/en.ts')).en,
}
