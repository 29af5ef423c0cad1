import { Alert, Button, Form, Input, InputNumber, Segmented } from 'antd'
import type { KeyboardEvent } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { CashierField, isUnproven } from '#renderer/features/cashiers/index.ts'
import { PictureField } from '#renderer/features/members/index.ts'
import { CashGiven } from '#renderer/ui/form/cash-given.tsx'
import { AppError } from '#shared/core/errors.ts'
import { formatMinor } from '#shared/core/money.ts'
import { GainTable } from './gain-table.tsx'
import type { Recharge } from './use-recharge.ts'

export const AMOUNT_ID = 'recharge-amount'
export const RECEIVED_ID = 'recharge-given'
export const CONFIRM_ID = 'recharge-confirm'

interface RechargePayProps {
  recharge: Recharge
  /** Takes the payment: cash at once, or a pay code in a dialog. */
  onConfirm(): void
}

/** The amount and the payment mode; the button says what it does. */
export function RechargePay({ recharge, onConfirm }: RechargePayProps) {
  const { t } = useText()
  const { offer, price, isCash, isFree, refusal, failure, paymentMethods, online, isReady } = recharge
  const isCustom = offer?.kind === 'recharge' && offer.rule.amountType === 'custom'
  const confirmOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onConfirm()
  }
  const needsPhoto = offer?.kind === 'card' && offer.rule.needPhoto === 'YES'
  const isAsked = refusal !== null && refusal.code === 'recharge.amountNeeded'
  return (
    <section className="pl-recharge-part pl-recharge-pay" aria-label={t('rechargeTool.pay')}>
      <h2>{t('rechargeTool.pay')}</h2>
      <GainTable recharge={recharge} />
      <Form layout="vertical" className="pl-recharge-form">
        {isCustom ? (
          <Form.Item label={t('rechargeTool.amount')} htmlFor={AMOUNT_ID}>
            <InputNumber
              id={AMOUNT_ID}
              size="large"
              min={0}
              max={1_000_000}
              precision={2}
              value={recharge.amount}
              onChange={recharge.setAmount}
              onKeyDown={confirmOnEnter}
            />
          </Form.Item>
        ) : null}
        {needsPhoto ? (
          <Form.Item label={t('recharge.photo')}>
            <PictureField value={recharge.photo} onChange={recharge.setPhoto} />
          </Form.Item>
        ) : null}
        {offer && paymentMethods.takesCash && !isFree ? (
          <Form.Item
            label={t('recharge.payMode')}
            extra={paymentMethods.takesCodes ? undefined : t('guestPays.noCodes')}
          >
            <Segmented
              block
              size="large"
              value={isCash ? 'cash' : 'scan'}
              options={[
                { value: 'scan', label: t('recharge.payMode.wechat'), disabled: !paymentMethods.takesCodes },
                { value: 'cash', label: t('recharge.payMode.cash') },
              ]}
              onChange={(mode) => recharge.payBy(mode as 'cash' | 'scan')}
            />
          </Form.Item>
        ) : null}
        {isCash && !isFree && price !== null ? (
          <Form.Item label={t('cashGiven.label')} htmlFor={RECEIVED_ID}>
            <CashGiven
              id={RECEIVED_ID}
              price={price}
              given={recharge.given}
              onChange={recharge.setGiven}
              onKeyDown={confirmOnEnter}
            />
          </Form.Item>
        ) : null}
        {offer ? (
          <Form.Item label={t('recharge.remark')} htmlFor="recharge-remark">
            <Input
              id="recharge-remark"
              maxLength={200}
              autoComplete="off"
              value={recharge.remark}
              onChange={({ target }) => recharge.setRemark(target.value)}
            />
          </Form.Item>
        ) : null}
        <div className="pl-recharge-cashier">
          <span>{t('cashier.label')}</span>
          <CashierField isOpen={recharge.isCashierOpen} isAgain={isUnproven(failure)} onOpen={recharge.openCashier} />
        </div>
      </Form>
      {refusal && !isAsked ? (
        <Alert type="warning" showIcon title={textOfError(t, new AppError(refusal.code, refusal.details))} />
      ) : null}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      {online ? null : <Alert type="warning" showIcon title={t('rechargeTool.offline')} />}
      <Button
        id={CONFIRM_ID}
        type="primary"
        size="large"
        block
        className="pl-recharge-confirm"
        loading={recharge.isBusy}
        disabled={!isReady}
        onClick={onConfirm}
      >
        {price === null
          ? t('rechargeTool.confirm')
          : t(isFree ? 'rechargeTool.confirmFree' : isCash ? 'rechargeTool.confirmCash' : 'rechargeTool.confirmScan', {
              amount: formatMinor(price),
            })}
      </Button>
    </section>
  )
}
