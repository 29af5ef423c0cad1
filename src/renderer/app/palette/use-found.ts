import { useState } from 'react'
import { useLive } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { SearchKind } from '#shared/features/search/search.schema.ts'
import type { Choice } from './choices.ts'
import { type ChoiceKind, inOrder, readTyped, type Section } from './palette.calc.ts'
import { recentChoices } from './recent-choices.ts'
import { useGuideChoices } from './use-guide-choices.tsx'
import { useHelpChoices } from './use-help-choices.tsx'
import { useOfflineHits } from './use-offline-hits.ts'
import { useOpeners } from './use-openers.ts'
import { useOwnChoices } from './use-own-choices.tsx'
import { useServerHits } from './use-server-hits.ts'

/** The most lines of a kind that this window finds by itself: fewer of those that match only in their words. */
const MAX_OWN = 6
const MAX_IN_WORDS = 3

/** What the palette shows for a text. */
export interface Found {
  sections: (Section<Choice> & { heading: string })[]
  word: string
  sign: string | null
  isSearching: boolean
  /** Why only this computer or window was searched. */
  isOffline: boolean
  error: unknown
  retry(): void
}

/** What is found for the typed text, in sections; the recent choices first where nothing is typed. */
export function useFound(typed: string): Found {
  const { t } = useText()
  const platform = usePlatform()
  const connection = useLive(platform.connection)
  const hasServer = useSession(({ session }) => Boolean(session?.signIn && !session.offline))
  const isOnline = connection.online && hasServer
  const { word, narrowing } = readTyped(typed)
  const kinds = narrowing?.kinds ?? null
  const help = useHelpChoices(word)
  const isHelpOnly = narrowing?.sign === '?'
  const own = [...useOwnChoices(word), help.section, useGuideChoices(word)]
  const server = useServerHits(word, kinds, isOnline)
  const offline = useOfflineHits(word, !isOnline)
  const openers = useOpeners()
  const [recent] = useState(recentChoices)

  // Without a word, settings and help would be a list of hundreds.
  const isWanted = (kind: ChoiceKind) =>
    kinds === null ? word !== '' || (kind !== 'setting' && kind !== 'help') : kinds.includes(kind)
  const limited = own.map(({ kind, choices }) => ({
    kind,
    choices: word === '' || kinds !== null ? choices : shortened(choices),
  }))
  const all = inOrder([
    ...limited,
    ...openers.ofServer(server.groups, word),
    ...(isOnline ? [] : openers.ofComputer(offline)),
  ]).filter(({ kind }) => isWanted(kind))
  const again = recent.flatMap((one): Choice[] => {
    const kind = SearchKind.safeParse(one.kind)
    if (kind.success) return openers.ofRecent({ ...one, kind: kind.data })
    return own.flatMap(({ choices }) => choices.filter(({ key }) => key === one.key))
  })
  const isRecent = word === '' && kinds === null && again.length > 0
  const known = new Set(isRecent ? again.map(({ key }) => key) : [])
  const rest = all
    .map(({ kind, choices }) => ({
      kind,
      heading: t(`search.kind.${kind}`),
      choices: choices.filter(({ key }) => !known.has(key)),
    }))
    .filter(({ choices }) => choices.length > 0)
  const isNeeded =
    word !== '' && (kinds === null || kinds.some((kind) => kind !== 'action' && kind !== 'help' && kind !== 'guide'))
  return {
    sections: isRecent ? [{ kind: 'page', heading: t('search.recent'), choices: again }, ...rest] : rest,
    word,
    sign: narrowing?.sign ?? null,
    isSearching: server.isSearching || offline.isSearching || (isHelpOnly && help.isLoading),
    isOffline: isNeeded && !isOnline,
    error: server.error,
    retry: server.retry,
  }
}

const shortened = (choices: readonly Choice[]): Choice[] => [
  ...choices.filter(({ match }) => match !== 'part').slice(0, MAX_OWN),
  ...choices.filter(({ match }) => match === 'part').slice(0, MAX_IN_WORDS),
]
