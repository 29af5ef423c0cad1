import type { CallContext, Deps } from '#server/core/slice.ts'
import type { MenuNode, Permissions } from '#shared/features/access/access.contract.ts'

/** Menu and button rights of a person, as the family's clients read them (`api-family 3`). */
export function menuService({ db }: Deps) {
  return {
    async permissions({ user, locale }: CallContext): Promise<Permissions> {
      const rows = await db.kysely.selectFrom('sysPermission').selectAll().orderBy('sortNo').orderBy('id').execute()
      const granted = await db.kysely
        .selectFrom('sysRolePermission')
        .innerJoin('sysUserRole', 'sysUserRole.roleId', 'sysRolePermission.roleId')
        .select('permissionId')
        .where('userId', '=', user.id)
        .execute()
      const mine = new Set(granted.map(({ permissionId }) => permissionId))
      const nameOf = (row: { nameZh: string; nameEn: string }) => (locale === 'en' ? row.nameEn : row.nameZh)
      const buttons = rows.filter((row) => row.menuType === 2)
      const open = rows.filter((row) => row.menuType !== 2 && (user.identity === '-1' || mine.has(row.id)))

      const nodesBelow = (parentId: string | null): MenuNode[] =>
        open
          .filter((row) => row.parentId === parentId)
          .map((row) => {
            const children = nodesBelow(row.id)
            return {
              id: row.id,
              route: row.route ? '1' : '0',
              path: row.url,
              name: row.componentName,
              component: row.component,
              redirect: row.redirect,
              ...(row.hidden ? { hidden: true } : {}),
              meta: {
                title: nameOf(row),
                ...(row.icon ? { icon: row.icon } : {}),
                keepAlive: row.keepAlive,
                internalOrExternal: false,
              },
              ...(children.length > 0 ? { children } : {}),
            }
          })

      return {
        menu: nodesBelow(null),
        auth: buttons
          .filter(({ perms }) => user.actions.has(perms))
          .map((row) => ({ action: row.perms, type: row.permsType, describe: nameOf(row) })),
        allAuth: buttons.map((row) => ({
          ...{ action: row.perms, type: row.permsType, status: row.status },
          describe: nameOf(row),
        })),
      }
    },
  }
}
