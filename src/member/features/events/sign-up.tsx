import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { minuteOf, money } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { type Translate, textOfError, useText } from '#member/core/locale.ts'
import { underKey } from '#member/core/pending-key.ts'
import { readAgain } from '#member/core/query.ts'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Notice } from '#member/ui/states.tsx'
import { waitsForPlace } from '#shared/features/events/events.calc.ts'
import type { SignUpOption } from '#shared/features/events/sign-ups.schema.ts'
import { EventAgreement } from './event-agreement.tsx'
import { signUpTo } from './use-events.ts'

interface SignUpProps {
  event: SignUpOption
  available: number
  needsPassword: boolean
}

/** What a sign-up would do now. */
function outcomeOf(event: SignUpOption, t: Translate): string {
  const { fee, registrationEnd } = event
  if (waitsForPlace(event)) return t('memberEvents.willWait')
  return fee === 0
    ? t('memberEvents.willJoin')
    : t('memberEvents.willHold', { fee: money(fee), time: minuteOf(registrationEnd) })
}

/** Signs the member up, after the agreement that the event asks for; or says why that is not possible. */
export function SignUp({ event, available, needsPassword }: SignUpProps) {
  const { t } = useText()
  const [password, setPassword] = useState('')
  const { eventId, fee, refusal, needsAgreement } = event
  const signUp = useMutation({
    // The password is no part of the sign-up: what was mistyped is tried again under the same key.
    mutationFn: async () =>
      underKey(signUpTo(eventId), { eventId, fee }, (key) =>
        client.memberEvents.signUp({ body: { eventId, fee, password }, key }),
      ),
    onError: () => setPassword(''),
    onSettled: readAgain,
  })
  if (needsAgreement) return <EventAgreement />
  if (refusal !== '') return <Notice tone="warn" text={refusal} />
  const isShort = fee > available && !waitsForPlace(event)
  const asksPassword = needsPassword && fee > 0
  return (
    <form
      className="m-card m-actions"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        signUp.mutate()
      }}
    >
      <p className="m-hint">{outcomeOf(event, t)}</p>
      {isShort ? <Notice tone="warn" text={t('memberEvents.short')} /> : null}
      {asksPassword ? (
        <Field
          label={t('memberEvents.password')}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={64}
          value={password}
          onChange={setPassword}
        />
      ) : null}
      {signUp.error ? <Notice tone="error" text={textOfError(t, signUp.error)} /> : null}
      <Button type="submit" isBusy={signUp.isPending} isDisabled={isShort || (asksPassword && password === '')}>
        {t(waitsForPlace(event) ? 'memberEvents.joinWaiting' : 'memberEvents.signUp')}
      </Button>
    </form>
  )
}
