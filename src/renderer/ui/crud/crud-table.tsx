import { Table, type TableProps } from 'antd'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useDensity } from '#renderer/ui/list/list-views.ts'
import type { ReadRows } from '#renderer/ui/print/page-print.ts'
import { ColumnTitle, cellOf, DetailLink, nameOf } from './crud-cell.tsx'
import { CrudRowActions } from './crud-row-actions.tsx'
import { type ListState, PAGE_SIZES, rememberPageSize } from './crud-state.ts'
import { totalText } from './crud-total.ts'
import type { CrudColumn, RowAction } from './crud-types.ts'

/** A page of rows with its query state. `useCrud` returns one; other lists build one. */
export interface ListData<R> {
  state: Pick<ListState, 'pageNo' | 'pageSize' | 'column' | 'order'>
  /** The default order. */
  first: Pick<ListState, 'column' | 'order'>
  turn(change: Partial<Pick<ListState, 'pageNo' | 'pageSize' | 'column' | 'order'>>): void
  list: { isPending: boolean; isPlaceholderData: boolean }
  /** Reads any page with the same filters and order, for printing. */
  read: ReadRows<R>
  records: R[]
  total: number
  /** False where the total is an estimate, because there are too many rows to count for each page. */
  counted?: boolean | undefined
}

export interface CrudListProps<R extends { id: string }> {
  crud: ListData<R>
  columns: CrudColumn<R>[]
  /** The actions of a row. */
  actionsOf?(row: R): RowAction[]
  /** Opens the detail of a row. */
  onOpen?(row: R): void
  empty: ReactNode
}

export interface CrudTableProps<R extends { id: string }> extends CrudListProps<R> {
  selected?: string[]
  /** Null where rows cannot be selected. */
  onSelect?: ((ids: string[]) => void) | null
  /** Whether a row may be selected; by default all may. */
  canSelect?(row: R): boolean
  /** The accessible name of a row's check box; by default the text in the first column. */
  labelOf?(row: R): string
  /** The number of placeholder rows while loading; by default a whole page. */
  waitingRows?: number
  /** The offset of the sticky table header in px; by default below the page's header. */
  headAt?: number
}

/** Ant Design's table sizes by density. */
const SIZES = { compact: 'small', middle: 'middle', large: 'large' } as const

/** The largest width of a column, in px, at the smallest window width; it grows with the window (`crud.css`). */
const WIDEST = 260

/** The list on a wide screen; the server sorts and pages (spec §9: 10, 20 or 30 rows per page). */
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
  const isNarrow = useNarrow(1200)
  const { state, first, turn, list, records, total, counted } = crud

  const change: TableProps<R>['onChange'] = ({ current = 1, pageSize = state.pageSize }, _, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    if (pageSize !== state.pageSize) rememberPageSize(pageSize)
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
    title: <ColumnTitle column={column} />,
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only move the focus between the rows' buttons
    <div onKeyDown={goAlongRows} aria-busy={list.isPending || list.isPlaceholderData}>
      <Table<R>
        className={`pl-crud-table pl-crud-${density} ${list.isPlaceholderData ? 'pl-old' : ''}`}
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
                  render: (_: unknown, row: R) => <CrudRowActions actions={actionsOf(row)} isNarrow={isNarrow} />,
                },
              ]
            : []),
        ]}
        dataSource={records}
        locale={{ emptyText: list.isPending ? <RowsWaiting count={waitingRows ?? state.pageSize} /> : empty }}
        // A list always has an order: sorting by the same column again reverses it.
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
          pageSizeOptions: [...PAGE_SIZES],
          showTotal: (count) => totalText(t, count, counted),
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

/** Placeholders as high as rows, so that nothing moves when the rows arrive. */
const RowsWaiting = ({ count }: { count: number }) => (
  <div className="pl-crud-waiting">
    {Array.from({ length: count }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder has no identity but its position
      <span key={at} />
    ))}
  </div>
)

/** Moves the focus to the next row on arrow up and down while a row has it. */
function goAlongRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.target instanceof Element ? event.target.closest('tr.ant-table-row') : null
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const button = next?.querySelector<HTMLElement>('.pl-crud-open')
  if (!button) return
  event.preventDefault()
  button.focus()
}
