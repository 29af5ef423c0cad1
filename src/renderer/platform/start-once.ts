import { AppError } from '#shared/core/errors.ts'
import type { StartFields, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Platform } from './platform.ts'

type StartBody = StartFields & { startedAt: string; password: string | null }
type Send = (body: StartBody, key: string) => Promise<StartResult>

const lost: readonly string[] = ['common.offline', 'common.timeout', 'common.unavailable']

/** Whether nobody knows what became of a request: it may have been done. */
export const isAnswerLost = (error: unknown): boolean => error instanceof AppError && lost.includes(error.code)

/**
 * Sends a start with its id as the key. Asked for again under the same id after no answer came, it goes out just as it
 * was, whatever the screen shows by now, so that the server answers with the first one instead of starting twice.
 */
export function startOnce(send: Send): Platform['start'] {
  let unanswered: { id: string; body: StartBody } | null = null
  return async (fields, id, password = '') => {
    const asked = { ...fields, password: password || null }
    const attempt = unanswered?.id === id ? unanswered : { id, body: { ...asked, startedAt: new Date().toISOString() } }
    unanswered = attempt
    const result = await send(attempt.body, id)
    unanswered = null
    const { ticketNo, vehicleName, startedAt } = result
    return { state: 'online', id: result.id, ticketNo, vehicleName, startedAt, result }
  }
}
