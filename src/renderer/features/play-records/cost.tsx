import { type Translate, useText } from '#renderer/core/locale.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { costOf } from './play-records.calc.ts'

/** The cost of a record as text: `30.00 + Points 50`. */
export const costWords = (t: Translate, record: PlayRecord): string =>
  costOf(record)
    .map(({ wallet, amount }) => (wallet === 'money' ? formatAmount(amount) : `${t(`wallet.${wallet}`)} ${amount}`))
    .join(' + ')

export function Cost({ record }: { record: PlayRecord }) {
  const { t } = useText()
  return <span className="pl-amount">{costWords(t, record)}</span>
}
