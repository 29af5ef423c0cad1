import { request } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { readPicture } from '#tests/support/browser/pictures.ts'
import type { TestCopy } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server } = await testVenue()
const other = await server.startCopy()

const HOUR = 3_600_000

const change = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, (owner) => owner.query(statement, values))

const attempt = (copy: TestCopy, username: string, password: string) =>
  copy.client().signIn.login({ body: { username, password } })

/** The same with the solved captcha if one is required. */
const attemptReading = (copy: TestCopy, username: string, password: string) =>
  attempt(copy, username, password).catch(async (error: { code: string }) => {
    if (error.code !== 'auth.captchaRequired') throw error
    const picture = await readPicture(server, copy)
    return copy.client().signIn.login({ body: { username, password, ...picture } })
  })

/** Until so many statements of the server wait for a lock. */
const untilLocked = (count: number) =>
  until(async () => {
    const waiting = await change(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    expect(waiting.rows).toHaveLength(count)
  })

describe('signing in', () => {
  it('returns a token for the store of a cashier with one store', async () => {
    const cashier = await server.signIn('cashier')
    expect(cashier.user).toMatchObject({ username: 'cashier', identity: '3', orgCode: 'A01A01' })
    expect(cashier.user).not.toHaveProperty('passwordHash')
    const { result } = await cashier.signIn.permissions()
    expect(result.menu.filter(({ hidden }) => !hidden).map(({ path }) => path)).toEqual([
      '/dashboard/analysis',
      '/counter',
      '/dispatch/sysDispatchBoard',
      '/consume/SysConsumeTool',
      '/event',
      '/queue/sysQueue',
      '/cloakroom',
      '/reservation/sysReservation',
      '/reservation/sysReservationList',
      '/playbeforepay/sysPlayBeforePayList',
      '/membermanage',
      '/message',
      '/gift',
      '/memberrecharge/SysMemberRechargeTool',
      '/memberrecharge/SysMemberRechargeList',
      '/consume/sysConsumeList',
      '/product',
      '/coin',
      '/ranking/sysRanking',
      '/guests',
      '/tuiguangrole',
    ])
    // A page that cashiers may not open is distinguished from one that does not exist.
    expect(result.closed).toEqual(expect.arrayContaining(['/isystem/user', '/isystem/role']))
    expect(result.closed).not.toContain('/counter')
    expect(result.auth.map(({ action }) => action)).toContain('playbeforepay:add')
    expect(result.auth.map(({ action }) => action)).not.toContain('playbeforepay:delete')
    expect(result.allAuth.map(({ action }) => action)).toContain('playbeforepay:delete')
  })

  it('accepts a form as well as JSON', async () => {
    const body = new URLSearchParams({ username: ' Cashier ', password: DEMO_PASSWORD, remember_me: 'true' })
    const response = await server.request('/api/sys/login', { method: 'POST', body })
    expect(await response.json()).toMatchObject({
      success: true,
      code: 200,
      message: '登录成功',
      result: { multi_depart: 1 },
    })
  })

  it('answers a wrong password and an unknown account alike', async () => {
    await expect(attempt(server, 'hq', 'wrong')).rejects.toMatchObject({ code: 'auth.wrongPassword', httpStatus: 200 })
    await expect(attempt(server, 'nobody', 'wrong')).rejects.toMatchObject({
      code: 'auth.wrongPassword',
      httpStatus: 200,
    })
  })

  it('makes guessers wait longer each time, on every copy of the server', async () => {
    const waits: number[] = []
    for (let count = 0; count < 5; count++) {
      await expect(attemptReading(count % 2 ? server : other, 'partner', 'wrong')).rejects.toMatchObject({
        code: 'auth.wrongPassword',
      })
    }
    for (let round = 0; round < 3; round++) {
      await expect(attemptReading(server, 'partner', 'wrong')).rejects.toMatchObject({ code: 'auth.wrongPassword' })
      const refused = await attempt(other, 'partner', DEMO_PASSWORD).catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'auth.lockedOut', httpStatus: 200 })
      waits.push((refused as { details: { seconds: number } }).details.seconds)
      server.clock.advance((waits.at(-1) ?? 0) * 1000)
    }
    expect(waits).toEqual([5, 10, 20])
    await attemptReading(server, 'partner', DEMO_PASSWORD)
    await expect(attempt(server, 'partner', 'wrong')).rejects.toMatchObject({ code: 'auth.wrongPassword' })
  })

  it('counts simultaneous guesses too', async () => {
    const guesses = await Promise.allSettled(Array.from({ length: 12 }, () => attempt(server, 'manager2', 'wrong')))
    const codes = guesses.map((guess) => (guess.status === 'rejected' ? (guess.reason as { code: string }).code : 'in'))
    expect(codes.filter((code) => code === 'auth.wrongPassword')).toHaveLength(3)
    expect(codes.filter((code) => code === 'auth.captchaRequired')).toHaveLength(9)
  })

  it('limits one password at many accounts in parallel as it does sequentially', async () => {
    const names = Array.from({ length: 40 }, (_, count) => `nobody${count}`)
    const guesses = await Promise.allSettled(names.map((name) => attempt(server, name, 'wrong')))
    const outcomes = guesses.map((guess) => (guess.status === 'rejected' ? guess.reason.code : 'done'))
    // A captcha is required from the twentieth on, when four more may be in progress.
    expect(outcomes.filter((code) => code === 'auth.wrongPassword').length).toBeLessThan(24)
    await change('delete from login_guard')
  })

  it('refuses a frozen account, also if it is already signed in', async () => {
    const coach = await other.signIn('coach')
    await coach.signIn.currentDeparts()
    await change("update user_account set status = 2 where username = 'coach'")
    await expect(attempt(server, 'coach', DEMO_PASSWORD)).rejects.toMatchObject({ code: 'auth.frozen' })
    await until(() => expect(coach.signIn.currentDeparts()).rejects.toMatchObject({ code: 'auth.tokenInvalid' }))
    await change("update user_account set status = 1 where username = 'coach'")
  })

  it('issues no token for a password that was changed, or to who was frozen, while it was being checked', async () => {
    const changes = [
      ["password_hash = password_hash || ' '", 'password_hash = trim(password_hash)', 'auth.wrongPassword'],
      ['status = 2', 'status = 1', 'auth.frozen'],
    ] as const
    for (const [changed, back, code] of changes) {
      await withClient(server.database.ownerUrl, async (owner) => {
        await owner.query('begin')
        await owner.query("select from user_account where username = 'manager2' for update")
        const signedIn = attempt(server, 'manager2', DEMO_PASSWORD).catch((error: { code: string }) => error.code)
        await untilLocked(1)
        await owner.query(`update user_account set ${changed} where username = 'manager2'`)
        await owner.query('commit')
        expect(await signedIn).toBe(code)
        await owner.query(`update user_account set ${back} where username = 'manager2'`)
      })
    }
    await attempt(server, 'manager2', DEMO_PASSWORD)
  })
})

