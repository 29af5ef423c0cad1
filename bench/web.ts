import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import type { Bench } from './bench.ts'
import { root } from './processes.ts'
import type { NotMeasured, Outcome, Result } from './report.ts'
import { openSite } from './site.ts'
import { type FetchedScript, PASSWORD_FIELD, startBrowser, visit } from './visit.ts'

/** A page of the same server without scripts. */
const BLANK = '/config.json'
/** This machine, and one with a typical processor of a counter. */
const SLOWNESSES = [1, 4]

/** The pages that people open by themselves, each with the field of its sign-in form. */
const PAGES = [
  { name: 'web admin', built: 'web', address: '/', selector: PASSWORD_FIELD },
  { name: 'member page', built: 'member', address: '/m/A01A01', selector: 'input[name=mobile]' },
] as const

/** A first visit to the web admin and to the member page, from the navigation until the sign-in form accepts input. */
export async function webBenchmark(bench: Bench): Promise<Outcome[]> {
  const named = { benchmark: 'web', title: 'navigation to the sign-in form' } as const
  const missing = PAGES.find(({ built }) => !existsSync(join(root, 'dist', built, 'index.html')))
  if (missing) return [{ ...named, notMeasured: `dist/${missing.built} is missing; "npm run build" makes it` }]
  const browser = await startBrowser()
  if (typeof browser === 'string') return [{ ...named, notMeasured: browser }]
  const site = await openSite(bench.cluster, 'bench_web')
  try {
    const outcomes: Outcome[] = []
    for (const page of PAGES) {
      for (const slowness of SLOWNESSES) {
        const slowed = slowness === 1 ? '' : ` with ${slowness}× CPU throttle`
        const title = `${page.name}, ${named.title}${slowed}`
        const { rounds } = bench
        outcomes.push(await firstVisits(browser, site.server.url, { page, slowness }, { ...named, title, rounds }))
      }
    }
    return outcomes
  } finally {
    await site.close()
    await browser.close()
  }
}

async function firstVisits(
  browser: Browser,
  url: string,
  { page: { address, selector }, slowness }: { page: (typeof PAGES)[number]; slowness: number },
  { rounds, ...named }: Pick<NotMeasured, 'benchmark' | 'title'> & { rounds: number },
): Promise<Result> {
  const forms: number[] = []
  const blanks: number[] = []
  let scripts: FetchedScript[] = []
  // In the first round the browser itself is cold.
  for (let round = -1; round < rounds; round++) {
    const blank = await visit(browser, { url: `${url}${BLANK}`, selector: 'body', slowness })
    const form = await visit(browser, { url: `${url}${address}`, selector, slowness })
    scripts = form.scripts
    if (round < 0) continue
    blanks.push(blank.ms)
    forms.push(form.ms)
  }
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  return {
    ...named,
    title: `${named.title}, each visit with an empty cache, ${rounds} rounds`,
    unit: 'ms',
    subject: { name: 'sign-in form takes input', figures: forms },
    baselines: [{ name: 'a blank page of the same server', figures: blanks }],
    notes: [`first load: ${bytes.toLocaleString('en')} bytes of script as sent, in ${scripts.length} files`],
  }
}
