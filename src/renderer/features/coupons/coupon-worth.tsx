import { useText } from '#renderer/core/locale.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { CouponKind } from '#shared/features/coupons/own-coupons.schema.ts'

interface Worth {
  couponKind: CouponKind
  couponValue: number
  couponPercent: number
}

/** What a discount coupon takes off, as text; null for other coupons. */
export function useDiscountText(): (worth: Worth) => string | null {
  const { t } = useText()
  return ({ couponKind, couponValue, couponPercent }) => {
    if (couponKind !== 'discount') return null
    return couponPercent > 0
      ? t('couponBatch.worth.percent', { percent: couponPercent })
      : t('couponBatch.worth.amount', { amount: formatAmount(couponValue) })
  }
}

/** What a coupon of value, ride or discount is worth. */
export function CouponWorth({ worth }: { worth: Worth }) {
  const discountOf = useDiscountText()
  return discountOf(worth) ?? <Money value={worth.couponValue} />
}
