import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { MAX_KEYWORD, type SearchGroup, SearchKind } from '#shared/features/search/search.schema.ts'
import type { ChoiceKind } from './palette.calc.ts'

/** Shorter than the pause between two keys of most people, so that a word is asked for once. */
const PAUSE_MS = 120
/** How long an answer counts, for going back to a word. */
const FRESH_MS = 10_000

const isSearched = (kind: ChoiceKind): kind is SearchKind => SearchKind.safeParse(kind).success

/** What the server finds, and whether it is the answer to this word. */
export interface ServerHits {
  groups: readonly SearchGroup[]
  /** The server has not answered yet; what is shown is what still matches of the answer before. */
  isSearching: boolean
  error: unknown
  retry(): void
}

/** Searches the server for a word once typing pauses. An answer belongs to its word, so a late one never replaces that of a later word. */
export function useServerHits(word: string, kinds: readonly ChoiceKind[] | null, isOnline: boolean): ServerHits {
  const { locale } = useText()
  const owner = useSession(({ session }) => `${session?.signIn ?? ''} ${session?.userInfo.orgCode ?? ''}`)
  const wanted = [...word].slice(0, MAX_KEYWORD).join('').slice(0, MAX_KEYWORD)
  const searched = kinds?.filter(isSearched).join(',') ?? ''
  const canSearch = isOnline && wanted !== '' && (kinds === null || searched !== '')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const isAsked = canSearch && asked === wanted
  const query = useQuery({
    queryKey: ['searchEverywhere', owner, locale, searched, asked],
    queryFn: async () =>
      (await client.search.everywhere({ query: { keyword: asked, ...(searched === '' ? {} : { kinds: searched }) } }))
        .result,
    enabled: isAsked,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
  })
  const answer = isAsked ? query.data : undefined
  const before = useRef<readonly SearchGroup[]>([])
  if (answer) before.current = answer
  if (!canSearch) before.current = []
  return {
    groups: answer ?? stillMatching(before.current, wanted),
    isSearching: canSearch && !(isAsked && (query.isSuccess || query.isError)),
    error: isAsked ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** The hits of the answer before that contain the new word, so that the list does not flicker at each key. */
const stillMatching = (groups: readonly SearchGroup[], word: string): SearchGroup[] =>
  groups.map((group) => ({
    ...group,
    more: false,
    isWhole: true,
    hits: group.hits.filter(({ title, notes }) =>
      [title, ...notes].some((text) => text.toLowerCase().includes(word.toLowerCase())),
    ),
  }))
