import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'

export type Say = (key: TextKey, values?: TextValues) => string

/** The product's texts, to find what a page shows. Texts given by the specification are written out in the tests. */
export const inChinese: Say = (key, values = {}) => text('zh', key, values)
export const inEnglish: Say = (key, values = {}) => text('en', key, values)
