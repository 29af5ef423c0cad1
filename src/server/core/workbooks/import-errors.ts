import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileAnswer } from '#server/core/files/file-answer.ts'
import { moveFile } from '#server/core/files/files.ts'
import { XLSX_TYPE } from './excel.write.ts'

const DAY_MS = 86_400_000
const NAME = /^[0-9a-f-]{36}\.xlsx$/

/**
 * Workbooks that explain refused imports, below the data folder's files. They contain the uploaded data with complete phone numbers,
 * so each is available only to the user who sent it, for one day.
 */
export function importErrors(dataDir: string) {
  // Folders of uploads cannot begin with this prefix.
  const root = join(dataDir, 'files', '_import-errors')
  const isOver = (mtimeMs: number, now: Date): boolean => mtimeMs < now.getTime() - DAY_MS
  return {
    /** Moves a workbook into the folder; returns the name by which its user can download it. */
    async put(from: string, userId: string): Promise<string> {
      const name = `${randomUUID()}.xlsx`
      await mkdir(join(root, userId), { recursive: true })
      await moveFile(from, join(root, userId, name))
      return name
    },
    /** A workbook that this user's import produced within the last day, or null. */
    async find(userId: string, name: string, now: Date): Promise<FileAnswer | null> {
      if (!NAME.test(name)) return null
      const path = join(root, userId, name)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile() || isOver(found.mtimeMs, now)) return null
      // The download gets the name that the report gives.
      return new FileAnswer({ path, size: found.size, contentType: XLSX_TYPE })
    },
    /** Removes those older than a day. */
    async forgetOld(now: Date): Promise<void> {
      for (const userId of await readdir(root).catch(() => [])) {
        for (const name of await readdir(join(root, userId)).catch(() => [])) {
          const path = join(root, userId, name)
          const found = await stat(path).catch(() => null)
          if (found && isOver(found.mtimeMs, now)) await rm(path, { force: true })
        }
      }
    },
  }
}
