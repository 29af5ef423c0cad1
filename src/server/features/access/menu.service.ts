import { hash } from 'node:crypto'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { MenuNode, Permissions } from '#shared/features/access/access.contract.ts'

const isElsewhere = (url: string): boolean => /^(https?:\/\/|\{\{)/.test(url)

/** Menu and button rights of a person, as the family's clients read them (`api-family 3`). */
export function menuService({ db }: Deps) {
  return {
    async permissions({ user, locale }: CallContext): Promise<Permissions> {
      const rows = await db.kysely.selectFrom('sysPermission').selectAll().orderBy('sortNo').orderBy('id').execute()
      const nameOf = (row: { nameZh: string; nameEn: string }) => (locale === 'en' ? row.nameEn : row.nameZh)
      const buttons = rows.filter((row) => row.menuType === 2)
      const open = rows.filter((row) => row.menuType !== 2 && (user.identity === '-1' || user.granted.has(row.id)))

      const nodesBelow = (parentId: string | null): MenuNode[] =>
        open
          .filter((row) => row.parentId === parentId)
          .map((row) => {
            const children = nodesBelow(row.id)
            return {
              id: row.id,
              route: row.route ? '1' : '0',
              // As the family does it: a page elsewhere goes by a name of its own, and its address stands in `meta`.
              path: isElsewhere(row.url) ? hash('md5', row.url) : row.url,
              name: row.componentName || row.url.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@'),
              component: row.component,
              redirect: row.redirect,
              ...(row.hidden ? { hidden: true } : {}),
              ...(row.alwaysShow ? { alwaysShow: true } : {}),
              meta: {
                title: nameOf(row),
                ...(row.icon ? { icon: row.icon } : {}),
                keepAlive: row.keepAlive,
                internalOrExternal: row.internalOrExternal,
                ...(isElsewhere(row.url) ? { url: row.url } : {}),
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
