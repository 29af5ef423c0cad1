import { formatAmount } from '#shared/core/money.ts'
import { formatTime, fromWireTime } from '#shared/core/time.ts'
import type { ShiftReport } from '#shared/features/shifts/shifts.schema.ts'
import { type Locale, type TextKey, text } from '#shared/i18n/catalogue.ts'

/** The display name of a cash movement. */
export const causeName = (kind: 'cashIn' | 'cashOut', locale: Locale): string => text(locale, `ledgerCause.${kind}`)

/** A time on the wire as the clock of a store shows it. */
export const timeIn = (wireTime: string, timeZone: string): string => formatTime(fromWireTime(wireTime), timeZone)

type Fact = [name: string, value: string]

/** The heading lines of a shift report, with times of the store's zone as on the slip of the count. */
export function reportFacts(
  { kind, takenTime, shift, revenue }: ShiftReport,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): Fact[] {
  const line = (key: TextKey, value: string): Fact => [text(locale, key), value]
  return [
    line('shift.businessDay', shift.businessDay),
    line('shift.cashierName', shift.cashierName),
    ...(shift.terminalName === '' ? [] : [line('shift.terminalName', shift.terminalName)]),
    line('shift.openTime', timeIn(shift.openTime, timeZone)),
    kind === 'X'
      ? line('shift.takenTime', timeIn(takenTime, timeZone))
      : line('shift.closeTime', shift.closeTime === null ? '' : timeIn(shift.closeTime, timeZone)),
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
