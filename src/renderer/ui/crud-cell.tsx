import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { CrudColumn } from './crud-types.ts'
import { When } from './when.tsx'

const WIRE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** Where nothing is. */
export const NOTHING = '—'

/** What a row shows in a column: its own way, the text of a choice or a dictionary, a time, a word, or a dash. */
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

/** What a row is called: the word in its first column, where that is one. */
export function nameOf<R extends { id: string }>(columns: readonly CrudColumn<R>[], row: R): string {
  const [first] = columns
  if (!first) return ''
  const cell = cellOf(first, row)
  // What is drawn, a tag for instance, is named by its value.
  return typeof cell === 'string' ? cell : String(row[first.name] ?? '')
}

/** The first column leads to everything about the row. */
export const DetailLink = ({ children, onClick }: { children: ReactNode; onClick(): void }) => (
  <Button type="link" className="pl-crud-open" onClick={onClick}>
    {children}
  </Button>
)
