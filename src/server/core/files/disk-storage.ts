import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { isInside, requireInside, type Storage, type StoredFile } from './storage.ts'

/** The end of the name of a file that is being written. */
const HALF = '.half'

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Moves a file to a path that does not exist yet. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch {
    // Parts of the data folder may be different mounts, between which a rename fails.
    await copyFile(from, to, constants.COPYFILE_EXCL)
    await rm(from, { force: true })
  }
}

/** Files below a folder of this computer, or of a network folder that all copies of the server share. */
export function diskStorage(root: string): Storage {
  const at = (path: string): string => {
    requireInside(path)
    return join(root, path)
  }
  const find = async (path: string): Promise<StoredFile | null> => {
    const found = await stat(at(path)).catch(() => null)
    return found?.isFile() ? { path, size: found.size, modifiedAt: found.mtime } : null
  }
  return {
    async take(from, path) {
      await mkdir(dirname(at(path)), { recursive: true })
      await moveFile(from, at(path))
    },
    async write(path, content) {
      const partialPath = `${at(path)}${HALF}`
      await mkdir(dirname(partialPath), { recursive: true })
      await writeFile(partialPath, content, { flush: true })
      await rename(partialPath, at(path))
    },
    find,
    async open(path, range) {
      const file = await open(at(path)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return file?.createReadStream(range) ?? null
    },
    remove: (path) => rm(at(path), { force: true }),
    async *list(folder) {
      const all = await readdir(join(root, folder), { recursive: true }).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      for (const name of all.sort()) {
        const path = `${folder}${name.replaceAll(sep, '/')}`
        const file = isInside(path) && !path.endsWith(HALF) ? await find(path) : null
        if (file) yield file
      }
    },
    check: () => Promise.resolve(),
  }
}
