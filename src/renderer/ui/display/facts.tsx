import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import type { FigureName } from '#shared/help/figures.ts'
import { FigureInfo } from './info-mark.tsx'
import '#renderer/ui/crud/crud.css'

/** A fact, and the figure that it is where that has a definition. */
type Fact = [label: string, value: ReactNode, figure?: FigureName]

/** A description list, one line per fact; a dash for an empty value. */
export const Facts = ({ facts }: { facts: Fact[] }) => (
  <Descriptions
    className="pl-facts"
    column={1}
    size="small"
    bordered
    items={facts.map(([label, value, figure]) => ({
      key: label,
      label: figure ? (
        <>
          {label} <FigureInfo figure={figure} />
        </>
      ) : (
        label
      ),
      children: value === null || value === '' ? '—' : value,
    }))}
  />
)
