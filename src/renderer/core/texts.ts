import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'

type Texts = Partial<Record<TextKey, string>>

/** What the sign-in needs: all that is loaded before somebody is signed in. */
export const textsOfSignIn: Record<Locale, () => Promise<Texts>> = {
  zh: async () => (await import('#shared/i18n/zh/first.ts')).first,
  en: async () => (await import('#shared/i18n/en/first.ts')).first,
}

/** Every text of one language; the other one is never loaded. */
export const allTexts: Record<Locale, () => Promise<Texts>> = {
  zh: async () => (await import('#shared/i18n/zh.ts')).zh,
  en: async () => (await import('#shared/i18n/en.ts')).en,
}
