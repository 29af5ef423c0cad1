import { type CounterKeys, standardKeys } from '#shared/ipc/station.ts'
import { createLive } from './emitter.ts'
import { useLive } from './hooks.ts'

/** Which function key does what at this counter; a terminal follows its settings. */
export const counterKeys = createLive<CounterKeys>(standardKeys)

/** The same for screens that show the keys; texts name an action by `{start}` and the like. */
export const useCounterKeyNames = (): CounterKeys => useLive(counterKeys)
