import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { PeopleDrawer } from '#renderer/features/access/people-drawer.tsx'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import type { Role } from '#shared/features/access/roles.contract.ts'
import type { User } from '#shared/features/access/users.schema.ts'

/** The users of a role, to add and remove. */
export function RolePeople({ role, onClose }: { role: Role; onClose(): void }) {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('users')
  const { id: roleId, roleName } = role
  const take = ({ id: userId, username }: User) =>
    ask(t('role.takeAsk', { username, role: roleName }), async () => {
      const { message } = await client.users.deleteUserRole({ query: { roleId, userId } })
      await refreshList('users')
      return message
    })
  return (
    <PeopleDrawer
      title={t('role.peopleOf', { role: roleName })}
      name={roleId}
      load={async (page) => (await client.users.userRoleList({ query: { roleId, ...page } })).result}
      add={
        may('addSysUserRole')
          ? async (userIdList) => (await client.users.addSysUserRole({ body: { roleId, userIdList } })).message
          : null
      }
      actionsOf={(user) =>
        may('deleteUserRole') ? [{ key: 'take', label: t('role.take'), danger: true, act: () => void take(user) }] : []
      }
      onClose={onClose}
    />
  )
}
