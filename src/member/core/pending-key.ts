import { readStored, store } from '#renderer/core/storage.ts'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { currentOwner } from './session.ts'

/** A call that was begun, whose outcome is not known yet. */
export interface Attempt<B = unknown> {
  key: string
  body: B
  /** When it was begun or last sent, in milliseconds. */
  at: number
  /** Whether it has left the page, so that it may have taken effect. */
  isSent: boolean
}

/** After this time nobody waits for an answer any more; the records show what was done. */
const LASTS_MS = 24 * 3_600_000

/** Failures that leave open whether a call took effect. */
const unknown: readonly ErrorCode[] = ['common.offline', 'common.timeout', 'common.unavailable', 'common.internal']
/** Refusals before the server looks at the key: they say nothing about an earlier call under it. */
const beforeKey: readonly ErrorCode[] = [
  'common.busy',
  'common.tooManyRequests',
  'common.invalidInput',
  'common.notFound',
  'common.methodNotAllowed',
]

/** Attempts of a browser that stores nothing. */
const inMemory = new Map<string, Attempt>()

/** Members who share a phone do not see each other's attempts. */
const storageKeyOf = (name: string): string => `pitlane.m.key.${currentOwner()}.${name}`

const read = (storageKey: string): Attempt | null =>
  (readStored(storageKey) as Attempt | null) ?? inMemory.get(storageKey) ?? null

function save(storageKey: string, attempt: Attempt | null): void {
  store(storageKey, attempt)
  if (attempt && readStored(storageKey) === null) inMemory.set(storageKey, attempt)
  else inMemory.delete(storageKey)
}

function end(storageKey: string, key: string): void {
  if (read(storageKey)?.key === key) save(storageKey, null)
}

/** The attempt of a name whose outcome is not known; null if there is none, or if it is too old. */
export function attemptOf<B>(name: string): Attempt<B> | null {
  const storageKey = storageKeyOf(name)
  const found = read(storageKey) as Attempt<B> | null
  if (found === null || Date.now() - found.at < LASTS_MS) return found
  save(storageKey, null)
  return null
}

export const newAttempt = <B>(body: B): Attempt<B> => ({ key: newId(), body, at: Date.now(), isSent: false })

/** Ends an attempt, unless another has taken its place. */
export const endAttempt = (name: string, key: string): void => end(storageKeyOf(name), key)

/** Whether an error says that nothing was done under the key. */
function isRefused(error: unknown, wasSent: boolean): boolean {
  if (!(error instanceof AppError) || unknown.includes(error.code)) return false
  return !(wasSent && (error.code.startsWith('auth.') || beforeKey.includes(error.code)))
}

/**
 * Makes the call of an attempt. The attempt is stored until its outcome is known, also over a reload of the page.
 *
 * @param isOpen whether the answer leaves the outcome open, so that the attempt stays stored
 */
export async function sendAttempt<B, T>(
  name: string,
  attempt: Attempt<B>,
  call: (key: string) => Promise<T>,
  isOpen: (answer: T) => boolean = () => false,
): Promise<T> {
  // This attempt ends even if another member has signed in before the answer comes.
  const storageKey = storageKeyOf(name)
  save(storageKey, { ...attempt, at: Date.now(), isSent: true })
  try {
    const answer = await call(attempt.key)
    if (!isOpen(answer)) end(storageKey, attempt.key)
    return answer
  } catch (error) {
    if (isRefused(error, attempt.isSent)) end(storageKey, attempt.key)
    throw error
  }
}

/** Makes a call under a key. The same input is sent again under the same key until its outcome is known. */
export function underKey<B, T>(name: string, body: B, call: (key: string) => Promise<T>): Promise<T> {
  const before = attemptOf<B>(name)
  const isSame = before !== null && JSON.stringify(before.body) === JSON.stringify(body)
  return sendAttempt(name, isSame ? before : newAttempt(body), call)
}
