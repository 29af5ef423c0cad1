import { App, Button, Drawer } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import type { Reservation } from '#shared/features/reservations/reservations.schema.ts'
import { BookDialog } from './book-dialog.tsx'
import { type BookedSession, clockOf, figuresOf } from './days.calc.ts'
import { SessionDialog } from './session-dialog.tsx'
import { BookTag, DepositTag, SessionTag } from './state-tags.tsx'
import { useBookingActions } from './use-booking-actions.tsx'
import { refreshReservations } from './use-calendar.ts'

/** A session with its reservations and their actions. */
export function SessionDrawer({ session, onClose }: { session: BookedSession; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useQuestion()
  const { actionsOf, watchDeposit, dialog } = useBookingActions()
  const [shown, setShown] = useState<'book' | 'edit' | null>(null)
  const [mayBook, mayEdit, mayDelete] = [
    useMay('reservation:add'),
    useMay('reservationsession:edit'),
    useMay('reservationsession:delete'),
  ]
  const { id, sessionNumber, startTime, endTime, sessionState, locked, reservations } = session
  const isOver = sessionState === 'ended'

  const run = async (work: () => Promise<{ message: string }>, done?: () => void) => {
    try {
      void message.success((await work()).message)
      done?.()
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
    await refreshReservations()
  }
  const toggleLock = () =>
    void run(() => client.reservationSessions.edit({ body: { id, locked: locked === 'YES' ? 'NO' : 'YES' } }))
  const remove = () =>
    ask({
      title: t('bookSession.deleteAsk'),
      content: `${startTime.slice(0, 16)} · ${t('crud.final')}`,
      ok: t('action.delete'),
      isDanger: true,
      onOk: () => run(() => client.reservationSessions.delete({ query: { id } }), onClose),
    })
  return (
    <Drawer
      open
      size={520}
      title={`${startTime.slice(0, 10)} ${clockOf(startTime)}–${clockOf(endTime)} · ${t('bookSession.numbered', { number: sessionNumber })}`}
      onClose={onClose}
    >
      <div className="pl-book-session">
        <p>
          <SessionTag state={sessionState} /> {t('bookSession.figures', figuresOf(session))}
          {session.consumeRoleName ? ` · ${session.consumeRoleName}` : ''}
          {session.remark ? ` · ${session.remark}` : ''}
        </p>
        <div className="pl-book-tools">
          {mayBook && !isOver ? (
            <Button type="primary" disabled={locked === 'YES'} onClick={() => setShown('book')}>
              {t('reservation.book')}
            </Button>
          ) : null}
          {mayEdit ? <Button onClick={() => setShown('edit')}>{t('bookSession.change')}</Button> : null}
          {mayEdit && !isOver ? (
            <Button onClick={toggleLock}>{t(locked === 'YES' ? 'bookSession.unlock' : 'bookSession.lock')}</Button>
          ) : null}
          {mayDelete && reservations.length === 0 ? (
            <Button danger onClick={remove}>
              {t('action.delete')}
            </Button>
          ) : null}
        </div>
        {reservations.length === 0 ? <EmptyBlock title={t('reservation.nobody')} /> : null}
        <ul className="pl-book-list">
          {reservations.map((booked) => (
            <Booked key={booked.id} booked={booked} actionsOf={actionsOf} />
          ))}
        </ul>
      </div>
      {shown === 'book' ? (
        <BookDialog session={session} onBooked={watchDeposit} onClose={() => setShown(null)} />
      ) : null}
      {shown === 'edit' ? (
        <SessionDialog session={session} day={session.businessDay} onClose={() => setShown(null)} />
      ) : null}
      {dialog}
    </Drawer>
  )
}

interface BookedProps {
  booked: Reservation
  actionsOf: ReturnType<typeof useBookingActions>['actionsOf']
}

function Booked({ booked, actionsOf }: BookedProps) {
  const { t } = useText()
  const { realname, phone, people, arrived, bookState, depositState, deposit, remark, cancelReason } = booked
  const who = [
    phone,
    t('queue.people', { count: people }),
    arrived > 0 ? t('reservation.hereOf', { arrived, people }) : '',
  ]
  return (
    <li>
      <div>
        <strong>{realname}</strong> <BookTag state={bookState} />{' '}
        {depositState === 'none' ? null : (
          <>
            <DepositTag state={depositState} /> <Money value={deposit} />
          </>
        )}
      </div>
      <small>{[...who, booked.consumeRoleName, remark, cancelReason].filter(Boolean).join(' · ')}</small>
      <div className="pl-book-tools">
        {actionsOf(booked).map(({ key, label, danger, act }) => (
          <Button
            key={key}
            size="small"
            danger={danger === true}
            type={key === 'arrive' ? 'primary' : 'default'}
            onClick={act}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}
