import { isTextKey, type TextKey, text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { isExplanation, keysIn, partsOf, withoutValues } from './help-text.calc.ts'

/** The keys that a Markdown text names, each once. */
export const keysOf = (markdown: string): string[] => [...new Set(keysIn(markdown))]

/** The keys that a Markdown text names and that no text has. */
export const unknownKeysOf = (markdown: string): string[] => keysOf(markdown).filter((key) => !isTextKey(key))

/** The words of a screen as a reader sees them; what a screen fills in is shown as an ellipsis. */
export const screenText = (locale: Locale, key: TextKey): string => withoutValues(text(locale, key))

/** Puts the texts of the screens into Markdown. `mark` makes names stand out, but not explanations; an unknown key stays as it is. */
export const withTexts = (markdown: string, locale: Locale, mark: (shown: string) => string): string =>
  partsOf(markdown)
    .map((part) => {
      if ('words' in part) return part.words
      if (!isTextKey(part.key)) return `{{${part.key}}}`
      const shown = screenText(locale, part.key)
      return isExplanation(part.key) ? shown : mark(shown)
    })
    .join('')
