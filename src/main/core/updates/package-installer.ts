import { spawn } from 'node:child_process'
import { chmodSync, closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '#main/core/storage/durable-file.ts'
import { UpdatePlatform } from '#shared/features/terminals/terminal-releases.contract.ts'

/** Installs packages of the terminal over the running one, newer or older. */
export interface PackageInstaller {
  platform: UpdatePlatform
  /** The file of the running program, if it is a package itself. */
  ownPackage: string | null
  /** Installs a package; the program must end afterwards, and starts again if wanted. */
  install(file: string, restart: boolean): Promise<void>
  /** Starts the program again once it has ended. */
  restart(): void
}

interface Computer {
  platform: string
  arch: string
  env: NodeJS.ProcessEnv
  execPath: string
  isPackaged: boolean
  relaunch(): void
}

/** The installer for this computer; null where the operating system or an administrator installs packages (Debian packages, macOS, sources). */
export function packageInstaller({
  platform,
  arch,
  env,
  execPath,
  isPackaged,
  relaunch,
}: Computer): PackageInstaller | null {
  const known = UpdatePlatform.safeParse(`${platform}-${arch}`)
  if (!known.success) return null
  const { APPIMAGE, APPDIR } = env
  // A program that another AppImage has started inherits the variables.
  if (APPIMAGE && APPDIR && execPath.startsWith(`${APPDIR}/`)) return appImage(known.data, APPIMAGE)
  if (platform !== 'win32' || !isPackaged) return null
  return {
    platform: known.data,
    ownPackage: null,
    install: (file, restart) => runWindowsInstaller(file, restart),
    restart: relaunch,
  }
}

/** An AppImage is one file, which is replaced in one step: a power cut leaves the old or the new one. */
function appImage(platform: UpdatePlatform, program: string): PackageInstaller {
  // A program that starts before this one has ended would find its data folder in use.
  const restart = (): void => {
    const wait = `while kill -0 ${process.pid} 2>/dev/null; do sleep 0.1; done; exec "$0"`
    spawn('/bin/sh', ['-c', wait, program], { detached: true, stdio: 'ignore' }).unref()
  }
  return {
    platform,
    ownPackage: program,
    async install(file, restarts) {
      await copyDurably(file, `${program}.new`)
      chmodSync(`${program}.new`, 0o755)
      renameSync(`${program}.new`, program)
      syncFolder(dirname(program))
      if (restarts) restart()
    },
    restart,
  }
}

/** electron-updater knows how to run an installer of electron-builder, with elevation where it must. */
async function runWindowsInstaller(file: string, restart: boolean): Promise<void> {
  const { NsisUpdater } = await import('electron-updater')
  class LocalInstaller extends NsisUpdater {
    override get installerPath(): string {
      return file
    }
    run(): boolean {
      return this.doInstall({ isSilent: true, isForceRunAfter: restart, isAdminRightsRequired: false })
    }
  }
  if (!new LocalInstaller().run()) throw new Error(`the installer ${file} could not be started`)
}

/** Copies a file so that the copy is complete on the disk before it has its name's place. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const file = openSync(to, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
