import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { leaveFields } from '#renderer/core/keyboard/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { CashGiven } from '#renderer/ui/form/cash-given.tsx'
import { formatAmount, formatMinor } from '#shared/core/money.ts'
import { FieldProblem } from './field-problem.tsx'

const COUPON_ID = 'counter-coupon'
const RECEIVED_ID = 'counter-received'

/** Leaves the field, so that the keys of the counter work again. */
const leaveOnEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') leaveFields()
}

/** How a walk-in pays: cash, pay code or coupon code. Renders nothing for members. */
export function GuestPays({ counter }: { counter: Counter }) {
  if (counter.type === 'GROUPCOUPON')
    return (
      <>
        <Coupon counter={counter} />
        {counter.due > 0 ? <PayMode counter={counter} /> : null}
      </>
    )
  return counter.type === 'NOCARDCONSUME' && counter.rule ? <PayMode counter={counter} /> : null
}

function PayMode({ counter }: { counter: Counter }) {
  const { payMode, offeredTenders, due, rule, choosePayMode, received, setReceived, problem } = counter
  const { t } = useText()
  const deposit = rule?.consumeTypeRole === 'NOCARDCONSUME' ? rule.deposit : 0
  const lacksCodes = offeredTenders.some(({ tender, isTaken }) => tender === 'wechat' && !isTaken)
  return (
    <>
      <fieldset
        className={offeredTenders.length > 2 ? 'pl-field pl-field-wide' : 'pl-field'}
        aria-label={t('guestPays.label')}
      >
        <span aria-hidden="true">{t('guestPays.label')}</span>
        <div className="pl-chips pl-chips-two">
          {offeredTenders.map(({ tender: mode, isTaken }) => (
            <button
              key={mode}
              type="button"
              aria-pressed={payMode === mode}
              disabled={due === 0 || !isTaken}
              title={isTaken ? undefined : t('guestPays.noCodes')}
              onClick={() => choosePayMode(mode)}
            >
              {t(`tender.${mode}`)}
            </button>
          ))}
        </div>
        {lacksCodes && due > 0 ? <small className="pl-pay-missing">{t('guestPays.noCodes')}</small> : null}
      </fieldset>
      <div className="pl-field">
        <span>{t('guestPays.due')}</span>
        <output className="pl-due">
          <strong className="pl-amount">{formatMinor(due)}</strong>
          {deposit > 0 ? <small>{t('guestPays.withDeposit', { amount: formatAmount(deposit) })}</small> : null}
        </output>
      </div>
      {payMode === 'cash' && due > 0 ? (
        <div className="pl-field pl-field-wide">
          <label htmlFor={RECEIVED_ID}>{t('cashGiven.label')}</label>
          <div>
            <CashGiven id={RECEIVED_ID} price={due} given={received} onChange={setReceived} onKeyDown={leaveOnEnter} />
          </div>
          <FieldProblem problem={problem} field="received" />
        </div>
      ) : null}
    </>
  )
}

function Coupon({ counter: { couponCode, setCoupon, problem } }: { counter: Counter }) {
  const { t } = useText()
  const input = useRef<InputRef>(null)
  const isWrong = problem?.field === 'groupNumber'
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])
  return (
    <div className="pl-field pl-field-wide">
      <label htmlFor={COUPON_ID}>{t('guestPays.coupon')}</label>
      <Input
        ref={input}
        id={COUPON_ID}
        value={couponCode}
        maxLength={64}
        autoComplete="off"
        placeholder={t('guestPays.couponHint')}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        allowClear
        onPressEnter={leaveFields}
        onChange={(event) => setCoupon(event.target.value.trim())}
      />
      <FieldProblem problem={problem} field="groupNumber" />
    </div>
  )
}
