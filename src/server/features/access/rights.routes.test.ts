import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { demoStores, demoUsers } from '#server/db/seed/access.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { type Staff, startStaff } from '#tests/support/venue/people.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'

let { server, other, admin, hq, manager, people, rows } = {} as Staff
beforeAll(async () => {
  ;({ server, other, admin, hq, manager, people, rows } = await startStaff())
})
afterAll(() => server.stop())

describe('a role', () => {
  it('belongs to the store of its creator, and is visible in stores above and below, not in siblings', async () => {
    const own = await people.addRole(manager)
    const chain = await people.addRole(hq)
    const beside = await server.signIn('manager', 'A01A01')
    const seen = async (by: TestClient) => (await by.roles.listAll()).result.map(({ id }) => id)
    expect(await seen(hq)).toEqual(expect.arrayContaining([own, chain, 'cashier']))
    expect(await seen(manager)).toEqual(expect.arrayContaining([own, chain]))
    expect(await seen(beside)).not.toContain(own)
    expect(await codeOf(beside.roles.queryById({ query: { id: own } }))).toBe('common.recordNotFound')
    expect(await codeOf(beside.roles.edit({ body: { id: own, roleName: 'x' } }))).toBe('common.recordNotFound')
    expect(await codeOf(manager.roles.edit({ body: { id: chain, roleName: 'x' } }))).toBe('common.recordNotFound')
    expect(await codeOf(manager.roles.edit({ body: { id: 'cashier', roleName: 'x' } }))).toBe('rights.builtIn')
    await hq.roles.edit({ body: { id: own, roleName: '改名' } })
    expect((await manager.roles.queryById({ query: { id: own } })).result.roleName).toBe('改名')
  })

  it('has a unique code, and is deleted only when no user has it', async () => {
    expect(await codeOf(manager.roles.checkRoleCode({ query: { roleCode: 'cashier' } }))).toBe('roles.codeTaken')
    await manager.roles.checkRoleCode({ query: { roleCode: 'cashier', id: 'cashier' } })
    expect(await codeOf(manager.roles.add({ body: { roleCode: 'cashier', roleName: 'x' } }))).toBe('roles.codeTaken')
    const roleId = await people.addRole(manager, ['vehicle:finish'])
    const { id } = await people.add(manager, { selectedroles: roleId })
    expect(await codeOf(manager.roles.delete({ query: { id: roleId } }))).toBe('roles.inUse')
    await manager.users.deleteUserRoleBatch({ query: { roleId, userIds: id } })
    await manager.roles.deleteBatch({ query: { ids: `${roleId},` } })
    expect(await codeOf(admin.roles.delete({ query: { id: 'partner' } }))).toBe('rights.builtIn')
  })

  it('grants and revokes rights at once on every copy of the server', async () => {
    const roleId = await people.addRole(manager)
    const { username } = await people.add(manager, { selectedroles: roleId })
    const { token } = await people.signInAs(username)
    const list = () => codeOf(other.client(token).users.list({ query: {} }))
    expect(await list()).toBe('auth.forbidden')
    const change = (permissionIds: string, lastpermissionIds: string) =>
      manager.permissions.saveRolePermission({ body: { roleId, permissionIds, lastpermissionIds } })
    await change('user:list,user:edit,menu-users,menu-system', '')
    await until(async () => expect(await list()).toBe('done'))
    const { result } = await other.client(token).signIn.permissions()
    const home = { path: '/dashboard/analysis' }
    expect(result.menu).toMatchObject([home, { path: '/isystem', children: [{ path: '/isystem/user' }] }])
    await change('user:edit,menu-users', 'user:list,user:edit,menu-users')
    await until(async () => expect(await list()).toBe('auth.forbidden'))
  })
})

describe('roles', () => {
  it('can be read while an import grants them or a user changes them', async () => {
    const departId = demoStores.A01A02.id
    await manager.departRoles.add({ body: { departId, roleCode: 'lead', roleName: '领班' } })
    const [lead] = (await manager.departRoles.getDeptRoleList({ query: { departId } })).result
    const id = lead?.id ?? ''
    await withClient(server.database.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query(`select from role where id = 'cashier' for share`)
      await owner.query('select from store_role for update')
      await manager.roles.queryById({ query: { id: 'cashier' } })
      await manager.permissions.queryRolePermission({ query: { roleId: 'cashier' } })
      await manager.users.userRoleList({ query: { roleId: 'cashier' } })
      await manager.departRoles.queryById({ query: { id } })
      await manager.departRoles.queryDeptRolePermission({ query: { roleId: id } })
      await owner.query('rollback')
    })
  })

  it('of a store record in the audit trail what a user had, not what the caller sent as the previous state', async () => {
    const { id } = await people.add(manager)
    const departId = demoStores.A01A02.id
    await manager.departRoles.add({ body: { departId, roleCode: 'claimed', roleName: '领班' } })
    const { result } = await manager.departRoles.getDeptRoleList({ query: { departId } })
    const roleId = result.find(({ roleCode }) => roleCode === 'claimed')?.id ?? ''
    const trail = async (newRoleId: string, oldRoleId: string) => {
      await manager.departRoles.deptRoleUserAdd({ body: { userId: id, newRoleId, oldRoleId } })
      const [entry] = await rows(
        'select before, after from audit_entry where record_id = $1 order by id desc limit 1',
        [id],
      )
      return entry
    }
    const none = { departRoles: [] }
    expect(await trail(roleId, roleId)).toEqual({ before: none, after: none })
    expect(await trail(roleId, '')).toEqual({ before: none, after: { departRoles: [roleId] } })
  })
})

