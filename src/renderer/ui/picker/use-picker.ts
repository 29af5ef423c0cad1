import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { z } from 'zod'
import { readStored, store } from '#renderer/core/storage.ts'
import type { Page } from '#shared/core/envelope.ts'
import { keyOf, pick, SEARCH_ABOVE, withSearch } from './picker.calc.ts'

interface PickerQuery {
  word: string
  pageNo: number
  pageSize: number
}

/** What a picker reads, and how it selects. */
export interface PickerSource<R extends { id: string }> {
  /** The key of its cached answers and recent searches; for members `searchusers` (spec §9). */
  name: string
  /** Further query parameters. */
  filters?: Record<string, string | undefined>
  load(query: PickerQuery): Promise<Page<R>>
  chosen?: R[]
  multiple?: boolean
  pageSize?: number
  /** Whether a click selects and closes; otherwise clicks collect rows, and a button confirms. */
  isImmediate: boolean
  onConfirm(rows: R[]): void
}

const PAUSE_MS = 250
const Stored = z.array(z.string()).catch([])

/** The state and actions of a picker. Only the newest query counts: a late answer to an older one is never shown. */
export function usePicker<R extends { id: string }>(source: PickerSource<R>) {
  const { name, filters, load, chosen = [], multiple = false, pageSize = 10, isImmediate, onConfirm } = source
  const [text, setText] = useState('')
  const [query, setQuery] = useState<PickerQuery>({ word: '', pageNo: 1, pageSize })
  const [selected, setSelected] = useState<R[]>(chosen)
  const [at, setAt] = useState(0)
  const storedAs = `search${name}`
  const [recent, setRecent] = useState(() => Stored.parse(readStored(storedAs)))
  const trimmed = text.trim()

  const rows = useQuery({
    queryKey: ['picker', name, filters, query],
    queryFn: () => load(query),
    placeholderData: keepPreviousData,
  })
  const records = rows.data?.records ?? []

  const ask = (next: Partial<PickerQuery>) => {
    setAt(0)
    setQuery((old) => ({ ...old, pageNo: 1, ...next }))
  }
  const remember = (word: string) => {
    const next = withSearch(recent, word)
    setRecent(next)
    store(storedAs, next)
  }
  const search = (word: string) => {
    setText(word)
    remember(word)
    ask({ word: word.trim() })
    // Searching again for the same word reloads the rows.
    if (word.trim() === query.word) void rows.refetch()
  }
  useEffect(() => {
    // An empty field shows all rows again; a short input waits for Enter.
    if (trimmed === query.word || (trimmed !== '' && trimmed.length <= SEARCH_ABOVE)) return
    const timer = setTimeout(() => {
      setAt(0)
      setQuery((old) => ({ ...old, word: trimmed, pageNo: 1 }))
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [trimmed, query.word])

  const take = (row: R) => {
    if (query.word !== '') remember(query.word)
    if (isImmediate) onConfirm([row])
    else setSelected((old) => pick(old, row, multiple))
  }
  const confirm = () => {
    if (!isImmediate && selected.length > 0) onConfirm(selected)
  }
  /** Enter waits for the rows of the current query and takes none of the previous one. */
  const isCurrent = trimmed === query.word && rows.isSuccess && !rows.isPlaceholderData

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const act = keyOf(event.key, event.ctrlKey || event.metaKey, { at, count: records.length, isCurrent })
    if (!act) return
    event.preventDefault()
    if (act.kind === 'move') setAt(act.to)
    else if (act.kind === 'confirm') confirm()
    else if (act.kind === 'take') {
      const row = records[at]
      if (row) take(row)
    } else if (trimmed !== query.word || rows.isError) search(text)
  }

  return {
    text,
    setText,
    query,
    ask,
    search,
    rows,
    records,
    recent,
    at,
    selected,
    take,
    confirm,
    handleKey,
    drop: (id: string) => setSelected((old) => old.filter((row) => row.id !== id)),
  }
}

export type Picker<R extends { id: string }> = ReturnType<typeof usePicker<R>>
