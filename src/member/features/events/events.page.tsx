import { minuteOf } from '#member/core/amounts.ts'
import { useText } from '#member/core/locale.ts'
import { hrefOf } from '#member/core/router.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty } from '#member/ui/states.tsx'
import { EventDetail } from './event-detail.tsx'
import { feeOf, placesOf, stateOf, timesOf } from './event-words.ts'
import { type MemberEventList, useEvents } from './use-events.ts'

/** The events of the store and the own sign-ups, or one event. */
export function EventsPage({ rest }: { rest: string }) {
  const found = useEvents()
  return (
    <Answered query={found}>
      {(list) => (rest === '' ? <EventList list={list} /> : <EventDetail key={rest} list={list} eventId={rest} />)}
    </Answered>
  )
}

function EventList({ list: { events, signUps } }: { list: MemberEventList }) {
  const { t } = useText()
  const open = events.filter(({ signUp }) => signUp === null)
  return (
    <>
      {signUps.length > 0 ? (
        <>
          <h2 className="m-title">{t('memberEvents.own')}</h2>
          <Rows
            rows={signUps.map((own) => ({
              key: own.id,
              title: own.eventName,
              note: [minuteOf(own.startTime), stateOf(own, t)].join(' · '),
              value: t('memberEvents.number', { number: own.number }),
              href: hrefOf('events', own.eventId),
            }))}
          />
        </>
      ) : null}
      <h2 className="m-title">{t('memberEvents.open')}</h2>
      {open.length === 0 ? (
        <Empty text={t('memberEvents.none')} />
      ) : (
        <Rows
          rows={open.map((event) => ({
            key: event.eventId,
            title: event.eventName,
            note: [timesOf(event), placesOf(event, t)].join(' · '),
            value: feeOf(event.fee, t),
            href: hrefOf('events', event.eventId),
          }))}
        />
      )}
    </>
  )
}
