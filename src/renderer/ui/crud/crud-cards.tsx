import { Pagination, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { shownOld } from '#renderer/ui/display/shown-old.ts'
import { cellOf, DetailLink, NOTHING } from './crud-cell.tsx'
import { CrudRowActions } from './crud-row-actions.tsx'
import type { CrudListProps } from './crud-table.tsx'
import { totalText } from './crud-total.ts'

/** The number of columns on a card besides the first; the detail view has the rest. */
const LINES = 3

interface CrudCardsProps<R extends { id: string }> extends CrudListProps<R> {
  /** The content of a card above its actions; defaults to the first columns. */
  cardOf?(row: R): ReactNode
}

/** The list on a phone: one card per row. */
export function CrudCards<R extends { id: string }>(props: CrudCardsProps<R>) {
  const { crud, columns, actionsOf, onOpen, empty, cardOf } = props
  const { t } = useText()
  const { state, turn, list, records, total, counted } = crud
  const [head, ...rest] = columns
  if (list.isPending) {
    return (
      <div className="pl-crud-cards" aria-busy="true">
        {['first', 'second', 'third', 'fourth'].map((key) => (
          <div key={key} className="pl-panel">
            <Skeleton active title={{ width: '40%' }} paragraph={{ rows: LINES }} />
          </div>
        ))}
      </div>
    )
  }
  if (records.length === 0) return <div className="pl-panel">{empty}</div>
  const cardByColumns = (row: R) => {
    const name = head ? cellOf(head, row) : null
    const lines = rest.map((column) => ({ column, cell: cellOf(column, row) })).filter(({ cell }) => cell !== NOTHING)
    return (
      <>
        {onOpen ? <DetailLink onClick={() => onOpen(row)}>{name}</DetailLink> : <strong>{name}</strong>}
        <dl>
          {lines
            .filter(({ column }, at) => at < LINES || column.onCard)
            .map(({ column, cell }) => (
              <div key={column.name}>
                <dt>{t(column.title)}</dt>
                <dd>{cell}</dd>
              </div>
            ))}
        </dl>
      </>
    )
  }
  return (
    <>
      <ul {...shownOld(list.isPlaceholderData, 'pl-crud-cards')}>
        {records.map((row) => (
          <li key={row.id} className="pl-panel">
            {cardOf ? cardOf(row) : cardByColumns(row)}
            {actionsOf ? <CrudRowActions actions={actionsOf(row)} /> : null}
          </li>
        ))}
      </ul>
      <Pagination
        simple
        align="center"
        current={state.pageNo}
        pageSize={state.pageSize}
        total={total}
        showTotal={(count) => totalText(t, count, counted)}
        onChange={(pageNo) => turn({ pageNo })}
      />
    </>
  )
}
