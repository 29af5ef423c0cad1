import { useText } from '#renderer/core/locale.ts'
import { type Bar, Bars } from '#renderer/ui/chart/bars.tsx'
import { figureKeyText } from '#shared/features/statistics/figure-text.calc.ts'
import type { FigureGroup, FigureRow, Figures } from '#shared/features/statistics/statistics.contract.ts'
import { axisText, figureText } from './figures.calc.ts'

interface FigureChartProps {
  title: string
  by: FigureGroup
  figure: keyof Figures
  rows: readonly FigureRow[]
  against: string
  isTall?: boolean
  linkOf(row: FigureRow, figure: keyof Figures): string | undefined
}

/** One figure per group as bars, compared with the earlier period; each bar links to its list. */
export function FigureChart({ title, by, figure, rows, against, isTall = false, linkOf }: FigureChartProps) {
  const { t } = useText()
  const bars = rows.map((row): Bar => {
    const label = rangeText(figureKeyText(t, by, row.key, row.name))
    return {
      key: row.key,
      label,
      tick: tickOf(by, row.key, label),
      value: row.now[figure],
      text: figureText(figure, row.now[figure]),
      before: { value: row.before[figure], text: figureText(figure, row.before[figure]) },
      to: linkOf(row, figure),
    }
  })
  const head: [string, string] = [t(`statistics.by.${by}`), t(`statistics.figure.${figure}`)]
  return (
    <Bars
      title={title}
      head={head}
      bars={bars}
      against={against}
      isTall={isTall}
      empty={t('statistics.chartEmpty', { figure: head[1] })}
      axisText={axisText}
    />
  )
}

/** A range of days shown as one bar, as text. */
export const rangeText = (key: string): string => key.replace('/', ' – ')

/** The same on a phone: a range in one line, without its years. */
export const shortRangeText = (key: string): string =>
  rangeText(key.replace(/^\d{4}-(\d\d-\d\d)\/\d{4}-(\d\d-\d\d)$/, '$1/$2'))

/** The number of characters that fit below a bar. */
const SHORT = 6

function tickOf(by: FigureGroup, key: string, label: string): string {
  if (by === 'day') return key.slice(5, 10)
  if (by === 'hour') return key === '' ? label : key
  // With several stores a vehicle's label includes its store, for which there is no room here.
  if (by === 'vehicle') return label.split(' · ')[0] ?? label
  return label.length > SHORT ? `${label.slice(0, SHORT - 1)}…` : label
}