describe('menus and actions', () => {
  it('are a tree that the platform administrator changes', async () => {
    const tree = (await admin.permissions.list()).result
    const system = tree.find(({ id }) => id === 'menu-system')
    expect(system).toMatchObject({ isLeaf: false, component: 'layouts/RouteView', parentId: null })
    const page = system?.children?.find(({ id }) => id === 'menu-users')
    expect(page?.children?.map(({ perms }) => perms)).toContain('user:add')
    expect(page?.children?.[0]).not.toHaveProperty('children')
    await admin.permissions.add({
      body: { name: '帮助', menuType: 1, parentId: 'menu-system', component: 'src/views/help/Help.vue', url: 'help' },
    })
    const added = (await admin.permissions.getSystemSubmenu({ query: { parentId: 'menu-system' } })).result.find(
      ({ name }) => name === '帮助',
    )
    expect(added).toMatchObject({ component: 'help/Help', url: '/help', isLeaf: true })
    const id = added?.id ?? ''
    expect(await codeOf(admin.permissions.edit({ body: { id, parentId: id } }))).toBe('permissions.cycle')
    expect(await codeOf(admin.permissions.edit({ body: { id: 'menu-system', parentId: 'menu-users' } }))).toBe(
      'permissions.cycle',
    )
    await admin.permissions.edit({ body: { id, url: 'https://example.com/help', internalOrExternal: true } })
    const menu = (await admin.signIn.permissions()).result.menu.find(({ path }) => path === '/isystem')
    expect(menu?.children?.find(({ id: one }) => one === id)).toMatchObject({
      path: expect.stringMatching(/^[0-9a-f]{32}$/),
      meta: { url: 'https://example.com/help', internalOrExternal: true },
    })
    await admin.permissions.delete({ query: { id } })
    expect(await codeOf(admin.permissions.delete({ query: { id: 'user:add' } }))).toBe('permissions.builtIn')
    expect(await codeOf(admin.permissions.deleteBatch({ query: { ids: 'menu-users' } }))).toBe('permissions.builtIn')
    const taken = { name: 'x', menuType: 2 as const, perms: 'user:add' }
    expect(await codeOf(admin.permissions.add({ body: taken }))).toBe('permissions.permsTaken')
    expect(await codeOf(admin.permissions.add({ body: { name: 'x', menuType: 2 } }))).toBe('permissions.incomplete')
  })

  it('are answered flat by parents', async () => {
    const { result } = await admin.permissions.getSystemSubmenuBatch({ query: { parentIds: 'menu-system,menu-users' } })
    expect(Object.keys(result)).toEqual(['menu-system', 'menu-users'])
    expect((await admin.permissions.getSystemMenuList()).result.every(({ parentId }) => parentId === null)).toBe(true)
    expect((await admin.permissions.queryTreeList()).result.ids).toContain('user:add')
  })
})

