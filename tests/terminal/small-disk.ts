import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { makeFolder } from './harness.ts'

/** A disk of a few megabytes that a test can fill, empty, and make read-only. */
export interface SmallDisk {
  dir: string
  fill(): void
  empty(): void
  setReadOnly(readOnly: boolean): void
  remove(): void
}

/** A real small disk where this machine lets us mount one; otherwise SQLite itself is held to the same limits. */
export async function openSmallDisk(): Promise<SmallDisk> {
  const dir = await makeFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dir], { stdio: 'ignore' })
    return mountedDisk(dir)
  } catch {
    return limitedDisk(dir)
  }
}

const mountedDisk = (dir: string): SmallDisk => ({
  dir,
  fill() {
    for (let size = 1 << 20; size >= 256; size >>= 1) while (wrote(dir, size));
  },
  empty() {
    for (const name of readdirSync(dir)) if (name.startsWith('filler-')) rmSync(join(dir, name))
  },
  setReadOnly: (readOnly) => void execFileSync('mount', ['-o', `remount,${readOnly ? 'ro' : 'rw'}`, dir]),
  remove: () => void execFileSync('umount', ['-l', dir]),
})

let filler = 0

function wrote(dir: string, size: number): boolean {
  filler += 1
  try {
    writeFileSync(join(dir, `filler-${filler}`), Buffer.alloc(size, 1))
    return true
  } catch {
    return false
  }
}

/** Holds the SQLite files of a folder to what a full disk takes. */
export function limitedDisk(dir: string): SmallDisk {
  const { pragma } = Database.prototype
  const open = new Set<Database.Database>()
  let isReadOnly = false
  // Each connection sets its pragmas when it is opened: that is where it is found.
  Database.prototype.pragma = function (source, options) {
    if (this.name.startsWith(dir)) open.add(this)
    const answer = pragma.call(this, source, options)
    if (isReadOnly && source.startsWith('foreign_keys')) pragma.call(this, 'query_only = ON')
    return answer
  }
  const all = (source: string): void => {
    for (const db of open) if (db.open) pragma.call(db, source)
  }
  return {
    dir,
    fill: () => all('max_page_count = 1'),
    empty: () => all('max_page_count = 1000000'),
    setReadOnly(readOnly) {
      isReadOnly = readOnly
      all(`query_only = ${readOnly ? 'ON' : 'OFF'}`)
    },
    remove() {
      Database.prototype.pragma = pragma
    },
  }
}
