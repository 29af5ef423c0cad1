import { z } from 'zod'
import { entity, listFilters } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { joined, joinedOrNone, listQuery, onScreen, route } from '#shared/core/route.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'
import { RuleChoice, TreeModel } from './permissions.contract.ts'

export const Role = entity(
  z.object({
    roleName: z.string(),
    roleCode: z.string(),
    description: z.string(),
    /** Code of the store that owns the role, usable there and below. Empty: built in, changed by the platform administrator only. */
    ownerCode: z.string(),
    /** How often users with this role may extend one run; -1: no limit. */
    extensionLimit: z.number().int(),
  }),
)
export type Role = z.infer<typeof Role>

const RoleId = exact(64, 1)
const fields = {
  roleName: line(64, 1),
  description: lines(255).nullish(),
}
const RoleCode = z.string().regex(/^[A-Za-z][\w-]{1,63}$/, wrong('input.codeLetters'))

export const roleFilter = { roleName: 'text', roleCode: 'text', description: 'text', createTime: 'time' } as const

/** Extensions of one run that a new role allows (spec §9). */
export const DEFAULT_EXTENSION_LIMIT = 3
const ExtensionLimit = z.number().int().min(-1).max(99)

export const RoleAdd = z.object({
  roleCode: RoleCode,
  ...fields,
  extensionLimit: ExtensionLimit.default(DEFAULT_EXTENSION_LIMIT),
})

const sort = ['createTime', 'roleName', 'roleCode'] as const
const RoleSearch = listQuery(sort, listFilters(roleFilter))
export type RoleSearch = z.output<typeof RoleSearch>

export const roleSheet: Sheet = {
  title: 'sheet.role',
  columns: { roleCode: 'role.code', roleName: 'role.name', description: 'role.description' },
}

/** Roles: sets of menus and actions that are granted to users. */
export const roles = onScreen('role', {
  ...excelRoutes({ path: '/sys/role', permission: 'role', noun: 'roles', sort, filter: roleFilter }),
  list: route({
    method: 'GET',
    path: '/sys/role/list',
    summary: "Roles that may be used in the caller's stores",
    access: 'role:list',
    query: RoleSearch,
    result: pageOf(Role),
  }),
  listAll: route({
    method: 'GET',
    path: '/sys/role/queryall',
    summary: 'The same without pages; fails if there are none',
    access: 'role:list',
    result: z.array(Role),
  }),
  queryById: route({
    method: 'GET',
    path: '/sys/role/queryById',
    summary: 'One role',
    access: 'role:list',
    query: z.object({ id: RoleId }),
    result: Role,
  }),
  checkRoleCode: route({
    method: 'GET',
    path: '/sys/role/checkRoleCode',
    summary: 'Fails when a role code is taken by another role',
    access: 'role:list',
    query: z.object({ id: exact(64).optional(), roleCode: exact(64, 1) }),
    result: z.null(),
  }),
  queryTreeList: route({
    method: 'GET',
    path: '/sys/role/queryTreeList',
    summary: 'The tree of menus and actions that can be granted: those of the caller',
    access: 'role:list',
    result: z.object({ treeList: z.array(TreeModel), ids: z.array(z.string()) }),
  }),
  add: route({
    method: 'POST',
    path: '/sys/role/add',
    summary: "Adds a role of the caller's store",
    access: 'role:edit',
    body: RoleAdd,
    result: z.null(),
    message: 'message.added',
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/role/edit',
    summary: 'Changes a role; its code stays',
    access: 'role:edit',
    body: z
      .object({ id: RoleId, ...fields, extensionLimit: ExtensionLimit })
      .partial()
      .required({ id: true }),
    result: z.null(),
    message: 'message.roles.edited',
  }),
  delete: route({
    method: 'DELETE',
    path: '/sys/role/delete',
    summary: 'Deletes a role that no user has',
    access: 'role:delete',
    query: z.object({ id: RoleId }),
    result: z.null(),
    message: 'message.roles.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: '/sys/role/deleteBatch',
    summary: 'Deletes several roles, all or none',
    access: 'role:delete',
    query: z.object({ ids: joined.pipe(z.array(RoleId).min(1).max(500)) }),
    result: z.null(),
    message: 'message.roles.batchDeleted',
  }),
  datarule: route({
    method: 'GET',
    path: '/sys/role/datarule/:permissionId/:roleId',
    summary: 'The data rules of a permission, and which of them apply to this role; fails if the permission has none',
    access: 'role:list',
    params: z.object({ permissionId: RoleId, roleId: RoleId }),
    result: RuleChoice,
  }),
  saveDatarule: route({
    method: 'POST',
    path: '/sys/role/datarule',
    summary: 'Sets which data rules apply to a role on a permission',
    access: 'role:grant',
    body: z.object({ permissionId: RoleId, roleId: RoleId, dataRuleIds: joinedOrNone }),
    result: z.null(),
    message: 'message.rulesSaved',
  }),
})
