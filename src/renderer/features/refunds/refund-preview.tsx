import { Alert, List } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { RefundLine } from '#shared/features/refunds/refunds.schema.ts'
import './refunds.css'

const names = {
  balance: 'refund.balance',
  give: 'refund.give',
  integral: 'refund.integral',
  laps: 'refund.laps',
  coins: 'refund.coins',
  frequency: 'refund.frequency',
  unlimited: 'refund.unlimited',
  cash: 'refund.payWay.cash',
  scan: 'refund.payWay.scan',
  coupon: 'refund.payWay.coupon',
  deposit: 'refund.amount',
} as const satisfies Record<RefundLine['account'], string>

const MONEY: readonly RefundLine['account'][] = ['balance', 'give', 'cash', 'scan', 'coupon']

/** The lines of a refund, or why it is refused. */
export function RefundPreview({ plan }: { plan: { lines: RefundLine[]; refusal: { message: string } | null } }) {
  const { t } = useText()
  if (plan.refusal) return <Alert type="warning" showIcon title={plan.refusal.message} />
  const shown = ({ account, change }: RefundLine): string => {
    const size = Math.abs(change)
    return MONEY.includes(account) ? formatAmount(size) : String(size)
  }
  const lineText = (line: RefundLine): string => {
    if (line.account === 'unlimited' && line.change === 0) return t('refund.takesCard')
    // A tender is paid out by the venue; a wallet gains or loses.
    const isTender = line.account === 'cash' || line.account === 'scan' || line.account === 'coupon'
    return t(isTender ? 'refund.pays' : line.change > 0 ? 'refund.gives' : 'refund.takes', { amount: shown(line) })
  }
  return (
    <List
      className="pl-refund-lines"
      size="small"
      header={t('refund.preview')}
      dataSource={plan.lines}
      rowKey={({ account, projectType }) => `${account} ${projectType}`}
      renderItem={(line) => (
        <List.Item extra={<strong>{lineText(line)}</strong>}>
          {[t(names[line.account]), line.projectType_dictText].filter(Boolean).join(' · ')}
        </List.Item>
      )}
    />
  )
}
