import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { GrantDrawer } from './grant-drawer.tsx'

/** What a store may give to its own roles; chosen from what the user has. */
export function StoreRights({ departId, onClose }: { departId: string; onClose(): void }) {
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
      onClose={onClose}
    />
  )
}
