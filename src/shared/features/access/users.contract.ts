import { z } from 'zod'
import { entity, type Fields, listFilters } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { idList, listQuery, route, textFilter } from '#shared/core/route.ts'
import { Identity } from './access.contract.ts'
import { Mobile, NewPassword } from './password.calc.ts'

const Status = z.union([z.literal([1, 2]), z.enum(['1', '2']).transform(Number)])
const Sex = z.union([z.literal([1, 2]), z.enum(['1', '2']).transform(Number)])
const optionalText = (max: number) => z.string().trim().max(max).nullish()
/** Ids joined by commas, or none. */
const ids = z
  .string()
  .max(20_000)
  .transform((value) => value.split(',').filter(Boolean))
const uuids = ids.pipe(z.array(z.uuid()).max(500))
const roleIds = ids.pipe(z.array(z.string().max(64)).max(500))

export const User = entity(
  z.object({
    username: z.string(),
    realname: z.string(),
    avatar: z.string(),
    birthday: z.string().nullable(),
    sex: z.number().int().nullable(),
    sex_dictText: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    status: z.number().int(),
    status_dictText: z.string().nullable(),
    identity: Identity,
    identity_dictText: z.string().nullable(),
    /** The names of the person's stores, as the family's list shows them. */
    orgCode: z.string(),
    rolesname: z.string(),
    workNo: z.string(),
    post: z.string(),
    telephone: z.string(),
    userIdentity: z.number().int(),
    departIds: z.string(),
    /** Names of `departIds`. */
    departIds_dictText: z.string().nullable(),
    /** 1: in the recycle bin. */
    delFlag: z.union([z.literal(0), z.literal(1)]),
    activitiSync: z.literal(1),
  }),
)
export type User = z.infer<typeof User>

const fields = {
  realname: z.string().trim().min(1).max(64),
  identity: Identity,
  avatar: optionalText(512),
  birthday: z.union([z.literal(''), z.iso.date()]).nullish(),
  sex: Sex.nullish(),
  email: z.union([z.literal(''), z.email().max(128)]).nullish(),
  phone: z.union([z.literal(''), Mobile]).nullish(),
  workNo: optionalText(64),
  post: optionalText(64),
  telephone: z.union([z.literal(''), z.string().regex(/^0\d{2,3}-[1-9]\d{6,7}$/)]).nullish(),
  userIdentity: z.union([z.literal([1, 2]), z.enum(['1', '2']).transform(Number)]).nullish(),
  /** Roles and stores, joined by commas; left out: as they are. */
  selectedroles: roleIds.optional(),
  selecteddeparts: uuids.optional(),
}

export const UserAdd = z.object({
  username: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\p{L}\d._@-]{2,64}$/u),
  password: NewPassword,
  confirmpassword: z.string().max(128).optional(),
  ...fields,
  identity: Identity.default('3'),
})

/** Fields that are left out stay as they are. */
export const UserEdit = z
  .object({ id: z.uuid(), ...fields })
  .partial()
  .required({ id: true })

/** What the lists of users may be filtered by. */
export const userFilter = {
  ...{ id: 'id', username: 'text', realname: 'text', phone: 'text', email: 'text', identity: 'text' },
  ...{ workNo: 'text', post: 'text', telephone: 'text', status: 'number', sex: 'number', createTime: 'time' },
} as const satisfies Fields

const userColumns = ['createTime', 'username', 'realname', 'phone', 'status', 'sex', 'identity', 'workNo'] as const

const UserSearch = listQuery(userColumns, listFilters(userFilter))
export type UserSearch = z.output<typeof UserSearch>

const AddressEntry = z.object({
  userId: z.string(),
  realname: z.string(),
  workNo: z.string(),
  post: z.string(),
  telephone: z.string(),
  email: z.string(),
  phone: z.string(),
  departId: z.string(),
  departName: z.string(),
})

