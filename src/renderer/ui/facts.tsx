import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import './crud.css'

/** What is known about one thing, a line each; a dash where nothing is. */
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
