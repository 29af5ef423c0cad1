import type { Grant } from '#main/features/session/index.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Retries } from './retries.ts'
import type { SyncDeps } from './sync.deps.ts'

interface Failing {
  id: string
  body: StartInput
  who: Grant
  signal: AbortSignal
}

/**
 * A start at which the server fails must not block its vehicle and its member for ever. It is set aside once the server
 * has a copy of it. Where the server cannot store even that, the fault is not in the start, and everything waits.
 */
export async function setAside(
  { keepCopy, write, outbox, log }: SyncDeps,
  retries: Retries,
  { id, body, who, signal }: Failing,
): Promise<void> {
  try {
    await keepCopy(id, body, who, signal)
  } catch (error) {
    log.warn('the copy of a failing start cannot be sent', { id, error })
    return
  }
  log.warn('the server fails at a start repeatedly; it is set aside', { id })
  retries.forget(id)
  write(() => outbox.setAside(id))
}
