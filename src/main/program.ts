import { randomUUID } from 'node:crypto'
import { app, powerMonitor, safeStorage } from 'electron'
import { every, systemClock } from '#main/core/clocks/clock.ts'
import { openSecureStore } from '#main/core/storage/secure-store.ts'
import type { PackageInstaller } from '#main/core/updates/package-installer.ts'
import { startedWell } from '#main/core/updates/start-guard.ts'
import { readUpdates } from '#main/core/updates/update-state.ts'
import { isUpdateTime } from '#main/core/updates/update-time.ts'
import { confineWindows, declareAppScheme, secureSession } from '#main/core/windows/security.ts'
import {
  brokenTerminal,
  type ShellPort,
  startupFailure,
  type Terminal,
  type TerminalDeps,
} from '#main/core/windows/shell.ts'
import { focusWindow, reloadWindows, rendererIn } from '#main/core/windows/window.ts'
import { createWindows } from '#main/core/windows/windows.ts'
import type { IpcGroup, IpcHandlers } from '#shared/core/ipc.ts'
import { UpdateReport } from '#shared/features/terminals/terminals.contract.ts'
import { ipc } from '#shared/ipc/contract.ts'
import { openIpc } from './core/ipc.ts'
import type { IpcHub } from './core/ipc-hub.ts'
import { type Log, openLog } from './core/log.ts'
import { createUpdates, readReleaseKeys, type Updates } from './features/updates/index.ts'

/** A device that hangs must not keep the program from quitting; all data is on the disk by then. */
const CLOSE_TIMEOUT_MS = 5000
/** How long a version on trial may take to start well; then it starts again, and the start counts as failed. */
const TRIAL_MS = 3 * 60_000
const WELL_CHECK_MS = 500

export interface ProgramOptions {
  /** The terminal's data folder. */
  dir: string
  /** The folder of the bundles, and that of the main bundle. */
  outDir: string
  mainDir: string
  /** Null where the terminal does not update itself. */
  installer: PackageInstaller | null
  /** Whether this version was just installed and has not started well yet. */
  isTrial: boolean
}

/** Starts the terminal: its window, its parts, and its updates. */
export async function startProgram({ dir, outDir, mainDir, installer, isTrial }: ProgramOptions): Promise<void> {
  declareAppScheme()
  const log = openLog({ dir })
  process.on('uncaughtException', (error) => log.error('uncaught', { error }))
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))
  const pages: { served: Terminal | null } = { served: null }
  const serverUrl = () => pages.served?.serverUrl() ?? ''
  confineWindows(log, serverUrl)
  app.on('second-instance', focusWindow)
  await app.whenReady()

  const version = app.getVersion()
  log.info('terminal starts', { version, node: process.versions.node, electron: process.versions.electron })
  secureSession(rendererIn(outDir), serverUrl)
  const hub = openIpc(ipc, log)
  const nothingOpen = { unsent: 0, queued: 0, printing: 0 }
  const windows = createWindows({
    outDir,
    openWork: () => pages.served?.openWork() ?? nothingOpen,
    confirmClose: (work) => hub.emit('app', 'closeAsked', work),
    log,
  })
  const updateState = () => UpdateReport.safeParse(readUpdates(dir).report).data
  const terminal = await startTerminal({ dir, version, hub, log, shell: windows.port, updateState })
  pages.served = terminal
  for (const [group, definition] of Object.entries<IpcGroup>(ipc)) {
    hub.registerIpc(group, definition, (terminal.handlers[group] ?? {}) as IpcHandlers<IpcGroup>)
  }
  powerMonitor.on('resume', () => terminal.resume())
  let isWell = !isTrial
  // Without its data file it cannot tell what is unsent.
  const isTime = () =>
    terminal.isWorking() &&
    isUpdateTime({
      updateHour: windows.updateHour(),
      hour: new Date().getHours(),
      idleFor: terminal.idleFor(),
      openWork: terminal.openWork(),
    })
  const keys = readReleaseKeys(mainDir)
  const updates =
    installer && keys.length > 0
      ? createUpdates({
          dir,
          version,
          terminalId: terminal.terminalId,
          keys,
          installer,
          serverUrl,
          isWell: () => isWell,
          isTime,
          quit: () => app.quit(),
          clock: systemClock,
          log,
        })
      : null
  quitGracefully(terminal, updates, log)

  const checkStart = () =>
    hub.hasAnswered() && terminal.isWorking() ? 'well' : performance.now() >= TRIAL_MS ? 'late' : 'starting'
  const stop = every(systemClock, WELL_CHECK_MS, () => {
    const state = checkStart()
    if (state === 'starting' || (state === 'late' && !isTrial)) return
    stop()
    if (state === 'late' && installer) {
      log.error('the new version does not start well', { version })
      installer.restart()
      app.exit(1)
      return
    }
    isWell = true
    startedWell(dir, version)
    log.info('started well', { version })
    void updates?.check()
  })
  await windows.open()
  log.info('window ready')
}

interface StartOptions {
  dir: string
  version: string
  hub: IpcHub
  log: Log
  shell: ShellPort
  updateState: TerminalDeps['updateState']
}

/** A terminal that cannot start still gets its window; every call then fails with the reason. */
async function startTerminal({
  dir,
  version: appVersion,
  hub,
  log,
  shell,
  updateState,
}: StartOptions): Promise<Terminal> {
  try {
    const { PITLANE_SERVER_URL, PITLANE_ANSWER_SECONDS } = process.env
    const answerMs = Number(PITLANE_ANSWER_SECONDS) * 1000
    const deps: TerminalDeps = {
      dir,
      secureStore: openSecureStore({ dir, safeStorage, log }),
      log,
      emit: hub.emit,
      onServerChange: reloadWindows,
      appVersion,
      shell,
      ...(updateState ? { updateState } : {}),
      ...(PITLANE_SERVER_URL ? { serverUrl: PITLANE_SERVER_URL } : {}),
      ...(answerMs > 0 ? { answerMs } : {}),
    }
    // Loaded only now, because its native parts crash a runtime that is too old for them.
    const { createTerminal } = await import('#main/terminal.ts')
    return await createTerminal(deps)
  } catch (error) {
    const requestId = randomUUID()
    log.error('the terminal could not start', { requestId, error })
    return brokenTerminal(ipc, startupFailure(error, requestId))
  }
}

function quitGracefully(terminal: Terminal, updates: Updates | null, log: Log): void {
  let closed = false
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    // Read now: a closed terminal cannot tell.
    const work = terminal.isWorking() ? terminal.openWork() : null
    updates?.close()
    const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS))
    void Promise.race([terminal.close(), timeout])
      .then(() => work && updates?.installAtQuit(work))
      .catch((error: unknown) => log.error('closing failed', { error }))
      .then(() => {
        log.info('terminal ends')
        app.quit()
      })
  })
}
