import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { GrantDrawer } from '#renderer/features/access/roles/grant-drawer.tsx'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import type { DepartRole } from '#shared/features/access/depart-roles.contract.ts'

interface StoreRightsProps {
  departId: string
  onClose(): void
}

/** The permissions that a store may grant to its own roles, selected from those of the signed-in user. */
export function StoreRights({ departId, onClose }: StoreRightsProps) {
  const { t } = useText()
  return (
    <GrantDrawer
      title={t('depart.grant')}
      name={departId}
      load={async () => {
        const [tree, granted] = await Promise.all([
          client.roles.queryTreeList(),
          client.permissions.queryDepartPermission({ query: { departId } }),
        ])
        return { tree: tree.result.treeList, granted: granted.result }
      }}
      save={async (granted, before) => {
        const [permissionIds, lastpermissionIds] = [granted.join(','), before.join(',')]
        const body = { departId, permissionIds, lastpermissionIds }
        return (await client.permissions.saveDepartPermission({ body })).message
      }}
      rules={(permissionId) => {
        const params = { permissionId, departId }
        return {
          load: async () => (await client.departRoles.departDatarule({ params })).result,
          save: async (dataRuleIds) =>
            (await client.departRoles.saveDepartDatarule({ body: { ...params, dataRuleIds } })).message,
        }
      }}
      onClose={onClose}
    />
  )
}

/** The permissions of a store's role, selected from those that the store may grant. */
export function DepartRoleRights({ role, mayEdit, onClose }: { role: DepartRole; mayEdit: boolean; onClose(): void }) {
  const { t } = useText()
  const { id: roleId, departId } = role
  return (
    <GrantDrawer
      title={t('role.grantTo', { role: role.roleName })}
      name={roleId}
      load={async () => {
        const [tree, granted] = await Promise.all([
          client.departRoles.queryTreeListForDeptRole({ query: { departId } }),
          client.departRoles.queryDeptRolePermission({ query: { roleId } }),
        ])
        return { tree: tree.result.treeList, granted: granted.result }
      }}
      save={
        mayEdit
          ? async (granted, before) => {
              const [permissionIds, lastpermissionIds] = [granted.join(','), before.join(',')]
              const body = { roleId, permissionIds, lastpermissionIds }
              return (await client.departRoles.saveDeptRolePermission({ body })).message
            }
          : null
      }
      rules={(permissionId) => ({
        load: async () => (await client.departRoles.datarule({ params: { permissionId, departId, roleId } })).result,
        save: mayEdit
          ? async (dataRuleIds) =>
              (await client.departRoles.saveDatarule({ body: { permissionId, roleId, dataRuleIds } })).message
          : null,
      })}
      empty={<EmptyBlock title={t('depart.noRights')} hint={t('depart.noRightsHint')} />}
      onClose={onClose}
    />
  )
}
