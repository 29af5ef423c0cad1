import { createClient } from '#shared/core/client.ts'
import type { Contract } from '#shared/core/route.ts'
import { refusals } from './client.ts'
import { createTransport } from './http.ts'
import { currentLocale } from './locale.ts'
import { apiBase } from './server-address.ts'
import { currentToken } from './session.ts'

const send = createTransport({
  base: apiBase,
  token: currentToken,
  language: currentLocale,
  failed: (error) => refusals.emit(error),
})

/** What a contract's calls are made by. */
export const callsOf = (contract: Contract): Record<string, (input?: unknown) => Promise<unknown>> =>
  createClient({ contract }, send).contract as unknown as Record<string, (input?: unknown) => Promise<unknown>>
