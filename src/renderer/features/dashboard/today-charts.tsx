import { Button, Skeleton } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { againstText, daysText, FigureChart, useFigureLink, useFigures } from '#renderer/features/statistics/index.ts'
import { addressOf } from '#renderer/ui/crud/address-filters.ts'
import { AsOf } from '#renderer/ui/display/as-of.tsx'
import { Covers } from '#renderer/ui/display/covers.tsx'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { FigureGroup, FigurePeriod, Figures } from '#shared/features/statistics/statistics.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

const STATISTICS = 'statistics/SysStatistics'

interface ChartPanelProps {
  title: TextKey
  by: FigureGroup
  period: FigurePeriod
  figure: keyof Figures
}

/** One chart; its bars link to their lists and its title to the statistics. */
function ChartPanel({ title, by, period, figure }: ChartPanelProps) {
  const { t } = useText()
  const navigate = useNavigate()
  const path = useFrame().pathOf(STATISTICS)
  const { data } = useFigures({ by, period })
  const linkOf = useFigureLink(data, by)
  return (
    <section className="pl-panel pl-home-chart">
      <div className="pl-home-head">
        <h2>
          {t(title)} · {t(`statistics.figure.${figure}`)} <Covers isShort /> <AsOf at={data?.asOf} />
        </h2>
        {path ? (
          <Button type="link" onClick={() => void navigate(addressOf(path, { by, period, figure }))}>
            {t('home.toStatistics')}
          </Button>
        ) : null}
      </div>
      {data ? (
        <FigureChart
          title={period === 'today' ? againstText(t, data) : daysText(t, data)}
          by={by}
          figure={figure}
          rows={data.rows}
          against={t(period === 'today' ? 'home.lastWeek' : 'statistics.before')}
          linkOf={linkOf}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 3 }} />
      )}
    </section>
  )
}

/** Money and rides of today by hour and of the last seven days, compared with the week before. */
export function TodayCharts() {
  return (
    <div className="pl-home-columns">
      <ChartPanel title="home.byHour" by="hour" period="today" figure="revenue" />
      <ChartPanel title="home.byHour" by="hour" period="today" figure="sessions" />
      <ChartPanel title="home.week" by="day" period="days7" figure="revenue" />
      <ChartPanel title="home.byVehicle" by="vehicle" period="today" figure="sessions" />
    </div>
  )
}

/** Today by store, for users who see several. */
export function StoresToday() {
  const { t } = useText()
  const path = useFrame().pathOf(STATISTICS)
  const { data } = useFigures({ by: 'store', period: 'today' })
  if (!data || data.rows.length < 2) return null
  return (
    <section className="pl-panel" aria-labelledby="home-stores">
      <h2 id="home-stores" className="pl-home-title">
        {t('home.byStore')} <AsOf at={data.asOf} />
      </h2>
      <table className="pl-home-stores">
        <thead>
          <tr>
            <th>{t('statistics.by.store')}</th>
            <th>{t('statistics.figure.revenue')}</th>
            <th>{t('home.lastWeek')}</th>
            <th>{t('statistics.figure.sessions')}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map(({ key, name, now, before }) => (
            <tr key={key}>
              <td>
                {path ? (
                  <Link to={addressOf(path, { by: 'hour', period: 'today', sysOrgCode: key })}>{name}</Link>
                ) : (
                  name
                )}
              </td>
              <td>{formatAmount(now.revenue)}</td>
              <td>{formatAmount(before.revenue)}</td>
              <td>{now.sessions}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
