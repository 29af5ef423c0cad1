import { Drawer } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import type { Page } from '#shared/core/envelope.ts'
import { nameOf } from './crud-cell.tsx'
import { refreshList } from './crud-data.ts'
import { useConfirmation } from './crud-remove.tsx'
import { CrudRows, useRows } from './crud-rows.tsx'
import type { ContractName, CrudColumn } from './crud-types.ts'

interface RecycleBinProps<R extends { id: string }> {
  resource: ContractName
  load(page: { pageNo: number; pageSize: number }): Promise<Page<R> | R[]>
  columns: CrudColumn<R>[]
  /** Both return the message to show. */
  restore(id: string): Promise<string>
  end(id: string): Promise<string>
  onClose(): void
}

/** Lists deleted rows, to restore or delete permanently. */
export function RecycleBin<R extends { id: string }>(props: RecycleBinProps<R>) {
  const { resource, load, columns, restore, end, onClose } = props
  const { t } = useText()
  const ask = useConfirmation()
  const bin = useRows(['crud', resource, 'bin'], load)
  const after = async (work: Promise<string>) => {
    const answer = await work
    await refreshList(resource)
    return answer
  }
  const actionsOf = (row: R) => {
    const { id } = row
    const name = nameOf(columns, row)
    return [
      {
        key: 'restore',
        label: t('bin.restore'),
        act: () => void ask(t('bin.restoreAsk', { name }), () => after(restore(id)), { isDanger: false }),
      },
      {
        key: 'end',
        label: t('bin.end'),
        danger: true,
        act: () => void ask(t('bin.endAsk', { name }), () => after(end(id))),
      },
    ]
  }
  return (
    <Drawer open size={640} title={t('bin.title')} onClose={onClose} classNames={{ body: 'pl-crud-panel' }}>
      <CrudRows
        crud={bin}
        columns={columns}
        actionsOf={actionsOf}
        headAt={0}
        empty={<EmptyBlock title={t('bin.empty')} />}
      />
    </Drawer>
  )
}
