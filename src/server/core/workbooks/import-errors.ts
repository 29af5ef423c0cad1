import { randomUUID } from 'node:crypto'
import { FileAnswer } from '#server/core/files/file-answer.ts'
import type { Storage } from '#server/core/files/storage.ts'
import { XLSX_TYPE } from './excel.write.ts'

const DAY_MS = 86_400_000
const NAME = /^[0-9a-f-]{36}\.xlsx$/
/** Folders of uploads cannot begin with this prefix. */
const FOLDER = '_import-errors/'

/**
 * Workbooks that explain refused imports, among the stored files. They contain the uploaded data with complete phone numbers, so each is
 * available only to the user who sent it, for one day.
 */
export function importErrors(storage: Storage) {
  const pathOf = (userId: string, name: string): string => `${FOLDER}${userId}/${name}`
  const isOver = (modifiedAt: Date, now: Date): boolean => modifiedAt.getTime() < now.getTime() - DAY_MS
  return {
    /** Moves a workbook into the folder; returns the name by which its user can download it. */
    async put(from: string, userId: string): Promise<string> {
      const name = `${randomUUID()}.xlsx`
      await storage.take(from, pathOf(userId, name))
      return name
    },
    /** A workbook that this user's import produced within the last day, or null. */
    async find(userId: string, name: string, now: Date): Promise<FileAnswer | null> {
      if (!NAME.test(name)) return null
      const path = pathOf(userId, name)
      const found = await storage.find(path)
      if (!found || isOver(found.modifiedAt, now)) return null
      // The download gets the name that the report gives.
      return new FileAnswer({ open: (range) => storage.open(path, range), size: found.size, contentType: XLSX_TYPE })
    },
    /** Removes those older than a day. */
    async forgetOld(now: Date): Promise<void> {
      for await (const { path, modifiedAt } of storage.list(FOLDER)) {
        if (isOver(modifiedAt, now)) await storage.remove(path)
      }
    },
  }
}
