import type { PreparedCall } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import { AppError } from '#shared/core/errors.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'
import { TERMINAL_HEADER } from '#shared/core/terminal-signature.ts'
import { playBeforePay } from '#shared/features/sessions/play-before-pay.contract.ts'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'
import { terminals } from '#shared/features/terminals/terminals.contract.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'
import type { CarriedCall, HubWord } from './messages.ts'

/** What waits in a terminal; nothing else goes through another one. */
const CARRIED = new Set(
  [playBeforePay.add, shifts.late, terminals.keepRefusal, terminals.dismissRefusal].map(({ path }) => path as string),
)
const HEADERS = ['Accept-Language', 'User-Agent', 'Content-Type', TOKEN_HEADER, IDEMPOTENCY_HEADER, TERMINAL_HEADER]
const SERVER_LIMIT = 8000

export const isCarried = (path: string): boolean => CARRIED.has(path)

/** The call as it goes to another terminal; it carries its own sign-in and its own signature. */
export function carriedCall({ method, path, headers, body }: PreparedCall): CarriedCall {
  if (method !== 'POST' || !isCarried(path) || typeof body !== 'string') throw new AppError('common.offline')
  return { method, path, headers, body }
}

/** Takes a member's call to the server and says what became of it. */
export async function carryFor(
  number: number,
  { method, path, headers, body }: CarriedCall,
  { send, log }: { send(call: PreparedCall, signal: AbortSignal): Promise<ExchangeAnswer>; log: Log },
): Promise<HubWord> {
  if (!isCarried(path)) return { word: 'noAnswer', number, code: 'common.offline' }
  const given = Object.entries(headers).filter(([name]) => HEADERS.includes(name))
  try {
    const call: PreparedCall = { method, path, headers: Object.fromEntries(given), body }
    const answer = await send(call, AbortSignal.timeout(SERVER_LIMIT))
    return {
      word: 'answer',
      number,
      status: answer.status,
      type: answer.type,
      body: new TextDecoder().decode(answer.body),
    }
  } catch (error) {
    log.info('a call of another terminal got no answer', { path, error })
    const isLate = error instanceof AppError && error.code === 'common.timeout'
    return { word: 'noAnswer', number, code: isLate ? 'common.timeout' : 'common.offline' }
  }
}
