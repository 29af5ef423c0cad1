import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { type PackageInstaller, packageInstaller } from '#main/core/updates/package-installer.ts'
import { beginStart, wentBack } from '#main/core/updates/start-guard.ts'
import { runtimeProblem } from '#main/core/windows/shell.ts'

// The first code of the program. It imports little, because a new version that cannot be loaded must still be counted here, and
// replaced by the one before.

// Files with data of members are readable for this account only.
process.umask(0o077)
const { PITLANE_TERMINAL_DIR } = process.env
if (PITLANE_TERMINAL_DIR) {
  mkdirSync(PITLANE_TERMINAL_DIR, { recursive: true })
  app.setPath('userData', PITLANE_TERMINAL_DIR)
}
// Two programs on one data folder would send and print everything twice.
const isAlone = app.requestSingleInstanceLock()
const checkSwitch = process.argv.indexOf('--check-devices')
if (checkSwitch >= 0) checkDevices(process.argv.slice(checkSwitch + 1)).catch((error) => exitWithError(error, null))
else if (isAlone) await begin(app.getPath('userData')).catch((error) => exitWithError(error, null))
else app.quit()

/** Checks the devices with this terminal's settings and ends; it counts as no start. A running terminal uses the same ports. */
async function checkDevices(options: string[]): Promise<void> {
  const problem = isAlone ? runtimeProblem(process.versions) : 'Close the terminal first: it uses the same ports.'
  if (problem) throw new Error(problem)
  const { checkWindows } = await import('#main/core/windows/check-windows.ts')
  const { runDeviceCheck } = await import('./features/device-check/index.ts')
  const windows = await checkWindows(options)
  const { exitCode, page } = await runDeviceCheck(options, windows)
  if (page) await windows.show(page)
  app.exit(exitCode)
}

async function begin(dir: string): Promise<void> {
  const installer = packageInstaller({
    platform: process.platform,
    arch: process.arch,
    env: process.env,
    execPath: process.execPath,
    isPackaged: app.isPackaged,
    relaunch: () => app.relaunch(),
  })
  const version = app.getVersion()
  const start = beginStart(dir, version)
  if (start.kind === 'goBack' && installer) {
    process.stderr.write(`${version} did not start well: installing ${start.file}\n`)
    await installer.install(start.file, true)
    wentBack(dir, version)
    app.exit(0)
    return
  }
  const isTrial = start.kind === 'goOn' && start.isTrial
  try {
    const problem = runtimeProblem(process.versions)
    if (problem) throw new Error(problem)
    const mainDir = import.meta.dirname
    const { startProgram } = await import('./program.ts')
    startProgram({ dir, mainDir, outDir: join(mainDir, '..'), installer, isTrial }).catch((error) =>
      exitWithError(error, isTrial ? installer : null),
    )
  } catch (error) {
    exitWithError(error, isTrial ? installer : null)
  }
}

/**
 * No window could be opened: shows the error and exits, rather than staying as a process without a window. A version on trial starts again
 * instead, until the one before is installed; nobody may be there at night.
 */
function exitWithError(error: unknown, trial: PackageInstaller | null): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  if (trial) trial.restart()
  else dialog.showErrorBox('Pitlane', String(error))
  app.exit(1)
}
