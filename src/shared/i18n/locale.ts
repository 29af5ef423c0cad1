export type Locale = 'zh' | 'en'

/** Chinese is the default and the fallback; anything that does not start with `en` is Chinese. */
export const localeOf = (language: string | undefined | null): Locale =>
  language?.trim().toLowerCase().startsWith('en') ? 'en' : 'zh'
