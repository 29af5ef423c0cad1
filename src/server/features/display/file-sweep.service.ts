import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileStore } from '#server/core/files/files.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { deleteUnusedUploads, FOLDERS, knownUploads, UNSAVED_MAX_AGE_MS } from './stored-file.repository.ts'

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Deletes files that no row shows any more, each after its upload record. */
export async function removeUnusedFiles({ db, clock, config }: SweepDeps): Promise<void> {
  const store = fileStore(config.dataDir)
  for (let paths: string[]; ; ) {
    paths = await db.scoped(EVERY_STORE, (trx) => deleteUnusedUploads(trx, clock()))
    if (paths.length === 0) return
    for (const path of paths) await store.remove(path)
  }
}

/** Deletes files without an upload record: a server crashed after it stored a file, or before it deleted one. */
export async function removeOrphanedFiles({ db, config }: SweepDeps): Promise<void> {
  const store = fileStore(config.dataDir)
  for (const folder of FOLDERS) {
    const root = join(config.dataDir, 'files', folder)
    const found = await readdir(root, { recursive: true }).catch(() => [])
    const old: string[] = []
    for (const name of found) {
      const file = await stat(join(root, name)).catch(() => null)
      if (file?.isFile() && file.mtimeMs < Date.now() - UNSAVED_MAX_AGE_MS)
        old.push(`${folder}/${name.replaceAll('\\', '/')}`)
    }
    if (old.length === 0) continue
    const recorded = await db.scoped(EVERY_STORE, (trx) => knownUploads(trx, old))
    for (const path of old) if (!recorded.has(path)) await store.remove(path)
  }
}
