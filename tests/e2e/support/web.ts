import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { newId } from '#shared/core/id.ts'
import { chromiumPath } from '#tests/support/browser/chromium-path.ts'
import { PATIENCE_MS } from '#tests/support/until.ts'
import { PASSWORD, type VenueServer } from './built-server.ts'
import { watchTestPage } from './test-pages.ts'

const desktop = { width: 1366, height: 768 }
export const phone = { width: 390, height: 844 }
type Size = typeof desktop

/** The web admin in the browser of this worker; each open page has a separate profile. */
export interface WebBrowser {
  /** A page in a profile of its own, without anything stored; it is closed with the test that opened it. */
  open(url: string, size?: Size): Promise<Page>
  /**
   * Like `open`, for a user who is already signed in; the sign-in page has its own tests. The store is named where
   * the account has several. With `emptyCache` no built file is in the browser's cache.
   */
  openSignedIn(
    server: VenueServer,
    username: string,
    path?: string,
    given?: { size?: Size; orgCode?: string; emptyCache?: boolean },
  ): Promise<Page>
  /** Closes every page that it opened. */
  close(): Promise<void>
}

interface Envelope<T> {
  result: T
}
interface SignedIn {
  token: string
  userInfo: object
  departs: object[]
}

/** The browser of this worker, started by the first file that needs it; it ends with the worker. */
let shared: Promise<Browser> | undefined

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    // A fake camera with a test picture; the headless shell has nothing that would ask for its permission.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  })

async function workersBrowser(): Promise<Browser> {
  // A browser that has crashed or did not start fails only the file in which it did.
  const running = await shared?.catch(() => undefined)
  if (running?.isConnected()) return running
  shared = launch()
  return shared
}

/** Profiles whose pages are closed. A used one has the built files in its cache: a page opens at half the cost. */
const idle: BrowserContext[] = []

/** An item of the local storage. */
interface Stored {
  name: string
  value: string
}

interface Profile {
  stored: Exclude<NonNullable<BrowserContextOptions['storageState']>, string>
  emptyCache: boolean
}

/** A profile in which nothing is stored but what is given. */
async function takeProfile(browser: Browser, { stored, emptyCache }: Profile): Promise<BrowserContext> {
  const used = emptyCache ? undefined : idle.pop()
  if (used?.browser() !== browser)
    return browser.newContext({ viewport: desktop, timezoneId: 'Asia/Shanghai', storageState: stored })
  await used.setStorageState(stored)
  return used
}

/** Closes the pages of a profile and keeps it for the next page, unless a test has closed it. */
async function releaseProfile(context: BrowserContext): Promise<void> {
  try {
    await Promise.all(context.pages().map((page) => page.close()))
    await context.setOffline(false)
    await context.clearPermissions()
    idle.push(context)
  } catch {
    await context.close()
  }
}

export async function startBrowser(): Promise<WebBrowser> {
  const browser = await workersBrowser()
  /** Profiles of pages that are open. */
  const taken = new Set<BrowserContext>()
  async function release(context: BrowserContext): Promise<void> {
    if (taken.delete(context)) await releaseProfile(context)
  }
  async function open(
    url: string,
    { size = desktop, stored = [], emptyCache = false }: { size?: Size; stored?: Stored[]; emptyCache?: boolean },
  ): Promise<Page> {
    const origins = stored.length > 0 ? [{ origin: new URL(url).origin, localStorage: stored }] : []
    const context = await takeProfile(browser, { stored: { cookies: [], origins }, emptyCache })
    taken.add(context)
    const page = await context.newPage()
    await page.setViewportSize(size)
    page.setDefaultTimeout(PATIENCE_MS)
    watchTestPage(page, () => release(context))
    await page.goto(url)
    return page
  }
  return {
    open: (url, size) => open(url, { size }),
    async openSignedIn(server, username, path = '/', { size, orgCode, emptyCache } = {}) {
      const { result } = await server.call<Envelope<SignedIn>>('', '/sys/login', { username, password: PASSWORD })
      const { token, departs } = result
      let { userInfo } = result
      if (orgCode !== undefined) {
        const chosen = await server.call<Envelope<SignedIn>>(token, '/sys/selectDepart', { username, orgCode })
        userInfo = chosen.result.userInfo
      }
      const session = { signIn: newId(), offline: false, userInfo, departs, mustChooseStore: false, permissions: null }
      const value = JSON.stringify({ until: Date.now() + 86_400_000, token, session })
      return open(`${server.url}/#${path}`, { size, emptyCache, stored: [{ name: 'pitlane.session', value }] })
    },
    close: async () => {
      await Promise.all([...taken].map(release))
    },
  }
}
