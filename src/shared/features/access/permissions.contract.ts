import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { entity } from '#shared/core/crud.ts'
import { joinedOrNone, onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact, line, lines } from '#shared/core/text.ts'
import { MenuAddress, PageFile } from './menu-address.schema.ts'

const Id = exact(64, 1)

const Permission = entity(
  z.object({
    parentId: z.string().nullable(),
    name: z.string(),
    perms: z.string(),
    permsType: z.enum(['1', '2']),
    icon: z.string(),
    component: z.string(),
    componentName: z.string(),
    url: z.string(),
    redirect: z.string().nullable(),
    sortNo: z.number(),
    /** 0 top menu, 1 sub menu, 2 button. */
    menuType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    route: z.boolean(),
    hidden: z.boolean(),
    keepAlive: z.boolean(),
    alwaysShow: z.boolean(),
    internalOrExternal: z.boolean(),
    description: z.string(),
    status: z.enum(['0', '1']),
    /** 1: has data rules. */
    ruleFlag: z.union([z.literal(0), z.literal(1)]),
    leaf: z.boolean(),
    delFlag: z.literal(0),
  }),
)

export const PermissionNode = Permission.extend({
  isLeaf: z.boolean(),
  key: z.string(),
  title: z.string(),
  /** Absent for leaves; empty where only one level was requested. */
  get children() {
    return z.array(PermissionNode).optional()
  },
})
export type PermissionNode = z.infer<typeof PermissionNode>

export const TreeModel = z.object({
  key: z.string(),
  value: z.string(),
  /** Null in trees for granting to roles: the family's clients then show `slotTitle` with its rules. */
  title: z.string().nullable(),
  slotTitle: z.string(),
  label: z.string(),
  isLeaf: z.boolean(),
  icon: z.string(),
  ruleFlag: z.union([z.literal(0), z.literal(1)]),
  scopedSlots: z.object({ title: z.string() }),
  parentId: z.string().nullable(),
  get children() {
    return z.array(TreeModel)
  },
})
export type TreeModel = z.infer<typeof TreeModel>

const flag = z.union([z.boolean(), z.literal([0, 1]).transform((value) => value === 1)])
const fields = {
  name: line(100, 1),
  parentId: z.union([z.literal(''), Id]).nullish(),
  perms: z
    .string()
    .trim()
    .regex(/^([\w-]+(:[\w*-]+){1,2})?$/)
    .max(100)
    .nullish(),
  permsType: z.enum(['1', '2']).nullish(),
  icon: line(100).nullish(),
  component: PageFile.nullish(),
  componentName: line(100).nullish(),
  url: MenuAddress.nullish(),
  redirect: address(255).nullish(),
  sortNo: z.coerce.number().min(0).max(100_000).nullish(),
  menuType: z.union([z.literal([0, 1, 2]), z.enum(['0', '1', '2']).transform((value) => Number(value) as 0 | 1 | 2)]),
  route: flag.nullish(),
  hidden: flag.nullish(),
  keepAlive: flag.nullish(),
  alwaysShow: flag.nullish(),
  internalOrExternal: flag.nullish(),
  description: lines(255).nullish(),
  status: z.enum(['0', '1']).nullish(),
}
export const PermissionAdd = z.object(fields)
export const PermissionEdit = z
  .object({ id: Id, ...fields })
  .partial()
  .required({ id: true })

export const RULE_CONDITIONS = ['>', '<', '!=', '=', '>=', '<=', 'LIKE', 'LEFT_LIKE', 'RIGHT_LIKE', 'IN'] as const

export const DataRule = entity(
  z.object({
    permissionId: z.string(),
    ruleName: z.string(),
    ruleColumn: z.string(),
    ruleConditions: z.enum(RULE_CONDITIONS),
    ruleValue: z.string(),
    status: z.enum(['0', '1']),
  }),
)
export type DataRule = z.infer<typeof DataRule>

/** The available data rules, and the ids of the chosen ones, joined by commas. */
export const RuleChoice = z.object({ datarule: z.array(DataRule), drChecked: z.string() })

export const DataRuleAdd = z.object({
  permissionId: Id,
  ruleName: line(64, 1),
  /** A field of the list, such as `sysOrgCode`; the server checks that the list has it. */
  ruleColumn: z.string().regex(/^[a-zA-Z]\w{0,63}$/),
  /** The family's `USE_SQL_RULES` (SQL text) is refused. */
  ruleConditions: z.enum(RULE_CONDITIONS),
  /** May contain #{sys_user_code},  #{sys_user_name}, #{sys_org_code}, #{sys_multi_org_code}, #{sys_date}, #{sys_time}. */
  ruleValue: exact(255, 1),
  status: z.enum(['0', '1']).nullish(),
})

const ids = joinedOrNone.pipe(z.array(Id).max(1000))
const saved = { permissionIds: ids, lastpermissionIds: ids }
const nodes = z.array(PermissionNode)

