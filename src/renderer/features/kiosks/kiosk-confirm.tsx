import { type ReactNode, useState } from 'react'
import { type Translate, textOfError } from '#renderer/core/locale.ts'
import type { Step } from './kiosk.calc.ts'
import { lengthText } from './kiosk-choice.tsx'
import type { Words } from './kiosk-frame.tsx'
import { takenLines } from './kiosk-texts.ts'

const MAX_PASSWORD_LENGTH = 6

interface PaymentFrameProps {
  words: Words
  needsPassword: boolean
  isByScan: boolean
  waits: 'charge' | 'payment' | null
  refusal: unknown
  /** The text of the button that pays. */
  action: string
  onPay(password: string): void
  onBack(): void
  children: ReactNode
}

/** What is paid, with the digits of the password, the way back, and the button or the pay code that pays. */
export function PaymentFrame(props: PaymentFrameProps) {
  const { needsPassword, isByScan, waits, refusal, action, onPay, onBack, children } = props
  const { t } = props.words
  const [password, setPassword] = useState('')
  const hasPad = needsPassword && !waits
  const press = () => {
    onPay(password)
    setPassword('')
  }
  return (
    <section className={hasPad ? 'pl-kiosk-confirm pl-kiosk-with-pad' : 'pl-kiosk-confirm'}>
      {hasPad ? <Pad t={t} value={password} onChange={setPassword} /> : null}
      <div>
        {children}
        {refusal && !waits ? (
          <p role="alert" className="pl-kiosk-refusal">
            {refusal === 'unpaid' ? t('kiosk.unpaid') : textOfError(t, refusal)}
          </p>
        ) : null}
        {waits ? (
          <p role="status" className="pl-kiosk-waits">
            {t(waits === 'payment' ? 'kiosk.payOnPhone' : 'kiosk.charging')}
          </p>
        ) : (
          <div className="pl-kiosk-buttons">
            <button type="button" onClick={onBack}>
              {t('kiosk.back')}
            </button>
            {isByScan ? (
              <p>{t('kiosk.showPayCode')}</p>
            ) : (
              <button
                type="button"
                className="pl-kiosk-main"
                disabled={needsPassword && password.length < 4}
                onClick={press}
              >
                {action}
              </button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

interface KioskConfirmProps extends Pick<PaymentFrameProps, 'words' | 'waits' | 'refusal' | 'onBack'> {
  step: Extract<Step, { at: 'confirm' }>
  onCharge(password: string): void
}

/** What a ride takes and what remains, with the button that charges. */
export function KioskConfirm({ words, step, waits, refusal, onCharge, onBack }: KioskConfirmProps) {
  const { t } = words
  const { offer, member, people } = step
  const { quote } = offer
  return (
    <PaymentFrame
      words={words}
      needsPassword={quote.passwordRequired}
      isByScan={quote.payMode === 'scan'}
      waits={waits}
      refusal={refusal}
      action={member === null ? t('kiosk.lineUp') : t('kiosk.chargeAndLineUp')}
      onPay={onCharge}
      onBack={onBack}
    >
      <h1>{offer.name}</h1>
      <p>{[lengthText(t, offer), t('kiosk.forPeople', { count: offer.isForOne ? 1 : people })].join(' · ')}</p>
      <TakenTable t={t} rows={takenLines(t, quote.lines, member?.wallets.balance ?? 0)} />
    </PaymentFrame>
  )
}

/** Accounts with what is taken from each and what remains. */
export function TakenTable({ t, rows }: { t: Translate; rows: ReturnType<typeof takenLines> }) {
  return (
    <table>
      <thead>
        <tr>
          <th>{t('kiosk.from')}</th>
          <th>{t('kiosk.taken')}</th>
          <th>{t('kiosk.remains')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, taken, remains }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{taken}</td>
            <td>{remains}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', '⌫'] as const

/** A digit pad, because kiosks have no keyboard. */
function Pad({ t, value, onChange }: { t: Translate; value: string; onChange(value: string): void }) {
  return (
    <fieldset className="pl-kiosk-pad" aria-label={t('kiosk.password')}>
      <output aria-label={t('kiosk.passwordTyped', { count: value.length })}>
        {value === '' ? t('kiosk.password') : '●'.repeat(value.length)}
      </output>
      {KEYS.map((key) =>
        key === '' ? (
          <span key="none" />
        ) : (
          <button
            key={key}
            type="button"
            aria-label={key === '⌫' ? t('kiosk.erase') : key}
            onClick={() => onChange(key === '⌫' ? value.slice(0, -1) : (value + key).slice(0, MAX_PASSWORD_LENGTH))}
          >
            {key}
          </button>
        ),
      )}
    </fieldset>
  )
}
