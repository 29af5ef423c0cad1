import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Table } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { EmptyBlock, ErrorBlock } from './blocks.tsx'
import { refreshList } from './crud-data.ts'
import { useAskFirst } from './crud-remove.tsx'
import type { CrudName } from './crud-types.ts'

interface RecycleBinProps<R extends { id: string }> {
  resource: CrudName
  load(): Promise<R[]>
  columns: { name: Extract<keyof R, string>; title: TextKey }[]
  /** Both answer what to say. */
  restore(id: string): Promise<string>
  end(id: string): Promise<string>
  onClose(): void
}

/** Deleted rows: taken back, or ended for good. */
export function RecycleBin<R extends { id: string }>(props: RecycleBinProps<R>) {
  const { resource, load, columns, restore, end, onClose } = props
  const { t } = useText()
  const ask = useAskFirst()
  const bin = useQuery({ queryKey: ['crud', resource, 'bin'], queryFn: load })
  const after = async (work: Promise<string>) => {
    const said = await work
    await refreshList(resource)
    return said
  }
  return (
    <Drawer open size={640} title={t('bin.title')} onClose={onClose}>
      {bin.error ? <ErrorBlock error={bin.error} retry={() => void bin.refetch()} /> : null}
      <Table<R>
        rowKey="id"
        size="small"
        loading={bin.isPending}
        dataSource={bin.data ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: bin.isPending ? ' ' : <EmptyBlock title={t('bin.empty')} /> }}
        pagination={{ hideOnSinglePage: true }}
        columns={[
          ...columns.map(({ name, title }) => ({ key: name, dataIndex: name, title: t(title) })),
          {
            key: 'action',
            title: t('crud.actions'),
            render: (_: unknown, { id }: R) => (
              <span className="pl-crud-row-actions">
                <Button
                  type="link"
                  size="small"
                  onClick={() => void ask(t('bin.restoreAsk'), () => after(restore(id)), { isDanger: false })}
                >
                  {t('bin.restore')}
                </Button>
                <Button type="link" size="small" danger onClick={() => void ask(t('bin.endAsk'), () => after(end(id)))}>
                  {t('bin.end')}
                </Button>
              </span>
            ),
          },
        ]}
      />
    </Drawer>
  )
}
