import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterEach, beforeEach } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', '..', 'test-results')
let watched: Page[] = []
/** What is open while a test runs and was not before: browsers' pages of its own. */
let opened: Page[] = []

/** From now on a failed test leaves a picture of this page in `test-results`. */
export function watchPage(page: Page): void {
  watched.push(page)
}

/** The same, and the page is closed with its profile when the test that opened it ends; one that a hook opened stays. */
export function lendPage(page: Page): void {
  watchPage(page)
  opened.push(page)
}

/**
 * Call once in each file, below its `afterEach` hooks: what the screens showed says more about a failure than the assertion,
 * and pages that nobody looks at any more take time from those that come after them.
 */
export function tidyPages(): void {
  beforeEach(() => {
    opened = []
  })
  afterEach(async ({ task }) => {
    watched = watched.filter((page) => !page.isClosed())
    if (task.result?.state === 'fail') await takePictures(task.name)
    await Promise.all(opened.map((page) => page.context().close()))
  })
}

async function takePictures(test: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const name = test.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)
  for (const [index, page] of watched.entries()) {
    await page.screenshot({ path: join(folder, `${name}-${index + 1}.png`), timeout: 5000 }).catch(() => undefined)
  }
}
