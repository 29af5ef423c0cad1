import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import { stubLocalStorage } from '#tests/support/local-storage.ts'

vi.stubGlobal('location', { pathname: '/m/A01A01', hash: '' })
const stored = stubLocalStorage()
const { attemptOf, underKey } = await import('./pending-key.ts')
const { signedIn } = await import('./session.ts')

// Other files run in the same process.
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  stored.clear()
  signedIn('token', '100001')
})

/** Makes a call that fails with a code or succeeds; returns its key. */
async function send(outcome: ErrorCode | 'done', body: unknown = 'body'): Promise<string> {
  let sentAs = ''
  await underKey('call', body, async (key) => {
    sentAs = key
    if (outcome !== 'done') throw new AppError(outcome)
  }).catch(() => undefined)
  return sentAs
}

describe('a key', () => {
  it.each(['common.offline', 'common.timeout', 'common.unavailable', 'common.internal'] as const)(
    'is used again after %s, and ends with the answer',
    async (lost) => {
      const key = await send(lost)
      expect(await send(lost)).toBe(key)
      expect(await send('done')).toBe(key)
      expect(await send('done')).not.toBe(key)
    },
  )

  it.each(['payments.phoneOff', 'auth.tokenInvalid', 'auth.tokenMissing', 'auth.storeClosed', 'common.busy'] as const)(
    'ends with the refusal %s, which came before anything was written',
    async (refusal) => {
      const key = await send(refusal)
      expect(await send('done')).not.toBe(key)
    },
  )

  it.each(['auth.tokenInvalid', 'auth.storeClosed', 'common.busy'] as const)(
    'whose first answer was lost stays after %s, which says nothing about it',
    async (refusal) => {
      const key = await send('common.offline')
      expect(await send(refusal)).toBe(key)
      expect(await send('payments.phoneOff')).toBe(key)
      expect(await send('done')).not.toBe(key)
    },
  )

  it('is never used for another body or by another member', async () => {
    const key = await send('common.offline')
    signedIn('token', '100002')
    expect(await send('common.offline')).not.toBe(key)
    signedIn('token', '100001')
    expect(await send('done')).toBe(key)
    const other = await send('common.offline')
    expect(await send('done', 'other body')).not.toBe(other)
  })

  it('ends after a day', async () => {
    const key = await send('common.offline')
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 25 * 3_600_000)
    expect(attemptOf('call')).toBeNull()
    expect(await send('done')).not.toBe(key)
    vi.restoreAllMocks()
  })

  it('lasts without a storage too', async () => {
    vi.spyOn(stored, 'set').mockReturnValue(stored)
    const key = await send('common.offline')
    expect(await send('done')).toBe(key)
    expect(await send('done')).not.toBe(key)
    vi.restoreAllMocks()
  })
})
