import { FileAnswer } from '#server/core/files/file-answer.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { temporaryIn, titlesOf } from '#server/core/workbooks/excel.work.ts'
import { type Cell, writeWorkbook, XLSX_TYPE } from '#server/core/workbooks/excel.write.ts'
import { figuresBy } from '#shared/features/statistics/figure-columns.calc.ts'
import { figureKeyText } from '#shared/features/statistics/figure-text.calc.ts'
import type { Figures } from '#shared/features/statistics/statistics.contract.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import { type FigureQuery, figuresOf } from './figures.service.ts'

const BEFORE = [
  ['revenue', 'statistics.revenueBefore'],
  ['consumption', 'statistics.consumptionBefore'],
  ['sessions', 'statistics.sessionsBefore'],
] as const

/** A workbook of the figures shown on screen, with the comparison period. */
export async function figuresWorkbook(deps: Deps, ctx: CallContext, query: FigureQuery): Promise<FileAnswer> {
  const { locale } = ctx
  const path = temporaryIn(deps)
  const write = async () => {
    const found = await ctx.tx((trx) => figuresOf(trx, ctx, query, deps.clock()))
    const { from, until, beforeFrom, beforeUntil, soFar: time } = found
    const columns = figuresBy(query.by)
    // Only figures that the grouping has.
    const compared = BEFORE.filter(([name]) => columns.includes(name))
    const named = { from, until, beforeFrom, beforeUntil }
    const days = time
      ? text(locale, 'statistics.daysSoFar', { ...named, time })
      : text(locale, 'statistics.days', named)
    const headings = [
      text(locale, `statistics.by.${query.by}`),
      ...columns.map((name) => text(locale, `statistics.figure.${name}`)),
      ...compared.map(([, heading]) => text(locale, heading)),
    ]
    const line = (name: string, now: Figures, before: Figures): Cell[] => [
      name,
      ...columns.map((column) => now[column]),
      ...compared.map(([column]) => before[column]),
    ]
    const rows = async function* () {
      yield [
        ...found.rows.map(({ key, name, now, before }) => line(nameOf(locale, query, key, name), now, before)),
        line(text(locale, 'statistics.total'), found.total.now, found.total.before),
      ]
    }
    const titles = [...titlesOf(deps, { title: 'sheet.statistics', columns: {} }, ctx), days]
    return writeWorkbook(path, { titles, headings, rows: rows() })
  }
  const size = await deps.workbooks.run(write)
  const saveAs = `${text(locale, 'sheet.statistics')}.xlsx`
  return new FileAnswer({ path, size, contentType: XLSX_TYPE, saveAs, temporary: true })
}

const nameOf = (locale: Locale, { by }: FigureQuery, key: string, name: string): string =>
  figureKeyText((textKey) => text(locale, textKey), by, key, name)
