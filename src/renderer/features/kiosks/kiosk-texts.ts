import type { Translate } from '#renderer/core/locale.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { ChargeAccount, ChargeLine, ChargeQuote } from '#shared/features/sessions/charge.schema.ts'

const MONEY: readonly ChargeAccount[] = ['balance', 'give', 'scan', 'deposit', 'cash', 'coupon']

const isMoney = ({ account }: ChargeLine): boolean => MONEY.includes(account)

/** Formats an amount of an account: money or a count. */
function amountText(t: Translate, line: ChargeLine, amount: number): string {
  if (isMoney(line)) return `¥${formatAmount(amount)}`
  const { account } = line
  if (account === 'integral') return t('rule.integral', { count: amount })
  if (account === 'coins') return t('rule.coins', { count: amount })
  if (account === 'laps') return t('rule.laps', { count: amount })
  return account === 'frequency' ? t('rule.visits', { count: amount }) : String(amount)
}

const nameOf = (t: Translate, line: ChargeLine): string => {
  const name = t(`ledgerAccount.${line.account}`)
  return line.projectType_dictText === '' ? name : `${name} · ${line.projectType_dictText}`
}

/** A short text of what a ride takes. */
export function takenText(t: Translate, { lines, amount }: Pick<ChargeQuote, 'lines' | 'amount'>): string {
  if (lines.length === 0) return amount > 0 ? `¥${formatAmount(amount)}` : t('kiosk.free')
  if (lines.every(isMoney)) return `¥${formatAmount(lines.reduce((sum, line) => sum + line.amount, 0))}`
  return lines
    .map((line) => (line.account === 'unlimited' ? t('ledgerAccount.unlimited') : amountText(t, line, line.amount)))
    .join(' + ')
}

const isBalance = ({ account }: ChargeLine): boolean => account === 'balance' || account === 'give'

/**
 * The lines of what is taken: account, amount, remainder. A member's money is one line, because the wallets are shown
 * as one amount; how much of it is a gift is left to the counter.
 */
export function takenLines(t: Translate, lines: readonly ChargeLine[], available: number) {
  const money = lines.filter(isBalance).reduce((sum, line) => sum + line.amount, 0)
  const rows = lines
    .filter((line) => !isBalance(line))
    .map((line) => ({
      name: nameOf(t, line),
      taken: line.account === 'unlimited' ? t('kiosk.oneUse') : amountText(t, line, line.amount),
      remains: line.after === null ? '' : amountText(t, line, line.after),
    }))
  if (money === 0) return rows
  const own = {
    name: t('wallet.available'),
    taken: `¥${formatAmount(money)}`,
    remains: `¥${formatAmount(available - money)}`,
  }
  return [own, ...rows]
}
