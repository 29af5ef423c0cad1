import { execFile } from 'node:child_process'
import { mkdir, rmdir, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A file system in memory that can become full. */
export interface SmallDisk {
  folder: string
  /** Leaves next to no room beside what is on it. */
  fill(): Promise<void>
  /** Gives it its room back. */
  makeRoom(): Promise<void>
  remove(): Promise<void>
}

const run = promisify(execFile)
const SIZE_BYTES = 4 * 1024 ** 3
const LEFT_BYTES = 256 * 1024
/** Files grow while it is being filled, and a size below what is used is refused. */
const TRIES = 20

/** Mounts one at a folder, which only root may; in a mount name space of its own it is gone with its last process. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES},mode=711`, 'pitlane-test', folder])
  const resize = (bytes: number) => run('mount', ['-o', `remount,size=${bytes}`, folder])
  return {
    folder,
    async fill() {
      for (let tries = 1; ; tries++)
        try {
          const { blocks, bfree, bsize } = await statfs(folder)
          await resize((blocks - bfree) * bsize + LEFT_BYTES)
          return
        } catch (error) {
          if (tries === TRIES) throw error
        }
    },
    makeRoom: async () => void (await resize(SIZE_BYTES)),
    async remove() {
      // Also while a process that is ending has a file open.
      await run('umount', ['--lazy', folder])
      await rmdir(folder)
    },
  }
}
