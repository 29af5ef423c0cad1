import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locale } from '#shared/i18n/locale.ts'
import { counterPage } from './pages/counter.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import {
  PICTURES,
  type Picture,
  settled,
  sizeOf,
  storedWords,
  storeWords,
  takePicture,
  type Words,
  wordsOf,
} from './support/pictures.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese, inEnglish } from './support/texts.ts'
import { animated, type Frame } from './support/walk.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

/** Set by `npm run pictures`: takes the pictures anew, or the named ones. */
const wanted = process.env.PITLANE_PICTURES
const isTaken = ({ name }: Picture) => wanted === 'all' || wanted?.split(',').includes(name) === true

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  // As the demo begins: the journeys have it otherwise.
  await server.query("update store set cash_needs_shift = 'YES'")
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

async function show(page: Page, picture: Picture, locale: Locale): Promise<void> {
  await page.setViewportSize(sizeOf(picture))
  // Nothing of the picture before stays open.
  await page.goto('about:blank')
  await page.goto(`${server.url}/?lang=${locale}#${picture.path}`)
  await settled(page)
  await picture.prepare?.(page, locale === 'zh' ? inChinese : inEnglish)
  await settled(page)
}

describe.each(['zh', 'en'] as const)('the pictures of the guide in %s', (locale) => {
  it('show what the screens show now', { timeout: 3_600_000 }, async () => {
    const words: Words = storedWords()
    const stale: string[] = []
    for (const user of new Set(PICTURES.map((picture) => picture.user))) {
      const page = user ? await browser.openSignedIn(server, user) : await browser.open(server.url)
      for (const picture of PICTURES.filter((one) => one.user === user && (!wanted || isTaken(one)))) {
        await show(page, picture, locale)
        const seen = await wordsOf(page)
        if (wanted) {
          console.log(`${picture.name}.${locale}: ${await takePicture(page, picture.name, locale)} bytes`)
          words[picture.name] = Object.assign(words[picture.name] ?? { zh: [], en: [] }, { [locale]: seen })
        } else if (JSON.stringify(words[picture.name]?.[locale]) !== JSON.stringify(seen)) {
          stale.push(`${picture.name}: npm run pictures -- ${picture.name}`)
          expect.soft({ [picture.name]: seen }).toEqual({ [picture.name]: words[picture.name]?.[locale] })
        }
      }
      await page.close()
    }
    if (wanted) storeWords(words)
    expect(stale).toEqual([])
  })
})

/** The picture of README.md that moves: a ride from the card to the board and the day's figures. Only made, because journeys test all of it. */
const WALK = join(import.meta.dirname, '..', '..', 'docs', 'guide', 'pictures', 'walk.gif')
if (wanted === 'all' || wanted === 'walk')
  it('a walk from the card to the figures is recorded', async () => {
    const frames: Frame[] = []
    const page = await browser.openSignedIn(server, 'cashier')
    const frame = async (delay: number, from = page) => frames.push({ picture: await from.screenshot(), delay })
    const counter = counterPage(page, inEnglish)
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(`${server.url}/?lang=en#/counter`)
    await counter.ready()
    await settled(page)
    await frame(1500)
    for (const digits of ['10', '1000', '100001']) {
      await counter.search.fill(digits)
      await frame(250)
    }
    await counter.search.press('Enter')
    await counter.member.waitFor()
    await settled(page)
    await frame(1500)
    await page.keyboard.press('1')
    await settled(page)
    await frame(1600)
    await page.keyboard.press('ArrowRight')
    await settled(page)
    await frame(900)
    await page.keyboard.press('F5')
    await counter.result.waitFor()
    await settled(page)
    await frame(2200)
    const manager = await browser.openSignedIn(server, 'manager', '/', { orgCode: 'A01A01' })
    await manager.setViewportSize({ width: 1366, height: 768 })
    for (const path of ['/dispatch/sysDispatchBoard', '/dashboard/analysis', '/statistics/sysStatistics']) {
      await manager.goto('about:blank')
      await manager.goto(`${server.url}/?lang=en#${path}`)
      await settled(manager)
      await frame(2200, manager)
    }
    const bytes = await animated(await browser.open('about:blank'), frames, 960)
    writeFileSync(WALK, bytes)
    console.log(`walk: ${bytes.length} bytes`)
    expect(bytes.length).toBeLessThan(5_000_000)
  })
