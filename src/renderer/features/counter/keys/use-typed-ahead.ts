import { useEffect } from 'react'
import { dropTyped, keepTyped, pressTyped } from '#renderer/core/type-ahead.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'

/**
 * Replays keys that were pressed too early. Keys pressed during the sign-in are replayed when the catalogue is there. Keys
 * pressed during a start are replayed for the next guest, and dropped if the start fails.
 */
export function useTypedAhead({ stage, problem }: Counter, isPending: boolean): void {
  useEffect(() => {
    if (!isPending) pressTyped('signIn')
  }, [isPending])

  const isRefused = problem !== null
  useEffect(() => {
    if (stage === 'starting') keepTyped('start')
    else if (stage === 'idle' && !isRefused) pressTyped('start')
    else dropTyped('start')
  }, [stage, isRefused])
  useEffect(() => () => dropTyped('start'), [])
}
