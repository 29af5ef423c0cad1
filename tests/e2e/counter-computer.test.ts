import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ConnectionState, TerminalSettings } from '#shared/ipc/contract.ts'
import type { CounterDraft } from '#shared/ipc/drafts.ts'
import { counterPage } from './pages/counter.page.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { pressAt } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inEnglish, inChinese as t } from './support/texts.ts'

/** Within this time, in ms, the same badge counts as a repeat of the reader. */
const REPEAT_MS = 1200

// The workstation: lock, power failure, and its own function keys.
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

const lockScreen = () => counter.page.getByTestId('lock')
const isUnlocked = () => until(async () => expect(await lockScreen().count()).toBe(0))
const scan = (value: string) => counter.ask('app:scans.submit', { value, source: 'wedge' })
const starts = async () => (await counter.ask<unknown[]>('app:starts.list')).length

it('shows the full store name on the smallest screen, also in English', async () => {
  const { page, screen } = counter
  const isWhole = () =>
    until(async () =>
      expect(
        await page.evaluate(() =>
          ['.pl-strip', '.pl-strip-place strong'].map((name) => {
            const element = document.querySelector(name)
            return element !== null && element.scrollWidth <= element.clientWidth
          }),
        ),
      ).toEqual([true, true]),
    )
  await page.setViewportSize({ width: 1024, height: 768 })
  await isWhole()
  await screen.otherLanguage.click()
  await counterPage(page, inEnglish).ready()
  await isWhole()
  await page.getByRole('button', { name: inEnglish('language.other'), exact: true }).click()
  await screen.ready()
  await page.setViewportSize({ width: 1366, height: 768 })
})

it("a locked counter keeps its input, ignores keys and other badges, and unlocks by the user's badge or password", async () => {
  const { page, screen } = counter
  await screen.openMenu(t('badge.own'))
  const dialog = page.getByRole('dialog', { name: t('badge.title') })
  await shows(dialog, t('badge.waiting'))
  await scan('PB0042')
  const readAt = Date.now()
  await shows(dialog, t('badge.read', { badge: '…042' }))
  const ownPassword = dialog.getByLabel(t('lock.password'))
  await ownPassword.fill('not mine')
  await pressAt(ownPassword, 'Enter')
  await shows(dialog, t('error.terminals.passwordWrong'))
  await until(async () => expect(await ownPassword.inputValue()).toBe(''))
  await ownPassword.fill(PASSWORD)
  await pressAt(ownPassword, 'Enter')
  await shows(dialog, t('badge.done'))
  await pressAt(dialog.locator('footer').getByRole('button', { name: t('action.close') }), 'Enter')
  await until(async () => expect(await dialog.count()).toBe(0))

  await page.keyboard.press('2')
  await until(async () => expect(await screen.rule('竞速八圈').getAttribute('aria-pressed')).toBe('true'))
  await screen.openMenu(t('lock.lock'))
  const password = lockScreen().getByLabel(t('lock.password'))
  await pressAt(password, 'F4')
  await password.press('1')
  await scan('PB9999')
  await shows(lockScreen(), t('lock.badgeRefused'))
  expect(await starts()).toBe(0)
  await until(() => expect(Date.now() - readAt).toBeGreaterThan(REPEAT_MS))
  await scan('PB0042')
  await isUnlocked()
  expect(await screen.rule('竞速八圈').getAttribute('aria-pressed')).toBe('true')

  await screen.openMenu(t('lock.lock'))
  await password.waitFor()
  // Neither lock nor language belongs to the page: its stored state may be older.
  await page.evaluate(() => localStorage.setItem('pitlane.locale', '"en"'))
  await page.reload()
  await password.fill('wrong')
  await pressAt(password, 'Enter')
  await shows(lockScreen(), t('error.terminals.passwordWrong'))
  await password.fill(PASSWORD)
  await pressAt(password, 'Enter')
  await isUnlocked()
})

it('restores a half-filled form after a power failure, once the same user has unlocked', async () => {
  await scan('0004829731')
  await shows(counter.screen.member, '100001')
  await counter.page.keyboard.press('2')
  await counter.screen.remark.fill('生日')
  await until(async () => expect(await counter.ask<CounterDraft>('app:drafts.read')).toMatchObject({ remark: '生日' }))
  await counter.kill()
  await counter.start()
  const password = lockScreen().getByLabel(t('lock.password'))
  await password.fill(PASSWORD)
  await pressAt(password, 'Enter')
  await isUnlocked()
  await shows(counter.screen.member, '100001')
  await until(async () => expect(await counter.screen.remark.inputValue()).toBe('生日'))
  await until(async () => expect(await counter.screen.rule('竞速八圈').getAttribute('aria-pressed')).toBe('true'))
  expect(await starts()).toBe(0)
})

it('a reassigned function key does its new action and is shown on the button', async () => {
  const { page, screen } = counter
  await screen.openMenu(t('settings.title'))
  const keys = page.getByRole('group', { name: t('settings.keys') })
  const own = keys.getByLabel(t('keyAction.startOther'))
  await own.press('Enter')
  const active = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active')
  await shows(active, 'F4')
  // The list wraps around; F4 is the fourth of twelve.
  for (const key of ['F3', 'F2', 'F1', 'F12']) {
    await own.press('ArrowUp')
    await shows(active, key)
  }
  await own.press('Enter')
  await page.getByRole('button', { name: t('action.save'), exact: true }).click()
  await page.getByText(t('settings.saved')).waitFor()
  expect(await counter.ask<TerminalSettings>('app:settings.read')).toMatchObject({
    station: { keys: { startOther: 'F12', start: 'F5' } },
  })
  await page.getByRole('menuitem', { name: t('menu.counter') }).click()
  await screen.ready()
  await page.getByRole('button', { name: /^F12/ }).waitFor()
  await page.keyboard.press('1')
  await until(async () => expect(await screen.rule('标准卡丁').getAttribute('aria-pressed')).toBe('true'))
  await page.keyboard.press('F4')
  await counter.startBy(() => page.keyboard.press('F12'))
  expect(await starts()).toBe(1)
})

it('the menu is shown in the language chosen while offline', async () => {
  const { page } = counter
  const isOnline = async () => (await counter.ask<ConnectionState>('app:connection.state')).online
  await page.evaluate("location.hash = '#/terminal/sync'")
  await page.getByRole('menuitem', { name: t('menu.counter') }).waitFor()
  await server.stop()
  await until(async () => expect(await isOnline()).toBe(false))
  await page.getByTitle(t('language.switch')).press('Enter')
  await page.getByTitle(inEnglish('language.switch')).waitFor()
  await server.start()
  await page.getByRole('menuitem', { name: inEnglish('menu.counter') }).waitFor()
})
