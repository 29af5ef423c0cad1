import { join } from 'node:path'
import { BrowserWindow, Menu, type WebPreferences } from 'electron'
import type { WindowMode } from '#shared/ipc/station.ts'
import type { Log } from './log.ts'
import { APP_URL } from './own-page.ts'

const windows = new Set<BrowserWindow>()
/** A page that dies again sooner than this is left dead, so that the operator sees that something is wrong. */
const RELOAD_PAUSE_MS = 10_000

/** The windows that this program opened for its people and that still exist; the guests' is none of them. */
export const ownWindows = (): readonly BrowserWindow[] => [...windows].filter((window) => !window.isDestroyed())

/** Brings the window back to the front, for a second start of the program. */
export function focusWindow(): void {
  const [window] = ownWindows()
  if (!window) return
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** Begins the pages anew: what they may load is settled when they are served. */
export function reloadWindows(): void {
  for (const window of ownWindows()) window.webContents.reload()
}

/** A page in a box of its own: no Node, no other page's memory, and a preload that alone reaches the program. */
export const confined = (preload: string): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
  // Timers of the waiting screen must go on while another program is in front.
  backgroundThrottling: false,
})

/** How the windows stand on the screen. */
export function showAs(mode: WindowMode): void {
  for (const window of ownWindows()) {
    // Both are asked first: setting what is so already makes some desktops flicker.
    if (window.isKiosk() !== (mode === 'kiosk')) window.setKiosk(mode === 'kiosk')
    if (mode !== 'kiosk' && window.isFullScreen() !== (mode === 'fullscreen'))
      window.setFullScreen(mode === 'fullscreen')
  }
}

/** Whether a page is there that can ask its person something. */
export const isPageAlive = (): boolean => ownWindows().some((window) => !dead.has(window))

const dead = new WeakSet<BrowserWindow>()

interface WindowOptions {
  preloadPath: string
  mode: WindowMode
  /** Whether it may close at once. */
  mayClose(): boolean
  onClosed(): void
  log: Log
}

/** Opens the terminal's window. */
export async function openWindow({ preloadPath, mode, mayClose, onClosed, log }: WindowOptions): Promise<void> {
  // The counter needs no menu; macOS keeps its own because copying and pasting hang on it.
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null)
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 1024,
    minHeight: 680,
    show: false,
    title: 'Pitlane',
    backgroundColor: '#ffffff',
    fullscreen: mode === 'fullscreen',
    kiosk: mode === 'kiosk',
    webPreferences: confined(preloadPath),
  })
  windows.add(window)
  window.on('closed', () => {
    windows.delete(window)
    onClosed()
  })
  window.on('close', (event) => {
    if (!mayClose()) event.preventDefault()
  })
  window.once('ready-to-show', () => window.show())

  let diedAt = 0
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log.error('the page died', { reason })
    dead.add(window)
    if (reason === 'clean-exit' || Date.now() - diedAt < RELOAD_PAUSE_MS) return
    diedAt = Date.now()
    window.webContents.reload()
  })
  window.webContents.on('did-finish-load', () => dead.delete(window))
  window.webContents.on('preload-error', (_event, path, error) => log.error('preload failed', { path, error }))

  await window.loadURL(APP_URL)
}

/** The preload of a window: `index` for the counter's, `guest` for the guests'. */
export const preloadIn = (outDir: string, name: 'index' | 'guest'): string => join(outDir, 'preload', `${name}.cjs`)
export const rendererIn = (outDir: string): string => join(outDir, 'renderer')
