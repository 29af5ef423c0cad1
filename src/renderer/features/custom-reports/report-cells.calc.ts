import { formatAmount } from '#shared/core/money.ts'
import type { ReportCell, ResultColumn } from '#shared/features/custom-reports/custom-reports.schema.ts'

/** A cell as text; empty where there is no value. */
export function cellText({ kind }: Pick<ResultColumn, 'kind'>, cell: ReportCell): string {
  if (cell === null) return ''
  if (kind === 'money' && typeof cell === 'number') return formatAmount(cell)
  if (typeof cell === 'number') return numberText(cell)
  return cell
}

const numberText = (value: number): string => {
  const rounded = Math.round(value * 100) / 100
  const shown = rounded === 0 && value !== 0 ? value : rounded
  return String(shown).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
}

/** Whether a column is written at the right, as numbers are. */
export const isNumeric = ({ kind }: Pick<ResultColumn, 'kind'>): boolean => kind === 'money' || kind === 'number'

/** The share of a value in the largest one, from 0 to 1: how strongly a cell is coloured. */
export function heatOf(
  rows: readonly (readonly ReportCell[])[],
  columns: readonly ResultColumn[],
): (cell: ReportCell) => number {
  const max = Math.max(
    0,
    ...rows.flatMap((row) =>
      row.flatMap((cell, at) => (columns[at]?.isValue && typeof cell === 'number' ? [cell] : [])),
    ),
  )
  return (cell) => (typeof cell === 'number' && max > 0 ? Math.max(0, cell / max) : 0)
}
