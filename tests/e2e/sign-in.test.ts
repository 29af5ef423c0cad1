import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import { counterPage } from './pages/counter.page.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { startCounter } from './support/counter.ts'
import { pictureFailures } from './support/failure-pictures.ts'
import { shows, until } from './support/shows.ts'
import { inEnglish } from './support/texts.ts'
import { startBrowser } from './support/web.ts'

let server: VenueServer
let browser: Awaited<ReturnType<typeof startBrowser>>

pictureFailures()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

/** A wrong password, with the picture read as well as a person reads it. */
async function guess(username: string): Promise<void> {
  const checkKey = newId()
  await server.call('', `/sys/randomImage/${checkKey}`)
  const [shown] = await server.query<{ answer: string }>(
    'select answer from login_captcha order by expires_at desc limit 1',
  )
  await server.call('', '/sys/login', { username, password: 'guess', captcha: shown?.answer, checkKey })
}

describe('signing in', () => {
  it('says that name or password are wrong, in the language of the screen, and lets it be typed again', async () => {
    const page = await browser.open(server.url)
    const signIn = signInPage(page)
    await signIn.signIn('manager2', 'not this')
    await shows(signIn.failure, '用户名或密码错误')
    expect(await signIn.username.inputValue()).toBe('manager2')
    expect(await signIn.password.inputValue()).toBe('')
    await until(async () =>
      expect(await signIn.password.evaluate((field) => field === document.activeElement)).toBe(true),
    )
    await page.getByText('English').click()
    const english = signInPage(page, inEnglish)
    await english.signIn('manager2', 'nor this')
    await shows(english.failure, 'Account name or password incorrect')
    await english.signIn('manager2')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    // The choice stays with the browser.
    await page.reload()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })

  it('makes a guesser wait and says how long, also when the password is then right', async () => {
    for (let count = 1; count <= 6; count++) await guess('partner')
    const page = await browser.open(server.url)
    const signIn = signInPage(page)
    await signIn.signIn('partner')
    await shows(signIn.failure, /密码错误次数过多，请在 \d+ 秒后再试/)
  })

  it('leads back to the page that was asked for', async () => {
    const page = await browser.open(`${server.url}/#/playbeforepay/SysPlayBeforePayList?from=mail`)
    const signIn = signInPage(page)
    await signIn.username.waitFor()
    expect(decodeURIComponent(page.url())).toMatch(/\/user\/login\?redirect=\/playbeforepay/)
    await signIn.signIn('manager2')
    await until(() => expect(page.url()).toContain('/playbeforepay/SysPlayBeforePayList?from=mail'))
  })
})

describe('a sign-in that has ended', () => {
  it('is told in the web admin by a dialog that leads to a new one', async () => {
    const page = await browser.open(server.url)
    const signIn = signInPage(page)
    await signIn.signIn('manager2')
    await page.getByRole('heading', { name: '今天' }).waitFor()
    await server.query(
      `update sys_token set expires_at = now() - interval '1 minute'
       where user_id = (select id from sys_user where username = 'manager2')`,
    )
    // Copies of the server remember a token for a while; they forget it when its person changes.
    await server.query("update sys_user set status = status where username = 'manager2'")
    await page.getByRole('menuitem', { name: '先玩后付' }).click()
    const dialog = page.getByRole('dialog')
    await until(async () => {
      await page
        .getByRole('button', { name: '查询' })
        .click({ timeout: 300 })
        .catch(() => undefined)
      await shows(dialog, '登录已过期', 300)
    })
    await dialog.getByRole('button', { name: '重新登录' }).click()
    await signIn.username.waitFor()
    await signIn.signIn('manager2')
    await page.getByText('林店长').waitFor()
  })

  it('is told at the counter, and what it started meanwhile goes out after the next one', async () => {
    const counter = await startCounter({ serverUrl: server.url })
    try {
      await counter.signIn()
      await counter.screen.otherLanguage.click()
      const screen = counterPage(counter.page, inEnglish)
      await shows(screen.connection, 'Online')
      await counter.page.getByRole('button', { name: '中文', exact: true }).click()
      const { token } = await counter.ask<{ token: string }>('app:session.current')
      // Out of reach while its sign-in ends: the terminal cannot know yet, and goes on.
      const settings = await counter.ask<TerminalSettings>('app:settings.read')
      await counter.ask('app:settings.write', { ...settings, serverUrl: 'http://127.0.0.1:9' })
      await shows(counter.screen.connection, '离线 · 0 条待同步')
      await server.call(token, '/sys/logout', {})
      await counter.page.keyboard.press('1')
      await counter.page.keyboard.press('F5')
      await shows(counter.screen.result, /^T1-\d{3} 已离线保存/)
      await counter.ask('app:settings.write', settings)
      await shows(counter.page.getByRole('dialog'), '登录已过期')
      await counter.page.getByRole('button', { name: '重新登录' }).click()
      await counter.signIn()
      await until(async () => expect(await counter.ask('app:starts.list')).toMatchObject([{ state: 'sent' }]))
      expect(await server.query('select racer from play_before_pay where offline')).toEqual([{ racer: '神秘车手' }])
    } finally {
      await counter.remove()
    }
  })
})
