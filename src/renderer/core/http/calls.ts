import { currentLocale } from '#renderer/core/locale.ts'
import { createClient } from '#shared/core/client.ts'
import type { Contract } from '#shared/core/route.ts'
import { createTransport } from './http.ts'
import { sendRequest } from './http-transport.ts'
import { refusals } from './refusals.ts'

const send = createTransport({ send: sendRequest, language: currentLocale, failed: (error) => refusals.emit(error) })

/** The functions that make a contract's calls. */
export const callsOf = (contract: Contract): Record<string, (input?: unknown) => Promise<unknown>> =>
  createClient({ contract }, send).contract as Record<string, (input?: unknown) => Promise<unknown>>
