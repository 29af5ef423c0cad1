import { Descriptions } from 'antd'
import type { ReactNode } from 'react'

/** What is known about one thing, a line each; a dash where nothing is. */
export const Facts = ({ facts }: { facts: [label: string, value: ReactNode][] }) => (
  <Descriptions
    column={1}
    size="small"
    bordered
    styles={{ label: { whiteSpace: 'nowrap', width: 140 } }}
    items={facts.map(([label, value]) => ({
      key: label,
      label,
      children: value === null || value === '' ? '—' : value,
    }))}
  />
)
