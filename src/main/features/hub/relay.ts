import type { PreparedCall } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import { AppError } from '#shared/core/errors.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'
import { TERMINAL_HEADER } from '#shared/core/terminal-signature.ts'
import { playBeforePay } from '#shared/features/sessions/play-before-pay.contract.ts'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'
import { terminals } from '#shared/features/terminals/terminals.contract.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'
import type { HubMessage, RelayedCall } from './messages.ts'

/** Only calls that wait in a terminal's outbox are relayed. */
const RELAYED_PATHS = new Set(
  [playBeforePay.add, shifts.late, terminals.storeRefusal, terminals.dismissRefusal].map(({ path }) => path as string),
)
const RELAYED_HEADERS = [
  'Accept-Language',
  'User-Agent',
  'Content-Type',
  TOKEN_HEADER,
  IDEMPOTENCY_HEADER,
  TERMINAL_HEADER,
]
const SERVER_TIMEOUT_MS = 8000

export const isRelayable = (path: string): boolean => RELAYED_PATHS.has(path)

/** The call for the hub, with its own token and signature. Throws `common.offline` for a call that is not relayed. */
export function toRelayedCall({ method, path, headers, body }: PreparedCall): RelayedCall {
  if (method !== 'POST' || !isRelayable(path) || typeof body !== 'string') throw new AppError('common.offline')
  return { method, path, headers, body }
}

/** Sends a call of a joined terminal to the server; returns the answer, or why there is none. */
export async function relayForPeer(
  number: number,
  { method, path, headers, body }: RelayedCall,
  { send, log }: { send(call: PreparedCall, signal: AbortSignal): Promise<ExchangeAnswer>; log: Log },
): Promise<HubMessage> {
  if (!isRelayable(path)) return { word: 'noAnswer', number, code: 'common.offline' }
  const relayed = Object.entries(headers).filter(([name]) => RELAYED_HEADERS.includes(name))
  try {
    const call: PreparedCall = { method, path, headers: Object.fromEntries(relayed), body }
    const answer = await send(call, AbortSignal.timeout(SERVER_TIMEOUT_MS))
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