/** The menus and actions of the system, their grants, and their data rules (`api-family 3`). */
export const permissions = onScreen('permission', {
  list: route({
    method: 'GET',
    path: '/sys/permission/list',
    summary: 'The whole tree',
    access: 'permission:list',
    result: nodes,
  }),
  getSystemMenuList: route({
    method: 'GET',
    path: '/sys/permission/getSystemMenuList',
    summary: 'Top level only',
    access: 'permission:list',
    result: nodes,
  }),
  getSystemSubmenu: route({
    method: 'GET',
    path: '/sys/permission/getSystemSubmenu',
    summary: 'Children of one',
    access: 'permission:list',
    query: z.object({ parentId: Id }),
    result: nodes,
  }),
  getSystemSubmenuBatch: route({
    method: 'GET',
    path: '/sys/permission/getSystemSubmenuBatch',
    summary: 'Children of several, by parent',
    access: 'permission:list',
    query: z.object({ parentIds: ids }),
    result: z.record(z.string(), nodes),
  }),
  queryTreeList: route({
    method: 'GET',
    path: '/sys/permission/queryTreeList',
    summary: 'The tree for choosing a parent or granting',
    access: 'permission:list',
    result: z.object({ treeList: z.array(TreeModel), ids: z.array(z.string()) }),
  }),
  queryListAsync: route({
    method: 'GET',
    path: '/sys/permission/queryListAsync',
    summary: 'One level of that tree: below an entry, or the top',
    access: 'permission:list',
    query: z.object({ pid: Id.or(z.literal('')).optional() }),
    result: z.array(TreeModel),
  }),
  add: route({
    method: 'POST',
    path: '/sys/permission/add',
    summary: 'Adds a menu or button; platform administrators only',
    access: 'permission:edit',
    body: PermissionAdd,
    result: z.null(),
    message: 'message.added',
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/permission/edit',
    summary: 'Changes a menu or button; fields that are left out stay',
    access: 'permission:edit',
    body: PermissionEdit,
    result: z.null(),
    message: 'message.permissions.edited',
  }),
  delete: route({
    method: 'DELETE',
    path: '/sys/permission/delete',
    summary: 'Deletes one with everything below it',
    access: 'permission:edit',
    query: z.object({ id: Id }),
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: '/sys/permission/deleteBatch',
    summary: 'Deletes several with everything below them',
    access: 'permission:edit',
    query: z.object({ ids }),
    result: z.null(),
    message: 'message.deleted',
  }),
  queryRolePermission: route({
    method: 'GET',
    path: '/sys/permission/queryRolePermission',
    summary: 'The permissions that a role grants',
    access: 'role:list',
    query: z.object({ roleId: Id }),
    result: z.array(z.string()),
  }),
  listIds: route({
    method: 'GET',
    path: '/sys/permission/loadAllRoleIds',
    summary: 'The ids of the roles in scope',
    access: 'role:list',
    result: z.array(z.string()),
  }),
  saveRolePermission: route({
    method: 'POST',
    path: '/sys/permission/saveRolePermission',
    summary:
      'Applies the difference of the two lists to a role; only permissions of the caller can be granted or revoked',
    access: 'role:grant',
    body: z.object({ roleId: Id, ...saved }),
    result: z.null(),
    message: 'message.saved',
  }),
  queryDepartPermission: route({
    method: 'GET',
    path: '/sys/permission/queryDepartPermission',
    summary: 'The permissions from which department roles of a store are granted',
    access: 'departrole:list',
    query: z.object({ departId: z.uuid() }),
    result: z.array(z.string()),
  }),
  saveDepartPermission: route({
    method: 'POST',
    path: '/sys/permission/saveDepartPermission',
    summary: 'Applies the difference of the two lists to a store',
    access: 'departrole:edit',
    body: z.object({ departId: z.uuid(), ...saved }),
    result: z.null(),
    message: 'message.saved',
  }),
  getPermRuleListByPermId: route({
    method: 'GET',
    path: '/sys/permission/getPermRuleListByPermId',
    summary: 'The data rules of a permission',
    access: 'permission:list',
    query: z.object({ permissionId: Id }),
    result: z.array(DataRule),
  }),
  queryPermissionRule: route({
    method: 'GET',
    path: '/sys/permission/queryPermissionRule',
    summary: 'The same, searched by name and value',
    access: 'permission:list',
    query: z.object({ permissionId: Id, ruleName: textFilter(64), ruleValue: textFilter(255) }),
    result: z.array(DataRule),
    message: 'message.rulesQueried',
  }),
  addPermissionRule: route({
    method: 'POST',
    path: '/sys/permission/addPermissionRule',
    summary: 'Adds a data rule to a permission whose list has the field',
    access: 'permission:edit',
    body: DataRuleAdd,
    result: z.null(),
    message: 'message.added',
  }),
  editPermissionRule: route({
    method: ['PUT', 'POST'],
    path: '/sys/permission/editPermissionRule',
    summary: 'Changes a data rule',
    access: 'permission:edit',
    body: DataRuleAdd.partial().extend({ id: z.uuid() }),
    result: z.null(),
    message: 'message.updated',
  }),
  deletePermissionRule: route({
    method: 'DELETE',
    path: '/sys/permission/deletePermissionRule',
    summary: 'Deletes a data rule; it no longer applies to any role',
    access: 'permission:edit',
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
})
