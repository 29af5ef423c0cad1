import { useMemo } from 'react'
import { useHelpSubjects } from '#renderer/app/help-panel/use-help-subjects.ts'
import { useHelpTexts } from '#renderer/app/help-panel/use-help-texts.ts'
import { openHelp } from '#renderer/core/help.ts'
import { searchHelp } from '#shared/help/help-search.calc.ts'
import { type Choice, plain, saying } from './choices.ts'
import { kindIcon } from './kind-icon.tsx'
import { matchOfWords, type Section } from './palette.calc.ts'

/** The help that the user may read, by its words; it is in the program, so it is found without the server too. */
export function useHelpChoices(word: string): { section: Section<Choice>; isLoading: boolean } {
  const { pathOf } = useHelpSubjects()
  const { pages, markdown, error } = useHelpTexts()
  const found = useMemo(() => {
    const readable = pages.filter(({ name }) => pathOf.has(name))
    if (word === '') return readable.map((page) => ({ page, heading: '', excerpt: '' }))
    return searchHelp(readable, word)
  }, [pages, pathOf, word])
  const choices = found.map(({ page, heading, excerpt }): Choice => {
    const isNamed = word !== '' && page.title.toLowerCase().includes(word.toLowerCase())
    const met = word === '' ? null : matchOfWords(page.words, page.title, word.toLowerCase())
    return {
      ...plain,
      key: `help ${page.name}`,
      kind: 'help',
      id: page.name,
      label: page.title,
      notes: saying(heading, excerpt),
      match: met === 'word' ? met : isNamed ? 'prefix' : (met ?? 'part'),
      icon: kindIcon.help,
      address: null,
      run: () => openHelp(page.name),
    }
  })
  return { section: { kind: 'help', choices }, isLoading: markdown === null && error === null }
}
