import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeArchive } from './backup.archive.ts'

let disk: string
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'pitlane-archive-'))
})
afterEach(() => rmSync(disk, { recursive: true, force: true }))

// An unhandled error event would fail this run; each attempt stops at another byte of another entry.
it('ends only with the error of a full disk, at any entry', async (context) => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return context.skip('no disk of its own can be mounted here')
  }
  try {
    for (let size = 3000; size < 7000; size += 100) {
      const path = join(disk, String(size))
      const archive = await writeArchive(path, undefined)
      const filled = (async () => {
        for (let entry = 0; entry < 40; entry++) {
          if (entry % 3 > 0) await archive.add(`${entry}.bytes`, randomBytes(size))
          else await archive.addStream(`${entry}.stream`, 9000, Readable.from([randomBytes(5000), randomBytes(4000)]))
        }
        await archive.end()
      })()
      await expect(filled).rejects.toThrow(/ENOSPC/)
      await archive.abort(new Error('given up'))
      rmSync(path)
    }
    expect(readdirSync(disk)).toEqual([])
  } finally {
    execFileSync('umount', ['-l', disk])
  }
})
