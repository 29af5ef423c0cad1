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

const isBalance = ({ account }: ChargeLine): boolean => account === 'balance' || account === 'give'

/**
 * Each line of what is taken: from what, how much, and what remains there. Money of a member is one line, as it is one figure where
 * the wallets are shown: which part of it is a gift is for the counter to say.
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
