import { join } from 'node:path'
import { setImmediate as soon } from 'node:timers/promises'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { pauseForCounter } from '#server/db/counter-priority.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Sheet, SheetText } from '#shared/core/excel.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'

/** The services that writing and reading workbooks need. */
export type SheetDeps = Pick<Deps, 'clock' | 'config' | 'dictionaries' | 'files' | 'workbooks'>

/** Time limit of writing or reading a workbook; with the wait for a turn less than the 90 seconds that callers wait (spec §7). */
const MAX_MS = 65_000

/** Returns a function that throws `excel.tooSlow` after the time limit; the work calls it regularly. */
export function importDeadline(): () => void {
  const end = performance.now() + MAX_MS
  return () => {
    if (performance.now() > end) throw new AppError('excel.tooSlow')
  }
}

/** How long work in memory may run before other calls get a turn. */
const STRETCH_MS = 10

/** Called regularly by long work in memory: lets other calls run, and throws `excel.tooSlow` after the time limit. */
export type Pace = () => Promise<void>

/** The pace of work with this time limit. */
export function paceOf(inTime: () => void): Pace {
  let since = performance.now()
  return async () => {
    inTime()
    if (performance.now() - since < STRETCH_MS) return
    await pauseForCounter()
    await soon()
    since = performance.now()
  }
}

/** A new path for a workbook that is written before it is sent. */
export const temporaryIn = ({ config }: SheetDeps): string => join(config.dataDir, 'tmp', newId())

/** The lines above the headings: what it is, and who made it when. */
export const titlesOf = (deps: SheetDeps, sheet: Sheet, { locale, user }: CallContext): string[] => [
  sheetText(locale, sheet.title),
  text(locale, 'excel.by', { name: user.realname, time: toWireTime(deps.clock()) }),
]

/** A title or heading in a language. */
export const sheetText = (locale: Locale, given: SheetText): string =>
  typeof given === 'string' ? text(locale, given) : given[locale]
