import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { type DisplayState, defaultLayout } from '#shared/features/display/screens.schema.ts'
import type { Bench } from './bench.ts'
import { root } from './processes.ts'
import type { Outcome, Result } from './report.ts'
import { openSite } from './site.ts'
import { percentile } from './stats.ts'
import { startBrowser } from './visit.ts'

const RACERS = 30
/** The server's highest rate of notifications to a screen. */
const EVERY_MS = 250
const WATCH_MS = 8000
const QUICK_MS = 2000
/** CPU slowdown that stands for a small PC behind a television. */
const SLOWNESS = 4
/** One and a half frames at 60 frames per second. */
const LATE_MS = 25
const HALF = 0.5
const MOST = 0.99

const STILL = `<style>@keyframes turn { to { transform: rotate(1turn) } }
  div { width: 200px; height: 200px; background: #3b2f8f; animation: turn 2s linear infinite }</style><div></div>`

/** The race after a number of pushes; at each one a racer ends a lap and the order changes. */
function raceAfter(pushes: number): DisplayState {
  const runs = Array.from({ length: RACERS }, (_, at) => ({
    id: `run ${at}`,
    heat: 'heat',
    vehicle: String(at + 1).padStart(2, '0'),
    racer: `Racer ${at + 1}`,
    laps: 500,
    lapsDone: Math.floor((pushes + at) / RACERS),
    isOver: false,
    isStopped: false,
    dueAt: null,
    lastMs: 38_000 + ((pushes * 7919 + at * 104_729) % 3000),
    bestMs: 37_000 + at * 31,
    gapMs: null,
    lapsBehind: 0,
  }))
  runs.sort((one, other) => other.lapsDone - one.lapsDone || one.lastMs - other.lastMs)
  const place = (at: number) => ({
    id: `place ${at}`,
    ticket: `A${String(at).padStart(3, '0')}`,
    racer: `Guest ${at}`,
    vehicle: '',
    waitMinutes: at,
  })
  return {
    now: Date.now(),
    store: 'Bench',
    timeZone: 'Asia/Shanghai',
    layout: defaultLayout,
    isStopped: false,
    runs: runs.map((run, at) => ({ ...run, position: at + 1 })),
    called: [],
    next: Array.from({ length: 10 }, (_, at) => place(at + Math.floor(pushes / RACERS))),
    waiting: 24,
    waitMinutes: 30,
    match: null,
    ranking: Array.from({ length: 10 }, (_, at) => ({
      place: at + 1,
      racer: `Racer ${at}`,
      vehicle: '01',
      ms: 36_000 + at * 97,
    })),
    videos: [],
    pictures: [],
  }
}

/** Measures the duration of each frame of a page for a while. */
const frames = (page: Page, milliseconds: number): Promise<number[]> =>
  page.evaluate(
    (most) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        let last = performance.now()
        const end = last + most
        const step = (at: number) => {
          times.push(at - last)
          last = at
          if (at < end) requestAnimationFrame(step)
          else resolve(times.slice(1))
        }
        requestAnimationFrame(step)
      }),
    milliseconds,
  )

async function watched(browser: Browser, url: string | null, milliseconds: number, scale: number): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1920 * scale, height: 1080 * scale } })
  try {
    const page = await context.newPage()
    if (url === null) {
      await page.setContent(STILL)
    } else {
      let pushes = 0
      await page.routeWebSocket(/\/game\/display\/live$/, (socket) => {
        const push = () => socket.send(JSON.stringify(raceAfter(pushes++)))
        push()
        const timer = setInterval(push, EVERY_MS)
        socket.onClose(() => clearInterval(timer))
      })
      await page.goto(`${url}/#/game/home?depart=A01A01&lang=en&key=${'k'.repeat(43)}`)
      await page.locator('.pl-big-moving .pl-big-row').first().waitFor()
    }
    const network = await context.newCDPSession(page)
    await network.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS })
    return await frames(page, milliseconds)
  } finally {
    await context.close()
  }
}

/** Frames of a big screen with a race of thirty, with laps at the server's highest rate of notifications. */
export async function bigScreenBenchmark(bench: Bench): Promise<Outcome[]> {
  const named = { benchmark: 'big-screen', title: `big screen, 30 racers, ${SLOWNESS}× CPU throttle` } as const
  if (!existsSync(join(root, 'dist', 'web', 'index.html')))
    return [{ ...named, notMeasured: 'dist/web is missing; "npm run build" makes it' }]
  const browser = await startBrowser()
  if (typeof browser === 'string') return [{ ...named, notMeasured: browser }]
  const site = await openSite(bench.cluster, 'bench_big_screen')
  try {
    const milliseconds = bench.quick ? QUICK_MS : WATCH_MS
    const outcomes: Outcome[] = []
    for (const scale of [1, 2]) outcomes.push(await compared(scale))
    return outcomes

    async function compared(scale: number): Promise<Result> {
      const subject: number[] = []
      const baseline: number[] = []
      const notes: string[] = []
      for (let round = 0; round < bench.rounds; round++) {
        baseline.push(middleOf(await watched(browser as Browser, null, milliseconds, scale)))
        const seen = await watched(browser as Browser, site.server.url, milliseconds, scale)
        subject.push(middleOf(seen))
        const late = seen.filter((ms) => ms > LATE_MS).length
        const sorted = seen.toSorted((one, other) => one - other)
        notes.push(
          `${late} of ${seen.length} frames took more than ${LATE_MS} ms; p99 ${percentile(sorted, MOST).toFixed(1)} ms`,
        )
      }
      return {
        ...named,
        title: `${named.title}, ${1920 * scale}×${1080 * scale}, ${bench.rounds} rounds`,
        unit: 'ms',
        subject: { name: 'median frame of the big screen', figures: subject },
        baselines: [{ name: 'median frame of an empty page with one animation', figures: baseline }],
        notes,
      }
    }
  } finally {
    await site.close()
    await browser.close()
  }
}

const middleOf = (times: readonly number[]): number =>
  percentile(
    times.toSorted((one, other) => one - other),
    HALF,
  )
