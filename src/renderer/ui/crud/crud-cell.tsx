import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { FigureInfo } from '#renderer/ui/display/info-mark.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import type { CrudColumn } from './crud-types.ts'

const WIRE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** Shown for an empty value. */
export const NOTHING = '—'

/** Renders a row's value in a column: by the column's own renderer, as an option or dictionary text, a time, plain text, or a dash. */
export function cellOf<R extends { id: string }>(column: CrudColumn<R>, row: R, isWhole = false): ReactNode {
  const { name, options, render, whole } = column
  if (isWhole && whole) return whole(row)
  if (render) return render(row)
  const values = row as Record<string, unknown>
  const word = options?.find((option) => option.value === String(values[name]))?.label
  const value = word ?? values[`${name}_dictText`] ?? values[name]
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value !== 'string' || !WIRE_TIME.test(value)) return String(value)
  return isWhole ? value : <When value={value} />
}

/** The title of a column, with the definition of its figure. */
export function ColumnTitle({ column: { title, figure } }: { column: Pick<CrudColumn<unknown>, 'title' | 'figure'> }) {
  const { t } = useText()
  if (!figure) return t(title)
  return (
    <>
      {t(title)} <FigureInfo figure={figure} />
    </>
  )
}

/** The name of a row: the text in its first column, where that is text. */
export function nameOf<R extends { id: string }>(columns: readonly CrudColumn<R>[], row: R): string {
  const [first] = columns
  if (!first) return ''
  const cell = cellOf(first, row)
  // A rendered element, such as a tag, is named by its raw value.
  return typeof cell === 'string' ? cell : String(row[first.name] ?? '')
}

/** The link in the first column, which opens the detail view. */
export const DetailLink = ({ children, onClick }: { children: ReactNode; onClick(): void }) => (
  <Button type="link" className="pl-crud-open" onClick={onClick}>
    {children}
  </Button>
)
