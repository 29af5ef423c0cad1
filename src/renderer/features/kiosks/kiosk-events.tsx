import { useQuery } from '@tanstack/react-query'
import { type Translate, textOfError } from '#renderer/core/locale.ts'
import { newId } from '#shared/core/id.ts'
import { formatAmount } from '#shared/core/money.ts'
import { waitsForPlace } from '#shared/features/events/events.calc.ts'
import type { SignUpOption } from '#shared/features/events/sign-ups.schema.ts'
import type { Step } from './kiosk.calc.ts'
import type { KioskCalls } from './kiosk-calls.ts'
import { MemberPanel } from './kiosk-choice.tsx'
import { PaymentFrame } from './kiosk-confirm.tsx'
import type { Words } from './kiosk-frame.tsx'

const money = (amount: number): string => `¥${formatAmount(amount)}`

const timeText = ({ startTime, endTime }: SignUpOption): string =>
  `${startTime.slice(0, 16)} – ${endTime.slice(startTime.slice(0, 10) === endTime.slice(0, 10) ? 11 : 0, 16)}`

/** The fee and the places, the own sign-up, or why there can be none. */
function factText(t: Translate, event: SignUpOption): string {
  const { fee, places, taken, waiting, signUp, refusal, needsAgreement } = event
  if (signUp) return `${t(`event.signUpState.${signUp.signUpState}`)} · ${t('event.number')} ${signUp.number}`
  if (refusal !== '' && !needsAgreement) return refusal
  const left =
    places === 0
      ? ''
      : waitsForPlace(event)
        ? t('event.full', { waiting })
        : t('event.placesLeft', { left: places - taken })
  return [fee > 0 ? money(fee) : t('event.free'), left].filter(Boolean).join(' · ')
}

interface KioskEventsProps {
  calls: KioskCalls
  words: Words
  step: Extract<Step, { at: 'events' }>
  go(step: Step): void
}

/** The events that a member can sign up for. */
export function KioskEvents({ calls, words: { t, locale }, step, go }: KioskEventsProps) {
  const { member } = step
  const { visit } = member
  const found = useQuery({
    queryKey: ['kioskEvents', visit, locale],
    queryFn: async () => (await calls.events({ body: { visit } })).result,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const { events = [], available = 0, passwordRequired = false } = found.data ?? {}
  const choose = (event: SignUpOption) => {
    const needsPassword = passwordRequired && event.fee > 0
    const next = { at: 'signUp', member, event, available, needsPassword, key: newId() } as const
    if (event.needsAgreement) go({ at: 'agree', member, key: newId(), next, back: step })
    else go(next)
  }
  return (
    <section className="pl-kiosk-choice">
      <MemberPanel member={member} t={t} />
      {found.isPending ? <p role="status">{t('kiosk.reading')}</p> : null}
      {found.error ? (
        <p role="alert" className="pl-kiosk-refusal">
          {textOfError(t, found.error)}
        </p>
      ) : null}
      {found.data && events.length === 0 ? <p>{t('event.noEvents')}</p> : null}
      <ul className="pl-kiosk-offers">
        {events.map((event) => (
          <li key={event.eventId}>
            <button
              type="button"
              disabled={event.signUp !== null || (event.refusal !== '' && !event.needsAgreement)}
              onClick={() => choose(event)}
            >
              <strong>{event.eventName}</strong>
              <span>{timeText(event)}</span>
              <span>{factText(t, event)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="pl-kiosk-buttons">
        <button type="button" onClick={() => go({ at: 'choose', member, people: 1 })}>
          {t('kiosk.back')}
        </button>
      </div>
    </section>
  )
}

interface KioskSignUpProps {
  words: Words
  step: Extract<Step, { at: 'signUp' }>
  waits: 'charge' | 'payment' | null
  refusal: unknown
  onSignUp(password: string): void
  onBack(): void
}

/** What a sign-up does now, with the button that signs up. */
export function KioskSignUp({ words, step, waits, refusal, onSignUp, onBack }: KioskSignUpProps) {
  const { t } = words
  const { event, available, needsPassword } = step
  const { eventName, fee, registrationEnd } = event
  const holds = fee > 0 && !waitsForPlace(event)
  return (
    <PaymentFrame
      words={words}
      needsPassword={needsPassword}
      isByScan={false}
      waits={waits}
      refusal={refusal}
      action={t('event.confirm')}
      onPay={onSignUp}
      onBack={onBack}
    >
      <h1>{eventName}</h1>
      <p>{timeText(event)}</p>
      <p>
        {waitsForPlace(event)
          ? t('event.willWait')
          : fee === 0
            ? t('event.willJoin')
            : t('event.willHold', { fee: formatAmount(fee), time: registrationEnd.slice(0, 16) })}
      </p>
      {holds ? <p>{t('event.available', { amount: formatAmount(available) })}</p> : null}
    </PaymentFrame>
  )
}

interface SignedUpProps {
  words: Words
  step: Extract<Step, { at: 'signedUp' }>
  onLeave(): void
}

/** What became of a sign-up. */
export function SignedUp({ words: { t }, step: { racer, event, result }, onLeave }: SignedUpProps) {
  const { signUpState: state, number, ahead } = result
  const done = t(`event.done.${state === 'waiting' || state === 'preparing' ? state : 'successful'}`, { number, ahead })
  return (
    <section className="pl-kiosk-middle" role="status">
      <h1>{event.eventName}</h1>
      <p>{racer === '' ? done : `${racer} · ${done}`}</p>
      <p>{timeText(event)}</p>
      <button type="button" className="pl-kiosk-main" onClick={onLeave}>
        {t('kiosk.finish')}
      </button>
    </section>
  )
}
