import { memo } from 'react'
import type { Translate } from '#renderer/core/locale.ts'
import type { DisplayMatch } from '#shared/features/display/screens.schema.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { useRows } from './use-rows.ts'

/** The start list or the results of a group of a match. */
export const MatchPanel = memo(function MatchPanel({ match, t }: { match: DisplayMatch | null; t: Translate }) {
  const { box, room } = useRows(match?.rows.length ?? 0)
  if (match === null) return <p className="pl-big-none">{t('big.matchNone')}</p>
  const { event, round, group, isOver, rows } = match
  return (
    <div className="pl-big-match">
      <p>
        {[event, round, t('match.groupNumbered', { group }), t(isOver ? 'big.matchResult' : 'big.matchStart')].join(
          ' · ',
        )}
      </p>
      <div className="pl-big-list" ref={box}>
        <div className="pl-big-measure" />
        <ol className="pl-big-ranking">
          {rows.slice(0, room).map(({ id, position, number, racer, vehicle, laps, ms, status }) => (
            <li key={id}>
              <b>{position ?? '—'}</b>
              <strong>{`${number} ${racer}`.trim()}</strong>
              <span>{vehicle}</span>
              <em>{isOver ? resultOf({ status, laps, ms }, t) : ''}</em>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
})

function resultOf(
  { status, laps, ms }: Pick<DisplayMatch['rows'][number], 'status' | 'laps' | 'ms'>,
  t: Translate,
): string {
  if (status !== '') return t(`match.status.${status}`)
  if (laps === 0) return t('match.status.dns')
  return ms === null ? t('match.lapsDone', { laps }) : lapTime(ms)
}
