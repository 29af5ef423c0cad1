import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { familyClient } from './family-client.ts'

const { server } = await testVenue()
const stranger = familyClient(server)

const NEW = 'Neues-Passwort-1'
const PHONE = '13912345678'
const DAY = 86_400_000

const owner = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (client) => (await client.query(statement, values)).rows)

const lastSms = async (phone: string): Promise<string> => {
  const [sms] = await owner('select text from sms_outbox where phone = $1 order by created_at desc limit 1', [phone])
  return /\d{6}/.exec(sms?.text ?? '')?.[0] ?? ''
}

/** Reads the captcha of a key like a person. */
const readSigns = async (): Promise<string> =>
  (await owner('select answer from login_captcha order by expires_at desc limit 1'))[0].answer

const account = { username: 'hq', password: DEMO_PASSWORD }

// Everything here follows api-family.md §1.3 and §2 and uses no other knowledge of the server.
describe('a client of the family', () => {
  it('gets answers from any origin, with a clear error for a bad request', async () => {
    const headers = { Origin: 'http://client.example', 'Access-Control-Request-Method': 'PUT' }
    const asked = { ...headers, 'Access-Control-Request-Headers': 'x-access-token,content-type' }
    const preflight = await server.request('/jeecg-boot/sys/user/edit', { method: 'OPTIONS', headers: asked })
    expect(preflight.status).toBe(200)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://client.example')
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/GET.*POST.*PUT.*DELETE.*OPTIONS/)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-access-token,content-type')

    const unknown = await stranger.raw('GET', '/sys/no/such/call')
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({
      status: 404,
      error: 'Not Found',
      path: '/jeecg-boot/sys/no/such/call',
    })
    const wrong = await stranger.call('DELETE', '/sys/login')
    expect(wrong).toMatchObject({ success: false, code: 405, message: '不支持DELETE请求方法，支持以下POST、' })
  })

  it('may join its base address and path with two slashes', async () => {
    const paths = ['//sys/getEncryptedString', '/sys//getEncryptedString', '///sys/getEncryptedString']
    for (const path of paths) expect((await stranger.call('GET', path)).success, path).toBe(true)
    const ours = await server.request('//jeecg-boot//sys/getEncryptedString?x=a//b')
    expect(await ours.json()).toMatchObject({ success: true })
  })

  it('may end a path with a slash, as its look-up of categories does', async () => {
    for (const path of ['/sys/getEncryptedString/', '/sys/getEncryptedString//'])
      expect((await stranger.call('GET', path)).success, path).toBe(true)
  })

  it('gets a captcha under its own key and can check the solution', async () => {
    const checkKey = Date.now()
    const { result } = await stranger.get(`/sys/randomImage/${checkKey}`)
    expect(result).toMatch(/^data:image\/[\w+]+;base64,/)
    expect(await stranger.refused('POST', '/sys/checkCaptcha', {}, { captcha: 'none', checkKey: 1 })).toBe('验证码无效')
    expect((await stranger.post('/sys/checkCaptcha', { captcha: await readSigns(), checkKey })).success).toBe(true)
    expect(await stranger.refused('POST', '/sys/checkCaptcha', {}, { captcha: 'none', checkKey })).toBe('验证码错误')
  })

  it('signs in by JSON, and gets stores, token, user and dictionaries', async () => {
    const { result, ...envelope } = await stranger.post('/sys/login', {
      ...account,
      captcha: '',
      checkKey: Date.now(),
      remember_me: true,
    })
    expect(envelope).toMatchObject({ success: true, message: '登录成功', code: 200 })
    expect(result.multi_depart).toBe(1)
    expect(result.departs).toEqual([
      expect.objectContaining({ id: expect.any(String), orgCode: 'A01', departName: '极速卡丁连锁', orgType: '1' }),
    ])
    expect(result.token).toEqual(expect.any(String))
    expect(Object.keys(result.userInfo)).toEqual(
      expect.arrayContaining([
        'id',
        'username',
        'realname',
        'avatar',
        'birthday',
        'sex',
        'email',
        'phone',
        'orgCode',
        'status',
        'delFlag',
        'workNo',
        'post',
        'telephone',
        'createBy',
        'createTime',
        'updateBy',
        'updateTime',
        'activitiSync',
        'userIdentity',
        'departIds',
        'thirdId',
        'thirdType',
        'identity',
        'rolesname',
      ]),
    )
    expect(result.userInfo).toMatchObject({ username: 'hq', orgCode: 'A01', status: 1, delFlag: 0, identity: '0' })
    expect(JSON.stringify(result)).not.toMatch(/"(password|salt)|argon/i)
    expect(result.sysAllDictItems.sex).toContainEqual({ value: '1', text: '男', title: '男' })
  })

  it('signs in by a form, like the venue product', async () => {
    const form = new URLSearchParams({ ...account, captcha: '', checkKey: '1593570000000', remember_me: 'true' })
    expect(await stranger.post('/sys/login', form)).toMatchObject({ code: 200, result: { multi_depart: 1 } })
  })

  it('gets sign-in errors in the words of the family', async () => {
    expect(await stranger.refused('POST', '/sys/login', {}, { username: 'hq', password: 'x' })).toBe('用户名或密码错误')
    await owner(`update user_account set status = 2 where username = 'partner'`)
    const frozen = { username: 'partner', password: DEMO_PASSWORD }
    expect(await stranger.refused('POST', '/sys/login', {}, frozen)).toBe('该用户已冻结')
  })

  it('chooses one of several stores by PUT or POST, with or without a name', async () => {
    const { result } = await stranger.post('/sys/login', { username: 'manager', password: DEMO_PASSWORD })
    expect(result).toMatchObject({ multi_depart: 2, userInfo: { orgCode: '' } })
    const manager = familyClient(server, result.token)
    const chosen = await manager.put('/sys/selectDepart', { orgCode: 'A01A01', username: 'manager' })
    expect(chosen).toMatchObject({ code: 0, result: { userInfo: { username: 'manager', orgCode: 'A01A01' } } })
    await manager.post('/sys/selectDepart', { orgCode: 'A01A02', username: '' })
    const { result: stores } = await manager.get('/sys/user/getCurrentUserDeparts')
    expect(stores).toMatchObject({ orgCode: 'A01A02', list: [{ orgCode: 'A01A01' }, { orgCode: 'A01A02' }] })
  })

  it('signs in from an app without a captcha, but with the limits on guessing', async () => {
    const { result, ...envelope } = await stranger.post('/sys/mLogin', { username: 'coach', password: DEMO_PASSWORD })
    expect(envelope).toMatchObject({ code: 200, message: '登录成功' })
    expect(result).toMatchObject({ token: expect.any(String), userInfo: { username: 'coach', orgCode: 'A01A01' } })
    const several = await stranger.post('/sys/mLogin', { username: 'manager', password: DEMO_PASSWORD })
    expect(several.result.userInfo.orgCode).toBe('A01A02')
    for (const path of ['/sys/mLogin', '/sys/login', '/sys/mLogin']) {
      expect(await stranger.refused('POST', path, {}, { username: 'coach', password: 'x' })).toBe('用户名或密码错误')
    }
    const right = { username: 'coach', password: DEMO_PASSWORD }
    expect(await stranger.refused('POST', '/sys/mLogin', {}, right)).toBe('请输入验证码')
    const checkKey = Date.now()
    await stranger.get(`/sys/randomImage/${checkKey}`)
    await stranger.post('/sys/mLogin', { ...right, captcha: await readSigns(), checkKey })
  })

  it('reads the user of a valid token, and of no other', async () => {
    const { result } = await stranger.post('/sys/login', account)
    const holder = await stranger.get(`/thirdLogin/getLoginUser/${result.token}`)
    expect(holder).toMatchObject({ code: 200, result: { token: result.token, userInfo: { username: 'hq' } } })
    await familyClient(server, result.token).get('/sys/logout')
    for (const token of [result.token, 'x'.repeat(43)]) {
      const response = await stranger.raw('GET', `/thirdLogin/getLoginUser/${token}`)
      expect([response.status, (await response.json()).message]).toEqual([500, 'Token失效，请重新登录'])
    }
    expect(server.logs.join('\n')).not.toContain(result.token)
    const { result: keys } = await stranger.get('/sys/getEncryptedString')
    expect(keys).toEqual({ key: expect.stringMatching(/^\w{16}$/), iv: expect.stringMatching(/^\w{16}$/) })
  })

  it('signs out once by POST or GET, and is refused where no session was open', async () => {
    const client = await stranger.signIn('hq', DEMO_PASSWORD)
    expect((await client.post('/sys/logout', {})).message).toBe('退出登录成功！')
    expect(await client.refused('POST', '/sys/logout', {}, {})).toBe('Token无效!')
    expect(await stranger.refused('GET', '/sys/logout')).toBe('退出登录失败！')
  })

  it('registers, signs in by phone and resets the password by codes', async () => {
    expect((await stranger.get('/sys/user/checkOnlyUser', { username: 'newcomer' })).success).toBe(true)
    // Only users who may add users learn which accounts exist (docs/access.md#who-exists).
    expect((await stranger.get('/sys/user/checkOnlyUser', { username: 'hq' })).success).toBe(true)
    const adds = await stranger.signIn('hq', DEMO_PASSWORD)
    expect(await adds.refused('GET', '/sys/user/checkOnlyUser', { username: 'hq' })).toBe('用户账号已存在')
    expect((await stranger.post('/sys/sms', { mobile: PHONE, smsmode: '1' })).success).toBe(true)
    expect(await stranger.refused('POST', '/sys/sms', {}, { mobile: PHONE, smsmode: '1' })).toBe(
      '验证码10分钟内，仍然有效！',
    )
    const person = { username: 'newcomer', password: NEW, phone: PHONE, email: '' }
    expect(await stranger.refused('POST', '/sys/user/register', {}, { ...person, smscode: '1' })).toBe('手机验证码错误')
    expect(await stranger.refused('POST', '/sys/sms', {}, { mobile: '', smsmode: '0' })).toBe('手机号不允许为空！')
    const registered = await stranger.post('/sys/user/register', { ...person, smscode: await lastSms(PHONE) })
    expect(registered.message).toBe('注册成功')

    await stranger.post('/sys/sms', { mobile: PHONE, smsmode: '0' })
    const byPhone = await stranger.post('/sys/phoneLogin', { mobile: PHONE, captcha: await lastSms(PHONE) })
    expect(byPhone).toMatchObject({ code: 200, result: { multi_depart: 0, departs: [] } })
    expect(await stranger.refused('POST', '/sys/mLogin', {}, { username: 'newcomer', password: NEW })).toBe(
      '用户暂未归属部门,不可登录!',
    )

    const { result: known } = await stranger.get('/sys/user/querySysUser', { username: 'newcomer' })
    expect(known).toEqual({ username: 'newcomer', phone: expect.any(String) })
    const { result: unknown } = await stranger.get('/sys/user/querySysUser', { username: 'nobody' })
    expect(unknown).toEqual({ username: 'nobody', phone: known.phone })
    expect(await stranger.refused('GET', '/sys/user/querySysUser')).toBe('验证失败')
    await stranger.post('/sys/sms', { mobile: PHONE, smsmode: '2' })
    const smscode = await lastSms(PHONE)
    const verified = await stranger.post('/sys/user/phoneVerification', { phone: PHONE, smscode })
    expect(verified.result).toBe(smscode)
    const reset = { username: 'newcomer', password: `${NEW}x`, smscode, phone: PHONE }
    expect((await stranger.get('/sys/user/passwordChange', reset)).message).toBe('密码重置完成！')
    await stranger.signIn('newcomer', `${NEW}x`)
  })

  it('changes its password by PUT or POST, with an error for a wrong one', async () => {
    const client = await stranger.signIn('newcomer', `${NEW}x`)
    const change = { username: 'newcomer', oldpassword: `${NEW}x`, password: NEW, confirmpassword: NEW }
    const refusal = (given: object) => client.refused('PUT', '/sys/user/updatePassword', {}, { ...change, ...given })
    expect(await refusal({ oldpassword: 'wrong' })).toBe('旧密码输入错误!')
    expect(await refusal({ password: '', confirmpassword: '' })).toBe('新密码不允许为空!')
    expect(await refusal({ confirmpassword: 'another' })).toBe('两次输入密码不一致!')
    expect((await client.put('/sys/user/updatePassword', change)).message).toBe('密码重置成功!')
    const again = await stranger.signIn('newcomer', NEW)
    await again.post('/sys/user/updatePassword', {
      ...change,
      oldpassword: NEW,
      password: `${NEW}y`,
      confirmpassword: `${NEW}y`,
    })
  })

  it('keeps a socket open below the same address', async () => {
    const { result } = await stranger.post('/sys/login', account)
    const address = `${server.url.replace('http', 'ws')}/jeecg-boot/websocket/${result.userInfo.id}`
    const socket = new WebSocket(address)
    const answer = await new Promise<string>((resolve, reject) => {
      socket.onopen = () => socket.send('HeartBeat')
      socket.onmessage = ({ data }) => resolve(String(data))
      socket.onerror = () => reject(new Error('the socket does not open'))
    })
    socket.close()
    expect(JSON.parse(answer)).toMatchObject({ cmd: 'heartcheck' })
  })

  it('counts visits', async () => {
    const client = await stranger.signIn('hq', DEMO_PASSWORD)
    const { result: visits } = await client.get('/sys/loginfo')
    expect(visits).toEqual({
      totalVisitCount: expect.any(Number),
      todayVisitCount: expect.any(Number),
      todayIp: expect.any(Number),
    })
    const { result: days } = await client.get('/sys/visitInfo')
    expect(days).toHaveLength(7)
    expect(days[0]).toEqual({
      visit: expect.any(Number),
      ip: expect.any(Number),
      tian: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      type: expect.stringMatching(/^\d{2}-\d{2}$/),
    })
  })

  it('gets HTTP 500 with one exact text when its token is no longer valid', async () => {
    const client = await stranger.signIn('hq', DEMO_PASSWORD)
    server.clock.advance(8 * DAY)
    for (const token of [client, familyClient(server, 'nonsense')]) {
      const response = await token.raw('GET', '/sys/user/list')
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({
        timestamp: expect.any(String),
        status: 500,
        error: 'Internal Server Error',
        message: 'Token失效，请重新登录',
        path: '/jeecg-boot/sys/user/list',
      })
    }
    server.clock.advance(-8 * DAY)
  })
})
