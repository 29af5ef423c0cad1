import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { hasFocus, pressAt } from './support/focus.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { shows, textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'

/** Pay codes that the sandbox accepts at once, and that it refuses. */
const PAY_CODE = '134444444444444440'
const REFUSED_CODE = '134444444444444444'

// The offline queue: guests queued, called and started with keys alone.
let server: VenueServer
let counter: Counter

beforeAll(async () => {
  server = await startVenue()
  // A retry leaves the orders of the first attempt open.
  await server.query('update store set hung_order_limit = 1000')
})
afterAll(() => server?.remove())
beforeEach(async () => {
  await server.query("update run set state = 'ENDED', ended_at = now() where state = 'RUNNING'")
  counter = await startCounter({ serverUrl: server.url, waitsForServer: true })
  await counter.enrol()
  await counter.signIn()
})
afterEach(async () => {
  await counter?.remove()
  await server.start()
})
// `afterEach` hooks run in reverse order: the screenshot is taken before the counter ends.
cleanUpPages()

const noticesIts = (online: boolean): Promise<void> =>
  until(async () => expect(await counter.screen.connection.getAttribute('data-online')).toBe(String(online)))
/** Saves a screenshot where requested. */
const picture = async (name: string): Promise<void> => {
  const folder = process.env.PICTURES
  if (!folder) return
  for (const width of [1024, 1366]) {
    await counter.page.setViewportSize({ width, height: 768 })
    await counter.page.screenshot({ path: `${folder}/${name}-${width}.png` })
  }
}

it('guests are queued offline, and ride from the queue online and offline', async () => {
  const { page, screen } = counter
  const line = page.getByRole('region', { name: t('line.title') })
  const places = line.getByRole('listitem')
  const onBoard = screen.who.locator('.pl-place-up')
  const rule = screen.rule('标准卡丁')
  const rides = async (): Promise<number> => (await server.query('select id from play_record')).length
  const before = await rides()
  await server.stop()
  await noticesIts(false)

  /** Returns the guest's queue number. */
  const joins = async (waiting: number): Promise<string> => {
    await page.keyboard.press('1')
    await until(async () => expect(await rule.getAttribute('aria-pressed')).toBe('true'))
    await page.keyboard.press('F6')
    await until(async () => expect(await places.count()).toBe(waiting))
    const ticket = (await textOf(places.last().locator('strong'))).trim()
    await shows(screen.result, t('counter.joined', { ticket }))
    return ticket
  }
  // Characters are held back briefly, because they might be a reader's.
  const goToLine = async (): Promise<void> => {
    await page.keyboard.press('l')
    await places.first().locator('[data-takes]:focus').waitFor()
  }
  /** Resumes the focused entry on the screen. */
  const takesUp = async (ticket: string, racer = t('racer.default')): Promise<void> => {
    await page.keyboard.press('Enter')
    await shows(onBoard, t('line.onBoard', { ticket, racer }))
  }
  const first = await joins(1)
  const second = await joins(2)
  const third = await joins(3)
  expect(new Set([first, second, third]).size).toBe(3)
  await picture('line-waiting')
  expect(await accessibilityProblems(page)).toEqual([])

  // C calls the focused entry, E renames it; Enter resumes it, Esc returns it to the queue.
  await goToLine()
  await page.keyboard.press('c')
  await shows(places.first(), t('queue.state.CALLED'))
  await page.keyboard.press('e')
  const name = page.getByRole('dialog').getByLabel(t('records.racer'))
  await hasFocus(name)
  expect(await accessibilityProblems(page)).toEqual([])
  await picture('line-name')
  await name.fill('闪电')
  await pressAt(name, 'Enter')
  await name.waitFor({ state: 'hidden' })
  await shows(places.first(), '闪电')
  await goToLine()
  await takesUp(first, '闪电')
  await picture('line-on-board')
  await page.keyboard.press('Escape')
  await onBoard.waitFor({ state: 'detached' })
  await goToLine()
  await takesUp(first, '闪电')
  await page.keyboard.press('F5')
  await until(async () => expect(await places.count()).toBe(2))
  await shows(screen.result, first)
  // The ride is among the last starts, and its queue entry is gone.
  const shown = screen.recent.filter({ hasText: first })
  await until(async () => expect(await shown.count()).toBe(1))
  await shows(shown, /号车 · 闪电/)

  await server.start()
  await noticesIts(true)
  await shows(places.first(), second)
  await picture('line-server-is-back')
  await goToLine()
  await takesUp(second)
  await page.keyboard.press('F4')
  await until(async () => expect(await places.count()).toBe(1))
  await shows(places.first(), third)
  await until(async () => expect(await screen.recent.filter({ hasText: second }).count()).toBe(0))
  await until(async () => expect(await rides()).toBe(before + 2))
})

it('a walk-in who was queued offline pays by code when the server is back, and leaves the queue', async () => {
  const { page, screen } = counter
  const places = page.getByRole('region', { name: t('line.title') }).getByRole('listitem')
  const orders = (): Promise<{ state: string }[]> =>
    server.query("select state from consume_order where racer = '散客甲' order by seq")
  await server.stop()
  await noticesIts(false)
  await page.keyboard.press('w')
  await page.keyboard.press('1')
  await screen.racer.fill('散客甲')
  await pressAt(screen.racer, 'F6')
  await until(async () => expect(await places.count()).toBe(1))
  await server.start()
  await noticesIts(true)

  await page.keyboard.press('l')
  await places.first().locator('[data-takes]:focus').waitFor()
  await page.keyboard.press('Enter')
  await screen.who.locator('.pl-place-up').waitFor()
  // The code acts as F5. It is refused, and the guest pays by another one.
  await swipeAsKeys(page, REFUSED_CODE)
  const dialog = page.getByRole('dialog', { name: t('pay.title') })
  await dialog.getByRole('button', { name: t('pay.scanAgain') }).click()
  await swipeAsKeys(page, PAY_CODE)
  await shows(screen.result, '已收费开始')
  await until(async () => expect(await places.count()).toBe(0))
  expect(await orders()).toEqual([{ state: 'closed' }, { state: 'paid' }])
})
