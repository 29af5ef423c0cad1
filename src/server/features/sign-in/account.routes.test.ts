import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import type { AppError } from '#shared/core/errors.ts'
import { readPicture } from '#tests/support/browser/pictures.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server } = await testVenue()
const other = await server.startCopy()

const NEW = 'Neues-Passwort-1'

const rows = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (owner) => (await owner.query(statement, values)).rows)

const lastSms = async (phone: string): Promise<string> => {
  const found = await rows('select text from sms_outbox where phone = $1 order by created_at desc limit 1', [phone])
  return /\d{6}/.exec(found[0]?.text ?? '')?.[0] ?? ''
}

const login = (username: string, password: string, more: object = {}) =>
  server.client().signIn.login({ body: { username, password, ...more } })

const goneEverywhere = (token: string) =>
  until(async () => {
    for (const copy of [server, other]) {
      await expect(copy.client(token).signIn.currentDeparts()).rejects.toMatchObject({ code: 'auth.tokenInvalid' })
    }
  })

describe('the captcha', () => {
  it('is required after three wrong passwords, and is valid for one attempt', async () => {
    for (let count = 0; count < 3; count++) {
      const error = await login('coach', 'wrong').catch((one: unknown) => one)
      expect(error).toMatchObject({ code: 'auth.wrongPassword', details: count === 2 ? { captcha: true } : {} })
    }
    await expect(login('coach', DEMO_PASSWORD)).rejects.toMatchObject({ code: 'auth.captchaRequired' })
    const wrong = { ...(await readPicture(server, other)), captcha: 'none' }
    await expect(login('coach', DEMO_PASSWORD, wrong)).rejects.toMatchObject({ code: 'auth.captchaWrong' })
    const picture = await readPicture(server, other)
    await server.client().account.checkCaptcha({ body: picture })
    const upper = { ...picture, captcha: picture.captcha.toLowerCase() }
    await expect(login('coach', 'wrong', upper)).rejects.toMatchObject({ code: 'auth.wrongPassword' })
    await expect(login('coach', DEMO_PASSWORD, picture)).rejects.toMatchObject({ code: 'auth.captchaInvalid' })
    await login('coach', DEMO_PASSWORD, await readPicture(server, other))
    await login('coach', DEMO_PASSWORD)
  })

  it('expires after 60 seconds and after one wrong answer', async () => {
    const picture = await readPicture(server, server)
    const check = (captcha: string) => server.client().account.checkCaptcha({ body: { ...picture, captcha } })
    await expect(check('none')).rejects.toMatchObject({ code: 'auth.captchaWrong' })
    await expect(check(picture.captcha)).rejects.toMatchObject({ code: 'auth.captchaInvalid' })
    const guessed = await readPicture(server, server)
    const guesses = await Promise.allSettled(
      Array.from({ length: 200 }, (_, count) => {
        const captcha = count === 100 ? guessed.captcha : `no${count}`
        return server.client().account.checkCaptcha({ body: { ...guessed, captcha } })
      }),
    )
    const codes = guesses.map((one) => (one.status === 'rejected' ? (one.reason as AppError).code : 'right'))
    expect(codes.filter((code) => code !== 'auth.captchaInvalid')).toHaveLength(1)
    const late = await readPicture(server, server)
    server.clock.advance(61_000)
    await expect(server.client().account.checkCaptcha({ body: late })).rejects.toMatchObject({
      code: 'auth.captchaInvalid',
    })
  })
})

describe('signing in by phone', () => {
  it('accepts the code that was sent, once', async () => {
    const mobile = '13900000006'
    await server.client().account.sms({ body: { mobile, smsmode: '0' } })
    const captcha = await lastSms(mobile)
    // A code is valid only for the purpose that it was requested for.
    const verify = server.client().account.phoneVerification({ body: { phone: mobile, smscode: captcha } })
    await expect(verify).rejects.toMatchObject({ code: 'account.smsWrong' })
    const body = { username: 'cashier', password: NEW, phone: mobile, smscode: captcha }
    await expect(server.client().account.passwordChange({ body })).rejects.toMatchObject({ code: 'account.smsWrong' })
    const { result } = await other.client().account.phoneLogin({ body: { mobile, captcha } })
    expect(result.userInfo.username).toBe('cashier')
    await other.client(result.token).signIn.currentDeparts()
    await expect(server.client().account.phoneLogin({ body: { mobile, captcha } })).rejects.toMatchObject({
      code: 'account.smsWrong',
    })
  })

  it('sends no second code within ten minutes, and invalidates a code after five wrong ones', async () => {
    const mobile = '13900000005'
    const send = () => server.client().account.sms({ body: { mobile, smsmode: '0' } })
    await send()
    await expect(send()).rejects.toMatchObject({ code: 'account.smsStillValid' })
    const captcha = await lastSms(mobile)
    const wrong = captcha === '000000' ? '000001' : '000000'
    for (let count = 0; count < 5; count++) {
      await expect(server.client().account.phoneLogin({ body: { mobile, captcha: wrong } })).rejects.toThrow()
    }
    await expect(server.client().account.phoneLogin({ body: { mobile, captcha } })).rejects.toMatchObject({
      code: 'account.smsWrong',
    })
  })

  it('does not reveal whether an account has a phone', async () => {
    const mobile = '13777770000'
    const send = () => server.client().account.sms({ body: { mobile, smsmode: '0' } })
    await send()
    await expect(send()).rejects.toMatchObject({ code: 'account.smsStillValid' })
    expect(await lastSms(mobile)).toBe('')
  })
})

