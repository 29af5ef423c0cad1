import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

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

  it('gets no more codes sent than one who asks slowly, and pays for them once', async () => {
    const sms = (mobile: string) => server.client().account.sms({ body: { mobile, smsmode: '1' } })
    expect(await answersOf(sms)).toEqual({ done: 31, 'auth.lockedOut': 14 })
    expect(await rows('select from sms_outbox where phone = any($1)', [phones])).toHaveLength(31)
  })

  it('is one, whichever of the IPv6 addresses that somebody has it comes from', async () => {
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

  it('learns of no more accounts', async () => {
    await answersOf((phone) => server.client().account.checkOnlyUser({ query: { phone } }))
    const { done } = await answersOf((phone) => server.client().account.checkOnlyUser({ query: { phone } }))
    expect(done).toBe(61 - 45)
  })

  it('does not learn from codes to register who has registered', async () => {
    const ask = () => server.client().account.sms({ body: { mobile: '13900000006', smsmode: '1' } })
    for (let count = 0; count < 31; count++) {
      await expect(ask()).rejects.toMatchObject({ code: 'account.phoneRegistered' })
    }
    await expect(ask()).rejects.toMatchObject({ code: 'auth.lockedOut' })
  })
})
