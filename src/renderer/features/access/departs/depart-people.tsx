import { Checkbox, Form } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { PeopleDrawer } from '#renderer/features/access/people-drawer.tsx'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import type { Option } from '#renderer/ui/crud/crud-types.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import type { User } from '#shared/features/access/users.schema.ts'

/** The users of a store and their roles there. */
export function DepartPeople({ departId, title, onClose }: { departId: string; title: string; onClose(): void }) {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('users')
  const mayEdit = useMay('departrole:edit')
  const [chosen, setChosen] = useState<User | null>(null)
  const take = ({ id: userId, username }: User) =>
    ask(t('role.takeAsk', { username, role: title }), async () => {
      const { message } = await client.users.deleteUserInDepart({ query: { depId: departId, userId } })
      await refreshList('users')
      return message
    })
  return (
    <>
      <PeopleDrawer
        title={t('depart.peopleOf', { name: title })}
        name={departId}
        load={async (page) => (await client.users.departUserList({ query: { depId: departId, ...page } })).result}
        add={
          may('editSysDepartWithUser')
            ? async (userIdList) =>
                (await client.users.editSysDepartWithUser({ body: { depId: departId, userIdList } })).message
            : null
        }
        actionsOf={(user) => [
          ...(mayEdit ? [{ key: 'roles', label: t('depart.rolesOf'), act: () => setChosen(user) }] : []),
          ...(may('deleteUserInDepart')
            ? [{ key: 'take', label: t('role.take'), danger: true, act: () => void take(user) }]
            : []),
        ]}
        onClose={onClose}
      />
      {chosen ? <PersonsRoles departId={departId} user={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  )
}

interface PersonsRolesProps {
  departId: string
  user: User
  onClose(): void
}

/** Edits a user's roles in a store. */
function PersonsRoles({ departId, user, onClose }: PersonsRolesProps) {
  const { t } = useText()
  const { id: userId, realname, username } = user
  const [known, setKnown] = useState({ options: [] as Option[], before: [] as string[] })
  const values = async () => {
    const [all, own] = await Promise.all([
      client.departRoles.getDeptRoleList({ query: { departId } }),
      client.departRoles.getDeptRoleByUserId({ query: { userId, departId } }),
    ])
    const before = own.result.map(({ droleId }) => droleId)
    setKnown({ options: all.result.map(({ id, roleName }) => ({ value: id, label: roleName })), before })
    return { roleIds: before }
  }
  const { options, before } = known
  const boxes = (
    <Form.Item name="roleIds">
      <Checkbox.Group className="pl-crud-columns" options={options} />
    </Form.Item>
  )
  return (
    <CrudFormDialog
      row={null}
      title={t('depart.rolesOfPerson', { name: realname || username })}
      form={{
        width: 420,
        values,
        fields: () =>
          options.length > 0 ? boxes : <EmptyBlock title={t('depart.noRoles')} hint={t('depart.noRolesHint')} />,
      }}
      onSave={async ({ roleIds = [] }) => {
        const body = { userId, newRoleId: (roleIds as string[]).join(','), oldRoleId: before.join(',') }
        return (await client.departRoles.deptRoleUserAdd({ body })).message
      }}
      onClose={onClose}
    />
  )
}
