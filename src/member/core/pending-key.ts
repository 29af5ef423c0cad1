import { readStored, store } from '#renderer/core/storage.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'

interface Pending {
  key: string
  body: string
}

/** An answer that leaves open whether the call took effect. */
const isUnknown = (error: unknown): boolean =>
  !(error instanceof AppError) ||
  ['common.offline', 'common.timeout', 'common.unavailable', 'common.internal'].includes(error.code)

/**
 * Makes a call under an idempotency key that survives a lost answer and a reload of the page: the same input is sent again under
 * the same key until an answer says what became of it.
 */
export async function underKey<T>(name: string, body: unknown, call: (key: string) => Promise<T>): Promise<T> {
  const storedAs = `pitlane.m.key.${name}`
  const text = JSON.stringify(body)
  const stored = readStored(storedAs) as Pending | null
  const key = stored?.body === text ? stored.key : newId()
  store(storedAs, { key, body: text })
  try {
    const answer = await call(key)
    store(storedAs, null)
    return answer
  } catch (error) {
    if (!isUnknown(error)) store(storedAs, null)
    throw error
  }
}
