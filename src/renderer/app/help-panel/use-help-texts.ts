import { useCallback, useEffect, useMemo, useState } from 'react'
import { loadTexts, rawText, useText } from '#renderer/core/locale.ts'
import { helpFileOf } from '#shared/help/help-files.ts'
import { type HelpPage, helpPageOf } from '#shared/help/help-search.calc.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { helpTexts } from './help-texts.ts'

interface Loaded {
  locale: Locale
  /** The Markdown of each help by its name. */
  markdown: ReadonlyMap<string, string>
}

interface HelpTexts {
  /** Null while the help loads, or where it could not be loaded. */
  markdown: ReadonlyMap<string, string> | null
  pages: readonly HelpPage[]
  error: unknown
  retry(): void
}

async function load(locale: Locale): Promise<Loaded> {
  // Before the sign-in only its own texts are loaded, but help names those of every screen.
  const [files] = await Promise.all([helpTexts[locale](), loadTexts(locale)])
  const markdown = new Map(Object.entries(files).map(([path, text]) => [helpFileOf(path)?.name ?? path, text]))
  return { locale, markdown }
}

/** The help in the current language. */
export function useHelpTexts(): HelpTexts {
  const { locale } = useText()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isCurrent = true
    setError(null)
    load(locale).then(
      (next) => isCurrent && setLoaded(next),
      (failure: unknown) => isCurrent && setError(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [locale, attempt])
  const current = loaded?.locale === locale ? loaded : null
  const pages = useMemo(
    () =>
      [...(current?.markdown ?? [])].map(([name, text]) =>
        helpPageOf(name, text, (key) => rawText(locale, key) ?? key),
      ),
    [current, locale],
  )
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { markdown: current?.markdown ?? null, pages, error, retry }
}
