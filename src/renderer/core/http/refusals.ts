import { createEmitter } from '#renderer/core/emitter.ts'
import type { ServerError } from '#shared/core/errors.ts'

/** Emits every refused request; errors that concern the whole program (spec §8) are reported from here. */
export const refusals = createEmitter<ServerError>()
