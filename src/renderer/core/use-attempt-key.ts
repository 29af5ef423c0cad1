import { useState } from 'react'
import { newId } from '#shared/core/id.ts'

/** Sends a call under the idempotency key of its body. */
type WithKey = <Result>(body: unknown, send: (key: string) => Promise<Result>) => Promise<Result>

/**
 * Keys for one caller. The key is the same as long as the body is the same and nothing has succeeded, so a retry after a lost
 * answer has no second effect. A success ends the attempt: the same body sent again is another act.
 */
export function attemptKeys(): WithKey {
  let attempt: { key: string; body: string } | null = null
  return async (body, send) => {
    const text = JSON.stringify(body)
    if (attempt === null || attempt.body !== text) attempt = { key: newId(), body: text }
    const own = attempt
    const result = await send(own.key)
    // Another body may have been sent meanwhile.
    if (attempt === own) attempt = null
    return result
  }
}

/** Keys for the calls of a component. A step after the answer that may fail belongs in `send`, or a retry would be another act. */
export const useAttemptKey = (): WithKey => useState(attemptKeys)[0]
