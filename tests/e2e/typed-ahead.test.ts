import type { Page, Route } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import { type CounterPage, counterPage } from './pages/counter.page.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { pressAt } from './support/focus.ts'
import { swipeKeys } from './support/keyboard-reader.ts'
import { shows, textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { pressTimed } from './support/timed-keys.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// Keys pressed before the counter is ready, for example right after the password.
let server: VenueServer
let counter: Counter

cleanUpPages()
beforeAll(async () => {
  server = await startVenue()
  counter = await startCounter({ serverUrl: server.url, waitsForServer: true })
  await counter.signIn()
})
afterAll(async () => {
  await counter?.remove()
  await server?.remove()
})
beforeEach(() => counter.screen.clear())

const isChosen = (screen: CounterPage, rule: string) =>
  until(async () => expect(await screen.rule(rule).getAttribute('aria-pressed')).toBe('true'))
const starts = async () => (await counter.ask<unknown[]>('app:starts.list')).length

/**
 * Chooses a rule, ends the sign-in as an administrator does, and answers its dialog, at the next start at the latest.
 */
async function endSignIn() {
  await counter.page.keyboard.press('1')
  await isChosen(counter.screen, '标准卡丁')
  // Freezing a user ends all sign-ins, even when it is brief.
  for (const status of [2, 1])
    await server.query("update user_account set status = $1 where username = 'cashier'", [status])
  await counter.page.keyboard.press('F4')
  const dialog = counter.page.getByRole('dialog')
  await shows(dialog, t('error.expired'))
  return dialog
}

/** Changes the cluster, so that the counter reloads rules and vehicles. */
async function tellCatalogueChanged(): Promise<void> {
  const settings = await counter.ask<TerminalSettings>('app:settings.read')
  const mode = settings.hub.mode === 'off' ? 'join' : 'off'
  await counter.ask('app:settings.write', { ...settings, hub: { ...settings.hub, mode } })
}

describe('a digit pressed right after the password', () => {
  it('chooses its rule where a user signs in again over the counter, and a scanned card does not', async () => {
    const { page, screen } = counter
    const dialog = await endSignIn()
    // Without a user the terminal ignores readers, and the counter queries it when that changes.
    await until(async () => expect(await counter.ask('app:catalogue.read')).toBeNull())
    await tellCatalogueChanged()
    const password = dialog.getByLabel(t('login.password'), { exact: true })
    await password.fill('wrong')
    await pressAt(password, 'Enter')
    await page.keyboard.press('3')
    await shows(page.getByRole('dialog'), t('error.auth.wrongPassword'))
    // Input typed after a refused password is dropped, and the choices remain.
    expect(await screen.rule('标准卡丁').count()).toBe(1)
    await password.fill(PASSWORD)
    await pressAt(password, 'Enter')
    const began = Date.now()
    await pressTimed(page, [{ key: '2', at: began }, ...swipeKeys('0004829731', began + 400)])
    await isChosen(counter.screen, '竞速八圈')
    await until(async () => expect(await page.getByRole('dialog').count()).toBe(0))
    expect(await screen.search.inputValue()).toBe('')
    expect(await starts()).toBe(0)
  })

  it('chooses its rule where the counter is still loading', async () => {
    const { page } = counter
    const dialog = await endSignIn()
    await dialog.getByRole('button', { name: t('user.logout') }).click()
    const form = signInPage(page)
    await form.username.waitFor()
    await form.signIn('cashier')
    await page.keyboard.press('2')
    await isChosen(counter.screen, '竞速八圈')
  })

  it('chooses its rule where the counter was locked', async () => {
    const { page, screen } = counter
    await screen.openMenu(t('lock.lock'))
    const password = page.getByTestId('lock').getByLabel(t('lock.password'))
    await password.fill(PASSWORD)
    await pressAt(password, 'Enter')
    await page.keyboard.press('2')
    await isChosen(counter.screen, '竞速八圈')
  })
})

describe('at a counter in the browser', () => {
  let browser: WebBrowser
  let page: Page
  let screen: CounterPage

  beforeAll(async () => {
    browser = await startBrowser()
    page = await browser.openSignedIn(server, 'cashier', '/counter')
    screen = counterPage(page)
    await screen.ready()
  })
  afterAll(() => browser?.close())
  beforeEach(() => screen.clear())
  afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

  const records = async () => (await server.query('select id from play_record')).length

  describe('input during a start', () => {
    const ADD = '**/sysPlayBeforePay/add'

    /** Starts with rule 1, and runs an action before the server responds or its response is lost. */
    async function meanwhile(answer: 'passes' | 'fails' | 'isLost', act: () => Promise<unknown>) {
      const [asked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const answerIt = async (route: Route) => {
        asked.resolve()
        await goesOn.promise
        if (answer === 'isLost') await route.fetch()
        await (answer === 'passes' ? route.continue() : route.abort())
      }
      await page.route(ADD, answerIt, { times: 1 })
      await page.keyboard.press('1')
      await isChosen(screen, '标准卡丁')
      await page.keyboard.press('F4')
      await asked.promise
      await act()
      goesOn.resolve()
    }
    const failed = () => shows(screen.outlook, '无法连接服务器')

    it('is for the next guest', async () => {
      const before = await records()
      await meanwhile('passes', () => page.keyboard.press('2'))
      await shows(screen.result, '已开始')
      await isChosen(screen, '竞速八圈')
      expect(await records()).toBe(before + 1)
    })

    it('is dropped where the start fails: the guest is still on the screen', async () => {
      await meanwhile('fails', () => page.keyboard.press('2'))
      await failed()
      await page.keyboard.press('+')
      await until(async () => expect(await textOf(screen.people)).toBe('2'))
      await isChosen(screen, '标准卡丁')
    })

    it('is for the next guest also where it is a click or typed into a field', async () => {
      const another = screen.where.locator('[data-state="idle"][aria-pressed="false"]').last()
      const vehicle = await another.getAttribute('data-vehicle')
      await meanwhile('passes', async () => {
        await screen.rule('竞速八圈').click()
        await another.click()
        await screen.remark.click()
        await page.keyboard.type('头', { delay: 90 })
      })
      await shows(screen.result, '已开始')
      await isChosen(screen, '竞速八圈')
      // Typing continues.
      await page.keyboard.type('v1', { delay: 200 })
      await until(async () => expect(await screen.remark.inputValue()).toBe('头v1'))
      expect(await screen.chosenVehicle.getAttribute('data-vehicle')).toBe(vehicle)
      const [last] = await server.query('select remark from play_record order by created_at desc, id desc limit 1')
      expect(last).toEqual({ remark: '' })
    })

    it('does not change a guest whose response was lost: the next press retries the same start', async () => {
      const before = await records()
      await meanwhile('isLost', async () => {
        await screen.rule('竞速八圈').click()
        await page.keyboard.press('Escape')
        await screen.rule('竞速八圈').click()
      })
      await failed()
      await isChosen(screen, '标准卡丁')
      expect(await records()).toBe(before + 1)
      await page.keyboard.press('F4')
      await shows(screen.result, '已开始')
      expect(await records()).toBe(before + 1)
      await until(async () => expect(await screen.rule('标准卡丁').getAttribute('aria-pressed')).toBe('false'))
    })

    it('looks up the next guest, whose number is typed while the start ends', async () => {
      await meanwhile('passes', async () => {
        await page.keyboard.press('F1')
        await page.keyboard.type('100', { delay: 90 })
      })
      await shows(screen.result, '已开始')
      await page.keyboard.type('003', { delay: 90 })
      await until(async () => expect(await screen.search.inputValue()).toBe('100003'))
      await page.keyboard.press('Enter')
      await shows(screen.member, '100003')
    })

    it('shows no other member while that start may still fail', async () => {
      await meanwhile('fails', async () => {
        await page.keyboard.press('F1')
        await page.keyboard.type('100003', { delay: 90 })
        await screen.who.getByRole('button', { name: /100003/ }).click()
      })
      await failed()
      await shows(screen.result, '上一位没有开始')
      expect(await screen.member.count()).toBe(0)
      await isChosen(screen, '标准卡丁')
    })
  })

  describe('a repeated or early key', () => {
    it('presses a button once, however long it is held', async () => {
      const more = screen.what.getByRole('button', { name: t('people.more'), exact: true })
      await more.focus()
      for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
      await until(async () => expect(await textOf(screen.people)).toBe('2'))
      await page.keyboard.press('+')
      await until(async () => expect(await textOf(screen.people)).toBe('3'))
    })

    it('does not act on the screen that a dialog is about to cover', async () => {
      const before = await records()
      const there = Promise.withResolvers<void>()
      await page.route('**/recharge-dialog*.js', async (route) => {
        await there.promise
        await route.continue()
      })
      await page.keyboard.press('1')
      await until(async () => expect(await screen.rule('标准卡丁').getAttribute('aria-pressed')).toBe('true'))
      for (const key of ['F8', '2', 'F4']) await page.keyboard.press(key)
      there.resolve()
      const dialog = page.getByRole('dialog', { name: t('menu.rechargeTool') })
      await dialog.waitFor()
      expect(await screen.rule('标准卡丁').getAttribute('aria-pressed')).toBe('true')
      expect(await records()).toBe(before)
      await page.keyboard.press('Escape')
      await until(async () => expect(await page.getByRole('dialog').count()).toBe(0))
      // The keys belong to the counter again, and the guest is unchanged.
      await page.keyboard.press('2')
      await until(async () => expect(await screen.rule('竞速八圈').getAttribute('aria-pressed')).toBe('true'))
    })
  })
})
