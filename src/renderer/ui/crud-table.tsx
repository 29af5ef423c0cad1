import { Table, type TableProps } from 'antd'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { cellOf, DetailLink, nameOf } from './crud-cell.tsx'
import { CrudRowActions } from './crud-row-actions.tsx'
import type { ListState } from './crud-state.ts'
import { totalInWords } from './crud-total.ts'
import type { CrudColumn, RowAction } from './crud-types.ts'
import { useDensity } from './list-views.ts'

/** A page of rows with what it is looked at by; `useCrud` is one, and other lists make one. */
export interface ListData<R> {
  state: Pick<ListState, 'pageNo' | 'pageSize' | 'column' | 'order'>
  /** How the list is ordered until somebody sorts it. */
  first: Pick<ListState, 'column' | 'order'>
  turn(change: Partial<Pick<ListState, 'pageNo' | 'pageSize' | 'column' | 'order'>>): void
  list: { isPending: boolean; isPlaceholderData: boolean }
  records: R[]
  total: number
  /** False where the total is an estimate, because there are more rows than anybody counts for a page. */
  counted?: boolean | undefined
}

export interface CrudListProps<R extends { id: string }> {
  crud: ListData<R>
  columns: CrudColumn<R>[]
  /** What can be done with a row, where anything can. */
  actionsOf?(row: R): RowAction[]
  /** Where a row leads, where it leads anywhere. */
  onOpen?(row: R): void
  empty: ReactNode
}

export interface CrudTableProps<R extends { id: string }> extends CrudListProps<R> {
  selected?: string[]
  /** Null when nothing can be done with a selection. */
  onSelect?: ((ids: string[]) => void) | null
  /** Whether a row may be selected; all, unless it says otherwise. */
  canSelect?(row: R): boolean
  /** What a row is called to those who hear its box; the word in the first column, unless it says otherwise. */
  labelOf?(row: R): string
  /** How many rows are expected while they are on their way; a whole page, unless it says otherwise. */
  waitingRows?: number
  /** Where the head of the table stays when the rows scroll: below the page's header, unless it stands elsewhere. */
  headAt?: number
}

/** Densities as the table knows them. */
const SIZES = { compact: 'small', middle: 'middle', large: 'large' } as const

/** How wide a column grows on a window of the smallest width; on wider ones it grows with it (`crud.css`). */
const WIDEST = 260

/** The list on a wide screen; the server sorts and pages (spec §9: 10, 20 or 30 to a page). */
export function CrudTable<R extends { id: string }>(props: CrudTableProps<R>) {
  const {
    crud,
    columns,
    actionsOf,
    onOpen,
    selected = [],
    onSelect,
    canSelect,
    labelOf,
    empty,
    waitingRows,
    headAt = 56,
  } = props
  const { t } = useText()
  const [density] = useDensity()
  const { state, first, turn, list, records, total, counted } = crud

  const change: TableProps<R>['onChange'] = ({ current = 1, pageSize = state.pageSize }, _, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    const isSorted = typeof columnKey === 'string' && order
    turn({
      pageNo: pageSize === state.pageSize ? current : 1,
      pageSize,
      column: isSorted ? columnKey : first.column,
      order: !isSorted ? first.order : order === 'ascend' ? 'asc' : 'desc',
    })
  }
  const shown: TableProps<R>['columns'] = columns.map((column, index) => ({
    key: column.name,
    title: t(column.title),
    ...(column.sorter
      ? { sorter: true, sortOrder: state.column !== column.name ? null : state.order === 'asc' ? 'ascend' : 'descend' }
      : {}),
    ...(column.align ? { align: column.align } : {}),
    render: (_: unknown, row: R) => {
      const cell = cellOf(column, row)
      return (
        <span
          className="pl-crud-cell"
          style={{ '--pl-cell': column.width ?? WIDEST } as CSSProperties}
          title={typeof cell === 'string' ? cell : undefined}
        >
          {index === 0 && onOpen ? <DetailLink onClick={() => onOpen(row)}>{cell}</DetailLink> : cell}
        </span>
      )
    },
  }))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows only go from one row's button to the next
    <div onKeyDown={goAlongRows} aria-busy={list.isPending || list.isPlaceholderData}>
      <Table<R>
        className={`pl-crud-table pl-crud-${density} ${list.isPlaceholderData ? 'pl-crud-old' : ''}`}
        rowKey="id"
        size={SIZES[density]}
        columns={[
          {
            key: 'rowNumber',
            title: '#',
            width: 52,
            align: 'right',
            render: (_: unknown, __: R, index: number) => (state.pageNo - 1) * state.pageSize + index + 1,
          },
          ...shown,
          ...(actionsOf
            ? [
                {
                  key: 'action',
                  title: t('crud.actions'),
                  fixed: 'end' as const,
                  render: (_: unknown, row: R) => <CrudRowActions actions={actionsOf(row)} />,
                },
              ]
            : []),
        ]}
        dataSource={records}
        locale={{ emptyText: list.isPending ? <RowsWaiting count={waitingRows ?? state.pageSize} /> : empty }}
        // There is always an order: pressing the one that is on turns it round.
        sortDirections={['descend', 'ascend', 'descend']}
        scroll={{ x: 'max-content' }}
        sticky={{ offsetHeader: headAt }}
        onChange={change}
        pagination={{
          current: state.pageNo,
          pageSize: state.pageSize,
          total,
          showSizeChanger: true,
          showQuickJumper: total > state.pageSize,
          pageSizeOptions: [10, 20, 30],
          showTotal: (count) => totalInWords(t, count, counted),
        }}
        {...(onSelect
          ? {
              rowSelection: {
                selectedRowKeys: selected,
                preserveSelectedRowKeys: true,
                onChange: (keys: React.Key[]) => onSelect(keys.map(String)),
                getCheckboxProps: (row: R) => ({
                  'aria-label': (labelOf ? labelOf(row) : nameOf(columns, row)) || row.id,
                  disabled: canSelect ? !canSelect(row) : false,
                }),
              },
            }
          : {})}
      />
    </div>
  )
}

/** The height of the rows that come, so that nothing moves when they are there. */
const RowsWaiting = ({ count }: { count: number }) => (
  <div className="pl-crud-waiting">
    {Array.from({ length: count }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place
      <span key={at} />
    ))}
  </div>
)

/** Up and down go from row to row as long as one of them has the focus. */
function goAlongRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.target instanceof Element ? event.target.closest('tr.ant-table-row') : null
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const button = next?.querySelector<HTMLElement>('.pl-crud-open')
  if (!button) return
  event.preventDefault()
  button.focus()
}
