import { useState } from 'react'
import { createLive } from '#renderer/core/emitter.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { isBeingTyped } from '#renderer/core/keyboard/typing.ts'
import type { Offer } from '#renderer/features/counter/choices/choices.calc.ts'
import { storedRunMode } from '#renderer/features/counter/choices/run-mode.ts'
import { MEMBER_SEARCH_ID } from '#renderer/features/members/index.ts'
import { newId } from '#shared/core/id.ts'
import type { CounterEffect, CounterEvent } from './counter.events.ts'
import { step } from './counter.machine.ts'
import { firstState } from './counter.state.ts'
import type { CounterData } from './counter.view.ts'
import { counterActions } from './counter-actions.ts'

/** What the last render knows; the machine needs it for each event. */
interface Surroundings {
  data: CounterData
  perform(effect: CounterEffect, dispatch: (event: CounterEvent) => void): void
}

/** Runs the machine: each event makes a new state at once, and then its effects are performed. */
function createRunner(offer: Offer) {
  const state = createLive(firstState(offer, storedRunMode(), newId()))
  let surroundings: Surroundings | null = null
  function dispatch(event: CounterEvent): void {
    if (!surroundings) return
    const { data, perform } = surroundings
    const next = step(state.get(), event, {
      data,
      at: performance.now(),
      freshKey: newId(),
      isTyping: isBeingTyped(),
      isSearching: document.activeElement?.id === MEMBER_SEARCH_ID,
    })
    state.set(next.state)
    for (const effect of next.effects) perform(effect, dispatch)
  }
  return {
    state,
    dispatch,
    ...counterActions(dispatch),
    /** Called by each render. */
    surround(now: Surroundings): void {
      surroundings = now
    },
  }
}

/** The state of the counter, and what changes it. */
export function useCounterMachine(offer: Offer) {
  const [runner] = useState(() => createRunner(offer))
  return { ...runner, state: useLive(runner.state) }
}
