import { z } from 'zod'
import { entity } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { idList, joinedOrNone, listQuery, onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'
import { RuleChoice, TreeModel } from './permissions.contract.ts'

export const DepartRole = entity(
  z.object({ departId: z.string(), roleName: z.string(), roleCode: z.string(), description: z.string() }),
)
export type DepartRole = z.infer<typeof DepartRole>

const fields = {
  departId: z.uuid(),
  roleName: line(64, 1),
  roleCode: z.string().regex(/^[A-Za-z][\w-]{1,63}$/, wrong('input.codeLetters')),
  description: lines(255).nullish(),
}
const uuids = joinedOrNone.pipe(z.array(z.uuid()).max(500))
const PermissionId = exact(64, 1)
const permissionIds = joinedOrNone.pipe(z.array(exact(64)).max(1000))

/** Roles of one store, which apply while a user works there. */
export const departRoles = onScreen('role', {
  list: route({
    method: 'GET',
    path: '/sys/sysDepartRole/list',
    summary: 'Roles of a store; empty while no store is chosen',
    access: 'departrole:list',
    query: listQuery(['createTime', 'roleName', 'roleCode'], {
      deptId: z.uuid().or(z.literal('')).default(''),
      roleName: textFilter(),
    }),
    /** With the name of the store. */
    result: pageOf(DepartRole.extend({ departId_dictText: z.string() })),
  }),
  add: route({
    method: 'POST',
    path: '/sys/sysDepartRole/add',
    summary: 'Adds a role to a store in scope',
    access: 'departrole:edit',
    body: z.object(fields),
    result: z.null(),
    message: 'message.added',
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/sysDepartRole/edit',
    summary: 'Changes a role; its store and code stay',
    access: 'departrole:edit',
    body: z
      .object({ id: z.uuid(), roleName: fields.roleName, description: fields.description })
      .partial()
      .required({ id: true }),
    result: z.null(),
    message: 'message.updated',
  }),
  delete: route({
    method: 'DELETE',
    path: '/sys/sysDepartRole/delete',
    summary: 'Deletes a role; its users lose what it granted',
    access: 'departrole:edit',
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: '/sys/sysDepartRole/deleteBatch',
    summary: 'Deletes several, all or none',
    access: 'departrole:edit',
    query: z.object({ ids: idList }),
    result: z.null(),
    message: 'message.batchDeleted',
  }),
  queryById: route({
    method: 'GET',
    path: '/sys/sysDepartRole/queryById',
    summary: 'One role of a store in scope',
    access: 'departrole:list',
    query: z.object({ id: z.uuid() }),
    result: DepartRole,
  }),
  getDeptRoleList: route({
    method: 'GET',
    path: '/sys/sysDepartRole/getDeptRoleList',
    summary: 'All roles of a store',
    access: 'departrole:list',
    query: z.object({ departId: z.uuid(), userId: exact(64).optional() }),
    result: z.array(DepartRole),
  }),
  getDeptRoleByUserId: route({
    method: 'GET',
    path: '/sys/sysDepartRole/getDeptRoleByUserId',
    summary: 'The roles of stores in scope that a user has',
    access: 'departrole:list',
    query: z.object({ userId: z.uuid(), departId: z.uuid().optional() }),
    result: z.array(z.object({ id: z.string(), userId: z.string(), droleId: z.string() })),
  }),
  deptRoleUserAdd: route({
    method: 'POST',
    path: '/sys/sysDepartRole/deptRoleUserAdd',
    summary: 'Applies the difference of the two role lists to a user',
    access: 'departrole:edit',
    body: z.object({ userId: z.uuid(), newRoleId: uuids, oldRoleId: uuids }),
    result: z.null(),
    message: 'message.added',
  }),
  queryTreeListForDeptRole: route({
    method: 'GET',
    path: '/sys/sysDepartPermission/queryTreeListForDeptRole',
    summary: 'The tree of permissions that a store may grant to its roles',
    access: 'departrole:list',
    query: z.object({ departId: z.uuid() }),
    result: z.object({ treeList: z.array(TreeModel), ids: z.array(z.string()) }),
  }),
  queryDeptRolePermission: route({
    method: 'GET',
    path: '/sys/sysDepartPermission/queryDeptRolePermission',
    summary: 'The permissions that a role of a store grants',
    access: 'departrole:list',
    query: z.object({ roleId: z.uuid() }),
    result: z.array(z.string()),
  }),
  saveDeptRolePermission: route({
    method: 'POST',
    path: '/sys/sysDepartPermission/saveDeptRolePermission',
    summary: 'Applies the difference of the two lists to a role of a store',
    access: 'departrole:edit',
    body: z.object({ roleId: z.uuid(), permissionIds, lastpermissionIds: permissionIds }),
    result: z.null(),
    message: 'message.saved',
  }),
  departDatarule: route({
    method: 'GET',
    path: '/sys/sysDepartPermission/datarule/:permissionId/:departId',
    summary: 'The data rules of a permission, and which of them a store may apply to its roles',
    access: 'departrole:list',
    params: z.object({ permissionId: PermissionId, departId: z.uuid() }),
    result: RuleChoice,
  }),
  saveDepartDatarule: route({
    method: 'POST',
    path: '/sys/sysDepartPermission/datarule',
    summary: 'Sets which data rules a store may apply to its roles; roles keep the rules that they have',
    access: 'departrole:edit',
    body: z.object({ permissionId: PermissionId, departId: z.uuid(), dataRuleIds: uuids }),
    result: z.null(),
    message: 'message.rulesSaved',
  }),
  datarule: route({
    method: 'GET',
    path: '/sys/sysDepartRole/datarule/:permissionId/:departId/:roleId',
    summary: "The data rules available to a store's role, and which of them apply to it",
    access: 'departrole:list',
    params: z.object({ permissionId: PermissionId, departId: z.uuid(), roleId: z.uuid() }),
    result: RuleChoice,
  }),
  saveDatarule: route({
    method: 'POST',
    path: '/sys/sysDepartRole/datarule',
    summary: "Sets which data rules apply to a store's role on a permission",
    access: 'departrole:edit',
    body: z.object({ permissionId: PermissionId, roleId: z.uuid(), dataRuleIds: uuids }),
    result: z.null(),
    message: 'message.rulesSaved',
  }),
})
