import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { readPicture } from '#tests/support/browser/pictures.ts'
import { blocksRead } from '#tests/support/postgres/blocks-read.ts'
import { startTestServer, type TestCopy, type TestServer } from '#tests/support/server.ts'

const BURST = 200
const SHOP = '203.0.113.7'

let server: TestServer
/** Two copies of the server behind a proxy, so that a test can choose the address of its calls. */
let copies: [TestCopy, TestCopy]
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  copies = [server, await server.startCopy()]
})
afterAll(() => server.stop())

const change = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (owner) => (await owner.query(statement, values)).rows)
/** Resets the counts of attempts, as after a day, so that no captcha is required either. */
const forgiveAll = () => change('delete from login_guard')
beforeEach(async () => {
  await forgiveAll()
  await change('delete from known_sign_in')
})

interface Attempt {
  username: string
  password?: string
  ip?: string
  device?: string
  copy?: TestCopy
  /** The solution of a captcha. */
  picture?: { checkKey: string; captcha: string }
}

/** The result of a sign-in: the code of its refusal, or `in`. */
async function attempt({
  username,
  password = 'wrong',
  ip = SHOP,
  device,
  copy = server,
  picture,
}: Attempt): Promise<string> {
  const response = await copy.request('/api/sys/login', {
    method: 'POST',
    headers: { 'X-Forwarded-For': ip, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password, device, ...picture }),
  })
  const { success, error } = (await response.json()) as { success: boolean; error?: { code: string } }
  return success ? 'in' : (error?.code ?? '')
}

const right = (username: string, more: Partial<Attempt> = {}) => attempt({ username, password: DEMO_PASSWORD, ...more })

/** How many attempts of a burst were checked: only these can be refused as wrong. */
async function checked(guess: (count: number) => Promise<string>, many = BURST): Promise<number> {
  const guesses = () => Promise.all(Array.from({ length: many }, (_, count) => guess(count)))
  const codes = await server.clock.stopDuring(guesses)
  expect(codes).not.toContain('in')
  return codes.filter((code) => code === 'auth.wrongPassword').length
}

/** Guesses from many addresses, with solved captchas, until the account is blocked at unknown places. */
async function blockFromElsewhere(username: string): Promise<void> {
  for (let count = 0; count < 40; count++) {
    const ip = stranger(count)
    let code = await attempt({ username, ip })
    if (code === 'auth.captchaRequired') {
      code = await attempt({ username, ip, picture: await readPicture(server, server) })
    }
    if (code === 'auth.lockedOut') return
    expect(code).toBe('auth.wrongPassword')
  }
  throw new Error('nothing was ever blocked')
}

const stranger = (count: number): string => `198.51.${Math.floor(count / 200)}.${(count % 200) + 1}`
const copyFor = (count: number): TestCopy => copies[count % 2 === 0 ? 0 : 1]

describe('a burst of guesses at passwords', () => {
  it('from one address at one account is checked no further than sequential guesses', async () => {
    expect(await checked((count) => attempt({ username: 'hq', copy: copyFor(count) }))).toBeLessThanOrEqual(6)
    expect(await right('hq')).toBe('auth.captchaRequired')
  })

  it('from many addresses at one account is limited by account', async () => {
    const guess = (count: number) => attempt({ username: 'hq', ip: stranger(count), copy: copyFor(count) })
    expect(await checked(guess)).toBeLessThanOrEqual(21)
  })

  it('from one address at many accounts is limited by address', async () => {
    const guess = (count: number) => attempt({ username: `nobody${count}`, copy: copyFor(count) })
    expect(await checked(guess)).toBeLessThanOrEqual(41)
  })

  it('stays blocked at unknown places when the user signs in at a known one', async () => {
    const block = async () => (await change('select max(locked_until) as until from login_guard'))[0]?.until
    expect(await right('partner')).toBe('in')
    await blockFromElsewhere('partner')
    const before = await block()
    expect(before).not.toBeNull()
    expect(await right('partner')).toBe('in')
    expect(await block()).toEqual(before)
    expect(await right('partner', { ip: '192.0.2.97' })).toBe('auth.lockedOut')
  })
})

