import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { cellOf } from '#renderer/ui/crud/crud-cell.tsx'
import type { ListData } from '#renderer/ui/crud/crud-table.tsx'
import { totalText } from '#renderer/ui/crud/crud-total.ts'
import type { CrudColumn } from '#renderer/ui/crud/crud-types.ts'
import { PRINTED_ROWS, usePrintedAt, usePrintedRows } from './page-print.ts'
import './page-print.css'

interface PrintedRowsProps<R extends { id: string }> {
  crud: ListData<R>
  columns: readonly CrudColumn<R>[]
}

/** More columns than this are printed on paper in landscape. */
const PORTRAIT_COLUMNS = 7

/** A list on paper: all rows that match, in full words and without actions. Renders nothing on the screen. */
export function PrintedRows<R extends { id: string }>({ crud, columns }: PrintedRowsProps<R>) {
  const { t } = useText()
  const [list] = useState(() => ({}))
  const all = usePrintedRows(list, crud.read)
  const printedAt = usePrintedAt()
  if (printedAt === null) return null
  const { records, total, counted } = crud
  const rows = all ?? records
  const first = all ? 0 : (crud.state.pageNo - 1) * crud.state.pageSize
  const some = all ? t('print.limit', { limit: PRINTED_ROWS }) : t('print.screenOnly', { count: rows.length })
  return (
    <div className={columns.length > PORTRAIT_COLUMNS ? 'pl-printed-rows pl-printed-wide' : 'pl-printed-rows'}>
      <p>
        {totalText(t, total, counted)}
        {rows.length < total ? ` · ${some}` : ''}
      </p>
      <table>
        <thead>
          <tr>
            <th>#</th>
            {columns.map(({ name, title, align }) => (
              <th key={name} style={{ textAlign: align }}>
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <td>{first + at + 1}</td>
              {columns.map((column) => (
                <td key={column.name} style={{ textAlign: column.align }}>
                  {cellOf(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
