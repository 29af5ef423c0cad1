import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import type { Locale } from '#shared/i18n/locale.ts'
import { counterPage } from '#tests/e2e/pages/counter.page.ts'
import type { Translate } from './texts.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'guide', 'pictures')
const WORDS = join(folder, 'words.json')

/** Larger ones make the guide slow where the network is. */
export const MAX_BYTES = 50_000

export interface Picture {
  name: string
  /** Who is signed in; left out: nobody. */
  user?: 'cashier' | 'manager2' | 'hq'
  path: string
  size?: { width: number; height: number }
  /** Brings the screen to what the picture shows. */
  prepare?(page: Page, t: Translate): Promise<void>
}

const WIDE = { width: 1280, height: 720 }
export const sizeOf = ({ size = WIDE }: Picture) => size

async function chooseMember(page: Page, t: Translate): Promise<void> {
  const counter = counterPage(page, t)
  await counter.ready()
  await counter.clear()
  await counter.search.fill('100001')
  await counter.search.press('Enter')
  await counter.member.waitFor()
  await page.keyboard.press('1')
}

const dialog = (page: Page) => page.locator('.ant-modal:visible, .ant-drawer-content:visible').first().waitFor()

const PHONE = { width: 390, height: 760 }

/** The pictures of the guide, each in both languages. */
export const PICTURES: readonly Picture[] = [
  { name: 'landing', path: '/user/login' },
  { name: 'counter', user: 'cashier', path: '/counter', prepare: chooseMember },
  {
    name: 'counter-guest',
    user: 'cashier',
    path: '/counter',
    async prepare(page, t) {
      await counterPage(page, t).ready()
      await counterPage(page, t).clear()
      await page.keyboard.press('w')
      await counterPage(page, t).payMode('cash').click()
      await page.keyboard.press('1')
    },
  },
  {
    name: 'shift',
    user: 'cashier',
    path: '/counter',
    async prepare(page, t) {
      await counterPage(page, t).ready()
      await counterPage(page, t).clear()
      await page.keyboard.press('s')
      await dialog(page)
    },
  },
  { name: 'recharge', user: 'cashier', path: '/memberrecharge/SysMemberRechargeTool' },
  { name: 'queue', user: 'cashier', path: '/queue/sysQueue' },
  { name: 'dispatch', user: 'manager2', path: '/dispatch/sysDispatchBoard' },
  { name: 'dispatch-phone', user: 'manager2', path: '/dispatch/sysDispatchBoard', size: PHONE },
  { name: 'home', user: 'manager2', path: '/dashboard/analysis' },
  { name: 'statistics', user: 'manager2', path: '/statistics/sysStatistics' },
  { name: 'daily-report', user: 'manager2', path: '/report/sysDailyReportList' },
  { name: 'reconciliation', user: 'manager2', path: '/reconciliation/sysReconciliationList' },
  { name: 'loss-radar', user: 'manager2', path: '/report/sysLossRadar' },
  { name: 'liability', user: 'manager2', path: '/report/sysLiability' },
  { name: 'shifts', user: 'manager2', path: '/shift/sysShiftList' },
  { name: 'orders', user: 'manager2', path: '/consume/sysConsumeList' },
  { name: 'refunds', user: 'manager2', path: '/refund/sysRefundList' },
  { name: 'members', user: 'manager2', path: '/membermanage/sysMemberManageList' },
  { name: 'rules', user: 'manager2', path: '/consumerole/SysDepartConsumeRoleList' },
  { name: 'layouts', user: 'manager2', path: '/terminal/sysPrintLayout' },
  { name: 'vehicles', user: 'manager2', path: '/vehicle/sysVehicleList' },
  { name: 'reservations', user: 'manager2', path: '/reservation/sysReservation' },
  { name: 'rankings', user: 'manager2', path: '/ranking/sysRanking' },
  { name: 'coupons', user: 'manager2', path: '/coupon/sysCouponBatchList' },
  { name: 'events', user: 'manager2', path: '/event/sysEventList' },
  { name: 'kiosks', user: 'manager2', path: '/kiosk/sysKioskList' },
  { name: 'settings', user: 'manager2', path: '/isystem/storeSettings' },
  { name: 'health', user: 'manager2', path: '/health/venue' },
  { name: 'set-up', user: 'manager2', path: '/isystem/firstRun' },
]

export const pictureFile = (name: string, locale: Locale): string => join(folder, locale, `${name}.webp`)

/** Waits until nothing loads and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const waiting = '[aria-busy="true"], .ant-skeleton, .ant-spin-spinning, .pl-page-waiting'
    const isLoading = [...document.querySelectorAll(waiting)].some((one) => one.checkVisibility())
    const moves = document
      .getAnimations()
      .some((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity)
    return !isLoading && !moves && document.querySelector('h1, [role="dialog"]') !== null
  })
  await page.evaluate(() => document.fonts.ready)
}

/** Saves what the page shows as a small picture. */
export async function takePicture(page: Page, name: string, locale: Locale): Promise<number> {
  const session = await page.context().newCDPSession(page)
  let bytes = Buffer.alloc(0)
  // Text stays sharp enough; a picture that is too large gets a little less.
  for (const quality of [75, 60, 45, 30, 20]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    bytes = Buffer.from(data, 'base64')
    if (bytes.length <= MAX_BYTES) break
  }
  await session.detach()
  mkdirSync(dirname(pictureFile(name, locale)), { recursive: true })
  writeFileSync(pictureFile(name, locale), bytes)
  return bytes.length
}

/** The fixed words of a screen: headings, columns, tabs and fields, without what its data is. A chart is there once there is something to count. */
export const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const covering = [...document.querySelectorAll('.ant-modal, .ant-drawer-content')].filter((one) =>
      one.checkVisibility(),
    )
    const found = (covering.length > 0 ? covering : [document]).flatMap((part) => [
      ...part.querySelectorAll('h1, h2, h3, thead th, label, legend, [role="tab"]'),
    ])
    const words = found
      .filter((one) => one.checkVisibility() && !one.closest('[data-vehicle], tbody, svg, figure'))
      // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
      .map((one) => (one as HTMLElement).innerText.replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '' && !/\d/.test(text))
    return [...new Set(words)].sort()
  })

export type Words = Record<string, Record<Locale, string[]>>

export const storedWords = (): Words => JSON.parse(readFileSync(WORDS, 'utf8')) as Words

export function storeWords(words: Words): void {
  const sorted = Object.fromEntries(Object.entries(words).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(WORDS, `${JSON.stringify(sorted, null, 1)}\n`)
}
