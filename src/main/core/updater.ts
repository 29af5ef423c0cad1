import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { Log } from './log.ts'

const CHECK_EVERY_MS = 6 * 60 * 60 * 1000

/** Looks for a newer release and installs it when the program is quit, never while the counter works. */
export async function startUpdater(log: Log): Promise<void> {
  // The file is written by electron-builder when the installers were built with an address for updates.
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return
  const { default: updater } = await import('electron-updater')
  const { autoUpdater } = updater
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.on('update-downloaded', ({ version }) => log.info('an update waits for the next quit', { version }))
  autoUpdater.on('error', (error) => log.warn('update failed', { error }))
  const check = () => autoUpdater.checkForUpdates().catch((error: unknown) => log.warn('no update', { error }))
  await check()
  setInterval(check, CHECK_EVERY_MS).unref()
}
