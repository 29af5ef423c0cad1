import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { StartFields, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Platform } from './platform.ts'

type Send = (body: StartFields & { startedAt: string }, key: string) => Promise<StartResult>

const lost: readonly string[] = ['common.offline', 'common.timeout', 'common.unavailable']

/**
 * Sends a start under its own key. When no answer came, the same start sent again goes out under the same key, so that
 * the server answers with the first one instead of starting twice.
 */
export function startOnce(send: Send): Platform['start'] {
  let unanswered: { key: string; startedAt: string; fields: string } | null = null
  return async (fields) => {
    const text = JSON.stringify(fields)
    const attempt =
      unanswered?.fields === text ? unanswered : { key: newId(), startedAt: new Date().toISOString(), fields: text }
    unanswered = attempt
    try {
      const result = await send({ ...fields, startedAt: attempt.startedAt }, attempt.key)
      unanswered = null
      const { id, ticketNo, vehicleName, startedAt } = result
      return { state: 'online', id, ticketNo, vehicleName, startedAt, result }
    } catch (error) {
      if (!(error instanceof AppError && lost.includes(error.code))) unanswered = null
      throw error
    }
  }
}
