import { Alert, Button, Form, Input, type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { paymentMethodsOf, paysCash } from '#renderer/core/payment-methods.calc.ts'
import { queryClient } from '#renderer/core/query.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { asksForCashier, CashierField, isUnproven, useCashier } from '#renderer/features/cashiers/index.ts'
import { MemberOutcome, MemberSearch, useMember } from '#renderer/features/members/index.ts'
import { PayDialog } from '#renderer/features/paying/index.ts'
import { useCatalogue } from '#renderer/platform/use-catalogue.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { changeOf } from '#renderer/ui/form/cash-given.calc.ts'
import { CashGiven } from '#renderer/ui/form/cash-given.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { newId } from '#shared/core/id.ts'
import { formatAmount, formatMinor, toMinor } from '#shared/core/money.ts'
import { isMemberScan } from '#shared/features/scans/index.ts'
import type { GuestPayMode } from '#shared/features/sessions/charge.schema.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { ticketsOf } from '#shared/features/sessions/tickets.calc.ts'
import { RodeFields, rodeOf } from './rode-fields.tsx'
import { SettleCoupon, useSettleCoupon } from './settle-coupon.tsx'
import './deduct.css'

const COUPON_ID = 'settle-coupon'
const MEMBER_ID = 'settle-member'
const RECEIVED_ID = 'settle-received'

interface SettleGuestProps {
  record: PlayRecord
  onDeducted?: ((name: string) => void) | undefined
  onClose(): void
}

/** Settles a walk-in's pending ride: cash, pay code or coupon (spec §2). */
export function SettleGuest({ record, onDeducted, onClose }: SettleGuestProps) {
  const { t } = useText()
  const paymentMethods = paymentMethodsOf(useCatalogue().data?.store)
  const { takesCash, takesCodes } = paymentMethods
  const { cashier } = useCashier()
  const openDrawer = useDrawer()
  const [isCashierOpen, openCashier] = useState(false)
  const [wantsCash, setWantsCash] = useState(false)
  const [received, setReceived] = useState<number | null>(null)
  const [coupon, setCoupon] = useState('')
  const [rode, setRode] = useState(rodeOf(record))
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [paying, setPaying] = useState<{ orderId?: string } | null>(null)
  // One idempotency key per attempt; a changed choice gets a new key.
  const key = useRef(newId())
  const input = useRef<InputRef>(null)
  const isCoupon = record.consumeType === 'GROUPCOUPON'
  const choose = (change: () => void) => {
    key.current = newId()
    setFailure(null)
    change()
  }
  const discount = useSettleCoupon(record, () => choose(() => undefined))
  const price = discount.priceOf(toMinor(record.price))
  const due = price + toMinor(record.deposit)
  const payMode: GuestPayMode = paysCash(wantsCash || price === 0, paymentMethods) ? 'cash' : 'wechat'
  const isCash = !isCoupon && payMode === 'cash' && due > 0
  const change = isCash ? changeOf(due, received) : 0
  const confirmButton = useRef<HTMLButtonElement>(null)
  useFocusOnOpen(() => input.current?.input ?? confirmButton.current)
  // A member may be named for level and experience; the wallets are not charged.
  const who = useMember(
    () => choose(() => playSound('scan')),
    () => playSound('error'),
  )
  useScan(
    (scan) => {
      const { value } = scan
      if (isBusy) playSound('error')
      else if (scan.kind === 'memberCard' || isMemberScan(scan)) who.hearScan(scan)
      else if (isCoupon) choose(() => setCoupon(value))
      else if (scan.kind === 'ownCoupon' && discount.isOffered) void discount.find(value)
      else playSound('error')
    },
    'dialog',
    paying === null,
  )

  const settle = (orderId: string, payCode: string | null) =>
    client.playBeforePay.settle({
      key: orderId,
      body: {
        id: record.id,
        consumeType: record.consumeType,
        consumeVehicleMode: record.consumeVehicleMode,
        usageMode: 'lineup',
        consumePayMode: payMode,
        received: isCash ? received : null,
        doTask: 'YES',
        sysDepartConsumeRoleId: record.ruleId,
        vehicleId: record.vehicleId,
        payCode,
        userId: who.member?.id ?? null,
        groupNumber: isCoupon ? coupon.trim() : (discount.coupon?.code ?? null),
        racer: rode.racer,
        remark: rode.remark,
        cashierId: cashier?.id,
        departusername: cashier?.realname,
      },
    })

  const confirm = async () => {
    if (isBusy || discount.isBusy || change === null || discount.checkEntered()) return
    if (!isCoupon && payMode === 'wechat' && price > 0) return setPaying({})
    setBusy(true)
    setFailure(null)
    const id = key.current
    try {
      const { message } = await settle(id, null)
      if (isCash) openDrawer(id)
      setPaying({ orderId: message })
    } catch (error) {
      playSound('error')
      setFailure(error)
      setBusy(false)
      if (asksForCashier(error)) openCashier(true)
    }
  }

  const description = [ticketsOf(record), record.vehicleName, record.racer].filter(Boolean).join(' · ')
  if (paying) {
    return (
      <PayDialog
        what={change ? `${description} · ${t('cashGiven.change', { amount: formatMinor(change) })}` : description}
        amount={isCoupon ? '' : formatMinor(due)}
        orderId={paying.orderId}
        send={(payCode, orderId) => settle(orderId, payCode)}
        query={async (id) => (await client.consume.queryById({ query: { id } })).result.payState}
        onPaid={() => onDeducted?.(record.racer)}
        onEnd={() => {
          void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
          void queryClient.invalidateQueries({ queryKey: ['catalogue'] })
        }}
        onCash={takesCash && !isCoupon ? () => setPaying(null) : undefined}
        onClose={onClose}
      />
    )
  }
  return (
    <Modal open width={520} title={t('settle.title')} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <Form layout="vertical" onFinish={() => void confirm()} className="pl-deduct">
        <dl className="pl-deduct-record">
          <dt>{t('deduct.record')}</dt>
          <dd>{description}</dd>
          <dt>{t('records.ruleName')}</dt>
          <dd>
            {record.roleName} · {t('deduct.people', { count: record.people })}
          </dd>
          {isCoupon ? null : (
            <>
              <dt>{t('guestPays.due')}</dt>
              <dd className="pl-amount pl-deduct-price">
                {formatMinor(due)}
                {record.deposit > 0 ? (
                  <small> {t('counter.will.deposit', { amount: formatAmount(record.deposit) })}</small>
                ) : null}
              </dd>
            </>
          )}
          <dt>{t('cashier.label')}</dt>
          <dd>
            <CashierField isOpen={isCashierOpen} isAgain={isUnproven(failure)} onOpen={openCashier} />
          </dd>
        </dl>
        {isCoupon ? (
          <Form.Item label={t('guestPays.coupon')} htmlFor={COUPON_ID}>
            <Input
              ref={input}
              id={COUPON_ID}
              value={coupon}
              maxLength={64}
              autoComplete="off"
              placeholder={t('guestPays.couponHint')}
              onChange={(event) => choose(() => setCoupon(event.target.value))}
            />
          </Form.Item>
        ) : takesCash ? (
          <fieldset className="pl-types" aria-label={t('guestPays.label')}>
            {(['wechat', 'cash'] as const).map((mode) => (
              <button
                key={mode}
                type="button"
                aria-pressed={payMode === mode}
                disabled={mode === 'wechat' && (price === 0 || !takesCodes)}
                title={mode === 'wechat' && !takesCodes ? t('guestPays.noCodes') : undefined}
                onClick={() => choose(() => setWantsCash(mode === 'cash'))}
              >
                {t(`tender.${mode}`)}
              </button>
            ))}
            {takesCodes ? null : <small>{t('guestPays.noCodes')}</small>}
          </fieldset>
        ) : null}
        {isCash ? (
          <Form.Item label={t('cashGiven.label')} htmlFor={RECEIVED_ID}>
            <CashGiven
              id={RECEIVED_ID}
              price={due}
              given={received}
              onChange={(next) => choose(() => setReceived(next))}
            />
          </Form.Item>
        ) : null}
        <Form.Item label={t('settle.member')} htmlFor={MEMBER_ID}>
          {who.member ? null : <MemberSearch id={MEMBER_ID} onChoose={who.choose} />}
          <MemberOutcome who={who} onChange={() => choose(who.clear)} />
        </Form.Item>
        <SettleCoupon chosen={discount} off={toMinor(record.price) - price} isSent={isBusy} />
        <RodeFields value={rode} onChange={(next) => choose(() => setRode(next))} />
        {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
        <footer className="pl-dialog-foot">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            loading={isBusy}
            ref={confirmButton}
            disabled={change === null || discount.isBusy || (isCoupon && coupon.trim() === '')}
          >
            {t(isCoupon ? 'settle.redeem' : 'settle.confirm')}
          </Button>
        </footer>
      </Form>
    </Modal>
  )
}
