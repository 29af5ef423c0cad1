import { type Chromium, startChromium } from '#tests/electron-host/chromium.ts'

type Serve = (request: Request) => Response | Promise<Response>
interface Closable {
  id: number
  close(): Promise<void>
}

const SUFFIX = '.app.localhost'
let chromium: Promise<Chromium> | undefined
let ready = false
let windowsGone: () => void = () => undefined
let chromiumReady: (chromium: Chromium) => void = () => undefined
const windows = new Map<number, Closable>()
const handlers = new Map<string, Serve>()

/** Shared by the parts of the stand-in: one Chromium, its windows and the custom schemes. */
export const host = {
  headless: true,
  schemes: new Set<string>(),
  isStarted: () => chromium !== undefined,
  isReady: () => ready,

  async start(profileDir: string): Promise<void> {
    chromium ??= startChromium({ profileDir, headless: host.headless })
    const running = await chromium
    if (ready) return
    ready = true
    chromiumReady(running)
    // A browser that dies ends the terminal, as in Electron.
    void running.exited.then(() => windows.size > 0 && process.exit(1))
  },
  onChromium(listener: (chromium: Chromium) => void): void {
    chromiumReady = listener
  },
  browser(): Promise<Chromium> {
    if (!chromium || !ready) throw new Error('Cannot create BrowserWindow before app is ready')
    return chromium
  },
  async stop(): Promise<void> {
    windows.clear()
    await (await chromium)?.close()
  },

  addWindow: (window: Closable) => void windows.set(window.id, window),
  removeWindow(id: number): void {
    if (windows.delete(id) && windows.size === 0) windowsGone()
  },
  onWindowsGone(listener: () => void): void {
    windowsGone = listener
  },
  async closeWindows(): Promise<void> {
    await Promise.all([...windows.values()].map((window) => window.close()))
  },

  serve(scheme: string, handler: Serve): void {
    if (!host.schemes.has(scheme)) throw new Error(`the scheme ${scheme} was not registered as privileged`)
    handlers.set(scheme, handler)
  },
  /** Main's answer to a request for one of its own schemes, or null for an address of the real network. */
  async respond(browserUrl: string, init: RequestInit): Promise<Response | null> {
    const url = toAppUrl(browserUrl)
    const handler = handlers.get(new URL(url).protocol.slice(0, -1))
    return handler ? handler(new Request(url, init)) : null
  },
}

/** Chromium cannot open `app://pitlane/x`: it sees `http://pitlane.app.localhost/x`, which also counts as secure. */
export function toBrowserUrl(url: string): string {
  const [, scheme = '', name = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  return host.schemes.has(scheme) ? `http://${name}.${scheme}.localhost${rest}` : url
}

export function toAppUrl(url: string): string {
  const [, name, scheme = '', rest = ''] = /^http:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.localhost(.*)$/i.exec(url) ?? []
  return host.schemes.has(scheme) ? `${scheme}://${name}${rest}` : url
}

export const APP_URL_PATTERN = `http://*${SUFFIX}/*`
