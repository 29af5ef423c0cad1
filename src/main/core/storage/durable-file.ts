import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file atomically: after a power cut it has the old or the new content, never a part. */
export function writeDurably(path: string, content: string | Uint8Array, mode = 0o600): void {
  const temporary = `${path}.tmp`
  const file = openSync(temporary, 'w', mode)
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    for (let written = 0; written < bytes.byteLength; ) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  syncFolder(dirname(path))
}

/** Flushes a folder so that a rename is durable; not needed on Windows, which cannot open folders. */
export function syncFolder(dir: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