describe('a call whose body is on its way', () => {
  const body = JSON.stringify({ orgCode: 'A01A01' })
  const begun = async (token: string) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length, 'X-Access-Token': token }
    const call = request(`${server.url}/api/sys/selectDepart`, { method: 'POST', headers })
    const answered = new Promise<{ message: string }>((resolve, reject) => {
      call.on('error', reject)
      call.on('response', async (answer) => resolve(JSON.parse(Buffer.concat(await answer.toArray()).toString())))
    })
    call.flushHeaders()
    return { answered, finish: () => call.end(body) }
  }

  it('is refused if its sign-in ends meanwhile', async () => {
    const manager = await server.signIn('manager')
    const arrived = vi.spyOn(server.deps.auth, 'find')
    const { answered, finish } = await begun(manager.token)
    await until(() => expect(arrived).toHaveBeenCalled())
    await Promise.all(arrived.mock.results.map(({ value }) => value))
    arrived.mockRestore()
    await manager.signIn.logout()
    finish()
    expect((await answered).message).toMatch(/^Token失效/)
  })
})

describe('a token', () => {
  it('ends after seven days', async () => {
    const cashier = await server.signIn('cashier')
    server.clock.advance(7 * 24 * HOUR - 60_000)
    await cashier.signIn.currentDeparts()
    server.clock.advance(120_000)
    await expect(cashier.signIn.currentDeparts()).rejects.toMatchObject({ code: 'auth.tokenInvalid', httpStatus: 500 })
  })

  it('is invalid on all copies of the server after a sign-out', async () => {
    const cashier = await server.signIn('cashier')
    const elsewhere = other.client(cashier.token)
    await elsewhere.signIn.currentDeparts()
    await cashier.signIn.logout()
    await expect(cashier.signIn.currentDeparts()).rejects.toMatchObject({ code: 'auth.tokenInvalid' })
    await until(() => expect(elsewhere.signIn.currentDeparts()).rejects.toMatchObject({ code: 'auth.tokenInvalid' }))
  })

  it('is required with 401, and refused with the message that clients of the API family compare', async () => {
    const path = '/api/sys/user/getCurrentUserDeparts'
    const without = await server.request(path)
    expect([without.status, await without.json()]).toMatchObject([401, { success: false, code: 401 }])
    const wrong = await server.request(path, { token: 'nonsense', headers: { 'Accept-Language': 'en' } })
    expect(wrong.status).toBe(500)
    expect(await wrong.json()).toEqual({
      timestamp: expect.any(String),
      status: 500,
      error: 'Internal Server Error',
      message: 'Token失效，请重新登录',
      path,
    })
  })

  it('is not stored in the database', async () => {
    const { token } = await server.signIn('cashier')
    const { rows } = await change('select t::text as row from access_token t')
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
  })

  it('allows only what its roles grant, and loses a revoked right', async () => {
    const partner = await server.signIn('partner')
    const refused = await server.request('/api/vehicle/sysVehicle/listorgcode', { token: partner.token })
    expect(refused.status).toBe(200)
    expect(await refused.json()).toMatchObject({ success: false, code: 510, message: '没有权限，请联系管理员授权' })
    await change("delete from role_permission where role_id = 'partner' and permission_id = 'playbeforepay:list'")
    await until(() =>
      expect(partner.playBeforePay.list({ query: {} })).rejects.toMatchObject({ code: 'auth.forbidden' }),
    )
    await change("insert into role_permission values ('partner', 'playbeforepay:list')")
  })
})

