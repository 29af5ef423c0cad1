import type pg from 'pg'
import { api } from '#shared/api.ts'
import { type TextKey, text } from '#shared/i18n/catalogue.ts'
import { dictionaries, menus, rolePresets } from './reference.data.ts'

/** Rights within calls: what a call shows, not whether it may be made. */
const withinCalls = ['member:phone']

/** Every action code that a contract or a handler asks for: the buttons of the permission list. */
export const actionCodes = (): string[] =>
  [...new Set(Object.values(api).flatMap((contract) => Object.values(contract).map(({ access }) => access)))]
    .concat(withinCalls as `${string}:${string}`[])
    .filter((access) => access.includes(':'))
    .sort()

/**
 * Makes menus, actions, built-in roles and dictionaries those of this version.
 *
 * A role gets its preset rights to a menu or action when that is new; what an administrator changed later stays.
 */
export async function syncReference(owner: pg.Client): Promise<void> {
  await owner.query('begin')
  try {
    await syncRoles(owner)
    await syncPermissions(owner)
    await syncDictionaries(owner)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
}

async function syncRoles(owner: pg.Client): Promise<void> {
  for (const { id, name } of rolePresets) {
    await owner.query(
      'insert into sys_role (id, role_code, role_name) values ($1, $1, $2) on conflict (id) do nothing',
      [id, name],
    )
  }
}

/** A page of ours that this version does not have goes from the menu; what stood below it stays. */
async function removeOldMenus(owner: pg.Client): Promise<void> {
  const old = `id like 'menu-%' and menu_type <> 2 and not (id = any($1))`
  const values = [menus.map(({ id }) => id)]
  await owner.query(
    `update sys_permission set parent_id = null where parent_id in (select id from sys_permission where ${old})`,
    values,
  )
  await owner.query(`delete from sys_permission where ${old}`, values)
}

async function syncPermissions(owner: pg.Client): Promise<void> {
  await removeOldMenus(owner)
  for (const [index, menu] of menus.entries()) {
    const { rows } = await owner.query<{ added: boolean }>(
      `insert into sys_permission (id, name_zh, name_en, icon, component, component_name, url, sort_no, parent_id, hidden, menu_type)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text, $10, case when $9::text is null then 0 else 1 end)
       on conflict (id) do update set component = excluded.component, url = excluded.url
       returning xmax = 0 as added`,
      [
        menu.id,
        text('zh', menu.title),
        text('en', menu.title),
        menu.icon,
        menu.component,
        menu.name,
        menu.url,
        index * 10,
        menu.parent ?? null,
        menu.hidden ?? false,
      ],
    )
    if (rows[0]?.added)
      await grant(
        owner,
        menu.id,
        rolePresets.filter(({ menus: open }) => open.has(menu.id)),
      )
  }
  const actions = actionCodes()
  for (const action of actions) {
    const key = `action.${action}` as TextKey
    const { rowCount } = await owner.query(
      // Behind the pages that stand below the same entry.
      `insert into sys_permission (id, name_zh, name_en, perms, menu_type, route, sort_no)
         values ($1, $2, $3, $1, 2, false, 1000)
       on conflict (id) do nothing`,
      [action, text('zh', key), text('en', key)],
    )
    const page = menus.find(({ modules }) => modules?.includes(action.split(':')[0] ?? ''))
    await owner.query('update sys_permission set parent_id = $2 where id = $1 and parent_id is distinct from $2', [
      action,
      page?.id ?? null,
    ])
    if (rowCount === 1)
      await grant(
        owner,
        action,
        rolePresets.filter(({ may }) => may(action)),
      )
  }
  // An action that no call asks for any more grants nothing; it goes with its rights.
  await owner.query('delete from sys_permission where menu_type = 2 and id = perms and not (id = any($1))', [actions])
}

async function grant(owner: pg.Client, permission: string, roles: readonly { id: string }[]): Promise<void> {
  await owner.query(
    `insert into sys_role_permission (role_id, permission_id)
     select role, $1 from unnest($2::text[]) as role on conflict do nothing`,
    [permission, roles.map(({ id }) => id)],
  )
}

async function syncDictionaries(owner: pg.Client): Promise<void> {
  for (const { code, name, items } of dictionaries) {
    await owner.query(
      `insert into sys_dict (id, dict_code, name_zh, name_en) values ($1, $1, $2, $3) on conflict (id) do nothing`,
      [code, text('zh', name), text('en', name)],
    )
    for (const [index, { value, title }] of items.entries()) {
      await owner.query(
        `insert into sys_dict_item (id, dict_id, value, text_zh, text_en, sort_order)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [`${code}:${value}`, code, value, text('zh', title), text('en', title), index],
      )
    }
  }
}
