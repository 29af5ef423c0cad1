import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useGuide } from '#renderer/app/help-panel/use-guide.ts'
import { rawText, useText } from '#renderer/core/locale.ts'
import { helpPageOf, searchHelp } from '#shared/help/help-search.calc.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { type Choice, plain, saying } from './choices.ts'
import { kindIcon } from './kind-icon.tsx'
import type { Section } from './palette.calc.ts'

const guideTexts: Record<Locale, () => Promise<{ texts: Record<string, string> }>> = {
  zh: () => import('./guide-texts.zh.ts'),
  en: () => import('./guide-texts.en.ts'),
}

const nameOf = (path: string): string => path.replace(/^.*\/|\.md$/g, '')

/** The start page and the list of terms name everything, and so would be found by every word. */
const UNSEARCHED = new Set(['index', 'glossary'])

/** The chapters of the guide by their words; the server serves them, so each opens in a new tab. */
export function useGuideChoices(word: string): Section<Choice> {
  const { locale } = useText()
  const urlOf = useGuide()
  const { data } = useQuery({
    queryKey: ['guideTexts', locale],
    queryFn: async () => (await guideTexts[locale]()).texts,
    enabled: word !== '',
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
  const chapters = useMemo(
    () =>
      Object.entries(data ?? {})
        .map(([path, text]) => helpPageOf(nameOf(path), text, (key) => rawText(locale, key) ?? key))
        .filter(({ name }) => !UNSEARCHED.has(name)),
    [data, locale],
  )
  const found = useMemo(() => searchHelp(chapters, word), [chapters, word])
  const choices = found.flatMap(({ page, heading, excerpt }): Choice[] => {
    const address = urlOf(page.name)
    if (address === null) return []
    const isNamed = page.title.toLowerCase().includes(word.toLowerCase())
    return [
      {
        ...plain,
        key: `guide ${page.name}`,
        kind: 'guide',
        id: page.name,
        label: page.title,
        notes: saying(heading, excerpt),
        match: isNamed ? 'prefix' : 'part',
        icon: kindIcon.guide,
        address,
        run: () => void window.open(address, '_blank', 'noopener,noreferrer'),
      },
    ]
  })
  return { kind: 'guide', choices }
}
