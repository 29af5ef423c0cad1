import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import type { Bench } from './bench.ts'
import { root } from './processes.ts'
import type { NotMeasured, Outcome, Result } from './report.ts'
import { openSite } from './site.ts'

const PASSWORD_FIELD = 'input[type=password]'
/** Of the same server and by the same way, with nothing to run. */
const BLANK = '/config.json'

/** A first visit to the web admin, from the navigation until its sign-in form takes input. */
export async function webBenchmark(bench: Bench): Promise<Outcome[]> {
  const named = { benchmark: 'web', title: 'web admin, navigation to the sign-in form' } as const
  if (!existsSync(join(root, 'dist', 'web', 'index.html')))
    return [{ ...named, notMeasured: 'dist/web is missing; "npm run build" makes it' }]
  const browser = await startBrowser()
  if (typeof browser === 'string') return [{ ...named, notMeasured: browser }]
  try {
    return [await firstVisits(bench, browser, named)]
  } finally {
    await browser.close()
  }
}

async function firstVisits(
  { cluster, rounds }: Bench,
  browser: Browser,
  named: Pick<NotMeasured, 'benchmark' | 'title'>,
): Promise<Result> {
  const site = await openSite(cluster, 'bench_web')
  try {
    const forms: number[] = []
    const blanks: number[] = []
    let load = { files: 0, bytes: 0 }
    // The first round finds the browser itself cold.
    for (let round = -1; round < rounds; round++) {
      const blank = await visit(browser, `${site.server.url}${BLANK}`, 'body')
      const form = await visit(browser, site.server.url, PASSWORD_FIELD)
      load = await scriptSize(form.scripts)
      if (round < 0) continue
      blanks.push(blank.ms)
      forms.push(form.ms)
    }
    return {
      ...named,
      title: `${named.title}, each visit with an empty cache, ${rounds} rounds`,
      unit: 'ms',
      subject: { name: 'sign-in form takes input', figures: forms },
      baselines: [{ name: 'a blank page of the same server', figures: blanks }],
      notes: [`first load: ${load.bytes.toLocaleString('en')} bytes of script (gzip) in ${load.files} files`],
    }
  } finally {
    await site.close()
  }
}

/** By the page's own clock: the element is there and enabled, has been painted, and the page is free to hear a key. */
async function visit(browser: Browser, url: string, selector: string): Promise<{ ms: number; scripts: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  try {
    const page = await context.newPage()
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url())
    })
    await page.addInitScript((wanted) => {
      const look = () => {
        const found = document.querySelector<HTMLInputElement>(wanted)
        if (!found || found.disabled) return
        watch.disconnect()
        requestAnimationFrame(() => setTimeout(() => Object.assign(window, { usableAt: performance.now() })))
      }
      const watch = new MutationObserver(look)
      watch.observe(document, { childList: true, subtree: true })
    }, selector)
    await page.goto(url)
    const usable = await page.waitForFunction(() => 'usableAt' in window && Number(window.usableAt))
    const ms = Number(await usable.jsonValue())
    if (selector === PASSWORD_FIELD) {
      await page.locator(selector).fill('typed')
      await page.waitForLoadState('networkidle')
    }
    return { ms, scripts }
  } finally {
    await context.close()
  }
}

async function scriptSize(urls: readonly string[]): Promise<{ files: number; bytes: number }> {
  const sizes = await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
      const content = new Uint8Array(await answer.arrayBuffer())
      // Small files are sent as they are.
      return answer.headers.get('content-encoding') === 'gzip' ? gzipSync(content, { level: 9 }).length : content.length
    }),
  )
  return { files: urls.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** The browser, or why there is none. */
async function startBrowser(): Promise<Browser | string> {
  const { PITLANE_CHROMIUM = '/usr/bin/chromium' } = process.env
  try {
    return await chromium.launch({
      executablePath: PITLANE_CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
  } catch (error) {
    return String(error).split('\n', 1)[0] ?? ''
  }
}
