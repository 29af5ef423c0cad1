import { AppError } from '#shared/core/errors.ts'
import type { SaleResult } from '#shared/features/products/product-sales.contract.ts'
import type { ChargeResult } from '#shared/features/sessions/charge.schema.ts'
import type { StartFields, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { ChargeFields, Platform, SaleFields } from './platform.ts'

type StartBody = StartFields & { startedAt: string; password: string | null }
type ChargeBody = ChargeFields & { password: string | null }
type SaleBody = SaleFields & { password: string | null }

const lost: readonly string[] = ['common.offline', 'common.timeout', 'common.unavailable']

/** Whether the outcome of a request is unknown: it may have taken effect. */
export const isAnswerLost = (error: unknown): boolean => error instanceof AppError && lost.includes(error.code)

/**
 * Sends a start with its id as the idempotency key. When retried under the same id after a lost answer, it is sent with its
 * original body, so that the server returns the first result instead of starting it twice.
 */
export function startOnce(send: (body: StartBody, key: string) => Promise<StartResult>): Platform['start'] {
  let unanswered: { id: string; body: StartBody } | null = null
  return async (fields, id, password = '') => {
    const body = { ...fields, password: password || null, startedAt: new Date().toISOString() }
    const attempt = unanswered?.id === id ? unanswered : { id, body }
    unanswered = attempt
    try {
      const result = await send(attempt.body, id)
      unanswered = null
      const { ticketNo, vehicleName, startedAt } = result
      return { state: 'online', id: result.id, ticketNo, vehicleName, startedAt, result }
    } catch (error) {
      // What the server refused has no effect: the next attempt may differ.
      if (!isAnswerLost(error)) unanswered = null
      throw error
    }
  }
}

/**
 * Sends a charge with its id, which is the order's, as the idempotency key. It sends what it is given: the counter's machine
 * repeats an order unchanged while its end is unknown, and the key of a queue entry also serves the attempts after that.
 */
export function chargeOnce(send: (body: ChargeBody, key: string) => Promise<ChargeResult>): Platform['charge'] {
  return (fields, id, password = '') => send({ ...fields, password: password || null }, id)
}

/** Sends a sale of products in the same way. */
export function sellOnce(send: (body: SaleBody, key: string) => Promise<SaleResult>): Platform['sell'] {
  return (fields, id, password = '') => send({ ...fields, password: password || null }, id)
}
