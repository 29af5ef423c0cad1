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
 * One start that the server cannot take must not hold up its vehicle and its member for ever. It is set aside once the
 * server has a copy of it: a server that cannot even take that is in trouble itself, and everything waits for it.
 */
export async function setAside(
  { keepCopy, write, outbox, log }: SyncDeps,
  retries: Retries,
  { id, body, who, signal }: Failing,
): Promise<void> {
  try {
    await keepCopy(id, body, who, signal)
  } catch (error) {
    log.warn('the server cannot take the copy of a start that it fails at', { id, error })
    return
  }
  log.warn('the server fails at a start again and again, which is set aside', { id })
  retries.forget(id)
  write(() => outbox.setAside(id))
}
