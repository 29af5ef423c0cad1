import { createLive } from '#renderer/core/emitter.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { type CounterKeys, standardKeys } from '#shared/ipc/station.ts'

/** The function keys of this counter; a terminal takes them from its settings. */
export const counterKeys = createLive<CounterKeys>(standardKeys)

/** The function keys for texts, which refer to an action as `{start}`. */
export const useCounterKeyNames = (): CounterKeys => useLive(counterKeys)
