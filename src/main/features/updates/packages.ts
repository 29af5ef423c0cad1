import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { copyDurably } from '#main/core/updates/package-installer.ts'
import { updatesDir } from '#main/core/updates/update-state.ts'
import type { TerminalRelease } from '#shared/features/terminals/terminal-releases.contract.ts'

type ReleaseFile = TerminalRelease['files'][number]

/** A package whose content is not what the vendor signed. */
export class WrongPackage extends Error {}

const DOWNLOAD_TIMEOUT_MS = 30 * 60_000

/** The packages that this terminal keeps, each in a folder of its release. */
export function createPackages(dir: string, serverUrl: () => string) {
  const root = join(updatesDir(dir), 'packages')
  const pathOf = (version: string, name: string) => join(root, version, name)

  /** Whether a file has the content that the vendor signed. */
  async function isWhole(path: string, { size, sha512 }: ReleaseFile): Promise<boolean> {
    const found = await stat(path).catch(() => null)
    if (found?.size !== size) return false
    const hash = createHash('sha512')
    await pipeline(createReadStream(path), hash)
    return hash.digest('base64') === sha512
  }

  return {
    pathOf,
    isWhole,
    /** Fetches a package of a release; one that is there and whole is not fetched again. Throws `WrongPackage`. */
    async fetch(version: string, file: ReleaseFile): Promise<string> {
      const path = pathOf(version, file.name)
      if (await isWhole(path, file)) return path
      await mkdir(dirname(path), { recursive: true })
      const address = `${serverUrl().replace(/\/+$/, '')}/terminal-releases/${version}/${file.name}`
      const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) })
      if (!response.ok || !response.body) throw new Error(`${address} answers ${response.status}`)
      const part = `${path}.part`
      await pipeline(Readable.fromWeb(response.body as ReadableStream), limited(file.size), createWriteStream(part))
      if (!(await isWhole(part, file))) {
        await rm(part, { force: true })
        throw new WrongPackage(file.name)
      }
      await rename(part, path)
      return path
    },
    /** Keeps a copy of the running program, which is a package itself. */
    async keepOwn(version: string, program: string): Promise<string> {
      const path = pathOf(version, 'own-package')
      const [own, kept] = await Promise.all([stat(program), stat(path).catch(() => null)])
      if (kept?.size === own.size) return path
      await mkdir(dirname(path), { recursive: true })
      await copyDurably(program, `${path}.part`)
      await rename(`${path}.part`, path)
      return path
    },
    /** Removes the packages of all other releases. */
    async purge(versions: readonly string[]): Promise<void> {
      const names = await readdir(root).catch(() => [])
      const old = names.filter((name) => !versions.includes(name))
      await Promise.all(old.map((name) => rm(join(root, name), { recursive: true, force: true })))
    },
  }
}

/** Ends a transfer that is longer than the vendor signed, before it fills the disk. */
const limited = (size: number) =>
  async function* (pieces: AsyncIterable<Uint8Array>) {
    let received = 0
    for await (const piece of pieces) {
      received += piece.byteLength
      if (received > size) throw new WrongPackage(`more than ${size} bytes`)
      yield piece
    }
  }
