import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { cuttable } from '#tests/support/faults/cuttable.ts'
import { counterPage } from './pages/counter.page.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { startCounter } from './support/counter.ts'
import { hasFocus } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese, inEnglish } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

const t = inEnglish
let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

/** Signs in with a wrong password and a correct captcha. */
async function guess(username: string): Promise<void> {
  const checkKey = newId()
  await server.call('', `/sys/randomImage/${checkKey}`)
  const [shown] = await server.query<{ answer: string }>(
    'select answer from login_captcha order by expires_at desc limit 1',
  )
  await server.call('', '/sys/login', { username, password: 'guess', captcha: shown?.answer, checkKey })
}

describe('signing in', () => {
  it('shows that name or password are wrong, in the language of the screen, and allows another attempt', async () => {
    const page = await browser.open(server.url)
    const signIn = signInPage(page)
    await signIn.signIn('manager2', 'not this')
    await shows(signIn.failure, '用户名或密码错误')
    expect(await signIn.username.inputValue()).toBe('manager2')
    expect(await signIn.password.inputValue()).toBe('')
    await hasFocus(signIn.password)
    await page.getByText('English').click()
    const english = signInPage(page, inEnglish)
    await english.signIn('manager2', 'nor this')
    await shows(english.failure, 'Account name or password incorrect')
    await english.signIn('manager2')
    const menu = page.getByRole('navigation', { name: inEnglish('nav.main') })
    await menu.waitFor()
    // The browser keeps the choice.
    await page.reload()
    await menu.waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })

  it('requires a captcha after three failures', async () => {
    const page = await browser.open(server.url)
    const signIn = signInPage(page)
    const picture = page.getByRole('img', { name: inChinese('login.captcha') })
    for (let count = 1; count <= 3; count++) {
      expect(await picture.count()).toBe(0)
      await signIn.signIn('coach', `wrong ${count}`)
      await until(async () => expect(await signIn.password.inputValue()).toBe(''))
      await shows(signIn.failure, '用户名或密码错误')
    }
    await picture.waitFor()
    await signIn.signIn('coach')
    await page.getByText(inChinese('login.captchaRequired')).waitFor()
  })

  it('blocks guessing for a time that it shows, even with the right password', async () => {
    for (let count = 1; count <= 6; count++) await guess('partner')
    // Only seconds at first; extended, so that the block still holds on a slow machine.
    const made = await server.query(
      `update login_guard set locked_until = locked_until + interval '10 minutes' where locked_until > '-infinity'
       returning subject`,
    )
    expect(made).not.toEqual([])
    const page = await browser.open(server.url)
    const signIn = signInPage(page)
    await signIn.signIn('partner')
    await shows(signIn.failure, /密码错误次数过多，请在 \d+ 秒后再试/)
  })

  it('returns to the requested page', async () => {
    const page = await browser.open(`${server.url}/#/playbeforepay/SysPlayBeforePayList?from=mail`)
    const signIn = signInPage(page)
    await signIn.username.waitFor()
    expect(decodeURIComponent(page.url())).toMatch(/\/user\/login\?redirect=\/playbeforepay/)
    await signIn.signIn('manager2')
    await until(() => expect(page.url()).toContain('/playbeforepay/SysPlayBeforePayList?from=mail'))
  })
})

/** The code in the last text message to a phone. */
async function codeSentTo(phone: string): Promise<string> {
  const sent = () => server.query<{ text: string }>('select text from sms_outbox where phone = $1', [phone])
  const texts = await until(async () => {
    const found = await sent()
    expect(found).not.toEqual([])
    return found
  })
  return /\d{6}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? ''
}

