import { Button, Descriptions, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { ColumnTitle, cellOf } from './crud-cell.tsx'
import { CrudRowActions } from './crud-row-actions.tsx'
import type { CrudColumn, RowAction } from './crud-types.ts'

interface CrudDetailProps<R> {
  row: R
  title: string
  columns: CrudColumn<R>[]
  actions: RowAction[]
  /** The row's history, for users who may see it. */
  history: ReactNode
  onClose(): void
}

const audit = [
  { name: 'createBy', title: 'crud.createBy' },
  { name: 'createTime', title: 'crud.createTime' },
  { name: 'updateBy', title: 'crud.updateBy' },
  { name: 'updateTime', title: 'crud.updateTime' },
] as const

/** The detail view of one row. */
export function CrudDetail<R extends { id: string }>({
  row,
  title,
  columns,
  actions,
  history,
  onClose,
}: CrudDetailProps<R>) {
  const { t } = useText()
  const rest = audit.filter(({ name }) => name in row && !columns.some((column) => (column.name as string) === name))
  const all: CrudColumn<R>[] = [...columns, ...(rest as CrudColumn<R>[])]
  const items = all.map((column) => ({
    key: column.name,
    label: <ColumnTitle column={column} />,
    children: cellOf(column, row, true),
  }))
  return (
    <Drawer
      open
      size={520}
      title={title}
      onClose={onClose}
      footer={
        <div className="pl-crud-detail-foot">
          <CrudRowActions actions={actions.map((action) => ({ ...action, act: () => [onClose(), action.act()] }))} />
          <Button onClick={onClose}>{t('action.close')}</Button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus for scrolling by keyboard */}
      <section className="pl-crud-detail" tabIndex={0} aria-label={t('action.detail')}>
        <Descriptions className="pl-facts" column={1} size="small" bordered items={items} />
        {history}
      </section>
    </Drawer>
  )
}
