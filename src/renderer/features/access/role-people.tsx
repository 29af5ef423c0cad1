import { useQuery } from '@tanstack/react-query'
import { App, Button, Drawer, Table } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { refreshList, useMayCall } from '#renderer/ui/crud-data.ts'
import { useAskFirst } from '#renderer/ui/crud-remove.tsx'
import type { Role } from '#shared/features/access/roles.contract.ts'
import { UserPicker } from './user-picker.tsx'

/** Who has a role; people are given it and it is taken from them. */
export function RolePeople({ role, onClose }: { role: Role; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useAskFirst()
  const may = useMayCall('users')
  const [pageNo, setPageNo] = useState(1)
  const [isPicking, setPicking] = useState(false)
  const people = useQuery({
    queryKey: ['crud', 'users', 'ofRole', role.id, pageNo],
    queryFn: async () => (await client.users.userRoleList({ query: { roleId: role.id, pageNo, pageSize: 10 } })).result,
    placeholderData: (before) => before,
  })
  const add = async (userIdList: string[]) => {
    try {
      void message.success((await client.users.addSysUserRole({ body: { roleId: role.id, userIdList } })).message)
      setPicking(false)
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
    await refreshList('users')
  }
  const take = (userId: string, username: string) =>
    ask(t('role.takeAsk', { username, role: role.roleName }), async () => {
      const answer = await client.users.deleteUserRole({ query: { roleId: role.id, userId } })
      await refreshList('users')
      return answer.message
    })
  return (
    <Drawer
      open
      size={640}
      title={t('role.peopleOf', { role: role.roleName })}
      onClose={onClose}
      extra={
        may('addSysUserRole') ? (
          <Button type="primary" onClick={() => setPicking(true)}>
            {t('role.addPeople')}
          </Button>
        ) : null
      }
    >
      {people.error ? <ErrorBlock error={people.error} retry={() => void people.refetch()} /> : null}
      <Table
        rowKey="id"
        size="small"
        loading={people.isPending}
        dataSource={people.data?.records ?? []}
        locale={{ emptyText: people.isPending ? ' ' : <EmptyBlock title={t('role.noPeople')} /> }}
        pagination={{ current: pageNo, total: people.data?.total ?? 0, onChange: setPageNo, hideOnSinglePage: true }}
        columns={[
          { title: t('user.username'), dataIndex: 'username' },
          { title: t('user.realname'), dataIndex: 'realname' },
          { title: t('user.departs'), dataIndex: 'orgCode' },
          {
            title: t('crud.actions'),
            render: (_, { id, username }) =>
              may('deleteUserRole') ? (
                <Button type="link" size="small" danger onClick={() => void take(id, username)}>
                  {t('role.take')}
                </Button>
              ) : null,
          },
        ]}
      />
      {isPicking ? (
        <UserPicker
          title={t('role.addPeople')}
          onConfirm={(users) => void add(users.map(({ id }) => id))}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </Drawer>
  )
}
