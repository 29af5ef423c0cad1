import { Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { FigureInfo } from '#renderer/ui/display/info-mark.tsx'
import { usePrintedAt } from '#renderer/ui/print/page-print.ts'
import { figuresBy } from '#shared/features/statistics/figure-columns.calc.ts'
import { figureKeyText } from '#shared/features/statistics/figure-text.calc.ts'
import type { FigureGroup, FigureRow, Figures } from '#shared/features/statistics/statistics.contract.ts'
import { rangeText, shortRangeText } from './figure-chart.tsx'
import { changeOf, changeText, figureText } from './figures.calc.ts'

/** The figures shown on the screen; the workbook has all. */
const SHOWN = new Set<keyof Figures>([
  'revenue',
  'recharges',
  'guests',
  'refunded',
  'consumption',
  'balance',
  'give',
  'coupons',
  'orders',
  'sessions',
])
const OF_VEHICLES = [
  'consumption',
  'guests',
  'balance',
  'give',
  'coupons',
  'sessions',
  'minutes',
  'drivenLaps',
] as const

/** The columns of a group. */
export const columnsOf = (by: FigureGroup): readonly (keyof Figures)[] =>
  by === 'vehicle' ? OF_VEHICLES : figuresBy(by).filter((name) => SHOWN.has(name))

interface FigureTableProps {
  by: FigureGroup
  rows: readonly FigureRow[]
  total: { now: Figures; before: Figures }
  /** The figure that is compared with the earlier period. */
  figure: keyof Figures
  linkOf(row: FigureRow, figure: keyof Figures): string | undefined
}

/** All figures per group, each linked to the list behind it; on a phone only the main ones. */
export function FigureTable({ by, rows, total, figure, linkOf }: FigureTableProps) {
  const { t } = useText()
  const printedAt = usePrintedAt()
  // Paper has room for all figures, whatever the screen.
  const isPhone = useNarrow(768) && printedAt === null
  const shown = isPhone ? [figure] : columnsOf(by)
  const cell = (row: FigureRow, name: keyof Figures) => {
    const text = figureText(name, row.now[name])
    const to = row.now[name] === 0 ? undefined : linkOf(row, name)
    return to ? <Link to={to}>{text}</Link> : text
  }
  const change = ({ now, before }: { now: Figures; before: Figures }) =>
    changeText(changeOf(now[figure], before[figure]))
  const columns: TableColumnsType<FigureRow> = [
    {
      key: 'key',
      title: t(`statistics.by.${by}`),
      fixed: isPhone ? false : 'start',
      width: isPhone ? undefined : 170,
      render: (_, { key, name }) => {
        const text = figureKeyText(t, by, key, name)
        return isPhone ? shortRangeText(text) : rangeText(text)
      },
    },
    ...shown.map((name) => ({
      key: name,
      title: (
        <>
          {t(`statistics.figure.${name}`)} <FigureInfo figure={name} />
        </>
      ),
      align: 'right' as const,
      render: (_: unknown, row: FigureRow) => cell(row, name),
    })),
    {
      key: 'before',
      title: `${t('statistics.before')} · ${t(`statistics.figure.${figure}`)}`,
      align: 'right',
      render: (_, row) => (
        <>
          {figureText(figure, row.before[figure])} <small className="pl-figure-change">{change(row)}</small>
        </>
      ),
    },
  ]
  return (
    <Table<FigureRow>
      className="pl-figure-table"
      size="small"
      rowKey="key"
      columns={columns}
      dataSource={[...rows]}
      pagination={printedAt === null && rows.length > 40 ? { pageSize: 31, showSizeChanger: false } : false}
      scroll={isPhone ? {} : { x: 'max-content' }}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0}>
            <strong>{t('statistics.total')}</strong>
          </Table.Summary.Cell>
          {shown.map((name, at) => (
            <Table.Summary.Cell key={name} index={at + 1} align="right">
              <strong>{figureText(name, total.now[name])}</strong>
            </Table.Summary.Cell>
          ))}
          <Table.Summary.Cell index={shown.length + 1} align="right">
            {figureText(figure, total.before[figure])} <small className="pl-figure-change">{change(total)}</small>
          </Table.Summary.Cell>
        </Table.Summary.Row>
      )}
    />
  )
}
