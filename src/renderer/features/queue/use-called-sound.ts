import { useEffect, useRef } from 'react'
import { playSound } from '#renderer/core/sounds.ts'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'

/** Plays a sound once per call of a number by any user. Calls made before the page was opened are silent. */
export function useCalledSound(queue: readonly QueueEntry[] | undefined, hear?: (tickets: string[]) => void): void {
  const previousCalls = useRef<Set<string> | null>(null)
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    if (!queue) return
    const called = queue.filter(({ queueState }) => queueState === 'CALLED')
    const calls = new Map(called.map(({ id, callTime, ticketNo }) => [`${id} ${callTime}`, ticketNo]))
    const before = previousCalls.current
    previousCalls.current = new Set(calls.keys())
    const newCalls = before ? [...calls].filter(([call]) => !before.has(call)).map(([, ticketNo]) => ticketNo) : []
    if (newCalls.length === 0) return
    playSound('notice')
    latest.current?.(newCalls)
  }, [queue])
}
