import { Alert, App, Modal } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import type { Redemption } from '#renderer/features/counter/machine/counter.state.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { formatAmount } from '#shared/core/money.ts'

const OK_ID = 'counter-redeem'

/** Credits one of the store's own coupons to the member on the screen, or hands out its gift. Enter confirms, Esc cancels. */
export function RedeemDialog({ counter, redeeming }: { counter: Counter; redeeming: Redemption }) {
  const { t } = useText()
  const { message } = App.useApp()
  const withKey = useAttemptKey()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { coupon, member } = redeeming
  useFocusOnOpen(() => document.getElementById(OK_ID))
  const isGift = coupon.couponKind === 'gift'
  const name = member ? member.realname || member.nickname || member.id : ''
  const shownMember = member ? `${name} (${member.id})` : ''
  const gift = { name: coupon.couponName, gift: coupon.giftName, count: coupon.giftCount }

  /** Redeems the code and returns the notice for the cashier. */
  const send = async (): Promise<string> => {
    const body = { code: coupon.code, userId: member?.id ?? '' }
    if (isGift) {
      const { result } = await withKey(body, (key) => client.couponCodes.fetchGift({ body, key }))
      return t('couponCode.fetched', { gift: result.giftName, count: result.giftCount, stock: result.stock })
    }
    const { result } = await withKey(body, (key) => client.couponCodes.redeem({ body, key }))
    return t('couponCode.redeemed', { member: name, name: coupon.couponName, give: formatAmount(result.give) })
  }

  const redeem = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const done = await send()
      playSound('done')
      void message.success(done)
      // With the new balance, unless another member was selected meanwhile.
      if (member && counter.who.member?.id === member.id) counter.who.find({ id: member.id })
      counter.leaveRedemption()
    } catch (error) {
      playSound('error')
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={420}
      title={t(isGift ? 'couponCode.fetch' : 'couponCode.redeem')}
      okText={t(isGift ? 'couponCode.fetchNow' : 'couponCode.redeemNow')}
      okButtonProps={{ id: OK_ID, loading: isBusy }}
      cancelButtonProps={{ disabled: isBusy }}
      mask={{ closable: false }}
      onOk={() => void redeem()}
      onCancel={() => (isBusy ? undefined : counter.leaveRedemption())}
    >
      <p>
        {isGift
          ? t(member ? 'couponCode.fetchForMember' : 'couponCode.fetchFor', { ...gift, member: shownMember })
          : t('couponCode.redeemFor', {
              member: shownMember,
              name: coupon.couponName,
              amount: formatAmount(coupon.couponValue),
            })}
      </p>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
    </Modal>
  )
}
