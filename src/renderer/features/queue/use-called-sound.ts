import { useEffect, useRef } from 'react'
import { play } from '#renderer/core/sounds.ts'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'

/** Plays a sound once per call of a number by any user. Calls made before the page was opened are silent. */
export function useCalledSound(line: readonly QueueEntry[] | undefined, hear?: (tickets: string[]) => void): void {
  const previousCalls = useRef<Set<string> | null>(null)
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    if (!line) return
    const called = line.filter(({ queueState }) => queueState === 'CALLED')
    const calls = new Map(called.map(({ id, callTime, ticketNo }) => [`${id} ${callTime}`, ticketNo]))
    const before = previousCalls.current
    previousCalls.current = new Set(calls.keys())
    const news = before ? [...calls].filter(([call]) => !before.has(call)).map(([, ticketNo]) => ticketNo) : []
    if (news.length === 0) return
    play('notice')
    latest.current?.(news)
  }, [line])
}
