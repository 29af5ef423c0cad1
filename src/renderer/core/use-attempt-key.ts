import { useRef } from 'react'
import { newId } from '#shared/core/id.ts'

/**
 * The key of something that must happen once: the same as long as the same is asked for, so that asking again after an answer got
 * lost does nothing twice.
 */
export function useAttemptKey(): (body: unknown) => string {
  const attempt = useRef({ key: newId(), body: '' })
  return (body) => {
    const said = JSON.stringify(body)
    if (attempt.current.body !== said) attempt.current = { key: newId(), body: said }
    return attempt.current.key
  }
}
