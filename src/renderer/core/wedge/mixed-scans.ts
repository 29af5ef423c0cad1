import { createEmitter } from '#renderer/core/emitter.ts'

/** Told when a scan was mixed with typing, so that its number is not known. */
export const mixedScans = createEmitter<void>()
