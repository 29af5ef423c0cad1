import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { desktopEntry } from '#main/core/windows/desktop-entry.ts'
import type { Log } from './log.ts'

/** Starts the program at sign-in, or stops doing so. Ignored when run from sources. */
export function applyAutostart(wanted: boolean, log: Log): void {
  if (!app.isPackaged) return
  try {
    if (process.platform === 'linux') applyOnLinux(wanted)
    else app.setLoginItemSettings({ openAtLogin: wanted })
  } catch (error) {
    log.warn('autostart cannot be set', { wanted, error })
  }
}

/** Electron has no login items on Linux, where desktops start the entries of the autostart folder. */
function applyOnLinux(wanted: boolean): void {
  const folder = join(app.getPath('appData'), 'autostart')
  const path = join(folder, 'pitlane.desktop')
  if (!wanted) {
    rmSync(path, { force: true })
    return
  }
  mkdirSync(folder, { recursive: true })
  // An AppImage runs from a different mount point at each start.
  writeFileSync(path, desktopEntry(process.env.APPIMAGE ?? app.getPath('exe')))
}
