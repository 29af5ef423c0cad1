import { memo, useEffect, useState } from 'react'
import type { Translate } from '#renderer/core/locale.ts'
import { Carousel } from '#renderer/ui/display/carousel.tsx'
import { formatTime } from '#shared/core/time.ts'
import type { DisplayQueueEntry, DisplayState, Panel, PanelKind } from '#shared/features/display/screens.schema.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { HeatPanel } from './heat-panel.tsx'
import { LinesPanel } from './lines-panel.tsx'
import { MatchPanel } from './match-panel.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { RankingPanel } from './ranking-panel.tsx'
import { useSecond } from './seconds.ts'
import { useNewCalls } from './use-new-calls.ts'
import { VideosPanel } from './videos-panel.tsx'
import './big-panels.css'
import './big-screen.css'

const MINUTE_MS = 60_000
/** Shorter interruptions of the network are not shown. */
const QUIET_MS = 15_000

interface BigScreenProps {
  state: DisplayState
  locale: Locale
  t: Translate
  /** When the state was received, by this computer's clock. */
  at: number
  isLive: boolean
}

/** The big screen of a store: its parts in turn, or several at once. */
export function BigScreen({ state, locale, t, at, isLive }: BigScreenProps) {
  const { layout, store, timeZone, called } = state
  // The offset of the server's clock.
  const clockOffsetMs = state.now - at
  const panels = worthShowing(state)
  const turn = useTurn(layout.mode === 'rotate' ? panels : NONE)
  const shown = layout.mode === 'rotate' ? panels.slice(turn, turn + 1) : panels
  const call = useNewCalls(called)
  return (
    <main className="pl-big" lang={locale === 'zh' ? 'zh-CN' : 'en'}>
      <div className="pl-big-frame">
        <header className="pl-big-head">
          <h1>{store}</h1>
          <Age at={at} isLive={isLive} t={t} />
          <Clock timeZone={timeZone} clockOffsetMs={clockOffsetMs} />
        </header>
        <div className="pl-big-panels" data-count={shown.length}>
          {shown.map(({ kind }) => (
            <section key={`${kind} ${layout.mode === 'rotate' ? turn : ''}`} className="pl-big-panel" data-kind={kind}>
              <h2>{t(`big.${kind}`)}</h2>
              <PanelOf kind={kind} state={state} clockOffsetMs={clockOffsetMs} t={t} />
            </section>
          ))}
        </div>
        <Foot state={state} t={t} />
        {call ? <Call place={call} t={t} /> : null}
      </div>
    </main>
  )
}

const NONE: readonly Panel[] = []

/** The parts with content; all of them where none has any. */
function worthShowing({ layout, videos, pictures }: DisplayState): readonly Panel[] {
  const full = layout.panels.filter(
    ({ kind }) =>
      (kind !== 'videos' || videos.length > 0) &&
      (kind !== 'pictures' || pictures.length > 0) &&
      (kind !== 'notices' || layout.notices.trim() !== ''),
  )
  return full.length > 0 ? full : layout.panels
}

/** The index of the current part. */
function useTurn(panels: readonly Panel[]): number {
  const [turn, setTurn] = useState(0)
  const current = panels.length === 0 ? 0 : turn % panels.length
  const seconds = panels[current]?.seconds
  const count = panels.length
  useEffect(() => {
    if (seconds === undefined || count < 2) return
    const timer = setTimeout(() => setTurn((current + 1) % count), seconds * 1000)
    return () => clearTimeout(timer)
  }, [current, seconds, count])
  return current
}

interface PanelProps {
  kind: PanelKind
  state: DisplayState
  clockOffsetMs: number
  t: Translate
}

function PanelOf({ kind, state, clockOffsetMs, t }: PanelProps) {
  const { layout } = state
  switch (kind) {
    case 'heat':
      return <HeatPanel runs={state.runs} isStopped={state.isStopped} clockOffsetMs={clockOffsetMs} t={t} />
    case 'queue':
      return <QueuePanel called={state.called} next={state.next} waiting={state.waiting} t={t} />
    case 'ranking':
      return <RankingPanel ranking={state.ranking} t={t} />
    case 'match':
      return <MatchPanel match={state.match} t={t} />
    case 'videos':
      return <VideosPanel videos={state.videos} label={t('big.videos')} />
    case 'pictures':
      return <Carousel pictures={state.pictures} />
    case 'notices':
      return <LinesPanel lines={layout.notices.trim() || t('big.noticesNone')} />
    case 'safety':
      return <LinesPanel lines={layout.safety.trim() || t('big.usualSafety')} isNumbered />
  }
}

/** The time at the venue. */
function Clock({ timeZone, clockOffsetMs }: { timeZone: string; clockOffsetMs: number }) {
  const second = useSecond()
  return <time>{formatTime(new Date(second * 1000 + clockOffsetMs), timeZone, 'HH:mm')}</time>
}

/** Shows the age of the data while the network is away. */
function Age({ at, isLive, t }: { at: number; isLive: boolean; t: Translate }) {
  const second = useSecond()
  const age = second * 1000 - at
  if (isLive || age < QUIET_MS) return null
  const minutes = Math.floor(age / MINUTE_MS)
  return <small className="pl-big-age">{minutes < 1 ? t('big.ageNow') : t('big.age', { minutes })}</small>
}

/** The footer with the most important information. */
const Foot = memo(function Foot({ state, t }: { state: DisplayState; t: Translate }) {
  const { called, waitMinutes } = state
  return (
    <footer className="pl-big-foot">
      <span className="pl-big-calls">
        {called.length > 0 ? <b>{t('big.called')}</b> : null}
        {called.slice(0, 4).map(({ id, ticket, vehicle }) => (
          <strong key={id}>{vehicle === '' ? ticket : t('big.toVehicle', { ticket, vehicle })}</strong>
        ))}
      </span>
      {waitMinutes === null ? null : (
        <span>{waitMinutes < 1 ? t('big.noWait') : t('big.waitNow', { minutes: waitMinutes })}</span>
      )}
    </footer>
  )
})

/** A number that was called just now. */
function Call({ place: entry, t }: { place: DisplayQueueEntry; t: Translate }) {
  return (
    <div className="pl-big-call" role="status" key={entry.id}>
      <span>{t('big.called')}</span>
      <strong>{entry.ticket}</strong>
      <em>{[entry.racer, entry.vehicle].filter(Boolean).join(' → ')}</em>
    </div>
  )
}
