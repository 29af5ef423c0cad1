import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, DatePicker, Segmented, Skeleton } from 'antd'
import dayjs from 'dayjs'
import { useRef, useState } from 'react'
import { useNarrow } from '#renderer/core/hooks.ts'
import { isCovered, isTyping, useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useBusinessDay } from '#renderer/core/store-facts.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { daysAfter } from '#shared/core/time.ts'
import { type BookedSession, clockOf, figuresOf, type Span } from './days.calc.ts'
import { PlanDialog, SessionDialog } from './session-dialog.tsx'
import { SessionDrawer } from './session-drawer.tsx'
import { BookTag, SessionTag } from './state-tags.tsx'
import { useCalendar } from './use-calendar.ts'
import './reservations.css'

/** The number of names that a session shows. */
const MAX_NAMES = 4

/** The sessions of a day or week with their reservations. */
export function ReservationCalendarPage() {
  const { t } = useText()
  const isPhone = useNarrow(768)
  const mayAdd = useMay('reservationsession:add')
  const [span, setSpan] = useState<Span>(() => (isPhone ? 'day' : 'week'))
  const today = useBusinessDay()
  // Null means the current business day.
  const [chosen, setDay] = useState<string | null>(null)
  const day = chosen ?? today
  const [opened, setOpened] = useState<string | null>(null)
  const [making, setMaking] = useState<'one' | 'many' | null>(null)
  const calendar = useCalendar(span, day)
  const step = span === 'day' ? 1 : 7
  const grid = useRef<HTMLDivElement>(null)
  useCalendarKeys(grid, (turn) => {
    if (turn === 'today') setDay(null)
    else setDay((before) => daysAfter(before ?? today, turn * step))
  })
  const days = calendar.data
  const session = days?.flatMap(({ sessions }) => sessions).find(({ id }) => id === opened)
  const isEmpty = days?.every(({ sessions }) => sessions.length === 0)
  return (
    <div className="pl-page">
      <PageHead title={t('menu.reservations')}>
        <Segmented
          value={span}
          onChange={setSpan}
          options={[
            { value: 'day', label: t('bookSession.day') },
            { value: 'week', label: t('bookSession.week') },
          ]}
        />
        <span className="pl-book-days">
          <Button
            icon={<LeftOutlined />}
            aria-label={t('bookSession.before')}
            onClick={() => setDay(daysAfter(day, -step))}
          />
          <DatePicker
            value={dayjs(day)}
            allowClear={false}
            aria-label={t('bookSession.businessDay')}
            onChange={(given) => given && setDay(given.format('YYYY-MM-DD'))}
          />
          <Button
            icon={<RightOutlined />}
            aria-label={t('bookSession.after')}
            onClick={() => setDay(daysAfter(day, step))}
          />
          <Button onClick={() => setDay(null)}>{t('bookSession.today')}</Button>
        </span>
        {mayAdd ? (
          <>
            <Button onClick={() => setMaking('many')}>{t('bookSession.plan')}</Button>
            <Button type="primary" onClick={() => setMaking('one')}>
              {t('bookSession.add')}
            </Button>
          </>
        ) : null}
      </PageHead>
      {calendar.error ? <ErrorBlock error={calendar.error} retry={() => void calendar.refetch()} /> : null}
      {calendar.isPending ? <Skeleton active /> : null}
      {isEmpty ? <EmptyBlock title={t('bookSession.none')} hint={mayAdd ? t('bookSession.noneHint') : ''} /> : null}
      {days && !isEmpty ? (
        <div ref={grid} className={isPhone ? 'pl-book-stack' : `pl-book-grid pl-book-${span}`}>
          {days
            .filter(({ sessions }) => !isPhone || sessions.length > 0)
            .map((one) => (
              <section key={one.day} aria-label={one.day}>
                <h2 className={one.day === today ? 'pl-book-now' : undefined}>
                  {t(`weekday.${weekdayOf(one.day)}.short`)} <small>{one.day.slice(5)}</small>
                </h2>
                {one.sessions.map((shown) => (
                  <SessionCard key={shown.id} session={shown} onOpen={() => setOpened(shown.id)} />
                ))}
              </section>
            ))}
        </div>
      ) : null}
      {session ? <SessionDrawer session={session} onClose={() => setOpened(null)} /> : null}
      {making === 'one' ? <SessionDialog session={null} day={day} onClose={() => setMaking(null)} /> : null}
      {making === 'many' ? <PlanDialog day={day} onClose={() => setMaking(null)} /> : null}
    </div>
  )
}

const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) as 1 | 2 | 3 | 4 | 5 | 6 | 7

function SessionCard({ session, onOpen }: { session: BookedSession; onOpen(): void }) {
  const { t } = useText()
  const { startTime, endTime, sessionNumber, sessionState, reservations } = session
  const coming = reservations.filter(({ bookState }) => bookState !== 'CANCELLED')
  return (
    <button type="button" className={`pl-book-card pl-book-${sessionState}`} onClick={onOpen}>
      <span className="pl-book-when">
        <strong>
          {clockOf(startTime)}–{clockOf(endTime)}
        </strong>
        <small>{t('bookSession.numbered', { number: sessionNumber })}</small>
      </span>
      <span className="pl-book-state">
        <SessionTag state={sessionState} />
        <span>{t('bookSession.figures', figuresOf(session))}</span>
      </span>
      {coming.slice(0, MAX_NAMES).map(({ id, realname, people, bookState }) => (
        <span key={id} className="pl-book-name">
          <span>
            {realname} ×{people}
          </span>
          {/* Only exceptional states get a tag. */}
          {bookState === 'CONFIRMED' ? null : <BookTag state={bookState} />}
        </span>
      ))}
      {coming.length > MAX_NAMES ? <small>{t('bookSession.more', { count: coming.length - MAX_NAMES })}</small> : null}
    </button>
  )
}

/** Page Up and Down change the day, Home goes to today, arrows move between sessions. */
function useCalendarKeys(grid: { current: HTMLElement | null }, turn: (to: -1 | 1 | 'today') => void): void {
  const turns: Record<string, -1 | 1 | 'today'> = { PageUp: -1, PageDown: 1, Home: 'today' }
  const moves: Record<string, [column: number, row: number]> = {
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
  }
  useHotkeys(({ key, target, ctrlKey, altKey, metaKey }) => {
    if (isCovered() || isTyping(target) || ctrlKey || altKey || metaKey) return false
    const to = turns[key]
    if (to !== undefined) {
      turn(to)
      return true
    }
    const move = moves[key]
    // Radio buttons and lists keep their arrow keys.
    const isFree = target === document.body || (target instanceof HTMLElement && grid.current?.contains(target))
    return move !== undefined && Boolean(isFree) && focusCard(grid.current, target, move)
  })
}

function focusCard(grid: HTMLElement | null, target: EventTarget | null, [column, row]: [number, number]): boolean {
  const columns = [...(grid?.querySelectorAll('section') ?? [])]
    .map((section) => [...section.querySelectorAll<HTMLElement>('.pl-book-card')])
    .filter((cards) => cards.length > 0)
  const x = columns.findIndex((cards) => cards.some((card) => card === target))
  if (x === -1) {
    columns[0]?.[0]?.focus()
    return columns.length > 0
  }
  const y = columns[x]?.indexOf(target as HTMLElement) ?? 0
  const beside = columns[x + column]
  const next = column === 0 ? columns[x]?.[y + row] : beside?.[Math.min(y, beside.length - 1)]
  next?.focus()
  return next !== undefined
}
