import { CreditCardOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { isCovered } from '#renderer/core/keyboard/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { routeScan } from '#renderer/ui/scan/scans.ts'
import { PaperTicket } from './paper-ticket.tsx'
import { type Practice, usePractice } from './practice-session.ts'
import { TourBar } from './tour-bar.tsx'
import { useIdle } from './use-idle.ts'
import './practice.css'

const IDLE_MS = 30 * 60_000
/** Esc pressed twice within this time leaves practice; one press clears the counter. */
const TWICE_MS = 800

/** The frame of practice mode: label, hatching, cards to scan, tickets. */
export function PracticeFrame({ practice, children }: { practice: Practice; children: ReactNode }) {
  const { t } = useText()
  const ticket = usePractice((state) => state.ticket)
  useIdle(IDLE_MS, practice.end)
  useEscapeTwice(practice.end)
  return (
    <div className="pl-practice">
      {/* The strip of the counter is the banner. */}
      <aside className="pl-practice-head" aria-label={t('practice.title')}>
        <p role="status">
          <strong>{t('practice.title')}</strong> {t('practice.hint')}
        </p>
        {practice.cards.map(({ card, member }) => (
          <Button
            key={card}
            icon={<CreditCardOutlined aria-hidden="true" />}
            onClick={({ currentTarget }) => {
              // The next key goes to the counter.
              currentTarget.blur()
              routeScan({ kind: 'memberCard', value: card, source: 'manual', at: new Date().toISOString() })
            }}
          >
            {t('practice.swipe', { name: member.realname })}
          </Button>
        ))}
        <Button type="primary" danger onClick={practice.end}>
          {t('practice.end')}
        </Button>
        <TourBar />
      </aside>
      {children}
      {ticket ? <PaperTicket ticket={ticket} onClose={() => usePractice.setState({ ticket: null })} /> : null}
    </div>
  )
}

function useEscapeTwice(leave: () => void): void {
  const last = useRef(Number.NEGATIVE_INFINITY)
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    const onKeyDown = ({ key, timeStamp, repeat }: KeyboardEvent) => {
      if (key !== 'Escape' || repeat || isCovered()) return
      if (timeStamp - last.current < TWICE_MS) latest.current()
      last.current = timeStamp
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [])
}
