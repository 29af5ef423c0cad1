import { Alert } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { type Bar, Bars } from '#renderer/ui/chart/bars.tsx'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import type {
  ReportCell,
  ReportDefinition,
  ReportResult,
  ResultColumn,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import { pivotOf } from '#shared/features/custom-reports/pivot.calc.ts'
import { cellText } from './report-cells.calc.ts'

interface Series {
  column: ResultColumn
  points: { label: string; value: number }[]
}

const labelOf = (columns: readonly ResultColumn[], row: readonly ReportCell[]): string =>
  columns.flatMap((column, at) => (column.isValue ? [] : [cellText(column, row[at] ?? null) || '—'])).join(' · ')

/** One series for each value column: rows are points. */
function seriesOf({ columns, rows }: Pick<ReportResult, 'columns' | 'rows'>): Series[] {
  return columns.flatMap((column, at) => {
    if (!column.isValue) return []
    const points = rows.map((row) => ({ label: labelOf(columns, row), value: Number(row[at] ?? 0) }))
    return [{ column, points }]
  })
}

/** Charts beyond these would be too small to read; the table has them all. */
const MAX_SERIES = 6
const MAX_SLICES = 8

interface ChartProps {
  title: string
  result: ReportResult
  definition: Pick<ReportDefinition, 'display' | 'across'>
}

export function ReportChart({ title, result, definition }: ChartProps) {
  const { t } = useText()
  const all = seriesOf(pivotOf(result, definition.across))
  const series = all.slice(0, MAX_SERIES)
  if (series.length === 0 || result.rows.length === 0)
    return <EmptyBlock title={t('customReport.noRows')} hint={t('customReport.noRows.hint')} />
  return (
    <>
      {all.length > MAX_SERIES ? (
        <Alert type="warning" showIcon title={t('customReport.cutSeries', { limit: MAX_SERIES })} />
      ) : null}
      <ChartOf title={title} series={series} display={definition.display} />
    </>
  )
}

interface ChartOfProps extends Pick<ReportDefinition, 'display'> {
  title: string
  series: Series[]
}

function ChartOf({ title, series, display }: ChartOfProps) {
  if (display === 'number') return <Numbers series={series} />
  if (display === 'pie') return series.map((one) => <Pie key={one.column.key} title={title} series={one} />)
  if (display === 'line') return <Lines title={title} series={series} />
  return series.map((one) => <BarsOf key={one.column.key} title={title} series={one} />)
}

/** The first row's values, large. */
const Numbers = ({ series }: { series: readonly Series[] }) => (
  <dl className="pl-custom-numbers">
    {series.map(({ column, points }) => (
      <div key={column.key}>
        <dt>{column.title}</dt>
        <dd>{cellText(column, points[0]?.value ?? null)}</dd>
      </div>
    ))}
  </dl>
)

function BarsOf({ title, series: { column, points } }: { title: string; series: Series }) {
  const bars = points.map(
    ({ label, value }, at): Bar => ({ key: `${at}`, label, tick: tickOf(label), value, text: cellText(column, value) }),
  )
  return (
    <Bars
      title={column.title}
      head={[title, column.title]}
      bars={bars}
      isTall
      axisText={(value) => cellText({ kind: 'number' }, value)}
    />
  )
}

/** The year of a day is left out, because there is little room below a bar. */
const tickOf = (label: string): string => {
  const short = /^\d{4}-\d\d-\d\d$/.test(label) ? label.slice(5) : label
  return short.length > 7 ? `${short.slice(0, 6)}…` : short
}

const WIDTH = 720
const HEIGHT = 260
const LEFT = 64
const BOTTOM = 24

/** Lines over the same labels; screen readers get the values as a table. */
function Lines({ title, series }: { title: string; series: readonly Series[] }) {
  const labels = series[0]?.points.map(({ label }) => label) ?? []
  const values = series.flatMap(({ points }) => points.map(({ value }) => value))
  const max = Math.max(0, ...values)
  const min = Math.min(0, ...values)
  const range = max - min || 1
  const x = (at: number) =>
    LEFT + (labels.length > 1 ? (at / (labels.length - 1)) * (WIDTH - LEFT - 8) : (WIDTH - LEFT) / 2)
  const y = (value: number) => 8 + (1 - (value - min) / range) * (HEIGHT - BOTTOM - 8)
  const every = Math.ceil(labels.length / 10)
  return (
    <figure className="pl-custom-lines">
      <figcaption>
        {title}
        <ul>
          {series.map(({ column }, at) => (
            <li key={column.key} className={`pl-custom-series-${at}`}>
              {column.title}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {[0, 0.5, 1].map((share) => {
          const value = min + range * share
          return (
            <g key={share}>
              <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
                {cellText({ kind: 'number' }, value)}
              </text>
            </g>
          )
        })}
        {labels.map((label, at) =>
          at % every === 0 ? (
            <text key={label} x={x(at)} y={HEIGHT - 6} textAnchor="middle">
              {tickOf(label)}
            </text>
          ) : null,
        )}
        {series.map(({ column, points }, at) => (
          <g key={column.key} className={`pl-custom-series-${at}`}>
            <polyline points={points.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ')} />
            {points.map(({ label, value }, index) => (
              <circle key={label} cx={x(index)} cy={y(value)} r={3}>
                <title>{`${label} ${cellText(column, value)}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
      <HiddenTable title={title} labels={labels} series={series} />
    </figure>
  )
}

function HiddenTable({
  title,
  labels,
  series,
}: {
  title: string
  labels: readonly string[]
  series: readonly Series[]
}) {
  return (
    <div className="pl-visually-hidden">
      <table>
        <caption>{title}</caption>
        <tbody>
          {labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ column, points }) => (
                <td key={column.key}>{cellText(column, points[at]?.value ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shares of a whole, the largest first; small ones are one slice. Negative values have no share. */
function Pie({ title, series: { column, points } }: { title: string; series: Series }) {
  const { t } = useText()
  const sorted = points.filter(({ value }) => value > 0).toSorted((one, other) => other.value - one.value)
  const rest = sorted.slice(MAX_SLICES - 1)
  const slices =
    rest.length > 1
      ? [
          ...sorted.slice(0, MAX_SLICES - 1),
          { label: t('customReport.others'), value: rest.reduce((sum, { value }) => sum + value, 0) },
        ]
      : sorted
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  let before = 0
  const arcs = slices.map(({ label, value }, at) => {
    const from = before
    before += value / total
    return { label, value, at, path: arc(from, before) }
  })
  return (
    <figure className="pl-custom-pie" aria-label={`${title} ${column.title}`}>
      <figcaption>{column.title}</figcaption>
      <svg viewBox="-1.05 -1.05 2.1 2.1" aria-hidden="true">
        {arcs.length === 1 ? (
          <circle r={1} className="pl-custom-slice-0" />
        ) : (
          arcs.map(({ label, at, path }) => <path key={label} d={path} className={`pl-custom-slice-${at}`} />)
        )}
      </svg>
      <ol>
        {arcs.map(({ label, value, at }) => (
          <li key={label} className={`pl-custom-slice-${at}`}>
            <span>{label}</span> <b>{cellText(column, value)}</b>{' '}
            <small>{Math.round((value / total) * 1000) / 10}%</small>
          </li>
        ))}
      </ol>
    </figure>
  )
}

function arc(from: number, until: number): string {
  const at = (share: number) => `${Math.sin(share * 2 * Math.PI)} ${-Math.cos(share * 2 * Math.PI)}`
  return `M 0 0 L ${at(from)} A 1 1 0 ${until - from > 0.5 ? 1 : 0} 1 ${at(until)} Z`
}
