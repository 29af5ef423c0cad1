import { Pagination, Skeleton } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { cellOf, DetailLink } from './crud-cell.tsx'
import { CrudRowActions } from './crud-row-actions.tsx'
import type { CrudListProps } from './crud-table.tsx'
import type { CrudName } from './crud-types.ts'

/** How many columns besides the first a card shows; the rest is in the detail view. */
const LINES = 3

/** The list on a phone: a card for each row. */
export function CrudCards<N extends CrudName>({ crud, columns, actionsOf, onOpen, empty }: CrudListProps<N>) {
  const { t } = useText()
  const { state, turn, list, records, total } = crud
  const [head, ...rest] = columns
  if (list.isPending) {
    return (
      <div className="pl-panel" aria-busy="true">
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    )
  }
  if (records.length === 0) return <div className="pl-panel">{empty}</div>
  return (
    <>
      <ul className="pl-crud-cards">
        {records.map((row) => (
          <li key={row.id} className="pl-panel">
            {head ? <DetailLink onClick={() => onOpen(row)}>{cellOf(head, row)}</DetailLink> : null}
            <dl>
              {rest.slice(0, LINES).map((column) => (
                <div key={column.name}>
                  <dt>{t(column.title)}</dt>
                  <dd>{cellOf(column, row)}</dd>
                </div>
              ))}
            </dl>
            <CrudRowActions actions={actionsOf(row)} />
          </li>
        ))}
      </ul>
      <Pagination
        simple
        align="center"
        current={state.pageNo}
        pageSize={state.pageSize}
        total={total}
        showTotal={(count) => t('list.total', { total: count })}
        onChange={(pageNo) => turn({ pageNo })}
      />
    </>
  )
}
