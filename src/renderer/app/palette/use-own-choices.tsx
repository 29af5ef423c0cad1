import { ClearOutlined, TranslationOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useCacheRefresh } from '#renderer/app/account/cache-refresh.tsx'
import { useHelpSubjects } from '#renderer/app/help-panel/use-help-subjects.ts'
import { useHelpTexts } from '#renderer/app/help-panel/use-help-texts.ts'
import { useFloatingActions } from '#renderer/app/layout/floating-actions.tsx'
import { FULL_SCREEN, settingsOfSlices } from '#renderer/app/registry.ts'
import { setLocale, useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { addressOf } from '#renderer/ui/crud/address-filters.ts'
import { type Frame, type MenuEntry, useFrame } from '#renderer/ui/layout/frame.ts'
import { helpNameOf } from '#shared/help/help-files.ts'
import { type Choice, type Own, plain } from './choices.ts'
import { kindIcon } from './kind-icon.tsx'
import { matching, type Section } from './palette.calc.ts'
import { useCounterActions } from './use-counter-actions.tsx'

const leaves = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? leaves(entry.children) : [entry]))

/** The commands that are not pages. */
function useActions(): Frame['account'] {
  const { t, locale } = useText()
  const { account } = useFrame()
  const floating = useFloatingActions()
  const refresh = useCacheRefresh()
  const isPlatform = useSession(({ session }) => session?.userInfo.identity === '-1')
  const language = `${t('language.switch')} · ${t('language.other')}`
  return [
    ...floating,
    {
      key: 'language',
      icon: <TranslationOutlined />,
      label: language,
      onClick: () => void setLocale(locale === 'zh' ? 'en' : 'zh'),
    },
    ...(isPlatform
      ? [{ key: 'cache', icon: <ClearOutlined />, label: t('cache.refresh'), onClick: () => void refresh() }]
      : []),
    ...account,
  ]
}

/** The settings of all pages that the user may open. */
function useSettings(): Own[] {
  const { t } = useText()
  const platform = usePlatform()
  const navigate = useNavigate()
  const { pathOf } = useFrame()
  const isTerminal = platform.settings !== null
  const { data = [] } = useQuery({
    queryKey: ['settingsOfSlices', isTerminal],
    queryFn: () => settingsOfSlices(isTerminal),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
  return data.flatMap(({ label, hint, section, page }): Own[] => {
    const path = page.startsWith('/') ? page : pathOf(page)
    if (path === null) return []
    const address = addressOf(path, { field: label, section })
    const notes = [section && section !== label ? t(section) : '', hint ? t(hint) : ''].filter(Boolean)
    return [
      {
        ...plain,
        key: `setting ${label}`,
        kind: 'setting',
        id: label,
        label: t(label),
        also: notes.join(' '),
        notes,
        icon: kindIcon.setting,
        address,
        run: () => void navigate(address),
      },
    ]
  })
}

/** The words of this help are about the keys of the counter, which are actions of the search or stand in the help. */
const COUNTER_HELP = helpNameOf(FULL_SCREEN)

/** What people type who look for a page and do not know its name: its help has these words. */
function usePageWords(): ReadonlyMap<string, string> {
  const { pages } = useHelpTexts()
  const { pathOf } = useHelpSubjects()
  const atCounter = useText().t('search.words.counter')
  return useMemo(
    () =>
      new Map(
        pages.flatMap(({ name, words }): [string, string][] => {
          const path = pathOf.get(name)
          return path ? [[path, name === COUNTER_HELP ? atCounter : words]] : []
        }),
      ),
    [pages, pathOf, atCounter],
  )
}

/** What this window finds by itself: pages, actions and settings by their names. */
export function useOwnChoices(word: string): Section<Choice>[] {
  const navigate = useNavigate()
  const { menu } = useFrame()
  const settings = useSettings()
  const atCounter = useCounterActions()
  const words = usePageWords()
  const pages = leaves(menu).map(
    ({ key, label, icon, href }): Own => ({
      ...plain,
      key: `page ${key}`,
      kind: 'page',
      id: key,
      label,
      also: key,
      words: words.get(key) ?? '',
      icon,
      address: href ?? key,
      run: () => {
        if (href) window.open(href, '_blank', 'noopener,noreferrer')
        else void navigate(key)
      },
    }),
  )
  const actions = useActions().map(
    ({ key, label, icon, onClick }): Own => ({
      ...plain,
      key: `action ${key}`,
      kind: 'action',
      id: key,
      label,
      also: key,
      icon,
      address: null,
      run: onClick,
    }),
  )
  return [
    { kind: 'page', choices: matching(pages, word) },
    { kind: 'action', choices: matching([...atCounter, ...actions], word) },
    { kind: 'setting', choices: matching(settings, word) },
  ]
}
