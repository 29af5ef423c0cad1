import { isTextKey, type TextKey, text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** `{{text.key}}` in the Markdown of help and guide. */
const MARK = /\{\{\s*([\w.:-]+)\s*\}\}/g

/** The keys that a Markdown text names, each once. */
export const keysOf = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(MARK)].map(([, key = '']) => key)),
]

/** The keys that a Markdown text names and that no text has. */
export const unknownKeysOf = (markdown: string): string[] => keysOf(markdown).filter((key) => !isTextKey(key))

/** The words of a screen as a reader sees them; what a screen fills in is shown as an ellipsis. */
export const screenText = (locale: Locale, key: TextKey): string => text(locale, key).replace(/\{\w+\}/g, '…')

/** Puts the texts of the screens into Markdown. `mark` makes them stand out; an unknown key stays as it is. */
export function withTexts(markdown: string, locale: Locale, mark: (shown: string) => string): string {
  return markdown.replace(MARK, (hole, key: string) => (isTextKey(key) ? mark(screenText(locale, key)) : hole))
}
