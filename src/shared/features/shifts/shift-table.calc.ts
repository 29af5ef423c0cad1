import type { TextKey } from '#shared/i18n/catalogue.ts'
import { type Tender, tenders } from './shift-report.calc.ts'
import type { ShiftReport } from './shifts.schema.ts'

interface MoneyLine {
  label: TextKey
  /** Under each column; null where it concerns the drawer alone. */
  amounts: (number | null)[]
  /** Whether it sums up what stands above it. */
  isSum: boolean
}

/**
 * The money of a shift as one table that adds up: what came and went, its total, and for cash what was expected, counted and over or short.
 * Columns without money are left out.
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
