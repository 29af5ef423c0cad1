import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { endAttempt, underKey } from '#member/core/pending-key.ts'
import { readAgain } from '#member/core/query.ts'
import { Button } from '#member/ui/button.tsx'
import { Notice } from '#member/ui/states.tsx'
import type { OwnSignUp } from '#shared/features/events/member-events.contract.ts'
import { stateOf } from './event-words.ts'
import { signUpTo } from './use-events.ts'

/** The own sign-up of an event, which can be cancelled until the event begins. */
export function OwnPlace({ own }: { own: OwnSignUp }) {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const { id, eventId, number, signUpState, fee, isHeld, backAmount, backNow, canCancel } = own
  const cancel = useMutation({
    mutationFn: async () => underKey(`event.${id}`, { id }, (key) => client.memberEvents.cancel({ body: { id }, key })),
    onSuccess: () => endAttempt(signUpTo(eventId), id),
    onSettled: readAgain,
  })
  const whatComesBack = (): string => {
    if (signUpState === 'waiting' || fee === 0) return t('memberEvents.backNothing')
    if (signUpState === 'preparing' && backNow === fee)
      return t(isHeld ? 'memberEvents.backHeld' : 'memberEvents.backNothing', { fee: money(fee) })
    return t('memberEvents.backPart', { back: money(backNow), kept: money(fee - backNow) })
  }
  return (
    <section className="m-card m-stack" aria-live="polite">
      <h2 className="m-title">{t('memberEvents.mine', { number })}</h2>
      <p>{stateOf(own, t)}</p>
      {backAmount > 0 ? <p className="m-hint">{t('memberEvents.back', { back: money(backAmount) })}</p> : null}
      {cancel.error ? <Notice tone="error" text={textOfError(t, cancel.error)} /> : null}
      {cancel.data ? (
        <Notice tone={cancel.data.result.signUpState === 'failed' ? 'warn' : 'good'} text={cancel.data.message} />
      ) : null}
      {canCancel && !isAsking ? (
        <Button kind="plain" onPress={() => setAsking(true)}>
          {t('memberEvents.cancel')}
        </Button>
      ) : null}
      {canCancel && isAsking ? (
        <div className="m-actions">
          <p className="m-hint">{whatComesBack()}</p>
          <Button kind="danger" isBusy={cancel.isPending} onPress={() => cancel.mutate()}>
            {t('memberEvents.cancelSure')}
          </Button>
          <Button kind="plain" onPress={() => setAsking(false)}>
            {t('memberEvents.keep')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
