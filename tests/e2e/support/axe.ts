import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright'

declare global {
  interface Window {
    axe?: { run(options: RunOptions): Promise<AxeResults> }
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What opens over a page. */
export const COVERS = '.ant-modal:visible, .ant-drawer:visible, .ant-popover:visible, .ant-dropdown:visible'

/**
 * Waits until nothing moves: what is half faded in has other colours than a person sees in the end. Two frames on, so that a change of
 * the looks has begun its transitions.
 */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (one) => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
}

/** What breaks WCAG 2.1 (A and AA) or good practice in what is shown, light and dark: the rule, what is wrong, and where. */
export async function problems(page: Page): Promise<string[]> {
  const waiting = '[aria-busy="true"], .ant-skeleton, .pl-page-waiting'
  await page.waitForFunction(
    (found) => ![...document.querySelectorAll(found)].some((one) => one.checkVisibility()),
    waiting,
  )
  await standsStill(page)
  const inLight = await problemsOf(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForFunction(() => document.documentElement.style.colorScheme === 'dark')
  await standsStill(page)
  // The other look has other colours, and is the same page in all else.
  const inDark = await problemsOf(page, ['color-contrast', 'link-in-text-block'])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.waitForFunction(() => document.documentElement.style.colorScheme === 'light')
  return [...inLight, ...inDark.map((problem) => `dark: ${problem}`)]
}

async function problemsOf(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe)
  // What opens over the page is at the end of the document, outside every part of the page; it has its own roles.
  const isCovered = await page.locator(COVERS).first().isVisible()
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  if (isCovered && runOnly.includes('best-practice')) options.rules = { region: { enabled: false } }
  const found = await page.evaluate((given) => window.axe?.run(given), options)
  if (!found?.passes.some(({ id }) => id === 'color-contrast')) throw new Error('the contrast was not looked at')
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary?.split('\n').slice(1).join(';')}: ${html}`),
  )
}
