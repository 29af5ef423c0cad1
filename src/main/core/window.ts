import { join } from 'node:path'
import { BrowserWindow, Menu } from 'electron'
import type { Log } from './log.ts'
import { APP_URL } from './own-page.ts'

const windows = new Set<BrowserWindow>()
/** A page that dies again sooner than this is left dead, so that the operator sees that something is wrong. */
const RELOAD_PAUSE_MS = 10_000

/** The windows that this program opened and that still exist. */
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

/** Opens the terminal's window. */
export async function openWindow(preloadPath: string, log: Log): Promise<void> {
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
    webPreferences: {
      preload: preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // Timers of the waiting screen must go on while another program is in front.
      backgroundThrottling: false,
    },
  })
  windows.add(window)
  window.on('closed', () => windows.delete(window))
  window.once('ready-to-show', () => window.show())

  let diedAt = 0
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log.error('the page died', { reason })
    if (reason === 'clean-exit' || Date.now() - diedAt < RELOAD_PAUSE_MS) return
    diedAt = Date.now()
    window.webContents.reload()
  })
  window.webContents.on('preload-error', (_event, path, error) => log.error('preload failed', { path, error }))

  await window.loadURL(APP_URL)
}

export const preloadIn = (outDir: string): string => join(outDir, 'preload', 'index.cjs')
export const rendererIn = (outDir: string): string => join(outDir, 'renderer')
