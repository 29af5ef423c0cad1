import { sql } from 'kysely'
import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { departsRoutes } from '#server/features/access/departs/departs.routes.ts'
import { usersRoutes } from '#server/features/access/users/users.routes.ts'
import { Identity } from '#shared/features/access/access.schema.ts'
import { roleFilter } from '#shared/features/access/roles.contract.ts'
import { userFilter } from '#shared/features/access/users.schema.ts'
import { deputiesRoutes } from './deputies.routes.ts'
import { rightsRoutes } from './rights.routes.ts'

const inScope = (column: string) =>
  sql`${sql.ref(column)} >= current_setting('pitlane.scope', true) and ${sql.ref(column)} < current_setting('pitlane.scope_end', true)`

/** Users, roles, rights and stores. */
export const accessManifest: SliceManifest = {
  name: 'access',
  mount(app, deps) {
    for (const routes of [usersRoutes, rightsRoutes, departsRoutes, deputiesRoutes]) routes(app, deps)
  },
  actions: {
    'depart:delete': ['hq'],
    'depart:edit': ['hq'],
    'depart:export': ['hq', 'manager'],
    'depart:import': ['hq'],
    'depart:list': ['hq', 'manager'],
    'departrole:edit': ['hq', 'manager'],
    'departrole:list': ['hq', 'manager'],
    'permission:edit': [],
    'permission:list': ['hq', 'manager'],
    'role:delete': ['hq', 'manager'],
    'role:edit': ['hq', 'manager'],
    'role:export': ['hq', 'manager'],
    'role:grant': ['hq', 'manager'],
    'role:import': ['hq', 'manager'],
    'role:list': ['hq', 'manager'],
    'user:add': ['hq', 'manager'],
    'user:delete': ['hq', 'manager'],
    'user:edit': ['hq', 'manager'],
    'user:export': ['hq', 'manager'],
    'user:freeze': ['hq', 'manager'],
    'user:import': ['hq', 'manager'],
    'user:list': ['hq', 'manager'],
    'user:password': ['hq', 'manager'],
    'user:recycle': ['hq'],
  },
  menus: [
    {
      id: 'menu-users',
      title: 'menu.users',
      icon: 'user',
      component: 'system/UserList',
      url: '/isystem/user',
      order: 80,
      parent: 'menu-system',
      modules: ['user'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-roles',
      title: 'menu.roles',
      icon: 'team',
      component: 'system/RoleList',
      url: '/isystem/role',
      order: 90,
      parent: 'menu-system',
      modules: ['role'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-permissions',
      title: 'menu.permissions',
      icon: 'safety',
      component: 'system/PermissionList',
      url: '/isystem/permission',
      order: 100,
      parent: 'menu-system',
      modules: ['permission'],
      roles: [],
    },
    {
      id: 'menu-departs',
      title: 'menu.departs',
      icon: 'apartment',
      component: 'system/DepartList',
      url: '/isystem/depart',
      order: 110,
      parent: 'menu-system',
      modules: ['depart'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-depart-roles',
      title: 'menu.departRoles',
      icon: 'idcard',
      component: 'system/DepartRoleList',
      url: '/isystem/departRole',
      order: 120,
      parent: 'menu-system',
      modules: ['departrole'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('identity', 'dict.identity', Identity.options, 'identity'),
    dictionaryOf('sex', 'dict.sex', ['1', '2'], 'sex'),
    dictionaryOf('user_status', 'dict.user_status', ['1', '2'], 'dict.user_status'),
    dictionaryOf('menu_type', 'dict.menu_type', ['0', '1', '2'], 'dict.menu_type'),
    dictionaryOf('perms_type', 'dict.perms_type', ['1', '2'], 'dict.perms_type'),
    dictionaryOf('global_perms_type', 'dict.global_perms_type', ['1', '2'], 'dict.global_perms_type'),
    dictionaryOf(
      'rule_conditions',
      'dict.rule_conditions',
      ['>', '<', '!=', '=', '>=', '<=', 'LIKE', 'LEFT_LIKE', 'RIGHT_LIKE', 'IN'],
      'dict.rule_conditions',
    ),
    dictionaryOf('org_category', 'dict.org_category', ['1', '2', '3'], 'dict.org_category'),
    dictionaryOf('depart_status', 'dict.depart_status', ['0', '1'], 'dict.depart_status'),
  ],
  ruledLists: { 'user:list': userFilter, 'role:list': roleFilter },
  uniqueColumns: {
    sys_user: {
      table: 'user_account',
      fields: { username: 'username', phone: 'phone', email: 'email', work_no: 'work_no' },
      // Only values in scope are checked, so that the answer does not reveal phones of another chain; saving refuses the others.
      where: sql`exists (select from user_store b join store s on s.id = b.store_id where b.user_id = t.id)`,
    },
    sys_role: {
      table: 'role',
      fields: { role_code: 'role_code' },
      where: sql`(t.owner_code = '' or (${inScope('t.owner_code')}))`,
    },
    sys_depart_role: {
      table: 'store_role',
      fields: { role_code: 'role_code' },
      // The code belongs to a store, and stores are narrowed by the scope.
      where: sql`exists (select from store d where d.id = t.store_id)`,
    },
    sys_permission: { table: 'permission', fields: { perms: 'perms' } },
  },
  tableDictionaries: {
    sys_user: {
      table: 'user_account',
      texts: { realname: 'realname', username: 'username' },
      codes: { username: 'username', id: 'id' },
      // Users belong to stores, which row-level security limits to the scope.
      where: sql`t.deleted_at is null and exists (select from user_store b join store s on s.id = b.store_id
        where b.user_id = t.id)`,
    },
    sys_depart: {
      table: 'store',
      texts: { depart_name: 'name' },
      codes: { id: 'id', org_code: 'org_code' },
      above: { field: 'parent_id', column: 'parent_id' },
    },
    sys_role: {
      table: 'role',
      texts: { role_name: 'role_name' },
      codes: { id: 'id', role_code: 'role_code' },
      where: sql`(t.owner_code = '' or (${inScope('t.owner_code')}))`,
    },
  },
}