const IdQuery = z.object({ id: z.uuid() })
const IdsQuery = z.object({ ids: idList })
/** People who work with the system: the signed-in person's own stores only, and nobody above them (spec §7). */
export const users = {
  ...excelRoutes({ path: '/sys/user', permission: 'user', noun: 'users', sort: userColumns, filter: userFilter }),
  list: route({
    method: 'GET',
    path: '/sys/user/list',
    summary: 'Users of the stores in scope',
    access: 'user:list',
    query: UserSearch,
    result: pageOf(User),
  }),
  add: route({
    method: 'POST',
    path: '/sys/user/add',
    summary: 'Adds a user with roles and stores that the caller has',
    access: 'user:add',
    body: UserAdd,
    result: z.null(),
    message: 'message.added',
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/user/edit',
    summary: 'Changes a user; fields that are left out stay',
    access: 'user:edit',
    body: UserEdit,
    result: z.null(),
    message: 'message.users.edited',
  }),
  delete: route({
    method: 'DELETE',
    path: '/sys/user/delete',
    summary: 'Puts a user into the recycle bin; every token of the person ends',
    access: 'user:delete',
    query: IdQuery,
    result: z.null(),
    message: 'message.users.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: '/sys/user/deleteBatch',
    summary: 'Puts several users into the recycle bin, all or none',
    access: 'user:delete',
    query: IdsQuery,
    result: z.null(),
    message: 'message.users.batchDeleted',
  }),
  frozenBatch: route({
    method: ['PUT', 'POST'],
    path: '/sys/user/frozenBatch',
    summary: 'Freezes (2) or frees (1) users',
    access: 'user:freeze',
    body: z.object({ ids: idList, status: Status }),
    result: z.null(),
    message: 'message.users.frozen',
  }),
  changePassword: route({
    method: ['PUT', 'POST'],
    path: '/sys/user/changePassword',
    summary: 'Gives a user a new password; every token of the person ends',
    access: 'user:password',
    body: z.object({
      username: z.string().trim().min(1).max(64),
      password: NewPassword,
      confirmpassword: z.string().max(128),
    }),
    result: z.null(),
    message: 'message.users.passwordChanged',
  }),
  queryById: route({
    method: 'GET',
    path: '/sys/user/queryById',
    summary: 'One user of the stores in scope',
    access: 'user:list',
    query: IdQuery,
    result: User,
  }),
  queryByIds: route({
    method: 'GET',
    path: '/sys/user/queryByIds',
    summary: 'Users of the stores in scope by their ids; others are left out',
    access: 'user:list',
    query: z.object({ userIds: idList }),
    result: z.array(User),
  }),
  generateUserId: route({
    method: 'GET',
    path: '/sys/user/generateUserId',
    summary: 'An id that nobody has; a user that is added gets another',
    access: 'user:add',
    result: z.string(),
  }),
  queryByOrgCodeForAddressList: route({
    method: 'GET',
    path: '/sys/user/queryByOrgCodeForAddressList',
    summary: 'How to reach the people of a store and of those below it',
    access: 'user:list',
    query: listQuery(userColumns, { orgCode: textFilter(64), realname: textFilter(), workNo: textFilter(64) }),
    result: pageOf(AddressEntry),
  }),
  queryUserRole: route({
    method: 'GET',
    path: '/sys/user/queryUserRole',
    summary: 'The ids of the roles of a user; fails where there is none',
    access: 'user:list',
    query: z.object({ userid: z.uuid() }),
    result: z.array(z.string()),
  }),
  userDepartList: route({
    method: 'GET',
    path: '/sys/user/userDepartList',
    summary: 'The stores of a user; fails where there is none',
    access: 'user:list',
    query: z.object({ userId: z.uuid() }),
    result: z.array(z.object({ key: z.string(), value: z.string(), title: z.string() })),
  }),
  queryUserByDepId: route({
    method: 'GET',
    path: '/sys/user/queryUserByDepId',
    summary: 'Users of a store and of those below it',
    access: 'user:list',
    query: z.object({ id: z.uuid(), realname: textFilter() }),
    result: z.array(User),
  }),
  recycleBin: route({
    method: 'GET',
    path: '/sys/user/recycleBin',
    summary: 'Deleted users',
    access: 'user:recycle',
    result: z.array(User),
  }),
  putRecycleBin: route({
    method: 'PUT',
    path: '/sys/user/putRecycleBin',
    summary: 'Takes users out of the recycle bin',
    access: 'user:recycle',
    body: z.object({ userIds: idList }),
    result: z.null(),
    message: 'message.users.restored',
  }),
  deleteRecycleBin: route({
    method: 'DELETE',
    path: '/sys/user/deleteRecycleBin',
    summary: 'Ends deleted users for good; their name stays on what they did',
    access: 'user:recycle',
    query: z.object({ userIds: idList }),
    result: z.null(),
    message: 'message.users.ended',
  }),
  userRoleList: route({
    method: 'GET',
    path: '/sys/user/userRoleList',
    summary: 'Users in scope who have a role',
    access: 'user:list',
    query: listQuery(userColumns, { roleId: z.string().min(1).max(64), ...listFilters(userFilter) }),
    result: pageOf(User),
  }),
  addSysUserRole: route({
    method: 'POST',
    path: '/sys/user/addSysUserRole',
    summary: 'Gives users a role that the caller may give',
    access: 'user:edit',
    body: z.object({ roleId: z.string().min(1).max(64), userIdList: z.array(z.uuid()).min(1).max(500) }),
    result: z.null(),
    message: 'message.users.added',
  }),
  deleteUserRole: route({
    method: 'DELETE',
    path: '/sys/user/deleteUserRole',
    summary: 'Takes a role from a user',
    access: 'user:edit',
    query: z.object({ roleId: z.string().min(1).max(64), userId: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteUserRoleBatch: route({
    method: 'DELETE',
    path: '/sys/user/deleteUserRoleBatch',
    summary: 'Takes a role from several users',
    access: 'user:edit',
    query: z.object({ roleId: z.string().min(1).max(64), userIds: idList }),
    result: z.null(),
    message: 'message.deleted',
  }),
  departUserList: route({
    method: 'GET',
    path: '/sys/user/departUserList',
    summary: 'Users who belong to a store',
    access: 'user:list',
    query: listQuery(userColumns, { depId: z.uuid(), ...listFilters(userFilter) }),
    result: pageOf(User),
  }),
  editSysDepartWithUser: route({
    method: 'POST',
    path: '/sys/user/editSysDepartWithUser',
    summary: 'Adds users to a store in scope',
    access: 'user:edit',
    body: z.object({ depId: z.uuid(), userIdList: z.array(z.uuid()).min(1).max(500) }),
    result: z.null(),
    message: 'message.users.added',
  }),
  deleteUserInDepart: route({
    method: 'DELETE',
    path: '/sys/user/deleteUserInDepart',
    summary: 'Takes a user from a store',
    access: 'user:edit',
    query: z.object({ depId: z.uuid(), userId: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteUserInDepartBatch: route({
    method: 'DELETE',
    path: '/sys/user/deleteUserInDepartBatch',
    summary: 'Takes several users from a store',
    access: 'user:edit',
    query: z.object({ depId: z.uuid(), userIds: idList }),
    result: z.null(),
    message: 'message.deleted',
  }),
}
