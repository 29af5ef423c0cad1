import { useEffect } from 'react'
import { dropTyped, keepTyped, pressTyped } from '#renderer/core/type-ahead.ts'
import type { Counter } from './use-counter.ts'

/**
 * Lets nobody wait with a key for the counter: what was pressed behind the sign-in counts as soon as there is something to choose from, and
 * what is pressed while a guest is being started is for the next one; it is given up where that start fails.
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
