import { Alert } from 'antd'
import type { Dated } from '#renderer/core/dated.ts'
import { useText } from '#renderer/core/locale.ts'
import { AsOf } from '#renderer/ui/display/as-of.tsx'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import type {
  ReportDefinition,
  ReportResult,
  ResultColumn,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import { MAX_ACROSS, pivotOf } from '#shared/features/custom-reports/pivot.calc.ts'
import { cellText, heatOf, isNumeric } from './report-cells.calc.ts'
import { ReportChart } from './report-charts.tsx'
import './custom-reports.css'

/** How many rows a table shows; the workbook has all. */
const SHOWN_ROWS = 1000

interface ReportViewProps {
  title: string
  result: Dated<ReportResult>
  definition: Pick<ReportDefinition, 'display' | 'across' | 'limit'>
}

/** A result as table, pivot or chart. */
export function ReportView({ title, result, definition }: ReportViewProps) {
  const { t } = useText()
  const { display, across, limit } = definition
  const isPivot = display === 'pivot'
  const pivot = isPivot ? pivotOf(result, across) : null
  const { columns, rows } = pivot ?? result
  return (
    <>
      <AsOf at={result.asOf} />
      {result.isCut ? <Alert type="warning" showIcon title={t('customReport.cut', { limit })} /> : null}
      {pivot?.isCut ? (
        <Alert type="warning" showIcon title={t('customReport.cutAcross', { limit: MAX_ACROSS })} />
      ) : null}
      {display === 'table' || isPivot ? (
        <ReportTable title={title} columns={columns} rows={rows} isHeated={isPivot} />
      ) : (
        <ReportChart title={title} result={result} definition={definition} />
      )}
    </>
  )
}

interface ReportTableProps extends Pick<ReportResult, 'rows'> {
  title: string
  columns: readonly ResultColumn[]
  /** Whether large values are coloured. */
  isHeated: boolean
}

function ReportTable({ title, columns, rows, isHeated }: ReportTableProps) {
  const { t } = useText()
  if (rows.length === 0) return <EmptyBlock title={t('customReport.noRows')} hint={t('customReport.noRows.hint')} />
  const heat = heatOf(rows, columns)
  return (
    <>
      {/* Reachable by the keyboard, because it scrolls. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region takes the arrow keys */}
      <section className="pl-custom-table" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={isNumeric(column) ? 'pl-custom-number' : ''}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN_ROWS).map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and are never reordered
              <tr key={line}>
                {columns.map((column, at) => {
                  const cell = row[at] ?? null
                  const share = isHeated && column.isValue ? heat(cell) : 0
                  return (
                    <td
                      key={column.key}
                      className={isNumeric(column) ? 'pl-custom-number' : ''}
                      style={
                        share > 0
                          ? {
                              background: `color-mix(in srgb, var(--pl-primary) ${Math.round(share * 55)}%, transparent)`,
                            }
                          : undefined
                      }
                    >
                      {cellText(column, cell)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > SHOWN_ROWS ? (
        <p className="pl-custom-hint">{t('customReport.shownRows', { shown: SHOWN_ROWS, rows: rows.length })}</p>
      ) : null}
    </>
  )
}
