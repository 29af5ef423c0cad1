import { CloseOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { play } from '#renderer/core/sounds.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatMinor, type Minor } from '#shared/core/money.ts'
import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import { DISCOUNTED_TYPES } from '#shared/features/coupons/coupon-discount.calc.ts'
import { ownCouponCode } from '#shared/features/scans/coupon-code.calc.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { couponedPrice } from './play-records.calc.ts'

const COUPON_ID = 'settle-discount'

/** Why a coupon takes nothing off the price of a record, or null. */
function refusalOf({ couponKind, ruleIds, ruleNames }: ShownCoupon, record: PlayRecord): AppError | null {
  const field = 'groupNumber'
  if (couponKind === 'value') return new AppError('couponCodes.forValue', { field })
  if (couponKind === 'gift') return new AppError('couponCodes.forGift', { field })
  if (couponKind === 'rule') return new AppError('couponCodes.forRide', { field })
  if (ruleIds === '' || ruleIds.split(',').includes(record.ruleId)) return null
  return new AppError('coupons.otherRule', { field, rules: ruleNames })
}

/** The discount coupon with which a pending ride is settled. `onChange` is called with each other choice. */
export function useSettleCoupon(record: PlayRecord, onChange: () => void) {
  const may = useMay('couponcode:redeem')
  const [coupon, setCoupon] = useState<ShownCoupon | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  /** The latest code wins, in whatever order the answers arrive. */
  const asked = useRef('')
  const drop = () => {
    asked.current = ''
    onChange()
    setCoupon(null)
    setFailure(null)
  }
  const find = async (entered: string) => {
    drop()
    const code = ownCouponCode(entered)
    asked.current = code ?? ''
    const refuse = (error: unknown) => {
      play('error')
      setFailure(error)
    }
    if (code === null) return refuse(new AppError('coupons.notFound', { field: 'groupNumber' }))
    setBusy(true)
    try {
      const { result } = await client.couponCodes.check({ body: { code } })
      if (asked.current !== code) return
      const refusal = refusalOf(result, record)
      if (refusal) return refuse(refusal)
      play('scan')
      setCoupon(result)
    } catch (error) {
      if (asked.current === code) refuse(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    /** Whether the record has a price of which a coupon takes something off. */
    isOffered: may && DISCOUNTED_TYPES.includes(record.consumeType),
    coupon,
    failure,
    isBusy,
    find,
    drop,
    /** The price of the order for a payer whose price is `agreed`. */
    priceOf: (agreed: Minor): Minor => (coupon ? couponedPrice(record, agreed, coupon) : agreed),
  }
}

interface SettleCouponProps {
  chosen: ReturnType<typeof useSettleCoupon>
  /** What it takes off the price of the payer, in fen. */
  off: Minor
}

/** The field of the coupon, or what it takes off. */
export function SettleCoupon({ chosen, off }: SettleCouponProps) {
  const { t } = useText()
  const { coupon, failure, isBusy, isOffered, find, drop } = chosen
  if (!isOffered) return null
  const remove = t('couponCode.offRemove')
  return (
    <Form.Item
      label={t('orders.couponOff')}
      htmlFor={COUPON_ID}
      validateStatus={failure ? 'error' : ''}
      help={failure ? textOfError(t, failure) : undefined}
    >
      {coupon ? (
        <div className="pl-settle-coupon">
          <span role="status" data-testid="settle-coupon">
            {off > 0
              ? t('couponCode.off', { name: coupon.couponName, amount: formatMinor(off) })
              : t('settle.couponNoBetter', { name: coupon.couponName })}
          </span>
          <Button type="text" icon={<CloseOutlined />} aria-label={remove} title={remove} onClick={drop} />
        </div>
      ) : (
        <Input.Search
          id={COUPON_ID}
          maxLength={64}
          autoComplete="off"
          placeholder={t('settle.couponHint')}
          enterButton={t('couponCode.use')}
          loading={isBusy}
          onSearch={(value) => (value.trim() === '' ? undefined : void find(value))}
        />
      )}
    </Form.Item>
  )
}