describe('guessers at unknown places', () => {
  const flood = (username: string) =>
    Promise.all(
      Array.from({ length: BURST }, (_, count) => attempt({ username, ip: stranger(count), copy: copyFor(count) })),
    )

  it('cannot block the sign-in of a user at an address where that user has signed in before', async () => {
    expect(await right('cashier')).toBe('in')
    await blockFromElsewhere('cashier')
    expect(await right('cashier', { ip: '192.0.2.99' })).toBe('auth.lockedOut')
    expect(await right('cashier')).toBe('in')
    // Also during the attack.
    const underway = flood('cashier')
    expect(await right('cashier')).toBe('in')
    await underway
  })

  it('cannot block it on a known device of the user, from any address', async () => {
    const device = 'a-phone-that-only-the-coach-carries'
    expect(await right('coach', { device })).toBe('in')
    await blockFromElsewhere('coach')
    expect(await right('coach', { ip: '192.0.2.99' })).toBe('auth.lockedOut')
    expect(await right('coach', { ip: '192.0.2.99', device })).toBe('in')
  })

  it('gain nothing at a known place, because guesses are limited there too', async () => {
    expect(await right('manager2')).toBe('in')
    expect(await checked(() => attempt({ username: 'manager2' }))).toBeLessThanOrEqual(6)
    const device = 'somebody-elses-device-0123456789'
    expect(await checked(() => attempt({ username: 'manager2', device }))).toBe(0)
    expect(await checked(() => attempt({ username: 'manager2', ip: '192.0.2.98', device }))).toBeLessThanOrEqual(6)
  })
})

describe('a burst of guesses at short secrets', () => {
  const PHONE = '13900000006'
  const guessCode = async (count: number, captcha: string): Promise<string> => {
    const response = await copyFor(count).request('/api/sys/phoneLogin', {
      method: 'POST',
      headers: { 'X-Forwarded-For': count < BURST ? SHOP : stranger(count), 'Content-Type': 'application/json' },
      body: JSON.stringify({ mobile: PHONE, captcha }),
    })
    const { success, error } = (await response.json()) as { success: boolean; error?: { code: string } }
    return success ? 'in' : (error?.code ?? '')
  }

  it('checks at most five codes per message, and few more for the next messages', async () => {
    await server.client().account.sms({ body: { mobile: PHONE, smsmode: '0' } })
    const [row] = await change('select code_hash from sms_code where phone = $1', [PHONE])
    expect(row).toBeDefined()
    const guesses = (first: number) => () =>
      Promise.all(Array.from({ length: BURST }, (_, count) => guessCode(first + count, String(count).padStart(6, '0'))))
    const codes = await server.clock.stopDuring(guesses(0))
    expect(codes.filter((code) => code === 'account.smsWrong').length).toBeLessThanOrEqual(6)
    // Many addresses gain nothing: the phone has a count of its own, which a new message does not reset.
    const others = await server.clock.stopDuring(guesses(BURST))
    expect(others.filter((code) => code === 'account.smsWrong').length).toBeLessThanOrEqual(21)
    expect(await guessCode(BURST + 500, '000000')).toBe('auth.lockedOut')
  })

  it('checks few old passwords and refund passwords, and records each refused one in the audit trail', async () => {
    const manager = await server.signIn('manager', 'A01A01')
    for (const call of ['updatePassword', 'changeRefundPassword'] as const) {
      const guess = () =>
        copies[1]
          .client(manager.token)
          .account[call]({ body: { oldpassword: 'wrong', password: 'Neues-1-2-3', confirmpassword: 'Neues-1-2-3' } })
          .then(
            () => 'in',
            ({ code }) => code as string,
          )
      const answers = await server.clock.stopDuring(() => Promise.all(Array.from({ length: BURST }, guess)))
      expect(answers.filter((code) => code === 'account.oldPasswordWrong').length).toBeLessThanOrEqual(6)
      expect(answers).not.toContain('in')
    }
    const trail = await change(
      "select action from audit_entry where username = 'manager' and after ->> 'refused' = 'account.oldPasswordWrong'",
    )
    expect(trail.length).toBeGreaterThanOrEqual(10)
  })
})

describe('captchas', () => {
  const picture = async (count: number, ip: string): Promise<number> => {
    const path = `/api/sys/randomImage/${count}`
    const response = await copyFor(count).request(path, { headers: { 'X-Forwarded-For': ip } })
    await response.text()
    return response.status
  }

  it('are limited per address, and available again after a wait', async () => {
    const many = await Promise.all(Array.from({ length: 150 }, (_, count) => picture(count, SHOP)))
    expect(many.filter((status) => status === 200)).toHaveLength(120)
    expect(many.filter((status) => status === 429)).toHaveLength(30)
    expect(await picture(0, stranger(1))).toBe(200)
    server.clock.advance(61_000)
    expect(await picture(0, SHOP)).toBe(200)
  })
})

it('an attempt reads none of the many guesses of others', async () => {
  await withClient(server.database.ownerUrl, async (owner) => {
    await owner.query(
      `insert into login_guard (subject, failures, last_failure_at) select 'guess ' || n, 1, now() from generate_series(1, 50000) n`,
    )
    await owner.query('vacuum analyze login_guard')
    const attempted = `select reserve_try('[]', now())`
    // Compiles the function, which reads catalogues.
    await owner.query(attempted)
    expect(await blocksRead(owner, attempted)).toBeLessThan(50)
  })
})
