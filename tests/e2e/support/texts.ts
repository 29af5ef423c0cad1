import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'

export type Translate = (key: TextKey, values?: TextValues) => string

/** The product's texts, to find what a page shows. Texts given by the specification are written out in the tests. */
export const inChinese: Translate = (key, values = {}) => text('zh', key, values)
export const inEnglish: Translate = (key, values = {}) => text('en', key, values)
