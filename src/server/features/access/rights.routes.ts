import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { departRoleRulesService } from '#server/features/access/roles/depart-role-rules.service.ts'
import { departRolesService } from '#server/features/access/roles/depart-roles.service.ts'
import { permissionsService } from '#server/features/access/roles/permissions.service.ts'
import {
  grantTree,
  levelOf,
  nodesOf,
  pickTree,
  readCatalogue,
  treeOf,
} from '#server/features/access/roles/permissions.view.ts'
import { rolesService } from '#server/features/access/roles/roles.service.ts'
import { roleSheetHandlers } from '#server/features/access/roles/roles.sheet.ts'
import { departRoles } from '#shared/features/access/depart-roles.contract.ts'
import { permissions } from '#shared/features/access/permissions.contract.ts'
import { roles } from '#shared/features/access/roles.contract.ts'
import { done } from './entities.view.ts'
import { isPlatform } from './rights.service.ts'

/** Roles, menus and actions, and the roles of single stores. */
export function rightsRoutes(app: FastifyInstance, deps: Deps): void {
  const role = rolesService(deps)
  const departRole = departRolesService(deps)
  const departRule = departRoleRulesService
  const rights = permissionsService(deps)

  mount(app, deps, roles, {
    ...roleSheetHandlers(deps, role),
    list: ({ query, ctx }) => role.page(query, ctx),
    listAll: ({ ctx }) => role.all(ctx),
    queryById: ({ query, ctx }) => role.one(query.id, ctx),
    checkRoleCode: ({ query, ctx }) => done(role.isCodeFree(query.roleCode, query.id, ctx)),
    queryTreeList: ({ ctx }) =>
      ctx.tx(async (trx) => {
        const { user } = ctx
        return grantTree(
          await readCatalogue(trx, ctx),
          (row) => isPlatform(user) || (row.menuType === 2 ? user.actions.has(row.perms) : user.granted.has(row.id)),
        )
      }),
    add: ({ body, ctx }) => done(role.add(body, ctx)),
    edit: ({ body: { id, ...fields }, ctx }) => done(role.edit(id, fields, ctx)),
    delete: ({ query, ctx }) => done(role.remove([query.id], ctx)),
    deleteBatch: ({ query, ctx }) => done(role.remove(query.ids, ctx)),
    datarule: ({ params, ctx }) => role.rules(params.permissionId, params.roleId, ctx),
    saveDatarule: ({ body, ctx }) => done(role.saveRules(body.permissionId, body.roleId, body.dataRuleIds, ctx)),
  })

  mount(app, deps, permissions, {
    list: ({ ctx }) => ctx.tx(async (trx) => treeOf(await readCatalogue(trx, ctx))),
    getSystemMenuList: ({ ctx }) => ctx.tx(async (trx) => nodesOf(await readCatalogue(trx, ctx), null)),
    getSystemSubmenu: ({ query, ctx }) => ctx.tx(async (trx) => nodesOf(await readCatalogue(trx, ctx), query.parentId)),
    getSystemSubmenuBatch: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const catalogue = await readCatalogue(trx, ctx)
        return Object.fromEntries(query.parentIds.map((id) => [id, nodesOf(catalogue, id)]))
      }),
    queryTreeList: ({ ctx }) => ctx.tx(async (trx) => pickTree(await readCatalogue(trx, ctx), () => true)),
    queryListAsync: ({ query, ctx }) =>
      ctx.tx(async (trx) => levelOf(await readCatalogue(trx, ctx), query.pid || null)),
    add: ({ body, ctx }) => done(rights.add(body, ctx)),
    edit: ({ body, ctx }) => done(rights.edit(body, ctx)),
    delete: ({ query, ctx }) => done(rights.remove([query.id], ctx)),
    deleteBatch: ({ query, ctx }) => done(rights.remove(query.ids, ctx)),
    queryRolePermission: ({ query, ctx }) => role.permissions(query.roleId, ctx),
    listIds: async ({ ctx }) => (await role.all(ctx)).map(({ id }) => id),
    saveRolePermission: ({ body, ctx }) => done(role.grant(body, ctx)),
    queryDepartPermission: ({ query, ctx }) => departRole.departPermissions(query.departId, ctx),
    saveDepartPermission: ({ body, ctx }) => done(departRole.grantDepart(body, ctx)),
    getPermRuleListByPermId: ({ query, ctx }) => rights.rules(query.permissionId, ctx),
    queryPermissionRule: ({ query, ctx }) => rights.rules(query.permissionId, ctx, query.ruleName, query.ruleValue),
    addPermissionRule: ({ body, ctx }) => done(rights.addRule(body, ctx)),
    editPermissionRule: ({ body, ctx }) => done(rights.editRule(body, ctx)),
    deletePermissionRule: ({ query, ctx }) => done(rights.removeRule(query.id, ctx)),
  })

  mount(app, deps, departRoles, {
    list: ({ query, ctx }) => departRole.page(query, ctx),
    add: ({ body, ctx }) => done(departRole.add(body, ctx)),
    edit: ({ body: { id, ...fields }, ctx }) => done(departRole.edit(id, fields, ctx)),
    delete: ({ query, ctx }) => done(departRole.remove([query.id], ctx)),
    deleteBatch: ({ query, ctx }) => done(departRole.remove(query.ids, ctx)),
    queryById: ({ query, ctx }) => departRole.one(query.id, ctx),
    getDeptRoleList: ({ query, ctx }) => departRole.all(query.departId, ctx),
    getDeptRoleByUserId: ({ query, ctx }) => departRole.ofUser(query.userId, query.departId, ctx),
    deptRoleUserAdd: ({ body, ctx }) => done(departRole.setOfUser(body, ctx)),
    queryTreeListForDeptRole: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const allowed = new Set(await departRole.departPermissions(query.departId, ctx))
        return grantTree(await readCatalogue(trx, ctx), ({ id }) => allowed.has(id))
      }),
    queryDeptRolePermission: ({ query, ctx }) => departRole.permissions(query.roleId, ctx),
    saveDeptRolePermission: ({ body, ctx }) => done(departRole.grant(body, ctx)),
    departDatarule: ({ params, ctx }) => departRule.ofDepart(params.permissionId, params.departId, ctx),
    saveDepartDatarule: ({ body, ctx }) => done(departRule.saveOfDepart(body, ctx)),
    datarule: ({ params, ctx }) => departRule.ofRole(params.permissionId, params.departId, params.roleId, ctx),
    saveDatarule: ({ body, ctx }) => done(departRule.saveOfRole(body, ctx)),
  })
}
