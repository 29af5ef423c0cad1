import { formatAmount } from '#shared/core/money.ts'
import type { ShiftReport } from '#shared/features/shifts/shifts.schema.ts'
import { type Locale, type TextKey, text } from '#shared/i18n/catalogue.ts'

/** What people call cash that was put in or taken out. */
export const causeName = (kind: 'cashIn' | 'cashOut', locale: Locale): string => text(locale, `ledgerCause.${kind}`)

type Fact = [name: string, value: string]

/** The lines of a report that say whose drawer it is. */
export function reportFacts({ kind, takenTime, shift, revenue }: ShiftReport, locale: Locale): Fact[] {
  const line = (key: TextKey, value: string): Fact => [text(locale, key), value]
  return [
    line('shift.businessDay', shift.businessDay),
    line('shift.cashierName', shift.cashierName),
    ...(shift.terminalName === '' ? [] : [line('shift.terminalName', shift.terminalName)]),
    line('shift.openTime', shift.openTime),
    kind === 'X' ? line('shift.takenTime', takenTime) : line('shift.closeTime', shift.closeTime ?? ''),
    line('shift.revenue', formatAmount(revenue)),
  ]
}

/** A line of the counts: what it is, how many, and of what. */
export function countCells(
  { item, wallet, amount, unit }: ShiftReport['counts'][number],
  locale: Locale,
): [name: string, amount: number, unit: string] {
  const account = wallet === null ? '' : text(locale, `ledgerAccount.${wallet}`)
  return [text(locale, `shift.count.${item}`, { account }), amount, text(locale, `shift.unit.${unit}`)]
}
