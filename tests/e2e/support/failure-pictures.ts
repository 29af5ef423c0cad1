import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterEach } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', '..', 'test-results')
let watched: Page[] = []

/** From now on a failed test leaves a picture of this page in `test-results`. */
export function watchPage(page: Page): void {
  watched.push(page)
}

/** Call once in each file, below its `afterEach` hooks: what the screens showed says more about a failure than the assertion. */
export function pictureFailures(): void {
  afterEach(async ({ task }) => {
    watched = watched.filter((page) => !page.isClosed())
    if (task.result?.state !== 'fail') return
    mkdirSync(folder, { recursive: true })
    const name = task.name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)
    for (const [index, page] of watched.entries()) {
      await page.screenshot({ path: join(folder, `${name}-${index + 1}.png`), timeout: 5000 }).catch(() => undefined)
    }
  })
}
