import type pg from 'pg'
import { roleNames } from '#server/db/seed/roles.data.ts'
import { type TextKey, text } from '#shared/i18n/catalogue.ts'
import type { BuiltInRole, MenuEntry } from './manifest.ts'
import type { Registry } from './slice.ts'

type Holder = BuiltInRole | 'admin'

/** Roles that did not exist before; only these get the rights of the manifests. */
type NewRoles = ReadonlySet<Holder>

/** The route's name as the API family derives it from the address. */
const nameOf = ({ name, url }: MenuEntry): string => name ?? url.slice(1).replaceAll('/', '-').replaceAll(':', '@')

/**
 * Updates menus, actions, built-in roles and dictionaries to this version.
 *
 * A role gets its preset rights when it is created, in a new system. An upgrade grants nothing: new actions are available only to
 * the platform administrator, who has all rights, until they are granted to a role.
 */
export async function syncReference(owner: pg.Client, registry: Registry): Promise<void> {
  await owner.query('begin')
  try {
    await syncPermissions(owner, registry, await syncRoles(owner))
    await syncDictionaries(owner, registry)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
}

async function syncRoles(owner: pg.Client): Promise<NewRoles> {
  const made = new Set<Holder>()
  for (const [id, name] of Object.entries(roleNames)) {
    const { rowCount } = await owner.query(
      'insert into role (id, role_code, role_name) values ($1, $1, $2) on conflict (id) do nothing',
      [id, name],
    )
    if (rowCount === 1) made.add(id as Holder)
  }
  return made
}

/** Removes built-in pages that this version does not have from the menu; entries below them stay. */
async function removeOldMenus(owner: pg.Client, { menus }: Registry): Promise<void> {
  const old = `id like 'menu-%' and menu_type <> 2 and not (id = any($1))`
  const values = [menus.map(({ id }) => id)]
  await owner.query(
    `update permission set parent_id = null where parent_id in (select id from permission where ${old})`,
    values,
  )
  await owner.query(`delete from permission where ${old}`, values)
}

async function syncPermissions(owner: pg.Client, registry: Registry, made: NewRoles): Promise<void> {
  const { menus, actions } = registry
  await removeOldMenus(owner, registry)
  for (const menu of menus) {
    await owner.query(
      `insert into permission (id, name_zh, name_en, icon, component, component_name, url, sort_no, parent_id, hidden, keep_alive,
         menu_type)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text, $10, true, case when $9::text is null then 0 else 1 end)
       on conflict (id) do update set component = excluded.component, url = excluded.url`,
      [
        menu.id,
        text('zh', menu.title),
        text('en', menu.title),
        menu.icon,
        menu.component,
        nameOf(menu),
        menu.url,
        menu.order,
        menu.parent ?? null,
        menu.hidden ?? false,
      ],
    )
    await grant(owner, menu.id, menu.roles, made)
  }
  for (const [action, roles] of actions) {
    const key = `action.${action}` as TextKey
    await owner.query(
      // After the pages below the same entry.
      `insert into permission (id, name_zh, name_en, perms, menu_type, route, sort_no)
         values ($1, $2, $3, $1, 2, false, 1000)
       on conflict (id) do nothing`,
      [action, text('zh', key), text('en', key)],
    )
    const page = menus.find(({ modules }) => modules?.includes(action.split(':')[0] ?? ''))
    await owner.query('update permission set parent_id = $2 where id = $1 and parent_id is distinct from $2', [
      action,
      page?.id ?? null,
    ])
    await grant(owner, action, roles, made)
  }
  // Actions that no call requires any more are removed with their grants.
  await owner.query('delete from permission where menu_type = 2 and id = perms and not (id = any($1))', [
    [...actions.keys()],
  ])
}

async function grant(owner: pg.Client, permission: string, roles: readonly Holder[], made: NewRoles): Promise<void> {
  const holders = ['admin' as const, ...roles].filter((role) => made.has(role))
  await owner.query(
    `insert into role_permission (role_id, permission_id)
     select role, $1 from unnest($2::text[]) as role on conflict do nothing`,
    [permission, holders],
  )
}

async function syncDictionaries(owner: pg.Client, { dictionaries }: Registry): Promise<void> {
  for (const { code, name, items } of dictionaries) {
    await owner.query(
      `insert into dictionary (id, code, name_zh, name_en) values ($1, $1, $2, $3) on conflict (id) do nothing`,
      [code, text('zh', name), text('en', name)],
    )
    for (const [index, { value, title }] of items.entries()) {
      await owner.query(
        `insert into dictionary_item (id, dictionary_id, value, text_zh, text_en, sort_order)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [`${code}:${value}`, code, value, text('zh', title), text('en', title), index],
      )
    }
  }
}
