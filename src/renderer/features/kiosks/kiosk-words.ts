import type { Translate } from '#renderer/core/locale.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { ChargeAccount, ChargeLine, ChargeQuote } from '#shared/features/sessions/charge.schema.ts'

const MONEY: readonly ChargeAccount[] = ['balance', 'give', 'scan', 'deposit', 'cash', 'coupon']

const isMoney = ({ account }: ChargeLine): boolean => MONEY.includes(account)

/** An amount of an account: money, or so many of something. */
function amountText(t: Translate, line: ChargeLine, amount: number): string {
  if (isMoney(line)) return `¥${formatAmount(amount)}`
  const { account } = line
  if (account === 'integral') return t('rule.integral', { count: amount })
  if (account === 'laps') return t('rule.laps', { count: amount })
  return account === 'frequency' ? t('rule.visits', { count: amount }) : String(amount)
}

const nameOf = (t: Translate, line: ChargeLine): string => {
  const name = t(`ledgerAccount.${line.account}`)
  return line.projectType_dictText === '' ? name : `${name} · ${line.projectType_dictText}`
}

/** What a ride takes, in a few words. */
export function takenText(t: Translate, { lines, amount }: Pick<ChargeQuote, 'lines' | 'amount'>): string {
  if (lines.length === 0) return amount > 0 ? `¥${formatAmount(amount)}` : t('kiosk.free')
  if (lines.every(isMoney)) return `¥${formatAmount(lines.reduce((sum, line) => sum + line.amount, 0))}`
  return lines
    .map((line) => (line.account === 'unlimited' ? t('ledgerAccount.unlimited') : amountText(t, line, line.amount)))
    .join(' + ')
}

/** Each line of what is taken: from what, how much, and what remains there. */
export const takenLines = (t: Translate, lines: readonly ChargeLine[]) =>
  lines.map((line) => ({
    name: nameOf(t, line),
    taken: line.account === 'unlimited' ? t('kiosk.oneUse') : amountText(t, line, line.amount),
    remains: line.after === null ? '' : amountText(t, line, line.after),
  }))