describe('data rules', () => {
  let count = 0
  const addRule = async (given: object) => {
    const ruleName = `rule ${++count}`
    const rule = { permissionId: 'user:list', ruleName, ruleColumn: 'username', ruleConditions: '=' as const }
    await admin.permissions.addPermissionRule({ body: { ...rule, ruleValue: '#{sys_user_code}', ...given } })
    const permissionId = (given as { permissionId?: string }).permissionId ?? 'user:list'
    const { result } = await admin.permissions.queryPermissionRule({ query: { permissionId, ruleName } })
    return result[0]?.id ?? ''
  }

  /** A user at A01A01 with a role whose lists are narrowed by rules. */
  const bound = async (permissionId: string, ruleIds: string[], more: string[] = []) => {
    const roleId = await people.addRole(admin, [permissionId, ...more])
    await admin.roles.saveDatarule({ body: { roleId, permissionId, dataRuleIds: ruleIds.join(',') } })
    const { username, id } = await people.add(admin, {
      identity: '1',
      selectedroles: roleId,
      selecteddeparts: demoStores.A01A01.id,
    })
    return { client: await people.signInAs(username), roleId, username, id }
  }

  it('narrow a list to rows that match all of them, with the variables of the user', async () => {
    const mine = await addRule({})
    const { client, username } = await bound('user:list', [mine])
    expect((await client.users.list({ query: {} })).result.records.map((one) => one.username)).toEqual([username])
    expect(await codeOf(client.users.queryById({ query: { id: demoUsers.cashier.id } }))).toBe('common.recordNotFound')
    const cashiers = await addRule({ ruleColumn: 'identity', ruleConditions: 'IN', ruleValue: '3,4' })
    const both = await bound('user:list', [mine, cashiers])
    expect((await both.client.users.list({ query: {} })).result.total).toBe(0)
  })

  it('narrow the pay-later records', async () => {
    const none = await addRule({ permissionId: 'playbeforepay:list', ruleColumn: 'sysOrgCode', ruleValue: 'A01A02' })
    const own = await addRule({
      permissionId: 'playbeforepay:list',
      ruleColumn: 'sysOrgCode',
      ruleValue: '#{sys_multi_org_code}',
      ruleConditions: 'IN',
    })
    const cancelled = await addRule({
      permissionId: 'playbeforepay:list',
      ruleColumn: 'playState',
      ruleValue: 'CANCELLED',
    })
    const totalOf = async (...ruleIds: string[]) => {
      const { client } = await bound('playbeforepay:list', ruleIds)
      return (await client.playBeforePay.list({ query: {} })).result.total
    }
    const [{ all, gone }] =
      await rows(`select count(*)::int as all, count(*) filter (where state = 'CANCELLED')::int as gone
      from play_record where org_code = 'A01A01'`)
    expect([await totalOf(none), await totalOf(own), await totalOf(own, cancelled)]).toEqual([0, all, gone])
  })

  it('are never inserted into SQL, and match no row if they are invalid', async () => {
    for (const ruleValue of [`' or '1'='1`, '1); drop table user_account; --', '#{no_such_variable}', '%', '*']) {
      const { client } = await bound('user:list', [await addRule({ ruleValue })])
      expect((await client.users.list({ query: {} })).result.total, ruleValue).toBe(0)
    }
    const rule = { permissionId: 'user:list', ruleName: 'x', ruleConditions: '=' as const, ruleValue: 'x' }
    for (const ruleColumn of ['passwordHash', 'deletedAt', '__proto__', 'toString']) {
      const body = { ...rule, ruleColumn }
      expect(await codeOf(admin.permissions.addPermissionRule({ body }))).toMatch(
        /^(permissions.unknownColumn|common.invalidInput)$/,
      )
    }
    const sqlRule = { ...rule, ruleColumn: 'username', ruleConditions: 'USE_SQL_RULES' } as never
    expect(await codeOf(admin.permissions.addPermissionRule({ body: sqlRule }))).toBe('common.invalidInput')
    const elsewhere = { ...rule, ruleColumn: 'username', permissionId: 'vehicle:finish' }
    expect(await codeOf(admin.permissions.addPermissionRule({ body: elsewhere }))).toBe('permissions.unknownColumn')
  })

  it('cannot be removed by a user whom they bind', async () => {
    const mine = await addRule({})
    const { client, roleId } = await bound(
      'user:list',
      [mine],
      ['role:list', 'role:edit', 'role:grant', 'user:add', 'user:edit'],
    )
    const hidden = { id: demoUsers.partner.id, realname: 'x' }
    expect(await codeOf(client.users.edit({ body: hidden }))).toBe('common.recordNotFound')
    const passedOn = await people.addRole(client, ['user:list'])
    const { result } = await client.roles.datarule({ params: { permissionId: 'user:list', roleId: passedOn } })
    expect(result.drChecked).toBe(mine)
    const free = { permissionId: 'user:list', roleId: passedOn, dataRuleIds: '' }
    expect(await codeOf(client.roles.saveDatarule({ body: free }))).toBe('rights.notYours')
    const unbound = await people.addRole(admin, ['user:list'])
    const give = (selectedroles: string) =>
      people.add(client, { selectedroles, selecteddeparts: demoStores.A01A01.id }).then(() => undefined)
    expect(await codeOf(give(unbound))).toBe('rights.notYours')
    await give(passedOn)
    await admin.permissions.deletePermissionRule({ query: { id: mine } })
    await until(async () => expect((await client.users.list({ query: {} })).result.total).toBeGreaterThan(1))
    expect((await admin.roles.datarule({ params: { permissionId: 'user:list', roleId } })).result.drChecked).toBe('')
  })
})
