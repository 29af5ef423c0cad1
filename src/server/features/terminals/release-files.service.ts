import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { compareReleases } from '#shared/core/release.ts'
import {
  ReleaseNumber,
  type SignedRelease,
  TerminalRelease,
} from '#shared/features/terminals/terminal-releases.contract.ts'

/** The text that the vendor signs, in the folder of a release, and its signature. */
const TEXT = 'terminal.json'
const SIGNATURE = 'terminal.json.sig'

/** A file that an operator has not copied yet is none; any other error is one. */
async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The releases of the terminal in a folder, each in a folder named by its number. The terminals check the signatures. */
export function releaseFiles(folder: string) {
  /** A release, or null where it is missing, incomplete or of another number. */
  async function read(version: string): Promise<{ signed: SignedRelease; release: TerminalRelease } | null> {
    if (!ReleaseNumber.safeParse(version).success) return null
    const [text, signature] = await Promise.all([TEXT, SIGNATURE].map((name) => textOf(join(folder, version, name))))
    if (text === null || text === undefined || signature === null || signature === undefined) return null
    try {
      const release = TerminalRelease.parse(JSON.parse(text))
      return release.version === version ? { signed: { text, signature: signature.trim() }, release } : null
    } catch {
      return null
    }
  }

  return {
    read,
    /** The numbers of the complete releases, newest first. */
    async versions(): Promise<string[]> {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const found = await Promise.all(names.map(async (name) => (await read(name)) && name))
      return found.filter((name) => name !== null).sort((one, other) => compareReleases(other, one))
    },
    /** A package that a release lists, or null. */
    async open(version: string, name: string): Promise<{ size: number; content: Readable } | null> {
      const found = await read(version)
      if (!found?.release.files.some((file) => file.name === name)) return null
      const path = join(folder, version, name)
      const { size } = await stat(path).catch(() => ({ size: -1 }))
      return size < 0 ? null : { size, content: createReadStream(path) }
    },
  }
}
