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

/** Selector of everything that opens over a page. */
export const OVERLAYS = '.ant-modal:visible, .ant-drawer:visible, .ant-popover:visible, .ant-dropdown:visible'

/**
 * Waits until all animations have ended, because half-faded elements have other colours. It waits two frames first, so
 * that a change of the theme has begun its transitions.
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

/**
 * The violations of WCAG 2.1 (A and AA) and best practices in the visible page, light and dark: rule, problem and
 * element.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
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
  // The other theme differs in colours only.
  const inDark = await problemsOf(page, ['color-contrast', 'link-in-text-block'])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.waitForFunction(() => document.documentElement.style.colorScheme === 'light')
  return [...inLight, ...inDark.map((problem) => `dark: ${problem}`)]
}

async function problemsOf(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe)
  // Overlays are at the end of the document, outside all landmarks; they have their own roles.
  const isCovered = await page.locator(OVERLAYS).first().isVisible()
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  if (isCovered && runOnly.includes('best-practice')) options.rules = { region: { enabled: false } }
  const found = await page.evaluate((given) => window.axe?.run(given), options)
  if (!found?.passes.some(({ id }) => id === 'color-contrast')) throw new Error('the contrast was not looked at')
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary?.split('\n').slice(1).join(';')}: ${html}`),
  )
}
