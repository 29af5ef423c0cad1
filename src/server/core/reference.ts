import type pg from 'pg'
import { roleNames } from '#server/db/seed/roles.data.ts'
import { type TextKey, text } from '#shared/i18n/catalogue.ts'
import type { BuiltInRole, MenuEntry } from './manifest.ts'
import type { Registry } from './slice.ts'

type Holder = BuiltInRole | 'admin'

/** The route's name as the family derives it from the address. */
const nameOf = ({ name, url }: MenuEntry): string => name ?? url.slice(1).replaceAll('/', '-').replaceAll(':', '@')

/**
 * Makes menus, actions, built-in roles and dictionaries those of this version.
 *
 * A role gets its preset rights to a menu or action when that is new; what an administrator changed later stays.
 */
export async function syncReference(owner: pg.Client, registry: Registry): Promise<void> {
  await owner.query('begin')
  try {
    await syncRoles(owner)
    await syncPermissions(owner, registry)
    await syncDictionaries(owner, registry)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
}

async function syncRoles(owner: pg.Client): Promise<void> {
  for (const [id, name] of Object.entries(roleNames)) {
    await owner.query('insert into role (id, role_code, role_name) values ($1, $1, $2) on conflict (id) do nothing', [
      id,
      name,
    ])
  }
}

/** A page of ours that this version does not have goes from the menu; what stood below it stays. */
async function removeOldMenus(owner: pg.Client, { menus }: Registry): Promise<void> {
  const old = `id like 'menu-%' and menu_type <> 2 and not (id = any($1))`
  const values = [menus.map(({ id }) => id)]
  await owner.query(
    `update permission set parent_id = null where parent_id in (select id from permission where ${old})`,
    values,
  )
  await owner.query(`delete from permission where ${old}`, values)
}

async function syncPermissions(owner: pg.Client, registry: Registry): Promise<void> {
  const { menus, actions } = registry
  await removeOldMenus(owner, registry)
  for (const menu of menus) {
    const { rows } = await owner.query<{ added: boolean }>(
      `insert into permission (id, name_zh, name_en, icon, component, component_name, url, sort_no, parent_id, hidden, menu_type)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text, $10, case when $9::text is null then 0 else 1 end)
       on conflict (id) do update set component = excluded.component, url = excluded.url
       returning xmax = 0 as added`,
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
    if (rows[0]?.added) await grant(owner, menu.id, ['admin', ...menu.roles])
  }
  for (const [action, roles] of actions) {
    const key = `action.${action}` as TextKey
    const { rowCount } = await owner.query(
      // Behind the pages that stand below the same entry.
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
    if (rowCount === 1) await grant(owner, action, ['admin', ...roles])
  }
  // An action that no call asks for any more grants nothing; it goes with its rights.
  await owner.query('delete from permission where menu_type = 2 and id = perms and not (id = any($1))', [
    [...actions.keys()],
  ])
}

async function grant(owner: pg.Client, permission: string, roles: readonly Holder[]): Promise<void> {
  await owner.query(
    `insert into role_permission (role_id, permission_id)
     select role, $1 from unnest($2::text[]) as role on conflict do nothing`,
    [permission, roles],
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
