import { useEffect, useRef, useState } from 'react'
import type { DisplayQueueEntry } from '#shared/features/display/screens.schema.ts'

/** How long a called number is shown large over everything. */
const CALL_MS = 7000

/** The newly called numbers, one after the other. Numbers called before this screen was opened are left out. */
export function useNewCalls(called: readonly DisplayQueueEntry[]): DisplayQueueEntry | null {
  const shownIds = useRef<Set<string> | null>(null)
  const [waiting, setWaiting] = useState<readonly DisplayQueueEntry[]>([])
  useEffect(() => {
    const before = shownIds.current
    shownIds.current = new Set(called.map(({ id }) => id))
    if (!before) return
    const fresh = called.filter(({ id }) => !before.has(id))
    if (fresh.length > 0) setWaiting((others) => [...others, ...fresh])
  }, [called])
  const first = waiting[0] ?? null
  useEffect(() => {
    if (!first) return
    const timer = setTimeout(() => setWaiting((others) => others.slice(1)), CALL_MS)
    return () => clearTimeout(timer)
  }, [first])
  return first
}
