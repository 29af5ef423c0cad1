import { useText } from '#renderer/core/locale.ts'
import { FigureTile, useFigures } from '#renderer/features/statistics/index.ts'
import { addressOf } from '#renderer/ui/crud/address-filters.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { useFrame } from '#renderer/ui/layout/frame.ts'

const STATISTICS = 'statistics/SysStatistics'
const FIGURES = ['revenue', 'consumption', 'recharges', 'sessions'] as const

/** Today's money compared with the same weekday of last week, up to the same time of day. */
export function MoneyToday() {
  const { t } = useText()
  const path = useFrame().pathOf(STATISTICS)
  const today = useFigures({ by: 'hour', period: 'today' })
  const { data, error } = today
  if (error && !data) {
    return (
      <div className="pl-panel">
        <ErrorBlock error={error} retry={() => void today.refetch()} />
      </div>
    )
  }
  return (
    <div className="pl-figures">
      {FIGURES.map((figure) => (
        <FigureTile
          key={figure}
          figure={figure}
          asOf={data?.asOf}
          value={data?.total.now[figure]}
          compared={data && { now: data.total.now[figure], before: data.total.before[figure] }}
          hint={data ? t('home.soFar', { day: data.beforeUntil, time: data.soFar ?? '' }) : ''}
          to={path ? addressOf(path, { by: 'hour', period: 'today', figure }) : undefined}
        />
      ))}
    </div>
  )
}
