import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { AppError, ServerError } from '#shared/core/errors.ts'
import { weekdaysInWords, weekdaysOf } from '#shared/core/weekdays.ts'
import type { TextKey, TextValues } from '#shared/i18n/catalogue.ts'
import { type Locale, localeOf } from '#shared/i18n/locale.ts'
import { readStored, store } from './storage.ts'
import { allTexts, textsOfSignIn } from './texts.ts'
import 'dayjs/locale/zh-cn.js'

const STORED_AS = 'pitlane.locale'

const showLocale = (locale: Locale): void => {
  document.documentElement.lang = locale === 'zh' ? 'zh-CN' : 'en'
  dayjs.locale(locale === 'zh' ? 'zh-cn' : 'en')
}

/** Loads the texts of the sign-in. The language is that of the link, else the stored one (a terminal's settings apply later), else Chinese (spec §0). */
export async function startLocale(): Promise<void> {
  const stored = new URLSearchParams(location.search).get('lang') ?? readStored(STORED_AS)
  const locale = localeOf(typeof stored === 'string' ? stored : null)
  showLocale(locale)
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: 'zh',
    resources: { [locale]: { translation: await textsOfSignIn[locale]() } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    returnNull: false,
    react: { bindI18nStore: 'added' },
  })
}

export const currentLocale = (): Locale => localeOf(i18next.language)

let needsAll = false

const addTexts = (locale: Locale, texts: Record<string, string>): void => {
  i18next.addResourceBundle(locale, 'translation', texts, true, true)
}

/** Loads all texts of the current language, and from then on of each language selected. */
export async function loadTexts(locale: Locale = currentLocale()): Promise<void> {
  needsAll = true
  addTexts(locale, await allTexts[locale]())
}

export async function setLocale(locale: Locale): Promise<void> {
  store(STORED_AS, locale)
  if (needsAll) await loadTexts(locale)
  else addTexts(locale, await textsOfSignIn[locale]())
  showLocale(locale)
  await i18next.changeLanguage(locale)
}

export type Translate = (key: TextKey, values?: TextValues) => string

/** The texts of a language, independent of the current one; they must be loaded (`loadTexts`). */
export const textsIn = (locale: Locale): Translate => i18next.getFixedT(locale) as Translate

/** A text as it is in the catalogue, with the names of its values; undefined for an unknown key. The language must be loaded. */
export function rawText(locale: Locale, key: string): string | undefined {
  const text: unknown = i18next.getResource(locale, 'translation', key)
  return typeof text === 'string' ? text : undefined
}

/** The texts of the current language, typed by the catalogue. */
export function useText(): { t: Translate; locale: Locale } {
  const { t, i18n } = useTranslation()
  return { t: t as Translate, locale: localeOf(i18n.language) }
}

/**
 * Whether a string is a text key; for codes received at run time. Annotate a constant that holds a key or a template as `string`:
 * the compiler takes ten seconds to narrow their union by all keys.
 */
export const isTextKey = (key: string): key is TextKey => i18next.exists(key)

/** The message of an error in the user's language. */
export function textOfError(t: Translate, error: unknown): string {
  if (error instanceof ServerError && error.serverMessage !== '') return error.serverMessage
  const code = error instanceof AppError ? `error.${error.code}` : ''
  if (isTextKey(code)) return t(code, error instanceof AppError ? shown(t, error) : {})
  return t('error.operationFailed')
}

/** Replaces details that are codes by their texts. */
function shown(t: Translate, error: AppError): TextValues {
  const { state, days } = error.details
  const key = typeof state === 'string' ? `vehicle.state.${state}` : ''
  const weekdays = weekdaysOf(days)
  const words = weekdays && { days: weekdaysInWords(t, weekdays) }
  return { ...error.details, ...(isTextKey(key) ? { state: t(key) } : {}), ...words }
}

/** The request id to quote to support; empty where the error has none. */
export const requestIdOf = (error: unknown): string => (error instanceof ServerError ? error.requestId : '')
