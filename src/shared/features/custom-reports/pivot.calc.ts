import type { ReportCell, ReportResult, ResultColumn } from './custom-reports.schema.ts'

export interface LaidOut {
  columns: ResultColumn[]
  rows: ReportCell[][]
  /** Whether values of the group across are left out. */
  isCut: boolean
}

/** Most values across on screen, and in a workbook: there a year of days. */
export const MAX_ACROSS = 60
export const MAX_WORKBOOK_ACROSS = 400

/**
 * A result with the values of one group as columns: a row for each combination of the other groups, and for each value across the
 * aggregates. Values beyond `maxAcross` are left out. Without such a group the result is as it is.
 */
export function pivotOf(
  { columns, rows, across }: Pick<ReportResult, 'columns' | 'rows' | 'across'>,
  key: string,
  maxAcross: number = MAX_ACROSS,
): LaidOut {
  const index = columns.findIndex((column) => column.key === key && !column.isValue)
  if (index < 0) return { columns, rows, isCut: false }
  const heads = columns.flatMap((column, at) => (column.isValue || at === index ? [] : [at]))
  const values = columns.flatMap((column, at) => (column.isValue ? [at] : []))
  const shown = across.slice(0, maxAcross)
  const byValue = new Map(shown.map((value, at) => [value, at]))
  const lines = new Map<string, ReportCell[]>()
  for (const row of rows) {
    const at = byValue.get(row[index] ?? null)
    if (at === undefined) continue
    const labels = heads.map((head) => row[head] ?? null)
    const id = JSON.stringify(labels)
    const line = lines.get(id) ?? [...labels, ...Array<ReportCell>(shown.length * values.length).fill(null)]
    lines.set(id, line)
    for (const [offset, value] of values.entries())
      line[heads.length + at * values.length + offset] = row[value] ?? null
  }
  const headColumns = heads.flatMap((head) => columns[head] ?? [])
  const valueColumns = shown.flatMap((value, at) =>
    values.flatMap((one, offset): ResultColumn[] => {
      const column = columns[one]
      const title = value === null || value === '' ? '—' : String(value)
      return column
        ? [{ ...column, key: `x${at}v${offset}`, title: values.length > 1 ? `${title} · ${column.title}` : title }]
        : []
    }),
  )
  return { columns: [...headColumns, ...valueColumns], rows: [...lines.values()], isCut: across.length > maxAcross }
}
