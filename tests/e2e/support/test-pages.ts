import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterEach, beforeEach } from 'vitest'
import { textOf } from './shows.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'test-results')
let watched: Page[] = []
/** Close the pages that the running test has opened. */
let closings: (() => Promise<unknown>)[] = []

/** From now on a failed test saves a screenshot of this page in `test-results`. */
export function watchPage(page: Page): void {
  watched.push(page)
}

/** Like `watchPage`, and calls `close` when the test that opened the page ends; a page opened by a hook stays. */
export function watchTestPage(page: Page, close: () => Promise<unknown>): void {
  watchPage(page)
  closings.push(close)
}

/** The address of a long-lived page when a test began. */
interface Place {
  url: string
  language: string | null
}

const LANGUAGE = 'pitlane.locale'
const languageOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), LANGUAGE)

/**
 * Call once per file, below its `afterEach` hooks. It adds the visible screens to a failure's message, with
 * screenshots, and closes pages that are no longer used. A retried test finds long-lived pages reset: at their first
 * address, reloaded, without dialogs.
 */
export function cleanUpPages(): void {
  const places = new Map<Page, Place>()
  const described = new WeakSet<object>()
  beforeEach(async ({ task }) => {
    closings = []
    watched = watched.filter((page) => !page.isClosed())
    if ((task.result?.retryCount ?? 0) > 0) await Promise.all([...places].map(([page, place]) => putBack(page, place)))
    else {
      places.clear()
      for (const page of watched) places.set(page, { url: page.url(), language: await languageOf(page) })
    }
  })
  afterEach(async ({ task }) => {
    watched = watched.filter((page) => !page.isClosed())
    if (task.result?.state === 'fail') {
      const seen = await describeScreens()
      for (const error of task.result.errors ?? []) {
        if (!described.has(error)) error.message += `\n${seen}`
        described.add(error)
      }
      await takePictures(task.name)
    }
    await Promise.all(closings.map((close) => close()))
  })
}

/** The terminal's settings decide the language of its page. */
async function setTerminalLanguage(locale: 'zh' | 'en'): Promise<void> {
  const reply = await window.pitlane?.invoke('app:settings.read', {})
  if (reply?.ok) await window.pitlane?.invoke('app:settings.write', { ...Object(reply.value), locale })
}

async function putBack(page: Page, { url, language }: Place): Promise<void> {
  if (page.isClosed()) return
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(
    ([key, value]) => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)),
    [LANGUAGE, language] as const,
  )
  await page.evaluate(setTerminalLanguage, language === '"en"' ? ('en' as const) : ('zh' as const))
  await page.goto(url)
  await page.reload()
  // Keys pressed before the first render are lost.
  await page.locator('main').first().waitFor()
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** The address, focus and text of the open pages, for logs without screenshots. */
async function describeScreens(): Promise<string> {
  const reports = watched.map(async (page) => {
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160))
    const text = await textOf(page.locator('body'))
    return `screen: ${page.url()}\nfocus: ${focus}\n${text.replaceAll(/\s+/g, ' ').slice(0, 1200)}`
  })
  const all = await Promise.allSettled(reports)
  return all.map((one) => (one.status === 'fulfilled' ? one.value : `screen: ${one.reason}`)).join('\n')
}

async function takePictures(test: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const name = test.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)
  for (const [index, page] of watched.entries()) {
    await page.screenshot({ path: join(folder, `${name}-${index + 1}.png`), timeout: 5000 }).catch(() => undefined)
  }
}
