import { haveSameBytes } from './files.ts'
import type { Storage } from './storage.ts'

interface Copied {
  copied: number
  /** Those that were there already, byte for byte. */
  present: number
}

/**
 * Copies all files to another storage. Each is read back and compared, also one that is there already, and one with other bytes is written
 * again. It can be repeated. Throws when a file arrives changed.
 */
export async function copyFiles(from: Storage, to: Storage, log: (line: string) => void): Promise<Copied> {
  const done: Copied = { copied: 0, present: 0 }
  const isSame = async (path: string) => haveSameBytes(await from.open(path), await to.open(path))
  for await (const { path, size } of from.list('')) {
    if ((await to.find(path))?.size === size && (await isSame(path))) {
      done.present += 1
      continue
    }
    const content = await from.open(path)
    // Removed meanwhile.
    if (!content) continue
    await to.write(path, content)
    if (!(await isSame(path)) && (await from.find(path))) throw new Error(`${path} did not arrive as it was sent`)
    done.copied += 1
    log(path)
  }
  return done
}
