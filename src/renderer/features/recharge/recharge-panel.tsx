import { useRef, useState } from 'react'
import { isTyping, useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { PayDialog, removePayment, storePayment } from '#renderer/features/paying/index.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { formatMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { OfferTiles } from './offer-tiles.tsx'
import { payStateOf } from './pay-state.ts'
import { RechargeDone } from './recharge-done.tsx'
import { AMOUNT_ID, CONFIRM_ID, RECEIVED_ID, RechargePay } from './recharge-pay.tsx'
import { RechargeWho } from './recharge-who.tsx'
import { UnsettledRecharges } from './unsettled-recharges.tsx'
import { useRecharge } from './use-recharge.ts'
import '#renderer/ui/display/tile.css'
import './recharge.css'

interface RechargePanelProps {
  /** The member at the counter. */
  member?: Member | null
  /** Whether it is shown over another screen, which gets scans again after closing. */
  isDialog: boolean
  /** The label of the button after payment. */
  next: string
  /** Called after payment was confirmed; without it the next customer's recharge begins. */
  onDone?: (memberId: string) => void
}

/** Recharge and card opening: member, offer, payment. Made for scan, digit, Enter. */
export function RechargePanel({ member = null, isDialog, next, onDone }: RechargePanelProps) {
  const { t } = useText()
  const user = useSession(({ session }) => session?.userInfo)
  const recharge = useRecharge(member)
  const [paying, setPaying] = useState<{ payCode: string } | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const { offer, newcomer, isReady, isCash, price, sold } = recharge
  const isOpen = paying === null && sold === null && !recharge.isCashierOpen

  useScan(
    (scan) => {
      if (recharge.isBusy) return void playSound('error')
      if (scan.kind === 'payCode') return isReady && !isCash ? setPaying({ payCode: scan.value }) : playSound('error')
      if (scan.kind === 'memberCard' && newcomer && scan.value !== '') {
        playSound('scan')
        return recharge.writeNewcomer({ ...newcomer, physicalCard: scan.value })
      }
      recharge.hearCard(scan)
    },
    isDialog ? 'dialog' : 'page',
    isOpen,
  )
  const focusNext = () =>
    requestAnimationFrame(() => {
      const field = [AMOUNT_ID, RECEIVED_ID, CONFIRM_ID].map((id) => document.getElementById(id)).find(Boolean)
      field?.focus()
    })
  useHotkeys((event) => {
    if (!isOpen || event.ctrlKey || event.altKey || event.metaKey) return false
    const isAmount = event.target instanceof HTMLElement && [AMOUNT_ID, RECEIVED_ID].includes(event.target.id)
    // Amounts contain no letters.
    if (event.key.toLowerCase() === 'p' && (isAmount || !isTyping(event.target))) {
      if (
        offer &&
        recharge.paymentMethods.takesCash &&
        recharge.paymentMethods.takesCodes &&
        !recharge.isFree &&
        !event.repeat
      )
        recharge.payBy(isCash ? 'scan' : 'cash')
      return true
    }
    if (isTyping(event.target)) return false
    const chosen = /^[1-9]$/.test(event.key) ? recharge.offers.data?.[Number(event.key) - 1] : undefined
    if (!chosen) return false
    recharge.chooseOffer(chosen)
    focusNext()
    return true
  })
  const confirm = () => {
    if (!isReady) return void playSound('error')
    if (isCash) void recharge.payCash()
    else setPaying({ payCode: '' })
  }

  const name = recharge.member?.realname || recharge.member?.nickname || newcomer?.realname || ''
  const description = [offer?.rule.roleName, name].filter(Boolean).join(' · ')
  const amount = price === null ? '' : formatMinor(price)
  const owner = user ? `${user.orgCode}/${user.id}` : ''
  if (sold) {
    const goOn = () => (onDone ? onDone(sold.order.userId) : recharge.again())
    return <RechargeDone sold={sold} next={next} onNext={goOn} />
  }
  return (
    <>
      <UnsettledRecharges owner={owner} />
      <div ref={panel} className="pl-recharge">
        <RechargeWho recharge={recharge} />
        <OfferTiles recharge={recharge} onChosen={focusNext} />
        <RechargePay recharge={recharge} onConfirm={confirm} />
      </div>
      {paying ? (
        <PayDialog
          what={description}
          amount={amount}
          payCode={paying.payCode}
          send={async (payCode, orderId) => {
            storePayment({ orderId, kind: 'recharge', what: description, amount, owner })
            await recharge.sendCode(payCode, orderId)
          }}
          query={payStateOf}
          onPaid={(orderId) => void recharge.paid(orderId)}
          onEnd={(orderId, outcome) => {
            if (outcome !== 'timeout') removePayment(orderId)
          }}
          onCash={
            recharge.paymentMethods.takesCash
              ? () => {
                  setPaying(null)
                  recharge.payBy('cash')
                }
              : undefined
          }
          onClose={() => setPaying(null)}
          hint={<small>{t('rechargeTool.payHint')}</small>}
        />
      ) : null}
    </>
  )
}