describe('the store worked in', () => {
  it('is chosen by users with several stores, and remembered for seven days', async () => {
    const manager = await server.signIn('manager')
    expect(manager.user.orgCode).toBe('')
    await expect(manager.playBeforePay.list({ query: {} })).rejects.toMatchObject({ code: 'auth.chooseStore' })
    await manager.signIn.selectDepart({ body: { orgCode: 'A01A02' } })
    expect((await manager.signIn.currentDeparts()).result).toMatchObject({ orgCode: 'A01A02', list: [{}, {}] })
    expect((await server.signIn('manager')).user.orgCode).toBe('A01A02')
    server.clock.advance(8 * 24 * HOUR)
    expect((await server.signIn('manager')).user.orgCode).toBe('')
  })

  it('is updated on the other copies of the server after a switch', async () => {
    const manager = await server.signIn('manager', 'A01A01')
    const elsewhere = other.client(manager.token)
    expect((await elsewhere.signIn.currentDeparts()).result.orgCode).toBe('A01A01')
    await manager.signIn.selectDepart({ body: { orgCode: 'A01A02' } })
    expect((await manager.signIn.currentDeparts()).result.orgCode).toBe('A01A02')
    await until(async () => {
      expect((await elsewhere.signIn.currentDeparts()).result.orgCode).toBe('A01A02')
    })
  })

  it('can only be one of the user, whichever user the body names', async () => {
    const cashier = await server.signIn('cashier')
    for (const orgCode of ['A01A02', 'A01', 'A01A01A', '%']) {
      const body = { orgCode, username: 'manager' }
      await expect(cashier.signIn.selectDepart({ body })).rejects.toMatchObject({ code: 'auth.notYourStore' })
    }
    const { result } = await cashier.signIn.selectDepart({ body: { orgCode: 'A01A01', username: 'admin' } })
    expect(result.userInfo.username).toBe('cashier')
  })
})

describe('dictionaries', () => {
  it('are in the language of the reader', async () => {
    const { token } = await server.signIn('cashier')
    const read = async (language: string) =>
      (await server.client(token, language).signIn.dictItems({ params: { code: 'consume_type' } })).result[0]
    expect(await read('zh-CN')).toEqual({ value: 'BALANCE', text: '余额', title: '余额' })
    expect(await read('en-GB')).toMatchObject({ value: 'BALANCE', text: 'Balance' })
  })

  it('are reloaded on every copy when one changes, and not before', async () => {
    const { token } = await server.signIn('cashier')
    const read = async () =>
      (await other.client(token, 'en').signIn.dictItems({ params: { code: 'sex' } })).result.map(({ text }) => text)
    const queries = vi.spyOn(other.deps.db.pool, 'connect')
    await read()
    queries.mockClear()
    expect(await read()).toEqual(['Male', 'Female'])
    expect(queries).not.toHaveBeenCalled()
    await change("update dictionary_item set text_en = 'Woman' where dictionary_id = 'sex' and value = '2'")
    await until(async () => expect(await read()).toEqual(['Male', 'Woman']))
    expect((await server.client(token).signIn.dictItems({ params: { code: 'constructor' } })).result).toEqual([])
  })
})

describe('the log', () => {
  it('contains no token, password, phone or card number, and has the id of every request', async () => {
    const cashier = await server.signIn('cashier')
    await expect(attempt(server, 'cashier', 'Very-Secret-9')).rejects.toThrow()
    const searched = await server.request('/api/membermanage/sysMemberManage/searchMemberById?idCard=0004829731', {
      token: cashier.token,
    })
    await server.request('/api/nowhere?phone=13800001111', { token: cashier.token })
    const lines = server.logs.join('')
    expect(lines).toContain('/api/membermanage/sysMemberManage/searchMemberById')
    expect(lines).toContain(searched.headers.get('x-request-id'))
    for (const secret of [cashier.token, DEMO_PASSWORD, 'Very-Secret-9', '13800001111', '0004829731', '13900000006']) {
      expect(lines).not.toContain(secret)
    }
  })
})
