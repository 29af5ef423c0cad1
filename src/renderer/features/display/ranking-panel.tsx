import { memo } from 'react'
import type { Translate } from '#renderer/core/locale.ts'
import type { DisplayBestLap } from '#shared/features/display/screens.schema.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { useRows } from './use-rows.ts'

/** The best laps of the day. */
export const RankingPanel = memo(function RankingPanel({
  ranking,
  t,
}: {
  ranking: readonly DisplayBestLap[]
  t: Translate
}) {
  const { box, room } = useRows(ranking.length)
  if (ranking.length === 0) return <p className="pl-big-none">{t('big.rankingNone')}</p>
  return (
    <div className="pl-big-list" ref={box}>
      <div className="pl-big-measure" />
      <ol className="pl-big-ranking">
        {ranking.slice(0, room).map(({ place, racer, vehicle, ms }) => (
          <li key={`${place} ${racer} ${ms}`}>
            <b>{place}</b>
            <strong>{racer}</strong>
            <span>{vehicle}</span>
            <em>{lapTime(ms)}</em>
          </li>
        ))}
      </ol>
    </div>
  )
})
