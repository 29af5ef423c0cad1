import { minuteOf, money } from '#member/core/amounts.ts'
import { useText } from '#member/core/locale.ts'
import { Empty } from '#member/ui/states.tsx'
import { StoredPicture } from '#member/ui/stored-picture.tsx'
import { EventMatch } from './event-match.tsx'
import { feeOf, placesOf, timesOf } from './event-words.ts'
import { OwnPlace } from './own-place.tsx'
import { SignUp } from './sign-up.tsx'
import type { MemberEventList } from './use-events.ts'

/** One event: what it is, the own sign-up or the way to it, start lists and results. */
export function EventDetail({ list, eventId }: { list: MemberEventList; eventId: string }) {
  const { t } = useText()
  const offered = list.events.find((one) => one.eventId === eventId)
  // The newest first: a member may sign up again after a cancellation.
  const own = list.signUps.find((one) => one.eventId === eventId)
  const event = offered ?? own
  if (!event) return <Empty text={t('memberEvents.gone')} />
  // A sign-up keeps the fee and the rule of its time.
  const terms = offered?.signUp ?? offered
  const isIn = own !== undefined && !['failed', 'cancelled'].includes(own.signUpState)
  return (
    <>
      <section className="m-card m-stack">
        <StoredPicture stored={event.picture} title={event.eventName} />
        <h2 className="m-title">{event.eventName}</h2>
        <dl className="m-facts">
          <dt>{t('memberEvents.time')}</dt>
          <dd>{timesOf(event)}</dd>
          <dt>{t('memberEvents.until')}</dt>
          <dd>{minuteOf(event.registrationEnd)}</dd>
          <dt>{t('memberEvents.fee')}</dt>
          <dd>{feeOf((terms ?? event).fee, t)}</dd>
          {offered ? (
            <>
              <dt>{t('memberEvents.places')}</dt>
              <dd>{placesOf(offered, t)}</dd>
              {offered.level === '' ? null : (
                <>
                  <dt>{t('memberEvents.level')}</dt>
                  <dd>{t('memberEvents.levelFrom', { level: offered.level })}</dd>
                </>
              )}
              {offered.fee > 0 ? (
                <>
                  <dt>{t('memberEvents.available')}</dt>
                  <dd>{money(list.available)}</dd>
                </>
              ) : null}
            </>
          ) : null}
        </dl>
        {event.remark === '' ? null : <p>{event.remark}</p>}
        {terms && terms.fee > 0 ? (
          <p className="m-hint">
            {terms.lateRefund === 0
              ? t('memberEvents.ruleWithoutRefund')
              : t('memberEvents.rule', { percent: terms.lateRefund })}
          </p>
        ) : null}
      </section>
      {own ? <OwnPlace key={own.id} own={own} /> : null}
      {offered && !isIn ? (
        <SignUp event={offered} available={list.available} needsPassword={list.passwordRequired} />
      ) : null}
      {own?.hasMatch ? <EventMatch eventId={eventId} /> : null}
    </>
  )
}
