import { useRef } from 'react'
import { newId } from '#shared/core/id.ts'

/**
 * An idempotency key: the same as long as the body is the same, so that a retry after a lost answer
 * has no second effect.
 */
export function useAttemptKey(): (body: unknown) => string {
  const attempt = useRef({ key: newId(), body: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (attempt.current.body !== text) attempt.current = { key: newId(), body: text }
    return attempt.current.key
  }
}
