import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { CrudColumn } from './crud-types.ts'
import { When } from './when.tsx'

const WIRE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** What a row shows in a column: its own way, the text of a dictionary, a time, a word, or a dash. */
export function cellOf<R extends { id: string }>({ name, render }: CrudColumn<R>, row: R): ReactNode {
  if (render) return render(row)
  const values = row as Record<string, unknown>
  const value = values[`${name}_dictText`] ?? values[name]
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'string' && WIRE_TIME.test(value) ? <When value={value} /> : String(value)
}

/** The first column leads to everything about the row. */
export const DetailLink = ({ children, onClick }: { children: ReactNode; onClick(): void }) => (
  <Button type="link" className="pl-crud-open" onClick={onClick}>
    {children}
  </Button>
)
