import { type CounterKeys, standardKeys } from '#shared/ipc/station.ts'
import { createLive } from './emitter.ts'
import { useLive } from './hooks.ts'

/** The function keys of this counter; a terminal takes them from its settings. */
export const counterKeys = createLive<CounterKeys>(standardKeys)

/** The function keys for texts, which refer to an action as `{start}`. */
export const useCounterKeyNames = (): CounterKeys => useLive(counterKeys)
