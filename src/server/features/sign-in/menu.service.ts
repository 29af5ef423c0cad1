import { hash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Tables } from '#server/db/tables.ts'
import type { MenuNode, Permissions } from '#shared/features/access/access.schema.ts'

type Row = Selectable<Tables['permission']>

const HOME = '/dashboard/analysis'

/** The granted menus with their ancestors, and home for all: clients of the API family sign out if the menu lacks it. */
function openMenus(menus: readonly Row[], granted: (row: Row) => boolean): Row[] {
  const byId = new Map(menus.map((row) => [row.id, row]))
  const open = new Set<Row>()
  for (const row of menus) {
    if (row.url !== HOME && !granted(row)) continue
    for (let at: Row | undefined = row; at && !open.has(at); at = byId.get(at.parentId ?? '')) open.add(at)
  }
  return menus.filter((row) => open.has(row))
}

/** Existing pages without a grant, so that clients can report them as forbidden and not as unknown. */
const closedPaths = (menus: readonly Row[], open: readonly Row[]): string[] =>
  menus.filter((row) => row.route && !isElsewhere(row.url) && !open.includes(row)).map(({ url }) => url)

const isElsewhere = (url: string): boolean => /^(https?:\/\/|\{\{)/.test(url)

/** Menu and button rights of a user in the form of the API family (`api-family 3`). */
export function menuService({ db }: Deps) {
  return {
    async permissions({ user, locale }: CallContext): Promise<Permissions> {
      const all = db.kysely.selectFrom('permission').selectAll()
      const seen = user.identity === '-1' ? all : all.where(sql<boolean>`counts_at(owner_code, ${user.orgCode})`)
      const rows = await seen.orderBy('sortNo').orderBy('id').execute()
      const nameOf = (row: { nameZh: string; nameEn: string }) => (locale === 'en' ? row.nameEn : row.nameZh)
      const buttons = rows.filter((row) => row.menuType === 2)
      const menus = rows.filter(({ menuType }) => menuType !== 2)
      const open = openMenus(menus, ({ id }) => user.identity === '-1' || user.granted.has(id))

      const nodesBelow = (parentId: string | null): MenuNode[] =>
        open
          .filter((row) => row.parentId === parentId)
          .map((row) => {
            const children = nodesBelow(row.id)
            return {
              id: row.id,
              route: row.route ? '1' : '0',
              // As in the API family: an external page has a name of its own, and its address is in `meta`.
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
          // A rule that is off (status 0) is not listed as a right; `allAuth` marks its button as allowed for all.
          .filter(({ perms, status }) => status === '1' && user.actions.has(perms))
          .map((row) => ({ action: row.perms, type: row.permsType, describe: nameOf(row) })),
        allAuth: buttons.map((row) => ({
          action: row.perms,
          type: row.permsType,
          status: row.status,
          describe: nameOf(row),
        })),
        closed: closedPaths(menus, open),
      }
    },
  }
}
