import { beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server } = await testVenue()

const rows = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (owner) => (await owner.query(statement, values)).rows)

beforeEach(() => rows('delete from login_guard'))

describe('a burst from one address', () => {
  const phones = Array.from({ length: 45 }, (_, count) => `136000000${10 + count}`)
  const answersOf = async (ask: (phone: string) => Promise<unknown>) => {
    const codes = await Promise.all(
      phones.map((phone) =>
        ask(phone).then(
          () => 'done',
          ({ code }) => code,
        ),
      ),
    )
    return Object.fromEntries(['done', 'auth.lockedOut'].map((one) => [one, codes.filter((c) => c === one).length]))
  }

  it('gets no more codes sent than sequential requests, and counts them once', async () => {
    const sms = (mobile: string) => server.client().account.sms({ body: { mobile, smsmode: '1' } })
    expect(await answersOf(sms)).toEqual({ done: 31, 'auth.lockedOut': 14 })
    expect(await rows('select from sms_outbox where phone = any($1)', [phones])).toHaveLength(31)
  })

  it('is counted together for all IPv6 addresses of one network', async () => {
    const behind = await server.startCopy({ trustedProxies: ['127.0.0.1'] })
    const ask = async (ip: string) => {
      const headers = { 'X-Forwarded-For': ip }
      const response = await behind.request('/api/sys/user/checkOnlyUser?username=x-y-z', { headers })
      return ((await response.json()) as { success: boolean }).success
    }
    for (let count = 0; count < 61; count++) expect(await ask(`2001:db8:1:2:${count}::1`)).toBe(true)
    expect(await ask('2001:db8:1:2::1')).toBe(false)
    expect(await ask('2001:db8:1:3::1')).toBe(true)
    expect(await ask('2001:db8::1:2:3:4')).toBe(true)
  })

  it('learns about no more accounts', async () => {
    await answersOf((phone) => server.client().account.checkOnlyUser({ query: { phone } }))
    const { done } = await answersOf((phone) => server.client().account.checkOnlyUser({ query: { phone } }))
    expect(done).toBe(61 - 45)
  })

  it.each(['0', '1', '2'] as const)('learns from codes of kind %s of nobody, once or twice', async (smsmode) => {
    const texts = async (phone: string) =>
      (await rows('select text from sms_outbox where phone = $1', [phone])).map(({ text }) => text)
    const answers = (mobile: string) =>
      Promise.all(
        [1, 2].map(async () => {
          const headers = { 'Content-Type': 'application/json' }
          const body = JSON.stringify({ mobile, smsmode })
          const response = await server.request('/api/sys/sms', { method: 'POST', headers, body })
          const { success, message, code, error } = (await response.json()) as Record<string, unknown>
          return JSON.stringify([response.status, success, message, code, (error as { code?: string })?.code])
        }),
      ).then((both) => both.sort())
    const [registered, nobody] = ['13900000006', `1377777111${smsmode}`]
    await rows('delete from sms_outbox')
    expect(await answers(registered)).toEqual(await answers(nobody))
    expect(
      await rows('select phone, mode from sms_code where phone = any($1) and mode = $2 order by 1', [
        [registered, nobody],
        smsmode,
      ]),
    ).toEqual([nobody, registered].map((phone) => ({ phone, mode: smsmode })))
    // Only the owner of the phone learns more.
    const [toRegistered = '', ...others] = await texts(registered)
    expect(others).toEqual([])
    expect(/\d{6}/.test(toRegistered)).toBe(smsmode !== '1')
    expect(await texts(nobody)).toHaveLength(smsmode === '1' ? 1 : 0)
  })
})
