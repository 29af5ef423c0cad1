import { formatAmount } from '#shared/core/money.ts'
import type { ShiftReport } from '#shared/features/shifts/shifts.schema.ts'
import { isTextKey, type Locale, type TextKey, text } from '#shared/i18n/catalogue.ts'

const wordOf = (locale: Locale, key: string, word: string): string => (isTextKey(key) ? text(locale, key) : word)

/** What people call a kind of cause of the ledger. */
export const causeName = (kind: string, locale: Locale): string => wordOf(locale, `ledgerCause.${kind}`, kind)

/** What people call an account of the ledger. */
export const accountName = (account: string, locale: Locale): string =>
  wordOf(locale, `ledgerAccount.${account}`, account)

type Fact = [name: string, value: string]

/** The lines of a report that say whose drawer it is and what ought to be in it. */
export function reportFacts({ kind, takenTime, shift, totals }: ShiftReport, locale: Locale): Fact[] {
  const line = (key: TextKey, value: string): Fact => [text(locale, key), value]
  const money = (key: TextKey, amount: number | null): Fact[] =>
    amount === null ? [] : [line(key, formatAmount(amount))]
  return [
    line('shift.businessDay', shift.businessDay),
    line('shift.cashierName', shift.cashierName),
    ...(shift.terminalName === '' ? [] : [line('shift.terminalName', shift.terminalName)]),
    line('shift.openTime', shift.openTime),
    kind === 'X' ? line('shift.takenTime', takenTime) : line('shift.closeTime', shift.closeTime ?? ''),
    ...money('shift.revenue', totals.revenue),
    ...money('ledgerAccount.cash', totals.cash),
    ...money('ledgerAccount.scan', totals.scan),
    ...money('ledgerAccount.coupon', totals.coupon),
    ...money('ledgerAccount.deposit', totals.deposit),
    ...money('shift.floatAmount', totals.float),
    ...money('ledgerCause.cashIn', totals.cashIn),
    ...money('ledgerCause.cashOut', totals.cashOut),
    ...(kind === 'X'
      ? money('shift.expectedAmount', totals.expected)
      : money('shift.expectedAmount', shift.expectedAmount)),
    ...money('shift.countedAmount', shift.countedAmount),
    ...money('shift.differenceAmount', shift.differenceAmount),
    ...(shift.lateAmount ? money('shift.lateAmount', shift.lateAmount) : []),
  ]
}
