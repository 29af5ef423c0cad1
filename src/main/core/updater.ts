import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { Log } from './log.ts'

const CHECK_EVERY_MS = 6 * 60 * 60 * 1000
const CHECK_INTERVAL_MS = 60_000

/** Checks for a newer release. It is installed when the program ends, or once `isTime` returns true. */
export async function startUpdater(log: Log, isTime: () => boolean): Promise<void> {
  // electron-builder writes the file if installers were built with an update address.
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return
  const { default: updater } = await import('electron-updater')
  const { autoUpdater } = updater
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.once('update-downloaded', ({ version }) => {
    log.info('an update is ready', { version })
    setInterval(() => {
      if (!isTime()) return
      log.info('installing the update', { version })
      // Silent install, then restart.
      autoUpdater.quitAndInstall(true, true)
    }, CHECK_INTERVAL_MS).unref()
  })
  autoUpdater.on('error', (error) => log.warn('update failed', { error }))
  const check = () => autoUpdater.checkForUpdates().catch((error: unknown) => log.warn('no update', { error }))
  await check()
  setInterval(check, CHECK_EVERY_MS).unref()
}
