import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory, and the number by which the kernel names its kind. */
const MEMORY = '/dev/shm'
const TMPFS_MAGIC = 0x01021994
/** A run uses some 400 MB of it; several may run at once, and the programs of a run need memory too. */
const MIN_SPACE_BYTES = 3 * 1024 ** 3
const MIN_MEMORY_BYTES = 6 * 1024 ** 3
const PREFIX = 'pitlane-run-'

/**
 * A folder for the databases and files of tests. It is in memory where there is room: nearly every test file copies a database of
 * two thousand files, which takes 0.07 s there and up to a second on a disk. `remove` deletes it.
 */
export function makeTestFolder() {
  const isRoomy = hasRoom()
  if (isRoomy) removeLeftBehind()
  const folder = mkdtempSync(join(isRoomy ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`))
  // PostgreSQL runs as another user when we are root.
  chmodSync(folder, 0o711)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

function hasRoom() {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    return type === TMPFS_MAGIC && bavail * bsize >= MIN_SPACE_BYTES && freemem() >= MIN_MEMORY_BYTES
  } catch {
    return false
  }
}

/** Deletes the folders of runs that were killed. */
function removeLeftBehind() {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = name.match(/^pitlane-run-(\d+)-/) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
