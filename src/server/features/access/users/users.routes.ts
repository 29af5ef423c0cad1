import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { mount } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { done } from '#server/features/access/entities.view.ts'
import { userList, visibleDeparts, visibleRoles } from '#server/features/access/rights.service.ts'
import { toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { users } from '#shared/features/access/users.contract.ts'
import type { User, UserSearch } from '#shared/features/access/users.schema.ts'
import { allUsers, isVisibleUser, notDeleted, pageOfUsers, toUsers, userFilters } from './users.repository.ts'
import { usersService } from './users.service.ts'
import { userSheetHandlers } from './users.sheet.ts'

/** Condition: the user belongs to a store in scope whose code has this prefix. */
const worksInStoresBelow = (orgCode: string): RawBuilder<unknown> =>
  sql`exists (select from user_store ud join store d on d.id = ud.store_id
    where ud.user_id = t.id and starts_with(d.org_code, ${orgCode}))`

const toAddressBookEntry = ({ id, realname, workNo, post, telephone, email, phone, departIds, orgCode }: User) => ({
  userId: id,
  realname,
  workNo,
  post,
  telephone,
  email,
  phone,
  departId: departIds,
  departName: orgCode,
})

type UserQuery = Pick<UserSearch, 'pageNo' | 'pageSize' | 'column' | 'order'>

export function usersRoutes(app: FastifyInstance, deps: Deps): void {
  const service = usersService(deps)

  /** The conditions of all lists of users: the users in scope, narrowed by the data rules. */
  const visibleConditions = async (ctx: CallContext, deleted = false): Promise<RawBuilder<unknown>[]> => [
    isVisibleUser(ctx.user),
    deleted ? sql`not ${notDeleted}` : notDeleted,
    ...(await ctx.tx((trx) => dataRules(trx, ctx.user, userList, deps.clock()))),
  ]

  const pageWhere = async (ctx: CallContext, query: UserQuery, conditions: RawBuilder<unknown>[] = []) => {
    const where = [...(await visibleConditions(ctx)), ...userFilters(query), ...conditions]
    return ctx.tx(async (trx) => {
      const found = await pageOfUsers(trx, where, query)
      return { ...found, records: await toUsers(trx, found.records, deps, ctx.locale) }
    })
  }

  const usersWhere = async (ctx: CallContext, conditions: RawBuilder<unknown>[], deleted = false) => {
    const where = [...(await visibleConditions(ctx, deleted)), ...conditions]
    return ctx.tx(async (trx) => toUsers(trx, await allUsers(trx, where), deps, ctx.locale))
  }

  const userById = async (ctx: CallContext, id: string) => {
    const [user] = await usersWhere(ctx, [sql`t.id = ${id}`])
    if (!user) throw new AppError('common.recordNotFound')
    return user
  }

  mount(app, deps, users, {
    ...userSheetHandlers(deps, service),
    list: ({ query, ctx }) => pageWhere(ctx, query),
    add: ({ body, ctx }) => done(service.add(body, ctx)),
    addStaff: ({ body, ctx }) => service.addStaff(body, ctx),
    edit: ({ body, ctx }) => done(service.edit(body, ctx)),
    delete: ({ query, ctx }) => done(service.remove([query.id], ctx)),
    deleteBatch: ({ query, ctx }) => done(service.remove(query.ids, ctx)),
    freezeBatch: ({ body, ctx }) => done(service.freeze(body.ids, body.status, ctx)),
    resetSecret: ({ body, ctx }) => done(service.resetSecret(body, ctx)),
    changePassword: ({ body, ctx }) => done(service.setPassword(body, ctx)),
    queryById: ({ query, ctx }) => userById(ctx, query.id),
    queryByIds: ({ query, ctx }) => usersWhere(ctx, [sql`t.id = any(${query.userIds}::uuid[])`]),
    generateUserId: async () => newId(),
    queryByOrgCodeForAddressList: async ({ query: { orgCode = '', realname, workNo, ...query }, ctx }) => {
      const like = (text: string | undefined) => text && `*${text.replace(/^\*+|\*+$/g, '')}*`
      const filters = userFilters({ realname: like(realname), workNo: like(workNo) })
      const found = await pageWhere(ctx, query, [...filters, ...(orgCode === '' ? [] : [worksInStoresBelow(orgCode)])])
      return { ...found, records: found.records.map(toAddressBookEntry) }
    },
    queryUserRole: async ({ query, ctx }) => {
      const { id } = await userById(ctx, query.userid)
      const roles = await ctx.tx((trx) =>
        trx.selectFrom('userRole').select('roleId').where('userId', '=', id).orderBy('roleId').execute(),
      )
      if (roles.length === 0) throw new AppError('users.noRoles')
      return roles.map(({ roleId }) => roleId)
    },
    userDepartList: async ({ query, ctx }) => {
      const { departIds } = await userById(ctx, query.userId)
      const departs = await ctx.tx((trx) => visibleDeparts(trx, departIds.split(',').filter(Boolean)))
      if (departs.length === 0) throw new AppError('users.noDeparts')
      return departs.map(({ id, name }) => ({ key: id, value: id, title: name }))
    },
    queryUserByDepId: async ({ query, ctx }) => {
      const [depart] = await ctx.tx((trx) => visibleDeparts(trx, [query.id]))
      return usersWhere(ctx, [
        worksInStoresBelow(depart?.orgCode ?? ''),
        ...userFilters({ realname: query.realname && `*${query.realname}*` }),
      ])
    },
    recycleBin: ({ ctx }) => usersWhere(ctx, [], true),
    putRecycleBin: ({ body, ctx }) => done(service.remove(body.userIds, ctx, true)),
    deleteRecycleBin: ({ query, ctx }) => done(service.removeForGood(query.userIds, ctx)),
    userRoleList: async ({ query, ctx }) => {
      await ctx.tx((trx) => visibleRoles(trx, ctx.user, [query.roleId]))
      const hasRole = sql`exists (select from user_role ur where ur.user_id = t.id and ur.role_id = ${query.roleId})`
      return pageWhere(ctx, query, [hasRole])
    },
    addSysUserRole: ({ body, ctx }) => done(service.addRole(body.roleId, body.userIdList, ctx)),
    deleteUserRole: ({ query, ctx }) => done(service.removeRole(query.roleId, [query.userId], ctx)),
    deleteUserRoleBatch: ({ query, ctx }) => done(service.removeRole(query.roleId, query.userIds, ctx)),
    departUserList: async ({ query, ctx }) => {
      // The API family's page sends this call before a store is chosen.
      if (query.depId === '') return toPage([], 0, query.pageNo, query.pageSize)
      await ctx.tx((trx) => visibleDeparts(trx, [query.depId]))
      const worksInStore = sql`exists (select from user_store ud where ud.user_id = t.id and ud.store_id = ${query.depId})`
      return pageWhere(ctx, query, [worksInStore])
    },
    // The family's picker sends parts of names, and an empty store for all.
    queryUserComponentData: async ({ query: { departId, realname, username, ...query }, ctx }) => {
      const parts = { realname: realname && `*${realname}*`, username: username && `*${username}*` }
      if (departId === '') return pageWhere(ctx, { ...query, ...parts })
      await ctx.tx((trx) => visibleDeparts(trx, [departId]))
      // The family's picker shows with a chain the users of its stores.
      const worksInStore = sql`exists (select from user_store us join store s on s.id = us.store_id
        where us.user_id = t.id and starts_with(s.org_code, (select org_code from store where id = ${departId})))`
      return pageWhere(ctx, { ...query, ...parts }, [worksInStore])
    },
    editSysDepartWithUser: ({ body, ctx }) => done(service.addStore(body.depId, body.userIdList, ctx)),
    deleteUserInDepart: ({ query, ctx }) => done(service.removeStore(query.depId, [query.userId], ctx)),
    deleteUserInDepartBatch: ({ query, ctx }) => done(service.removeStore(query.depId, query.userIds, ctx)),
  })
}
