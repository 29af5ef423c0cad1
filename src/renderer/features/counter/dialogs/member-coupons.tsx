import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { CouponWorth } from '#renderer/features/coupons/index.ts'
import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import './member-coupons.css'

const TAKE = {
  value: 'couponCode.redeemNow',
  rule: 'couponCode.use',
  discount: 'couponCode.use',
  gift: 'couponCode.fetchNow',
} as const

/** The member's own coupons that can be used now; none shows nothing. */
export function MemberCoupons({ counter, member }: { counter: Counter; member: Member }) {
  const { t } = useText()
  const mayRedeem = useMay('couponcode:redeem')
  const [isOpen, setOpen] = useState(false)
  const [taken, setTaken] = useState<ShownCoupon | null>(null)
  const { data: coupons = [] } = useQuery({
    queryKey: ['memberCoupons', member.id],
    queryFn: async () => (await client.couponCodes.ofMember({ query: { userId: member.id } })).result,
    // Coupons of another store are not taken here.
    enabled: mayRedeem && member.homeStore === '',
  })
  if (coupons.length === 0) return null
  const take = (coupon: ShownCoupon) => {
    setTaken(coupon)
    setOpen(false)
  }
  // Not before: a closing dialog takes the focus from the one that opens.
  const giveTaken = () => {
    if (taken) counter.takeCoupon(taken, counter.guest)
    setTaken(null)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('couponCode.ofMember', { count: coupons.length })}</Button>
      <Modal
        open={isOpen}
        width={520}
        title={t('couponCode.ofMemberTitle', { member: member.realname || member.nickname || member.id })}
        footer={null}
        afterClose={giveTaken}
        onCancel={() => setOpen(false)}
      >
        <ul className="pl-member-coupons">
          {coupons.map((coupon) => (
            <li key={coupon.code}>
              <span>
                <strong>{coupon.couponName}</strong>
                <small>{coupon.endTime ?? t('coupon.noEnd')}</small>
              </span>
              <Worth coupon={coupon} />
              <Button type="primary" onClick={() => take(coupon)}>
                {t(TAKE[coupon.couponKind])}
              </Button>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  )
}

/** What a coupon is good for. */
function Worth({ coupon }: { coupon: ShownCoupon }) {
  const { couponKind, ruleNames, giftName, giftCount } = coupon
  if (couponKind === 'value' || couponKind === 'discount') return <CouponWorth worth={coupon} />
  return <span>{couponKind === 'gift' ? `${giftName} × ${giftCount}` : ruleNames}</span>
}
