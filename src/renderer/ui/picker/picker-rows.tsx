import { Pagination, Table } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { Picker } from './use-picker.ts'

export interface PickerColumn<R> {
  name: Extract<keyof R, string>
  title: TextKey
  align?: 'right'
  render?(row: R): ReactNode
}

interface PickerRowsProps<R extends { id: string }> {
  id: string
  name: string
  columns: readonly PickerColumn<R>[]
  nameOf(row: R): string
  picker: Picker<R>
}

export const rowIdOf = (name: string, id: string): string => `picker-${name}-${id}`

/** The rows to select from, with the one active by arrow keys; cards on a phone. */
export function PickerRows<R extends { id: string }>({ id, name, columns, nameOf, picker }: PickerRowsProps<R>) {
  const { t } = useText()
  const isPhone = useNarrow(768)
  const { rows, records, at, selected, query } = picker
  const active = records[at]
  useEffect(() => {
    if (active) document.getElementById(rowIdOf(name, active.id))?.scrollIntoView({ block: 'nearest' })
  }, [active, name])

  const classOf = (row: R) => [
    row === active ? 'pl-picker-active' : '',
    selected.some((one) => one.id === row.id) ? 'pl-picker-taken' : '',
    // Rows of the previous search stay until the answer comes, marked as outdated.
    rows.isPlaceholderData ? 'pl-picker-old' : '',
  ]
  const rowProps = (row: R) => ({
    id: rowIdOf(name, row.id),
    'aria-selected': selected.some((one) => one.id === row.id),
    onClick: () => picker.take(row),
    // Keeps the focus in the search field.
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
  })
  const shown = (column: PickerColumn<R>, row: R): ReactNode =>
    column.render ? column.render(row) : String(row[column.name] ?? '')
  const empty = rows.isPending ? ' ' : <EmptyBlock title={t('picker.none')} />
  const paging = {
    current: query.pageNo,
    pageSize: query.pageSize,
    total: rows.data?.total ?? 0,
    size: 'small' as const,
    showSizeChanger: true,
    showQuickJumper: !isPhone,
    pageSizeOptions: [5, 10, 20, 30],
    onChange: (pageNo: number, pageSize: number) => picker.ask({ pageNo, pageSize }),
  }
  if (isPhone)
    return (
      <>
        <div id={id} role="listbox" aria-label={t('picker.rows')} className="pl-picker-cards">
          {records.length === 0 ? empty : null}
          {records.map((row) => (
            <div key={row.id} role="option" tabIndex={-1} className={classOf(row).join(' ')} {...rowProps(row)}>
              <strong>{nameOf(row)}</strong>
              {columns
                .map((column) => ({ ...column, value: shown(column, row) }))
                .filter(({ value }) => value !== '' && value !== nameOf(row))
                .map(({ name: field, title, value }) => (
                  <span key={field}>
                    {t(title)} {value}
                  </span>
                ))}
            </div>
          ))}
        </div>
        <Pagination {...paging} />
      </>
    )
  return (
    <Table<R>
      id={id}
      rowKey="id"
      size="small"
      columns={columns.map((column) => ({
        key: column.name,
        title: t(column.title),
        align: column.align,
        render: (_, row) => shown(column, row),
      }))}
      dataSource={records}
      loading={rows.isPending}
      locale={{ emptyText: empty }}
      scroll={{ x: 'max-content', y: 320 }}
      rowClassName={(row) => classOf(row).join(' ')}
      onRow={rowProps}
      pagination={paging}
    />
  )
}
