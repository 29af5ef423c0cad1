import { Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { cellOf, DetailLink } from './crud-cell.tsx'
import type { Crud } from './crud-data.ts'
import { CrudRowActions } from './crud-row-actions.tsx'
import type { CrudColumn, CrudName, RowAction, RowOf } from './crud-types.ts'

export interface CrudListProps<N extends CrudName> {
  crud: Crud<N>
  columns: CrudColumn<RowOf<N>>[]
  actionsOf(row: RowOf<N>): RowAction[]
  onOpen(row: RowOf<N>): void
  selected: string[]
  /** Null when nothing can be done with a selection. */
  onSelect: ((ids: string[]) => void) | null
  empty: ReactNode
  /** Where the head of the table stays when the rows scroll: below the page's header, unless it stands elsewhere. */
  headAt?: number
}

/** The list on a wide screen; the server sorts and pages (spec §9: 10, 20 or 30 to a page). */
export function CrudTable<N extends CrudName>(props: CrudListProps<N>) {
  const { crud, columns, actionsOf, onOpen, selected, onSelect, empty, headAt = 56 } = props
  const { t } = useText()
  const { state, first, turn, list, records, total } = crud
  type Row = RowOf<N>

  const change: TableProps<Row>['onChange'] = ({ current = 1, pageSize = state.pageSize }, _, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    const isSorted = typeof columnKey === 'string' && order
    turn({
      pageNo: pageSize === state.pageSize ? current : 1,
      pageSize,
      column: isSorted ? columnKey : first.column,
      order: !isSorted ? first.order : order === 'ascend' ? 'asc' : 'desc',
    })
  }
  const shown: TableProps<Row>['columns'] = columns.map((column, index) => ({
    key: column.name,
    title: t(column.title),
    ...(column.sorter
      ? { sorter: true, sortOrder: state.column !== column.name ? null : state.order === 'asc' ? 'ascend' : 'descend' }
      : {}),
    ...(column.width ? { width: column.width, ellipsis: true } : {}),
    ...(column.align ? { align: column.align } : {}),
    render: (_: unknown, row: Row) => {
      const cell = cellOf(column, row)
      return index === 0 ? <DetailLink onClick={() => onOpen(row)}>{cell}</DetailLink> : cell
    },
  }))
  return (
    <Table<Row>
      className="pl-crud-table"
      rowKey="id"
      size="middle"
      columns={[
        {
          key: 'rowNumber',
          title: '#',
          width: 52,
          align: 'right',
          render: (_: unknown, __: Row, index: number) => (state.pageNo - 1) * state.pageSize + index + 1,
        },
        ...shown,
        {
          key: 'action',
          title: t('crud.actions'),
          fixed: 'end',
          render: (_: unknown, row: Row) => <CrudRowActions actions={actionsOf(row)} />,
        },
      ]}
      dataSource={records}
      loading={list.isPending || (list.isFetching && records.length === 0)}
      locale={{ emptyText: list.isPending ? ' ' : empty }}
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
        showTotal: (count) => t('list.total', { total: count }),
      }}
      {...(onSelect
        ? {
            rowSelection: {
              selectedRowKeys: selected,
              preserveSelectedRowKeys: true,
              onChange: (keys: React.Key[]) => onSelect(keys.map(String)),
              getCheckboxProps: (row: Row) => ({ 'aria-label': row.id }),
            },
          }
        : {})}
    />
  )
}
