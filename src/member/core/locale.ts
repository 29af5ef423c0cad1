import { useSyncExternalStore } from 'react'
import { readStored, store } from '#renderer/core/storage.ts'
import { AppError, ServerError } from '#shared/core/errors.ts'
import type { TextKey, TextValues } from '#shared/i18n/catalogue.ts'
import { type Locale, localeOf } from '#shared/i18n/locale.ts'

type Texts = Readonly<Record<string, string>>
/** The texts of some pages, by language; only those of the current language are loaded. */
export type TextFiles = Record<Locale, () => Promise<Texts>>
export type Translate = (key: TextKey, values?: TextValues) => string

const STORED_AS = 'pitlane.m.locale'

const shellTexts: TextFiles = {
  zh: async () => (await import('#shared/i18n/zh/member-page.ts')).memberPage,
  en: async () => (await import('#shared/i18n/en/member-page.ts')).memberPage,
}

/** A new object with each change, so that the components that read it draw again. */
let state: { locale: Locale; texts: Texts } = { locale: 'zh', texts: {} }
const needed = new Set<TextFiles>([shellTexts])
const watchers = new Set<() => void>()

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

async function show(locale: Locale): Promise<void> {
  const loaded = await Promise.all([...needed].map((files) => files[locale]()))
  state = { locale, texts: Object.assign({}, ...loaded) as Texts }
  document.documentElement.lang = locale === 'zh' ? 'zh-CN' : 'en'
  for (const watcher of watchers) watcher()
}

/** Loads the texts of the shell: in the chosen language, else in that of the phone. */
export function startLocale(): Promise<void> {
  const chosen = readStored(STORED_AS)
  return show(localeOf(typeof chosen === 'string' ? chosen : navigator.language))
}

export function setLocale(locale: Locale): Promise<void> {
  store(STORED_AS, locale)
  return show(locale)
}

export const currentLocale = (): Locale => state.locale

/** Loads the texts of a page, in the current language and later in each that is chosen. */
export async function needTexts(files: TextFiles): Promise<void> {
  if (needed.has(files)) return
  const { locale } = state
  const texts = await files[locale]()
  needed.add(files)
  if (locale !== state.locale) return show(state.locale)
  state = { locale, texts: { ...state.texts, ...texts } }
  for (const watcher of watchers) watcher()
}

const translate: Translate = (key, values = {}) =>
  (state.texts[key] ?? key).replace(/\{(\w+)\}/g, (hole, name: string) =>
    values[name] === undefined || values[name] === null ? hole : String(values[name]),
  )

/** The texts of the current language, typed by the catalogue. */
export function useText(): { t: Translate; locale: Locale } {
  const { locale } = useSyncExternalStore(subscribe, () => state)
  return { t: translate, locale }
}

/** The message of an error: the server's own, or that there was no answer. */
export function textOfError(t: Translate, error: unknown): string {
  if (error instanceof ServerError && error.serverMessage !== '') return error.serverMessage
  if (error instanceof AppError && error.code === 'common.timeout') return t('memberPage.timeout')
  return t(error instanceof AppError ? 'memberPage.offline' : 'memberPage.failed')
}
