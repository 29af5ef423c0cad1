import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { deleteUnusedUploads, FOLDERS, knownUploads, UNSAVED_MAX_AGE_MS } from './stored-file.repository.ts'

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'files'>

/** Deletes files that no row shows any more, each after its upload record. */
export async function removeUnusedFiles({ db, clock, files }: SweepDeps): Promise<void> {
  for (let paths: string[]; ; ) {
    paths = await db.scoped(EVERY_STORE, (trx) => deleteUnusedUploads(trx, clock()))
    if (paths.length === 0) return
    for (const path of paths) await files.remove(path)
  }
}

/** Deletes files without an upload record: a server crashed after it stored a file, or before it deleted one. */
export async function removeOrphanedFiles({ db, files }: SweepDeps): Promise<void> {
  for (const folder of FOLDERS) {
    const old: string[] = []
    for await (const { path, modifiedAt } of files.storage.list(`${folder}/`)) {
      if (modifiedAt.getTime() < Date.now() - UNSAVED_MAX_AGE_MS) old.push(path)
    }
    if (old.length === 0) continue
    const recorded = await db.scoped(EVERY_STORE, (trx) => knownUploads(trx, old))
    for (const path of old) if (!recorded.has(path)) await files.remove(path)
  }
}
