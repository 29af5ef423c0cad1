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

/** Feeds i18next with the texts of the sign-in; the language is the remembered one (a terminal's own settings decide later), else Chinese (spec §0). */
export async function startLocale(): Promise<void> {
  const stored = readStored(STORED_AS)
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

/** Loads every text of the chosen language, and from then on of each language that is chosen. */
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

/** The texts of a language whatever is chosen, once they are loaded (`loadTexts`). */
export const textsIn = (locale: Locale): Translate => i18next.getFixedT(locale) as unknown as Translate

/** The texts of the chosen language, typed by the catalogue. */
export function useText(): { t: Translate; locale: Locale } {
  const { t, i18n } = useTranslation()
  return { t: t as unknown as Translate, locale: localeOf(i18n.language) }
}

/** Whether a string is a key of the texts; for codes that arrive from elsewhere. */
export const isTextKey = (key: string): key is TextKey => i18next.exists(key)

/** What a failure says to the person at the screen, in their language. */
export function textOfError(t: Translate, error: unknown): string {
  if (error instanceof ServerError && error.serverMessage !== '') return error.serverMessage
  const code = error instanceof AppError ? `error.${error.code}` : ''
  if (isTextKey(code)) return t(code, error instanceof AppError ? shown(t, error) : {})
  return t('error.operationFailed')
}

/** Details that are themselves codes are shown by their texts. */
function shown(t: Translate, error: AppError): TextValues {
  const { state, days } = error.details
  const key = typeof state === 'string' ? `vehicle.state.${state}` : ''
  const weekdays = weekdaysOf(days)
  const words = weekdays && { days: weekdaysInWords(t, weekdays) }
  return { ...error.details, ...(isTextKey(key) ? { state: t(key) } : {}), ...words }
}

/** The number that a person reads out to support, when the failure was answered with one. */
export const requestIdOf = (error: unknown): string => (error instanceof ServerError ? error.requestId : '')
