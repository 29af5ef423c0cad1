import { readStored, store } from '#renderer/core/storage.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'

const STORED_AS = 'consumeVehicleMode'

/** The run mode last chosen at this counter. */
export const storedRunMode = (): RunMode => (readStored(STORED_AS) === 'timermode' ? 'timermode' : 'circlemode')

export const storeRunMode = (mode: RunMode): void => store(STORED_AS, mode)