describe('registering', () => {
  it('creates an account that belongs to no store', async () => {
    const phone = '13712345678'
    const body = { username: 'Newcomer', password: NEW, phone, email: 'new@example.com' }
    await server.client().account.sms({ body: { mobile: phone, smsmode: '1' } })
    const smscode = await lastSms(phone)
    await expect(server.client().account.register({ body: { ...body, smscode: '1' } })).rejects.toMatchObject({
      code: 'account.smsWrong',
    })
    await server.client().account.register({ body: { ...body, smscode } })
    const { result } = await login('newcomer', NEW)
    expect(result).toMatchObject({ multi_depart: 0, userInfo: { identity: '3', orgCode: '' } })
    await expect(server.client(result.token).playBeforePay.list({ query: {} })).rejects.toThrow()
    // Otherwise anybody could fill the disk.
    const upload = new FormData()
    upload.append('file', new Blob([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')]), 'a.png')
    const { token } = result
    const refused = await server.request('/api/sys/common/upload', { method: 'POST', body: upload, token })
    expect(await refused.json()).toMatchObject({ success: false, error: { code: 'auth.chooseStore' } })
    const stranger = server.client()
    const hq = await server.signIn('hq')
    const free = (query: object, by = hq) => by.account.checkOnlyUser({ query })
    for (const taken of [{ username: 'NEWCOMER' }, { phone }, { email: 'NEW@example.com' }]) {
      await expect(free(taken)).rejects.toMatchObject({ code: 'account.taken' })
    }
    expect((await free({ username: 'somebody-else' })).result).toBe(true)
    // Callers without a sign-in and newly registered users get the same answer for all names.
    for (const by of [stranger, server.client(result.token)])
      for (const query of [{ username: 'hq' }, { phone }, { username: 'nobody' }])
        expect((await by.account.checkOnlyUser({ query })).result).toBe(true)
    // The phone has an account now, which only the owner of the phone learns.
    await server.client().account.sms({ body: { mobile: phone, smsmode: '1' } })
    expect(await lastSms(phone)).toBe('')
  })

  it('refuses weak passwords and names in use', async () => {
    const register = (given: object) =>
      server.client().account.register({
        body: { username: 'x-y', password: NEW, phone: '13712340000', smscode: '1', ...given },
      })
    for (const password of ['short1!', 'onlyletters!', '12345678!', 'Letters123', 'with space 1']) {
      await expect(register({ password })).rejects.toMatchObject({ code: 'common.invalidInput' })
    }
    await server.client().account.sms({ body: { mobile: '13712340000', smsmode: '1' } })
    const smscode = await lastSms('13712340000')
    await expect(register({ username: 'admin', smscode })).rejects.toMatchObject({ code: 'users.usernameTaken' })
  })
})

describe('a forgotten password', () => {
  it('is reset by name, phone and code, and ends every sign-in', async () => {
    const { token } = await server.signIn('manager2')
    const phone = '13900000004'
    const step = async (query: object) => (await server.client().account.querySysUser({ query })).result
    // The same answer for all names, existing or not.
    for (const username of ['manager2', 'nobody-at-all'])
      expect(await step({ username })).toEqual({ username, phone: '' })
    for (const asked of [phone, '13700000000'])
      expect(await step({ phone: asked })).toEqual({ username: asked, phone: asked })
    await server.client().account.sms({ body: { mobile: phone, smsmode: '2' } })
    const smscode = await lastSms(phone)
    expect((await server.client().account.phoneVerification({ body: { phone, smscode } })).result).toBe(smscode)
    const reset = (given: object) =>
      server
        .client()
        .account.passwordChange({ body: { username: 'manager2', password: NEW, smscode, phone, ...given } })
    await expect(reset({ phone: '13900000003' })).rejects.toMatchObject({ code: 'account.smsWrong' })
    // A user who began with the phone has no username to send.
    await reset({ username: phone })
    await goneEverywhere(token)
    await login('manager2', NEW)
    await expect(reset({ password: `${NEW}2` })).rejects.toMatchObject({ code: 'account.smsWrong' })
  })

  it('cannot be set for another user with a code of the own phone', async () => {
    const phone = '13900000008'
    await server.client().account.sms({ body: { mobile: phone, smsmode: '2' } })
    const query = { username: 'admin', password: NEW, smscode: await lastSms(phone), phone }
    await expect(server.client().account.passwordChangeByQuery({ query })).rejects.toMatchObject({
      code: 'account.notVerified',
    })
    await login('admin', DEMO_PASSWORD)
  })
})

describe("one's own account", () => {
  it('changes its password, and is signed out on every copy of the server', async () => {
    const hq = await server.signIn('hq')
    const elsewhere = await other.signIn('hq')
    const change = (given: object) =>
      hq.account.updatePassword({
        body: { oldpassword: DEMO_PASSWORD, password: NEW, confirmpassword: NEW, ...given },
      })
    await expect(change({ oldpassword: 'no' })).rejects.toMatchObject({ code: 'account.oldPasswordWrong' })
    await expect(change({ confirmpassword: 'no' })).rejects.toMatchObject({ code: 'account.passwordsDiffer' })
    await expect(change({ username: 'admin' })).rejects.toMatchObject({ code: 'account.notYours' })
    await change({ username: 'hq' })
    await goneEverywhere(hq.token)
    await goneEverywhere(elsewhere.token)
    await expect(login('hq', DEMO_PASSWORD)).rejects.toMatchObject({ code: 'auth.wrongPassword' })
    await login('hq', NEW)
  })

  it('keeps the password that another call set while the old one was checked', async () => {
    const manager = await server.signIn('cashier2')
    const own = (password: string) =>
      manager.account.updatePassword({
        body: { username: 'cashier2', oldpassword: DEMO_PASSWORD, password, confirmpassword: password },
      })
    await withClient(server.database.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query("select from user_account where username = 'cashier2' for update")
      const late = own(NEW).catch((error: AppError) => error.code)
      await until(async () => {
        const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
        expect(await rows(waiting)).toHaveLength(1)
      })
      await owner.query("update user_account set password_hash = password_hash || ' ' where username = 'cashier2'")
      await owner.query('commit')
      expect(await late).toBe('account.oldPasswordWrong')
      await owner.query("update user_account set password_hash = trim(password_hash) where username = 'cashier2'")
    })
    await login('cashier2', DEMO_PASSWORD)
  })

  it('has a second password for refunds', async () => {
    const partner = await server.signIn('partner')
    const change = (oldpassword: string, password: string) =>
      partner.account.changeRefundPassword({ body: { oldpassword, password, confirmpassword: password } })
    await expect(change('wrong', NEW)).rejects.toMatchObject({ code: 'account.oldPasswordWrong' })
    await change(DEMO_PASSWORD, NEW)
    await expect(change(DEMO_PASSWORD, `${NEW}2`)).rejects.toMatchObject({ code: 'account.oldPasswordWrong' })
    await change(NEW, `${NEW}2`)
    expect((await partner.account.profile()).result.hasRefundPassword).toBe(true)
    await login('partner', DEMO_PASSWORD)
  })

  it('makes a user who guesses the old password wait', async () => {
    const { account } = await server.signIn('cashier2')
    const body = { oldpassword: 'wrong', password: NEW, confirmpassword: NEW }
    for (let count = 0; count < 6; count++) await expect(account.updatePassword({ body })).rejects.toThrow()
    const right = { ...body, oldpassword: DEMO_PASSWORD }
    await expect(account.updatePassword({ body: right })).rejects.toMatchObject({ code: 'auth.lockedOut' })
  })

  it('edits its name and picture, and nothing that gives rights', async () => {
    const cashier = await server.signIn('cashier')
    const body = {
      realname: '李小敏二',
      nickname: '小敏',
      sex: 2,
      identity: '-1',
      username: 'root',
      status: 2,
    } as object
    await cashier.account.editProfile({ body })
    expect((await cashier.account.profile()).result).toMatchObject({
      username: 'cashier',
      realname: '李小敏二',
      nickname: '小敏',
      sex: 2,
    })
    const [row] = await rows(`select identity, status from user_account where username = 'cashier'`)
    expect(row).toEqual({ identity: '3', status: 1 })
    await expect(cashier.account.editProfile({ body: { realname: '' } })).rejects.toMatchObject({
      code: 'common.invalidInput',
    })
  })
})
