import { api } from '#shared/api.ts'
import { createClient, type ServerError } from '#shared/core/client.ts'
import { createEmitter } from './emitter.ts'
import { createTransport } from './http.ts'
import { currentLocale } from './locale.ts'
import { apiBase } from './server-address.ts'
import { currentToken } from './session.ts'

/** Every refused request; what concerns the whole program (spec §8) is reported from here. */
export const refusals = createEmitter<ServerError>()

/** The server's calls, typed by their contracts. */
export const client = createClient(
  api,
  createTransport({
    base: apiBase,
    token: currentToken,
    language: currentLocale,
    failed: (error) => refusals.emit(error),
  }),
)
