import { memo } from 'react'
import type { Translate } from '#renderer/core/locale.ts'
import type { ShownBest } from '#shared/features/display/screens.schema.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'

/** The fastest of the day. */
export const RankingPanel = memo(function RankingPanel({
  ranking,
  t,
}: {
  ranking: readonly ShownBest[]
  t: Translate
}) {
  if (ranking.length === 0) return <p className="pl-big-none">{t('big.rankingNone')}</p>
  return (
    <ol className="pl-big-ranking">
      {ranking.map(({ place, racer, vehicle, ms }) => (
        <li key={`${place} ${racer} ${ms}`}>
          <b>{place}</b>
          <strong>{racer}</strong>
          <span>{vehicle}</span>
          <em>{lapTime(ms)}</em>
        </li>
      ))}
    </ol>
  )
})
