import type { KeyObject } from 'node:crypto'
import type { z } from 'zod'
import { type Clock, every } from '#main/core/clocks/clock.ts'
import { httpTransport } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import type { PackageInstaller } from '#main/core/updates/package-installer.ts'
import { readUpdates, writeUpdates } from '#main/core/updates/update-state.ts'
import { api } from '#shared/api.ts'
import { createClient } from '#shared/core/client.ts'
import { compareReleases } from '#shared/core/release.ts'
import type { TerminalRelease } from '#shared/features/terminals/terminal-releases.contract.ts'
import type { UpdateReport } from '#shared/features/terminals/terminals.contract.ts'
import type { OpenWork } from '#shared/ipc/app.ts'
import { createPackages, WrongPackage } from './packages.ts'
import { verifiedRelease } from './signed-release.ts'

export interface UpdatesDeps {
  /** The terminal's data folder. */
  dir: string
  /** The running version. */
  version: string
  terminalId: string
  keys: readonly KeyObject[]
  installer: PackageInstaller
  serverUrl(): string
  /** Whether the running version has started well. */
  isWell(): boolean
  /** Whether an update may be installed now. */
  isTime(): boolean
  /** Ends the program, which is being replaced. */
  quit(): void
  clock: Clock
  log: Log
}

const CHECK_EVERY_MS = 60 * 60_000
const INSTALL_EVERY_MS = 60_000
const CALL_TIMEOUT_MS = 10_000

interface Ready {
  version: string
  file: TerminalRelease['files'][number]
  path: string
  /** The package of the running version. */
  rollbackPath: string
}

export interface Updates {
  /** Asks the server for an update and fetches it. */
  check(): Promise<void>
  /** Installs what is ready if it may be installed now; the program ends. */
  installInTime(): Promise<void>
  /** Installs what is ready while the program ends anyway, unless there was open work. */
  installAtQuit(work: OpenWork): Promise<void>
  close(): void
}

/** Updates this terminal by the releases that its server offers. Only what the vendor signed is installed, and only if the running version can be restored. */
export function createUpdates(deps: UpdatesDeps): Updates {
  const { dir, version, keys, installer, log } = deps
  const packages = createPackages(dir, deps.serverUrl)
  let ready: Ready | null = null
  let isBusy = false

  const calls = () =>
    createClient(api, httpTransport({ serverUrl: deps.serverUrl(), timeoutMs: CALL_TIMEOUT_MS })).terminalReleases

  function setReport(report: z.infer<typeof UpdateReport> | null): void {
    const stored = readUpdates(dir)
    if (stored.report?.state === report?.state && stored.report?.version === report?.version) return
    writeUpdates(dir, { ...stored, report })
    if (report) log.info('update', { ...report })
  }

  /** Nothing is offered any more; the report of an installation stays. */
  function forgetOffer(): void {
    const state = readUpdates(dir).report?.state
    if (state !== 'wentBack' && state !== 'notInstalled') setReport(null)
  }

  /** Fetches the package of the running version, to return to; null if there is none. */
  async function fetchOwnPackage(): Promise<string | null> {
    if (installer.ownPackage) return packages.keepOwn(version, installer.ownPackage)
    const { result } = await calls().release({ query: { version } })
    const own = result && verifiedRelease(result, keys)
    const file = own?.files.find(({ platform }) => platform === installer.platform)
    return own?.version === version && file ? packages.fetch(version, file) : null
  }

  async function prepare(): Promise<void> {
    ready = null
    const { platform } = installer
    const { result } = await calls().offer({ query: { id: deps.terminalId, version, platform } })
    if (!result) return forgetOffer()
    const release = verifiedRelease(result, keys)
    if (!release) return setReport({ state: 'signatureInvalid', version: '' })
    const { version: next, oldestOnDataFile } = release
    // An old release is signed as well: nobody may send a terminal back to its faults.
    if (compareReleases(next, version) <= 0 || readUpdates(dir).failed.includes(next)) return
    if (compareReleases(version, oldestOnDataFile) < 0) return setReport({ state: 'tooFar', version: next })
    const file = release.files.find((one) => one.platform === platform)
    if (!file) return
    try {
      const path = await packages.fetch(next, file)
      const rollbackPath = await fetchOwnPackage()
      if (rollbackPath === null) return setReport({ state: 'noWayBack', version: next })
      await packages.purge([next, version])
      ready = { version: next, file, path, rollbackPath }
      setReport({ state: 'waiting', version: next })
    } catch (error) {
      if (!(error instanceof WrongPackage)) throw error
      setReport({ state: 'fileInvalid', version: next })
    }
  }

  async function check(): Promise<void> {
    if (isBusy || !deps.isWell() || deps.serverUrl() === '') return
    isBusy = true
    try {
      await prepare()
    } catch (error) {
      log.warn('no update', { error })
    } finally {
      isBusy = false
    }
  }

  async function install(next: Ready, mayInstall: () => boolean, restart: boolean): Promise<boolean> {
    // The file may have changed since it was fetched.
    if (!(await packages.isWhole(next.path, next.file))) {
      ready = null
      setReport({ state: 'fileInvalid', version: next.version })
      return false
    }
    if (!mayInstall()) return false
    const stored = readUpdates(dir)
    const trial = { version: next.version, from: version, starts: 0 }
    writeUpdates(dir, { ...stored, trial, rollback: { version, file: next.rollbackPath } })
    log.info('installing the update', { version: next.version })
    try {
      await installer.install(next.path, restart)
      return true
    } catch (error) {
      log.error('the update could not be installed', { version: next.version, error })
      writeUpdates(dir, { ...stored, report: { state: 'notInstalled', version: next.version } })
      return false
    }
  }

  async function installInTime(): Promise<void> {
    if (!ready || isBusy || !deps.isTime()) return
    isBusy = true
    try {
      if (await install(ready, deps.isTime, true)) deps.quit()
    } finally {
      isBusy = false
    }
  }

  const stops = [every(deps.clock, CHECK_EVERY_MS, check), every(deps.clock, INSTALL_EVERY_MS, installInTime)]
  return {
    check,
    installInTime,
    async installAtQuit({ unsent, queued, printing }) {
      if (!ready || isBusy || unsent + queued + printing > 0) return
      await install(ready, () => true, false)
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
