import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import '#renderer/ui/crud/crud.css'

/** A description list, one line per fact; a dash for an empty value. */
export const Facts = ({ facts }: { facts: [label: string, value: ReactNode][] }) => (
  <Descriptions
    className="pl-facts"
    column={1}
    size="small"
    bordered
    items={facts.map(([label, value]) => ({
      key: label,
      label,
      children: value === null || value === '' ? '—' : value,
    }))}
  />
)
