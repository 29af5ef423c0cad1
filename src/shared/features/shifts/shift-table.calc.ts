import type { TextKey } from '#shared/i18n/catalogue.ts'
import { type Tender, tenders } from './shift-report.calc.ts'
import type { ShiftReport } from './shifts.schema.ts'

interface MoneyLine {
  label: TextKey
  /** Amount per column; null if the row concerns the drawer only. */
  amounts: (number | null)[]
  /** Whether it is a sum of the rows above. */
  isSum: boolean
}

/**
 * Returns the money of a shift as one table: movements, total, and for cash the expected and counted amounts and their difference.
 * Columns without money are omitted.
 */
export function moneyTable({ kind, shift, money, totals }: Pick<ShiftReport, 'kind' | 'shift' | 'money' | 'totals'>): {
  columns: Tender[]
  lines: MoneyLine[]
} {
  const columns = tenders.filter((tender) => tender === 'cash' || money.some((line) => line[tender] !== 0))
  const ofDrawer = (label: TextKey, amount: number | null): MoneyLine[] => {
    if (amount === null) return []
    return [{ label, amounts: columns.map((tender) => (tender === 'cash' ? amount : null)), isSum: true }]
  }
  const lines: MoneyLine[] = [
    ...money.map((line) => ({
      label: `shift.money.${line.item}` as const,
      amounts: columns.map((tender) => line[tender]),
      isSum: false,
    })),
    { label: 'shift.total', amounts: columns.map((tender) => totals[tender]), isSum: true },
    ...(shift.lateAmount ? ofDrawer('shift.arrivedLater', -shift.lateAmount) : []),
    ...ofDrawer('shift.expectedAmount', kind === 'X' ? totals.cash : shift.expectedAmount),
    ...ofDrawer('shift.countedAmount', shift.countedAmount),
    ...ofDrawer('shift.differenceAmount', shift.differenceAmount),
  ]
  return { columns, lines }
}
