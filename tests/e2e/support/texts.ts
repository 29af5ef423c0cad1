import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'

export type Say = (key: TextKey, values?: TextValues) => string

/** The product's own texts, to find what a page shows; what the specification words itself is written out in the tests. */
export const inChinese: Say = (key, values = {}) => text('zh', key, values)
export const inEnglish: Say = (key, values = {}) => text('en', key, values)
