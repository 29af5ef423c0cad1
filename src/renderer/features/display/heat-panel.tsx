import { type CSSProperties, memo } from 'react'
import type { Translate } from '#renderer/core/locale.ts'
import type { DisplayRun } from '#shared/features/display/screens.schema.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { useSecond } from './seconds.ts'
import { useRows } from './use-rows.ts'

interface HeatPanelProps {
  runs: readonly DisplayRun[]
  /** An emergency stop is active. */
  isStopped: boolean
  clockOffsetMs: number
  t: Translate
}

/** The current racers in order; rows move, and only the changed row is re-rendered. */
export const HeatPanel = memo(function HeatPanel({ runs, isStopped, clockOffsetMs, t }: HeatPanelProps) {
  const { box, room, page, pages } = useRows(runs.length)
  // A single racer has no rank.
  const heats = Map.groupBy(runs, ({ heat }) => heat)
  if (runs.length === 0) return <p className="pl-big-none">{t(isStopped ? 'big.stoppedAll' : 'big.heatNone')}</p>
  return (
    <div className="pl-big-heat">
      <div className="pl-big-row pl-big-titles">
        <span />
        <span>{t('big.vehicle')}</span>
        <span>{t('big.racer')}</span>
        <span>{t('big.lap')}</span>
        <span>{t('big.gap')}</span>
        <span>{t('big.last')}</span>
        <span>{t('big.best')}</span>
      </div>
      <div className="pl-big-rows" ref={box}>
        <div className="pl-big-measure" />
        <div className="pl-big-moving" style={{ '--at': -page * room } as CSSProperties}>
          {/* Fixed DOM order, so that moving is a transform without a new layout. */}
          {runs
            .map((run, index) => ({ run, place: index }))
            .toSorted((one, other) => (one.run.id < other.run.id ? -1 : 1))
            .map(({ run, place: index }) => (
              <HeatRow
                key={run.id}
                run={run}
                index={index}
                isAlone={heats.get(run.heat)?.length === 1}
                isHidden={index < page * room || index >= (page + 1) * room}
                clockOffsetMs={clockOffsetMs}
                t={t}
              />
            ))}
        </div>
      </div>
      {pages > 1 ? <small className="pl-big-pages">{`${page + 1} / ${pages}`}</small> : null}
    </div>
  )
})

interface HeatRowProps {
  run: DisplayRun
  index: number
  isAlone: boolean
  isHidden: boolean
  clockOffsetMs: number
  t: Translate
}

const HeatRow = memo(
  function HeatRow({ run, index, isAlone, isHidden, clockOffsetMs, t }: HeatRowProps) {
    const { vehicle, racer, laps, lapsDone, isOver, isStopped, lastMs, bestMs, dueAt } = run
    return (
      <div className="pl-big-row" style={{ '--at': index } as CSSProperties} data-hidden={isHidden || undefined}>
        <b>{isAlone ? '' : run.position}</b>
        <span className="pl-big-vehicle">{vehicle}</span>
        <strong>{racer}</strong>
        <span className="pl-big-progress">
          {isOver ? (
            t('big.finished')
          ) : isStopped ? (
            <em>{t('big.stopped')}</em>
          ) : laps > 0 ? (
            t('big.laps', { done: lapsDone, laps })
          ) : dueAt === null ? (
            t('big.lapsDone', { done: lapsDone })
          ) : (
            <Left dueAt={dueAt} clockOffsetMs={clockOffsetMs} />
          )}
        </span>
        <span>{gapOf(run, t)}</span>
        {/* A new time flashes: a new element per lap. */}
        <span key={`${lapsDone} ${lastMs}`} className="pl-big-flash">
          {lastMs === null ? '—' : lapTime(lastMs)}
        </span>
        <span>{bestMs === null ? '—' : lapTime(bestMs)}</span>
      </div>
    )
  },
  // The clock offset varies by milliseconds with each message, which is not visible.
  (one, other) =>
    one.run === other.run &&
    one.index === other.index &&
    one.isAlone === other.isAlone &&
    one.isHidden === other.isHidden &&
    one.t === other.t,
)

/** The gap to the leader; null where unknown or leading. */
function gapOf({ position, gapMs, lapsBehind, lapsDone }: DisplayRun, t: Translate): string {
  if (position === 1 || lapsDone === 0) return ''
  if (lapsBehind > 0) return t('big.gapLaps', { count: lapsBehind })
  return gapMs === null ? '' : `+${(gapMs / SECOND_MS).toFixed(1)}`
}

const SECOND_MS = 1000
const MINUTE_SECONDS = 60

/** The time left of a run by minutes. */
function Left({ dueAt, clockOffsetMs }: { dueAt: number; clockOffsetMs: number }) {
  const second = useSecond()
  const left = Math.max(0, Math.ceil((dueAt - clockOffsetMs) / SECOND_MS) - second)
  return <>{`${Math.floor(left / MINUTE_SECONDS)}:${String(left % MINUTE_SECONDS).padStart(2, '0')}`}</>
}
