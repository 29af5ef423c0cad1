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

/** What a picker reads, and how it chooses. */
export interface PickerSource<R extends { id: string }> {
  /** Names its cached answers and its recent searches: those of members stand under `searchusers` (spec §9). */
  name: string
  /** What else its answers depend on. */
  filters?: Record<string, string | undefined>
  load(query: PickerQuery): Promise<Page<R>>
  chosen?: R[]
  multiple?: boolean
  pageSize?: number
  /** Whether one press chooses and closes; else rows are gathered, and a button confirms. */
  isImmediate: boolean
  onConfirm(rows: R[]): void
}

const PAUSE_MS = 250
const Stored = z.array(z.string()).catch([])

/** What a picker shows and does. The newest question decides: an older answer that comes later is never shown. */
export function usePicker<R extends { id: string }>(source: PickerSource<R>) {
  const { name, filters, load, chosen = [], multiple = false, pageSize = 10, isImmediate, onConfirm } = source
  const [text, setText] = useState('')
  const [query, setQuery] = useState<PickerQuery>({ word: '', pageNo: 1, pageSize })
  const [selected, setSelected] = useState<R[]>(chosen)
  const [at, setAt] = useState(0)
  const storedAs = `search${name}`
  const [recent, setRecent] = useState(() => Stored.parse(readStored(storedAs)))
  const wanted = text.trim()

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
    // Asking again for the same is a wish to see what is new, or a second try.
    if (word.trim() === query.word) void rows.refetch()
  }
  useEffect(() => {
    // An empty field shows everything again; a few characters wait for Enter.
    if (wanted === query.word || (wanted !== '' && wanted.length <= SEARCH_ABOVE)) return
    const timer = setTimeout(() => {
      setAt(0)
      setQuery((old) => ({ ...old, word: wanted, pageNo: 1 }))
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, query.word])

  const take = (row: R) => {
    if (query.word !== '') remember(query.word)
    if (isImmediate) onConfirm([row])
    else setSelected((old) => pick(old, row, multiple))
  }
  const confirm = () => {
    if (!isImmediate && selected.length > 0) onConfirm(selected)
  }
  /** Rows of an earlier question are no answer to this one: Enter waits for its own. */
  const isCurrent = wanted === query.word && rows.isSuccess && !rows.isPlaceholderData

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
    } else if (wanted !== query.word || rows.isError) search(text)
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
