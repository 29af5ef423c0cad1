import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Table } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { refreshList } from '#renderer/ui/crud-data.ts'
import { useAskFirst } from '#renderer/ui/crud-remove.tsx'

/** Deleted users: taken back, or ended for good. */
export function RecycleBin({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const ask = useAskFirst()
  const bin = useQuery({
    queryKey: ['crud', 'users', 'bin'],
    queryFn: async () => (await client.users.recycleBin()).result,
  })
  const restore = (userIds: string) =>
    ask(
      t('user.restoreAsk'),
      async () => {
        const { message } = await client.users.putRecycleBin({ body: { userIds } })
        await refreshList('users')
        return message
      },
      { isDanger: false },
    )
  const end = (userIds: string) =>
    ask(t('user.endAsk'), async () => {
      const { message } = await client.users.deleteRecycleBin({ query: { userIds } })
      await refreshList('users')
      return message
    })
  return (
    <Drawer open size={640} title={t('user.recycleBin')} onClose={onClose}>
      {bin.error ? <ErrorBlock error={bin.error} retry={() => void bin.refetch()} /> : null}
      <Table
        rowKey="id"
        size="small"
        loading={bin.isPending}
        dataSource={bin.data ?? []}
        locale={{ emptyText: bin.isPending ? ' ' : <EmptyBlock title={t('user.binEmpty')} /> }}
        pagination={{ hideOnSinglePage: true }}
        columns={[
          { title: t('user.username'), dataIndex: 'username' },
          { title: t('user.realname'), dataIndex: 'realname' },
          { title: t('user.departs'), dataIndex: 'orgCode' },
          {
            title: t('crud.actions'),
            render: (_, { id }) => (
              <span className="pl-crud-row-actions">
                <Button type="link" size="small" onClick={() => void restore(id)}>
                  {t('user.restore')}
                </Button>
                <Button type="link" size="small" danger onClick={() => void end(id)}>
                  {t('user.end')}
                </Button>
              </span>
            ),
          },
        ]}
      />
    </Drawer>
  )
}
