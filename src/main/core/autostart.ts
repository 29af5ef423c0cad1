import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { desktopEntry } from './desktop-entry.ts'
import type { Log } from './log.ts'

/** Begins with the computer's sign-in, or no longer. Only an installed program can: from its sources it is a tool of its makers. */
export function applyAutostart(wanted: boolean, log: Log): void {
  if (!app.isPackaged) return
  try {
    if (process.platform === 'linux') applyOnLinux(wanted)
    else app.setLoginItemSettings({ openAtLogin: wanted })
  } catch (error) {
    log.warn('autostart cannot be set', { wanted, error })
  }
}

/** Electron knows no login items on Linux; desktops there start what lies in this folder. */
function applyOnLinux(wanted: boolean): void {
  const folder = join(app.getPath('appData'), 'autostart')
  const path = join(folder, 'pitlane.desktop')
  if (!wanted) {
    rmSync(path, { force: true })
    return
  }
  mkdirSync(folder, { recursive: true })
  // An AppImage runs from a place that is another one at each start.
  writeFileSync(path, desktopEntry(process.env.APPIMAGE ?? app.getPath('exe')))
}
