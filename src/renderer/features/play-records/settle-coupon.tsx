import { CloseOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
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
  /** A code that was typed and is not checked yet, or was refused. */
  const [entered, setEntered] = useState('')
  const [coupon, setCoupon] = useState<ShownCoupon | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  /** Counts the choices: the latest wins, in whatever order the answers arrive. */
  const latest = useRef(0)
  const drop = () => {
    latest.current++
    onChange()
    setEntered('')
    setCoupon(null)
    setFailure(null)
    setBusy(false)
  }
  const find = async (text: string) => {
    drop()
    setEntered(text)
    const code = ownCouponCode(text)
    const choice = latest.current
    const refuse = (error: unknown) => {
      playSound('error')
      setFailure(error)
    }
    if (code === null) return refuse(new AppError('coupons.notFound', { field: 'groupNumber' }))
    setBusy(true)
    try {
      const { result } = await client.couponCodes.check({ body: { code } })
      if (latest.current !== choice) return
      const refusal = refusalOf(result, record)
      if (refusal) return refuse(refusal)
      playSound('scan')
      setEntered('')
      setCoupon(result)
    } catch (error) {
      if (latest.current === choice) refuse(error)
    } finally {
      if (latest.current === choice) setBusy(false)
    }
  }
  return {
    /** Whether the record has a price of which a coupon takes something off. */
    isOffered: may && DISCOUNTED_TYPES.includes(record.consumeType),
    coupon,
    failure,
    /** Whether a code is being checked: the price is not known yet. */
    isBusy,
    entered,
    enter: setEntered,
    find,
    /** Checks a code that was typed and not checked yet; returns whether there is one. Nobody settles at the full price beside it. */
    checkEntered(): boolean {
      if (entered.trim() === '') return false
      void find(entered)
      return true
    },
    drop,
    /** The price of the order for a payer whose price is `agreed`. */
    priceOf: (agreed: Minor): Minor => (coupon ? couponedPrice(record, agreed, coupon) : agreed),
  }
}

interface SettleCouponProps {
  chosen: ReturnType<typeof useSettleCoupon>
  /** What it takes off the price of the payer, in fen. */
  off: Minor
  /** Whether the settlement is being sent. */
  isSent: boolean
}

/** The field of the coupon, or what it takes off. */
export function SettleCoupon({ chosen, off, isSent }: SettleCouponProps) {
  const { t } = useText()
  const { coupon, failure, isBusy, isOffered, entered, enter, checkEntered, drop } = chosen
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
          <Button
            type="text"
            icon={<CloseOutlined />}
            aria-label={remove}
            title={remove}
            disabled={isSent}
            onClick={drop}
          />
        </div>
      ) : (
        <Input.Search
          id={COUPON_ID}
          maxLength={64}
          autoComplete="off"
          placeholder={t('settle.couponHint')}
          enterButton={t('couponCode.use')}
          loading={isBusy}
          disabled={isSent}
          value={entered}
          onChange={({ target }) => enter(target.value)}
          // Enter checks the code; it would also submit the form, which settles without it.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
          onSearch={() => void checkEntered()}
        />
      )}
    </Form.Item>
  )
}
