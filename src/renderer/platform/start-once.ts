import { AppError } from '#shared/core/errors.ts'
import type { ChargeResult } from '#shared/features/sessions/charge.schema.ts'
import type { StartFields, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { ChargeFields, Platform } from './platform.ts'

type StartBody = StartFields & { startedAt: string; password: string | null }
type ChargeBody = ChargeFields & { password: string | null }

const lost: readonly string[] = ['common.offline', 'common.timeout', 'common.unavailable']

/** Whether nobody knows what became of a request: it may have been done. */
export const isAnswerLost = (error: unknown): boolean => error instanceof AppError && lost.includes(error.code)

/**
 * Asked for again under the same id after no answer came, a request goes out just as it was, whatever the screen shows by
 * now, so that the server answers with the first one instead of doing it twice.
 */
function unchanged<Body, Result>(send: (body: Body, key: string) => Promise<Result>) {
  let unanswered: { id: string; body: Body } | null = null
  return async (body: Body, id: string): Promise<Result> => {
    const attempt = unanswered?.id === id ? unanswered : { id, body }
    unanswered = attempt
    const result = await send(attempt.body, id)
    unanswered = null
    return result
  }
}

/** Sends a start with its id as the key. */
export function startOnce(send: (body: StartBody, key: string) => Promise<StartResult>): Platform['start'] {
  const once = unchanged(send)
  return async (fields, id, password = '') => {
    const result = await once({ ...fields, password: password || null, startedAt: new Date().toISOString() }, id)
    const { ticketNo, vehicleName, startedAt } = result
    return { state: 'online', id: result.id, ticketNo, vehicleName, startedAt, result }
  }
}

/** Sends a charge with its id as the key, which is the order's. */
export function chargeOnce(send: (body: ChargeBody, key: string) => Promise<ChargeResult>): Platform['charge'] {
  const once = unchanged(send)
  return (fields, id, password = '') => once({ ...fields, password: password || null }, id)
}
