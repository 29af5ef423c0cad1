import { formatAmount } from '#shared/core/money.ts'
import type { ShiftReport } from '#shared/features/shifts/shifts.schema.ts'
import { type Locale, type TextKey, text } from '#shared/i18n/catalogue.ts'

/** The display name of a cash movement. */
export const causeName = (kind: 'cashIn' | 'cashOut', locale: Locale): string => text(locale, `ledgerCause.${kind}`)

type Fact = [name: string, value: string]

/** The heading lines of a shift report. */
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

/** The cells of a count line: name, amount and unit. */
export function countCells(
  { item, wallet, amount, unit }: ShiftReport['counts'][number],
  locale: Locale,
): [name: string, amount: number, unit: string] {
  const account = wallet === null ? '' : text(locale, `ledgerAccount.${wallet}`)
  return [text(locale, `shift.count.${item}`, { account }), amount, text(locale, `shift.unit.${unit}`)]
}
