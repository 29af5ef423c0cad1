import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { newId } from '#shared/core/id.ts'
import { chromiumPath } from '#tests/support/chromium-path.ts'
import { PATIENCE_MS } from '#tests/support/until.ts'
import { PASSWORD, type VenueServer } from './built-server.ts'
import { watchTestPage } from './test-pages.ts'

const desktop = { width: 1366, height: 768 }
export const phone = { width: 390, height: 844 }
type Size = typeof desktop

/** The web admin in the browser of this worker; each user gets a separate profile. */
export interface WebBrowser {
  /** A page in a new profile; it is closed with the test that opened it. */
  open(url: string, size?: Size): Promise<Page>
  /**
   * Like `open`, for a user who is already signed in; the sign-in page has its own tests. The store is named where
   * the account has several.
   */
  openSignedIn(
    server: VenueServer,
    username: string,
    path?: string,
    given?: { size?: Size; orgCode?: string },
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

export async function startBrowser(): Promise<WebBrowser> {
  const browser = await workersBrowser()
  const contexts: BrowserContext[] = []
  async function open(url: string, size = desktop, stored: { name: string; value: string }[] = []): Promise<Page> {
    const origins = stored.length > 0 ? [{ origin: new URL(url).origin, localStorage: stored }] : []
    const storageState = { cookies: [], origins }
    const context = await browser.newContext({ viewport: size, timezoneId: 'Asia/Shanghai', storageState })
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    watchTestPage(page)
    await page.goto(url)
    return page
  }
  return {
    open: (url, size) => open(url, size),
    async openSignedIn(server, username, path = '/', { size, orgCode } = {}) {
      const { result } = await server.call<Envelope<SignedIn>>('', '/sys/login', { username, password: PASSWORD })
      const { token, departs } = result
      let { userInfo } = result
      if (orgCode !== undefined) {
        const chosen = await server.call<Envelope<SignedIn>>(token, '/sys/selectDepart', { username, orgCode })
        userInfo = chosen.result.userInfo
      }
      const session = { signIn: newId(), offline: false, userInfo, departs, mustChooseStore: false, permissions: null }
      const stored = { until: Date.now() + 86_400_000, token, session }
      return open(`${server.url}/#${path}`, size, [{ name: 'pitlane.session', value: JSON.stringify(stored) }])
    },
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}
