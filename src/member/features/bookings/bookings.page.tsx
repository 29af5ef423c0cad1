import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minuteOf } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { readAgain } from '#member/core/query.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty, Notice } from '#member/ui/states.tsx'
import type { MemberBooking } from '#shared/features/member-page/member-bookings.contract.ts'
import { cancelBooking, readBookings, book as send } from './own-bookings.ts'

/** The member's bookings, and the sessions of a day to book. */
export function BookingsPage() {
  const { t } = useText()
  const bookings = useQuery({ queryKey: ['bookings'], queryFn: readBookings })
  return (
    <>
      <h2 className="m-title">{t('memberBookings.mine')}</h2>
      <Answered query={bookings}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={t('memberBookings.none')} />
          ) : (
            <div className="m-stack">
              {list.map((booking) => (
                <Booked key={booking.id} booking={booking} />
              ))}
            </div>
          )
        }
      </Answered>
      <NewBooking bookings={bookings.data ?? []} />
    </>
  )
}

const timesOf = ({ startTime, endTime }: { startTime: string; endTime: string }): string =>
  `${minuteOf(startTime)} – ${endTime.slice(11, 16)}`

function Booked({ booking }: { booking: MemberBooking }) {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const { id, rule, people, state, canCancel } = booking
  const cancel = useMutation({
    mutationFn: () => cancelBooking(id),
    onSuccess: readAgain,
  })
  return (
    <section className="m-card m-stack">
      <div>
        <strong>{timesOf(booking)}</strong>
        <p className="m-hint">
          {[rule, t('memberBookings.forPeople', { count: people }), t(`memberBookings.state.${state}`)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {cancel.error ? <Notice tone="error" text={textOfError(t, cancel.error)} /> : null}
      {canCancel && !isAsking ? (
        <Button kind="plain" onPress={() => setAsking(true)}>
          {t('memberBookings.cancel')}
        </Button>
      ) : null}
      {isAsking && canCancel ? (
        <div className="m-actions">
          <Button kind="danger" isBusy={cancel.isPending} onPress={() => cancel.mutate()}>
            {t('memberBookings.cancelSure')}
          </Button>
          <Button kind="plain" onPress={() => setAsking(false)}>
            {t('memberBookings.keep')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function NewBooking({ bookings }: { bookings: readonly MemberBooking[] }) {
  const { t } = useText()
  const [sentAs, setSentAs] = useState('')
  const [day, setDay] = useState('')
  const [people, setPeople] = useState('1')
  const sessions = useQuery({
    queryKey: ['bookable', day],
    queryFn: async () => (await client.memberBookings.sessions({ query: day === '' ? {} : { day } })).result,
  })
  const book = useMutation({
    mutationFn: (sessionId: string) => send({ sessionId, people: Number(people) }, setSentAs),
    onSettled: readAgain,
  })
  // An answer may be lost although the booking was made.
  const isListed = bookings.some(({ id }) => id === sentAs)
  return (
    <>
      <h2 className="m-title">{t('memberBookings.new')}</h2>
      <Field label={t('memberBookings.day')} type="date" value={day || (sessions.data?.day ?? '')} onChange={setDay} />
      <Field
        label={t('memberBookings.people')}
        type="number"
        inputMode="numeric"
        min={1}
        max={10}
        value={people}
        onChange={setPeople}
      />
      {book.error && !isListed ? <Notice tone="error" text={textOfError(t, book.error)} /> : null}
      {book.isSuccess || (book.error && isListed) ? <Notice tone="good" text={t('memberBookings.booked')} /> : null}
      <Answered query={sessions}>
        {({ sessions: list }) =>
          list.length === 0 ? (
            <Empty text={t('memberBookings.noSessions')} />
          ) : (
            <Rows
              rows={list.map((session) => ({
                key: session.id,
                title: timesOf(session),
                note: [session.rule, session.free === null ? '' : t('memberBookings.free', { count: session.free })]
                  .filter(Boolean)
                  .join(' · '),
                value: session.free === 0 ? t('memberBookings.full') : t('memberBookings.book'),
                ...(session.free === 0 || book.isPending ? {} : { onPress: () => book.mutate(session.id) }),
              }))}
            />
          )
        }
      </Answered>
    </>
  )
}
