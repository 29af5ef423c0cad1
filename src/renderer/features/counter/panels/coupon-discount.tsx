import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { formatMinor } from '#shared/core/money.ts'
import { FieldProblem } from './field-problem.tsx'

/** The coupon that takes something off the price; nothing without one. */
export function CouponDiscount({ counter }: { counter: Counter }) {
  const { t } = useText()
  const { discount, couponOff, dropDiscount, problem } = counter
  if (!discount) return null
  const { couponName: name, ruleNames: rules } = discount
  const remove = t('couponCode.offRemove')
  return (
    <div className="pl-field pl-field-wide">
      <span>{t('orders.couponOff')}</span>
      <div className="pl-coupon-off">
        <output>
          {couponOff > 0
            ? t('couponCode.off', { name, amount: formatMinor(couponOff) })
            : t('couponCode.offElsewhere', { name, rules: rules || t('couponBatch.anyPriced') })}
        </output>
        <Button type="text" icon={<CloseOutlined />} aria-label={remove} title={remove} onClick={dropDiscount} />
      </div>
      <FieldProblem problem={problem} field="groupNumber" />
    </div>
  )
}
