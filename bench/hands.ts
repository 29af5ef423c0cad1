import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { members } from '#shared/features/members/members.contract.ts'
import { swipeKeys } from '#tests/e2e/support/keyboard-reader.ts'
import { pressTimed } from '#tests/e2e/support/timed-keys.ts'
import type { Bench } from './bench.ts'
import { root } from './processes.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite } from './site.ts'
import { type Round, roundOf } from './stats.ts'
import { enterAsCashier, startBrowser } from './visit.ts'

/** Cards of the demo venue, used in turn, because the same card twice within 1.2 s counts as one swipe. */
const cards = [
  { card: '0004829731', id: '100001' },
  { card: '0004829733', id: '100003' },
]
const BETWEEN_SWIPES_MS = 800
const WHO = '[data-testid="member-card"]'
const VEHICLE = '.pl-vehicles [aria-pressed="true"] strong'
const RULE = '.pl-rules [aria-pressed="true"]'
const BARE = 'pre'

/** An action at the counter, and the minimal browser work of the same effect. */
interface Act {
  title: string
  bareTitle: string
  press(turn: number): Promise<unknown>
  /** The element that shows the result, and whether it does. */
  shown: string
  bare(turn: number): Promise<number>
}

/** From a cashier's key or swipe until the counter has painted the result. */
export async function handsBenchmark({ cluster, rounds, quick }: Bench): Promise<Outcome[]> {
  const named = { benchmark: 'hands', title: 'counter under a cashier’s hands' } as const
  if (!existsSync(join(root, 'dist', 'web', 'index.html')))
    return [{ ...named, notMeasured: 'dist/web is missing; "npm run build" makes it' }]
  const browser = await startBrowser()
  if (typeof browser === 'string') return [{ ...named, notMeasured: browser }]
  const site = await openSite(cluster, 'bench_hands')
  try {
    const { headers } = await site.signIn('cashier')
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    await page.addInitScript(noteKeys)
    await enterAsCashier(page, site.server.url, '#/counter')
    await page.locator('.pl-rules button').nth(1).waitFor()
    // A blank page of the same server, and a blank page without a server.
    const blank = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    await blank.goto(`${site.server.url}/readyz`)
    const plain = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    await plain.setContent('<pre>no key</pre>')
    await plain.evaluate(noteKeys)
    await plain.evaluate(answerKeys, BARE)

    const bareKey = async () => {
      await watchFor(plain, BARE)
      await plain.keyboard.press('ArrowRight')
      return painted(plain)
    }
    const path = (card: string) => `${site.server.url}/api${members.searchMemberById.path}?idCard=${card}`
    const acts: Act[] = [
      {
        title: 'a swipe until its member is painted',
        bareTitle: 'the bare call for the member until its answer is painted as text',
        press: (turn) => pressTimed(page, swipeKeys(cardOf(turn).card, Date.now())),
        shown: WHO,
        bare: (turn) => blank.evaluate(askAndPaint, { url: path(cardOf(turn).card), headers, selector: BARE }),
      },
      {
        title: 'an arrow until the next vehicle is painted as chosen',
        bareTitle: 'a key on a blank page until its text is painted',
        press: (turn) => page.keyboard.press(turn % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'),
        shown: VEHICLE,
        bare: bareKey,
      },
      {
        title: 'a digit until its rule is painted as chosen',
        bareTitle: 'a key on a blank page until its text is painted',
        press: () => page.keyboard.press('1'),
        shown: RULE,
        bare: bareKey,
      },
    ]
    const count = quick ? 6 : 20
    const outcomes: Outcome[] = []
    for (const act of acts) {
      await page.keyboard.press('Escape')
      const [hands, bare]: Round[][] = [[], []]
      for (let round = -1; round < rounds; round++) {
        const baseline = await timedBy(count, act.bare)
        const measured = await timedBy(count, async (turn) => {
          // A second digit would start a search for a number.
          if (act.shown === RULE) await page.keyboard.press('Escape')
          if (act.shown === WHO) await page.waitForTimeout(BETWEEN_SWIPES_MS)
          await watchFor(page, act.shown)
          await act.press(turn)
          return painted(page)
        })
        if (round < 0) continue
        bare?.push(baseline)
        hands?.push(measured)
      }
      outcomes.push({
        benchmark: named.benchmark,
        title: `${act.title}, ${count} times, ${rounds} rounds`,
        unit: 'ms',
        subject: seriesOf('the counter', hands ?? [], 'ms'),
        baselines: [seriesOf(act.bareTitle, bare ?? [], 'ms')],
      })
    }
    return outcomes
  } finally {
    await site.close()
    await browser.close()
  }
}

const cardOf = (turn: number) => cards[turn % cards.length] as (typeof cards)[number]

async function timedBy(count: number, work: (turn: number) => Promise<number>): Promise<Round> {
  const latencies: number[] = []
  for (let turn = 0; turn < count; turn++) latencies.push(await work(turn))
  return roundOf(
    latencies.reduce((sum, one) => sum + one, 0),
    latencies,
  )
}

interface Watched {
  pressedAt: number
  painted: Promise<number>
}

/** Records when the text has changed and has been painted. */
const watchFor = (page: Page, selector: string): Promise<void> =>
  page.evaluate((one) => {
    const text = () => document.querySelector(one)?.textContent ?? ''
    const before = text()
    const watched = window as unknown as Watched
    watched.painted = new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        if (text() === '' || text() === before) return
        watch.disconnect()
        // The frame that shows it has ended when the next one begins.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - watched.pressedAt)))
      })
      watch.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
    })
  }, selector)

/** The time since the last key. */
const painted = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Watched).painted)

/** In the page: records the time of the last key. */
function noteKeys(): void {
  window.addEventListener('keydown', () => Object.assign(window, { pressedAt: performance.now() }), { capture: true })
}

/** In a blank page: writes a new text for each key. */
function answerKeys(selector: string): void {
  let count = 0
  window.addEventListener('keydown', () => {
    const element = document.querySelector(selector)
    if (element) element.textContent = `key ${++count}`
  })
}

/** In a blank page: calls the server, and writes its answer. */
async function askAndPaint(asked: { url: string; headers: Record<string, string>; selector: string }): Promise<number> {
  const began = performance.now()
  const answer = (await (await fetch(asked.url, { headers: asked.headers })).json()) as { result: unknown }
  const element = document.querySelector(asked.selector)
  if (element) element.textContent = JSON.stringify(answer.result)
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
  return performance.now() - began
}
