import { useEffect } from 'react'
import { dropTyped, replayTyped, storeTyped } from '#renderer/core/keyboard/type-ahead.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'

/**
 * Replays keys that were pressed too early. Keys pressed during the sign-in are replayed when the catalogue is there. Keys
 * pressed during a start are replayed for the next guest, and dropped if the start fails.
 */
export function useTypedAhead({ stage, problem }: Counter, isPending: boolean): void {
  useEffect(() => {
    if (!isPending) replayTyped('signIn')
  }, [isPending])

  const isRefused = problem !== null
  useEffect(() => {
    if (stage === 'starting') storeTyped('start')
    else if (stage === 'idle' && !isRefused) replayTyped('start')
    else dropTyped('start')
  }, [stage, isRefused])
  useEffect(() => () => dropTyped('start'), [])
}
