import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { IDEMPOTENCY_HEADER } from '#shared/core/route.ts'
import { stubLocalStorage } from '#tests/support/local-storage.ts'

vi.stubGlobal('location', { pathname: '/m/A01A01', hash: '' })
const stored = stubLocalStorage()
const { signedIn } = await import('#member/core/session.ts')
const { book, cancelBooking, readBookings } = await import('./own-bookings.ts')

/** The bookings of the server. */
let made: { id: string; state: string }[] = []
let isLost = false

vi.stubGlobal(
  'fetch',
  async (url: string, { method, headers }: { method: string; headers: Record<string, string> }) => {
    const id = headers[IDEMPOTENCY_HEADER] ?? ''
    if (url.endsWith('/m/bookings/book') && !made.some((one) => one.id === id)) made.push({ id, state: 'CONFIRMED' })
    if (isLost) throw new TypeError('lost')
    const answer = { success: true, message: '', code: 200, result: method === 'GET' ? made : {}, timestamp: 0 }
    return Response.json(answer)
  },
)

// Other files run in the same process.
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  stored.clear()
  signedIn('token', '100001')
  made = []
  isLost = false
})

const wanted = { sessionId: 'session', people: 2 }
/** Books without getting the answer; returns the key. */
async function bookInVain(): Promise<string> {
  let key = ''
  isLost = true
  await book(wanted, (sent) => {
    key = sent
  }).catch(() => undefined)
  isLost = false
  return key
}

it('is made once while its answer is lost', async () => {
  expect(await bookInVain()).toBe(await bookInVain())
  await book(wanted, () => undefined)
  expect(made).toHaveLength(1)
})

it('is a new booking after the first was seen in the list', async () => {
  await bookInVain()
  expect(await readBookings()).toHaveLength(1)
  await book(wanted, () => undefined)
  expect(made).toHaveLength(2)
})

it('is a new booking after the first was cancelled', async () => {
  await cancelBooking(await bookInVain())
  await book(wanted, () => undefined)
  expect(made).toHaveLength(2)
})

it('is sent again under its key after a list without it', async () => {
  const key = await bookInVain()
  made = []
  await readBookings()
  expect(await bookInVain()).toBe(key)
})
