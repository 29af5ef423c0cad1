import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import type { Ranking } from '#shared/features/rankings/ranking.schema.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { gapText } from './gap.calc.ts'

/** The places of a ranking, each with its gap to the first. */
export function RankingTable({ ranking: { places, state } }: { ranking: Ranking }) {
  const { t } = useText()
  const [first] = places
  if (!first) return state === 'voided' ? null : <EmptyBlock title={t('ranking.noneInPeriod')} />
  return (
    <table className="pl-ranking-table">
      <thead>
        <tr>
          <th scope="col">{t('ranking.place')}</th>
          <th scope="col">{t('ranking.racer')}</th>
          <th scope="col">{t('ranking.best')}</th>
          <th scope="col">{t('ranking.gap')}</th>
          <th scope="col" className="pl-ranking-wide">
            {t('ranking.vehicle')}
          </th>
          <th scope="col" className="pl-ranking-wide">
            {t('ranking.doneTime')}
          </th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ place, racer, ms, vehicleName, doneTime, isLate }) => (
          <tr key={place} className={place <= 3 ? 'pl-ranking-first' : undefined}>
            <td>{place}</td>
            <th scope="row">
              {racer} {isLate ? <ToneTag tone="warning">{t('ranking.late')}</ToneTag> : null}
            </th>
            <td>{lapTime(ms)}</td>
            <td>{place === 1 ? '' : gapText(ms - first.ms)}</td>
            <td className="pl-ranking-wide">{vehicleName}</td>
            <td className="pl-ranking-wide">{doneTime}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
