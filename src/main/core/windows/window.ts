import { join } from 'node:path'
import { BrowserWindow, Menu, type WebPreferences } from 'electron'
import type { Log } from '#main/core/log.ts'
import type { WindowMode } from '#shared/ipc/station.ts'
import { APP_URL } from './own-page.ts'

const windows = new Set<BrowserWindow>()
/** A page that crashes again within this time is not reloaded, so that the problem is visible. */
const RELOAD_PAUSE_MS = 10_000

/** The open windows of this program, without the guest screen. */
export const ownWindows = (): readonly BrowserWindow[] => [...windows].filter((window) => !window.isDestroyed())

/** Brings the window to the front when the program is started a second time. */
export function focusWindow(): void {
  const [window] = ownWindows()
  if (!window) return
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** Reloads the pages, because their content security policy is set when they are served. */
export function reloadWindows(): void {
  for (const window of ownWindows()) window.webContents.reload()
}

/** A sandboxed page: no Node, isolated context, and access to the program through the preload only. */
export const sandboxedPreferences = (preload: string): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
  // Timers must keep running while another program is in front.
  backgroundThrottling: false,
})

/** Applies the window mode. */
export function showAs(mode: WindowMode): void {
  for (const window of ownWindows()) {
    // Checked first, because setting an unchanged mode makes some desktops flicker.
    if (window.isKiosk() !== (mode === 'kiosk')) window.setKiosk(mode === 'kiosk')
    if (mode !== 'kiosk' && window.isFullScreen() !== (mode === 'fullscreen'))
      window.setFullScreen(mode === 'fullscreen')
  }
}

/** Whether a page is available to ask the user. */
export const isPageAlive = (): boolean => ownWindows().some((window) => !dead.has(window))

const dead = new WeakSet<BrowserWindow>()

interface WindowOptions {
  preloadPath: string
  mode: WindowMode
  /** Whether the window may close at once. */
  mayClose(): boolean
  onClosed(): void
  log: Log
}

/** Opens the terminal's window. */
export async function openWindow({ preloadPath, mode, mayClose, onClosed, log }: WindowOptions): Promise<void> {
  // The counter needs no menu; on macOS copy and paste depend on it.
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
    webPreferences: sandboxedPreferences(preloadPath),
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
    log.error('the page has crashed', { reason })
    dead.add(window)
    if (reason === 'clean-exit' || Date.now() - diedAt < RELOAD_PAUSE_MS) return
    diedAt = Date.now()
    window.webContents.reload()
  })
  window.webContents.on('did-finish-load', () => dead.delete(window))
  window.webContents.on('preload-error', (_event, path, error) => log.error('preload failed', { path, error }))

  await window.loadURL(APP_URL)
}

/** Returns the preload path: `index` for the counter, `guest` for the guest screen. */
export const preloadIn = (outDir: string, name: 'index' | 'guest'): string => join(outDir, 'preload', `${name}.cjs`)
export const rendererIn = (outDir: string): string => join(outDir, 'renderer')