describe('other ways to sign in, in English', () => {
  async function openEnglish(path = ''): Promise<Page> {
    const page = await browser.open(`${server.url}/#${path}`)
    await page.getByRole('button', { name: 'English', exact: true }).click()
    return page
  }
  const codeField = (page: Page) => page.getByLabel(t('login.code'), { exact: true })
  const phoneField = (page: Page) => page.getByLabel(t('login.phone'), { exact: true })

  it('are the phone and a code', async () => {
    const page = await openEnglish()
    await page.getByRole('button', { name: t('login.byPhone') }).click()
    await phoneField(page).fill('1380')
    await page.getByRole('button', { name: t('login.getCode') }).click()
    await page.getByText(t('login.phoneBad')).waitFor()
    await phoneField(page).fill('13900000005')
    await page.getByRole('button', { name: t('login.getCode') }).click()
    await page.getByText(/^Resend in \d+ s$/).waitFor()
    await codeField(page).fill(await codeSentTo('13900000005'))
    await page.keyboard.press('Enter')
    await page.getByRole('banner').getByText('王教练').waitFor()
  })

  it('are the phone and a code at a counter too, while it reaches the server', async () => {
    const way = await cuttable(server.url)
    const counter = await startCounter({ serverUrl: way.url })
    try {
      const { page } = counter
      await page.getByRole('button', { name: 'English', exact: true }).click()
      const byPhone = page.getByRole('button', { name: t('login.byPhone') })
      await byPhone.waitFor()
      way.cut()
      await signInPage(page, t).offlineHint.waitFor()
      expect(await byPhone.count()).toBe(0)
      await way.mend()
      await byPhone.click()
      await phoneField(page).fill('13900000006')
      await page.getByRole('button', { name: t('login.getCode') }).click()
      await codeField(page).fill(await codeSentTo('13900000006'))
      await page.keyboard.press('Enter')
      await shows(counterPage(page, t).connection, 'Online')
    } finally {
      await counter.remove()
      way.close()
    }
  })

  it('are a registration of an account, which belongs to no store yet', async () => {
    const page = await openEnglish()
    await page.getByRole('link', { name: t('login.register') }).click()
    await page.getByRole('heading', { name: 'Register' }).waitFor()
    await page.getByLabel(t('signUp.username'), { exact: true }).fill('newcomer')
    await page.getByLabel(t('signUp.password'), { exact: true }).fill('Racing-2026')
    await page.getByLabel(t('signUp.confirm')).fill('Racing-2026')
    await phoneField(page).fill('13811112222')
    await page.getByRole('button', { name: t('login.getCode') }).click()
    await codeField(page).fill(await codeSentTo('13811112222'))
    await page.keyboard.press('Enter')
    await page.getByText('Account newcomer is registered').waitFor()
    await page.getByRole('link', { name: t('reset.toSignIn') }).click()
    const signIn = signInPage(page, t)
    await signIn.signIn('newcomer', 'Racing-2026')
    await shows(signIn.failure, 'no department')
  })

  it('are a new password in four steps', async () => {
    const page = await openEnglish()
    await page.getByRole('link', { name: t('login.forgot') }).click()
    await page.getByLabel(t('reset.account')).fill('cashier2')
    await page.getByRole('button', { name: t('reset.next') }).click()
    // The page does not reveal whose phone it is; the user must know.
    await phoneField(page).fill('13900000008')
    expect(await page.textContent('body')).not.toContain('139****')
    await page.getByRole('button', { name: t('login.getCode') }).click()
    await codeField(page).fill(await codeSentTo('13900000008'))
    await page.getByRole('button', { name: t('reset.next') }).click()
    await page.getByLabel(t('reset.password'), { exact: true }).fill('Racing-2026')
    await page.getByLabel(t('password.confirm')).fill('Racing-2026')
    await page.getByRole('button', { name: t('reset.submit') }).click()
    await page.getByText('Password changed').waitFor()
    await page.getByRole('link', { name: t('reset.toSignIn') }).click()
    await signInPage(page, t).signIn('cashier2', 'Racing-2026')
    await page.waitForURL(/#\/counter$/)
  })

  it('are a CAS server, which returns to the requested page', async () => {
    const page = await browser.open('about:blank')
    const { result } = await server.call<{ result: unknown }>('', '/sys/login', { username: 'hq', password: PASSWORD })
    const asked: string[] = []
    await page.route('**/config.json', (route) => route.fulfill({ json: { casUrl: 'https://sso.test/cas/' } }))
    await page.route('https://sso.test/**', (route) => {
      const service = new URL(route.request().url()).searchParams.get('service')
      return route.fulfill({
        contentType: 'text/html',
        body: `<a href="${service}?ticket=${asked.length === 0 ? 'ST-old' : 'ST-1'}">enter</a>`,
      })
    })
    await page.route('**/cas/client/validateLogin**', (route) => {
      const { searchParams } = new URL(route.request().url())
      asked.push(`${searchParams.get('ticket')} ${searchParams.get('service')}`)
      const refused = { success: false, message: 'refused', code: 500, result: null }
      return route.fulfill({
        json: asked.length === 1 ? refused : { success: true, message: '', code: 200, result, timestamp: 0 },
      })
    })
    await page.goto(`${server.url}/#/isystem/user`)
    for (const isRefused of [true, false]) {
      await page.getByRole('link', { name: '单点登录' }).click()
      await page.getByRole('link', { name: 'enter' }).click()
      if (isRefused) await shows(page.getByRole('alert'), 'refused')
      if (isRefused) await page.getByRole('button', { name: '账号密码登录' }).first().click()
    }
    await until(() => expect(page.url()).toBe(`${server.url}/#/isystem/user`))
    expect(asked).toEqual([`ST-old ${server.url}/`, `ST-1 ${server.url}/`])
  })
})

describe('the unexpected end of a session', () => {
  it('is explained on the sign-in page', async () => {
    const page = await browser.open(server.url)
    const signIn = signInPage(page)
    await page.route('**/getUserPermissionByToken**', (route) => route.abort())
    await signIn.signIn('manager2')
    await shows(signIn.failure, '没能读取权限，请重新登录')
    await page.unroute('**/getUserPermissionByToken**')
    await signIn.signIn('manager2')
    await page.getByRole('link', { name: t('app.name') }).click()
    await page.getByRole('heading', { name: /^欢迎您/ }).waitFor()

    await page.route('**/sys/logout**', (route) => route.abort())
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
    await shows(signIn.failure, '没能通知服务器')
    await until(async () => expect(page.url()).toBe(`${server.url}/#/user/login`))
  })
})

describe('a store that is removed from its user', () => {
  afterEach(async () => {
    await server.query(
      `insert into user_store (user_id, store_id)
       select u.id, s.id from user_account u, store s where u.username = 'manager' and s.org_code = 'A01A01'
       on conflict do nothing`,
    )
    await server.query("update user_account set status = status where username = 'manager'")
  })

  it('must be replaced by another one, or the user signs out', async () => {
    // The manager of two stores.
    const page = await browser.openSignedIn(server, 'manager', '/playbeforepay/SysPlayBeforePayList', {
      orgCode: 'A01A01',
    })
    await page.getByRole('table').first().waitFor()
    await server.query(
      `delete from user_store where user_id = (select id from user_account where username = 'manager')
       and store_id = (select id from store where org_code = 'A01A01')`,
    )
    // The servers cache users, and reload a changed one.
    await server.query("update user_account set status = status where username = 'manager'")
    await page.reload()
    const dialog = page.getByRole('dialog')
    await shows(dialog, '您已不在')
    await page.keyboard.press('Escape')
    expect(await dialog.getByRole('button', { name: inChinese('action.cancel') }).count()).toBe(0)
    await dialog.getByRole('button', { name: '退出登录' }).waitFor()
    // The only remaining store is preselected.
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await shows(page.getByRole('banner'), '城西店')
    expect(page.url()).toContain('/playbeforepay/SysPlayBeforePayList')
    await page.getByRole('table').first().waitFor()
  })
})

describe('a sign-in that has ended', () => {
  it('is shown in the web admin by a dialog that leads to a new sign-in', async () => {
    const page = await browser.openSignedIn(server, 'manager2', '/dashboard/workplace')
    const signIn = signInPage(page)
    await page.getByRole('heading', { name: /^欢迎您/ }).waitFor()
    await server.query(
      `update access_token set expires_at = now() - interval '1 minute'
       where user_id = (select id from user_account where username = 'manager2')`,
    )
    // The servers cache tokens; they drop them when the user changes, and notify the windows at once.
    await server.query("update user_account set status = status where username = 'manager2'")
    const dialog = page.getByRole('dialog')
    await shows(dialog, '登录已过期')
    await dialog.getByRole('button', { name: '重新登录' }).click()
    await signIn.username.waitFor()
    await signIn.signIn('manager2')
    await page.getByRole('heading', { name: '欢迎您，林店长' }).waitFor()
  })

  it('is shown at the counter, and its offline starts are uploaded after the next sign-in', async () => {
    const way = await cuttable(server.url)
    const counter = await startCounter({ serverUrl: way.url })
    try {
      // Offline starts are accepted only from a trusted terminal.
      await counter.enrol()
      await counter.signIn()
      await counter.screen.otherLanguage.click()
      const screen = counterPage(counter.page, inEnglish)
      await shows(screen.connection, 'Online')
      await counter.page.getByRole('button', { name: '中文', exact: true }).click()
      // Offline while its sign-in ends: the terminal cannot know yet and continues.
      way.cut()
      await shows(counter.screen.connection, '离线 · 0 条待同步')
      // Freezing a user ends all sign-ins, even when it is brief.
      for (const status of [2, 1])
        await server.query("update user_account set status = $1 where username = 'cashier'", [status])
      await counter.page.keyboard.press('1')
      await counter.page.keyboard.press('F4')
      await shows(counter.screen.result, /^T\d-\d{3} 已离线保存/)
      await way.mend()
      await shows(counter.page.getByRole('dialog'), '登录已过期')
      await counter.page.getByRole('button', { name: '重新登录' }).click()
      await counter.signIn()
      await until(async () => expect(await counter.ask('app:starts.list')).toMatchObject([{ state: 'sent' }]))
      expect(await server.query('select racer from play_record where offline')).toEqual([{ racer: '神秘车手' }])
    } finally {
      await counter.remove()
      way.close()
    }
  })
})
