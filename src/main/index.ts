import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, powerMonitor, safeStorage } from 'electron'
import type { IpcGroup, IpcHandlers } from '#shared/core/ipc.ts'
import { ipc } from '#shared/ipc/contract.ts'
import { openIpc } from './core/ipc.ts'
import type { IpcHub } from './core/ipc-hub.ts'
import { type Log, openLog } from './core/log.ts'
import { openSecureStore } from './core/secure-store.ts'
import { confineWindows, declareAppScheme, secureSession } from './core/security.ts'
import {
  brokenTerminal,
  runtimeProblem,
  type ShellPort,
  startupFailure,
  type Terminal,
  type TerminalDeps,
} from './core/shell.ts'
import { isUpdateTime } from './core/update-time.ts'
import { startUpdater } from './core/updater.ts'
import { focusWindow, reloadWindows, rendererIn } from './core/window.ts'
import { createWindows } from './core/windows.ts'

const outDir = join(import.meta.dirname, '..')
/** A device that hangs must not keep the program from quitting; all data is on the disk by then. */
const CLOSE_TIMEOUT_MS = 5000

// Files with data of members are readable for this account only.
process.umask(0o077)
const problem = runtimeProblem(process.versions)
if (problem) {
  process.stderr.write(`${problem}\n`)
  dialog.showErrorBox('Pitlane', problem)
  app.exit(1)
} else {
  const { PITLANE_TERMINAL_DIR } = process.env
  if (PITLANE_TERMINAL_DIR) {
    mkdirSync(PITLANE_TERMINAL_DIR, { recursive: true })
    app.setPath('userData', PITLANE_TERMINAL_DIR)
  }
  // Two programs on one data folder would send and print everything twice.
  if (app.requestSingleInstanceLock()) start(app.getPath('userData')).catch(exitWithError)
  else app.quit()
}

/** No window could be opened: shows the error and exits, rather than staying as a process without a window. */
function exitWithError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  dialog.showErrorBox('Pitlane', String(error))
  app.exit(1)
}

async function start(dir: string): Promise<void> {
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
  const nothingOpen = { waiting: 0, inLine: 0, printing: 0 }
  const windows = createWindows({
    outDir,
    openWork: () => pages.served?.openWork() ?? nothingOpen,
    confirmClose: (work) => hub.emit('app', 'closeAsked', work),
    log,
  })
  const terminal = await startTerminal({ dir, version, hub, log, shell: windows.port })
  pages.served = terminal
  for (const [group, definition] of Object.entries<IpcGroup>(ipc)) {
    hub.registerIpc(group, definition, (terminal.handlers[group] ?? {}) as IpcHandlers<IpcGroup>)
  }
  powerMonitor.on('resume', () => terminal.resume())
  quitGracefully(terminal, log)

  await windows.open()
  log.info('window ready')
  const isTime = () =>
    isUpdateTime({
      updateHour: windows.updateHour(),
      hour: new Date().getHours(),
      idleFor: terminal.idleFor(),
      openWork: terminal.openWork(),
    })
  void startUpdater(log, isTime)
}

interface StartOptions {
  dir: string
  version: string
  hub: IpcHub
  log: Log
  shell: ShellPort
}

/** A terminal that cannot start still gets its window; every call then fails with the reason. */
async function startTerminal({ dir, version: appVersion, hub, log, shell }: StartOptions): Promise<Terminal> {
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

function quitGracefully(terminal: Terminal, log: Log): void {
  let closed = false
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS))
    void Promise.race([terminal.close(), timeout])
      .catch((error: unknown) => log.error('closing failed', { error }))
      .then(() => {
        log.info('terminal ends')
        app.quit()
      })
  })
}
