import { join } from 'node:path'
import { AppError } from '#shared/core/errors.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { CallContext, Deps } from './slice.ts'

/** What making and reading workbooks needs of the server. */
export type SheetDeps = Pick<Deps, 'clock' | 'config' | 'dictionaries' | 'workbooks'>

/** What making or reading a workbook may take; with the wait for its turn, less than the 90 seconds that callers wait (spec §7). */
const MOST_MS = 65_000

/** Ends a work that takes too long, whenever it looks. */
export function timeKeeper(): () => void {
  const end = performance.now() + MOST_MS
  return () => {
    if (performance.now() > end) throw new AppError('excel.tooSlow')
  }
}

/** Where a workbook is written before anybody gets it. */
export const temporaryIn = ({ config }: SheetDeps): string => join(config.dataDir, 'tmp', newId())

/** The lines above the headings: what it is, and who made it when. */
export const titlesOf = (deps: SheetDeps, sheet: Sheet, { locale, user }: CallContext): string[] => [
  text(locale, sheet.title),
  text(locale, 'excel.by', { name: user.realname, time: toWireTime(deps.clock()) }),
]
