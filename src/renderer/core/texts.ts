import type { TextKey } from '#shared/i18n/catalogue.ts'
import { access as accessEn } from '#shared/i18n/en/access.ts'
import { common as commonEn } from '#shared/i18n/en/common.ts'
import { signIn as signInEn } from '#shared/i18n/en/sign-in.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { access as accessZh } from '#shared/i18n/zh/access.ts'
import { common as commonZh } from '#shared/i18n/zh/common.ts'
import { signIn as signInZh } from '#shared/i18n/zh/sign-in.ts'

type Texts = Partial<Record<TextKey, string>>

/** What the sign-in needs: all that is loaded before somebody is signed in, in both languages. */
export const textsOfSignIn: Record<Locale, Texts> = {
  zh: { ...commonZh, ...accessZh, ...signInZh },
  en: { ...commonEn, ...accessEn, ...signInEn },
}

/** Every text of one language; the other one is never loaded. */
export const allTexts: Record<Locale, () => Promise<Texts>> = {
  zh: async () => (await import('#shared/i18n/zh.ts')).zh,
  en: async () => (await import('#shared/i18n/en.ts')).en,
}
