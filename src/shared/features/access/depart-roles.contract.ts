import { z } from 'zod'
import { pageOf } from '#shared/core/envelope.ts'
import { idList, listQuery, route, textFilter } from '#shared/core/route.ts'
import { TreeModel } from './permissions.contract.ts'

export const DepartRole = z.object({
  id: z.string(),
  departId: z.string(),
  roleName: z.string(),
  roleCode: z.string(),
  description: z.string(),
  createTime: z.string(),
})
export type DepartRole = z.infer<typeof DepartRole>

const fields = {
  departId: z.uuid(),
  roleName: z.string().trim().min(1).max(64),
  roleCode: z.string().regex(/^[A-Za-z][\w-]{1,63}$/),
  description: z.string().trim().max(255).nullish(),
}
const ids = z
  .string()
  .max(20_000)
  .nullish()
  .transform((value) => (value ?? '').split(',').filter(Boolean))
const uuids = ids.pipe(z.array(z.uuid()).max(500))
const permissionIds = ids.pipe(z.array(z.string().max(64)).max(1000))

/** Roles of one store, which count while a person works there. */
export const departRoles = {
  list: route({
    method: 'GET',
    path: '/sys/sysDepartRole/list',
    summary: 'Roles of a store',
    access: 'departrole:list',
    query: listQuery(['createTime', 'roleName', 'roleCode'], { deptId: z.uuid(), roleName: textFilter() }),
    result: pageOf(DepartRole),
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
    summary: 'Deletes a role; its people lose what it granted',
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
  getDeptRoleList: route({
    method: 'GET',
    path: '/sys/sysDepartRole/getDeptRoleList',
    summary: 'All roles of a store',
    access: 'departrole:list',
    query: z.object({ departId: z.uuid(), userId: z.string().max(64).optional() }),
    result: z.array(DepartRole),
  }),
  getDeptRoleByUserId: route({
    method: 'GET',
    path: '/sys/sysDepartRole/getDeptRoleByUserId',
    summary: 'Which roles of stores in scope a person has',
    access: 'departrole:list',
    query: z.object({ userId: z.uuid(), departId: z.uuid().optional() }),
    result: z.array(z.object({ id: z.string(), userId: z.string(), droleId: z.string() })),
  }),
  deptRoleUserAdd: route({
    method: 'POST',
    path: '/sys/sysDepartRole/deptRoleUserAdd',
    summary: 'Applies the difference of the two lists of roles to a person',
    access: 'departrole:edit',
    body: z.object({ userId: z.uuid(), newRoleId: uuids, oldRoleId: uuids }),
    result: z.null(),
    message: 'message.added',
  }),
  queryTreeListForDeptRole: route({
    method: 'GET',
    path: '/sys/sysDepartPermission/queryTreeListForDeptRole',
    summary: 'The tree of what a store may give to its roles',
    access: 'departrole:list',
    query: z.object({ departId: z.uuid() }),
    result: z.object({ treeList: z.array(TreeModel), ids: z.array(z.string()) }),
  }),
  queryDeptRolePermission: route({
    method: 'GET',
    path: '/sys/sysDepartPermission/queryDeptRolePermission',
    summary: 'What a role of a store grants',
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
}
