import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD, demoStores, demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestClient, type TestCopy, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'Neues-Passwort-1'

let server: TestServer
let other: TestCopy
let admin: TestClient
let hq: TestClient
/** Manages A01A02 only. */
let manager: TestClient
beforeAll(async () => {
  server = await startTestServer()
  other = await server.startCopy()
  admin = await server.signIn('admin')
  hq = await server.signIn('hq')
  manager = await server.signIn('manager2')
})
afterAll(() => server.stop())

const rows = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (owner) => (await owner.query(statement, values)).rows)

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

let count = 0
/** Adds a user as somebody, and answers the id. */
async function add(by: TestClient, given: object = {}): Promise<{ id: string; username: string }> {
  const username = `person${++count}`
  await by.users.add({
    body: {
      ...{ username, password: PASSWORD, realname: `人${count}`, identity: '3' as const },
      ...{ selectedroles: 'cashier', selecteddeparts: demoStores.A01A02.id },
      ...given,
    },
  })
  const { result } = await by.users.list({ query: { username } })
  return { id: result.records[0]?.id ?? '', username }
}

async function addRole(by: TestClient, permissionIds: string[] = []): Promise<string> {
  const roleCode = `role-${++count}`
  await by.roles.add({ body: { roleCode, roleName: roleCode } })
  const { result } = await by.roles.list({ query: { roleCode } })
  const roleId = result.records[0]?.id ?? ''
  if (permissionIds.length > 0) {
    await by.permissions.saveRolePermission({
      body: { roleId, permissionIds: permissionIds.join(','), lastpermissionIds: '' },
    })
  }
  return roleId
}

const signInAs = async (username: string): Promise<TestClient> => {
  const { result } = await server.client().access.login({ body: { username, password: PASSWORD } })
  return { ...server.client(result.token), token: result.token, user: result.userInfo }
}

describe('the list of users', () => {
  it('shows the people of the stores in scope, with names of stores and roles and no secret', async () => {
    const { result } = await manager.users.list({ query: { column: 'username', order: 'asc', pageSize: 50 } })
    expect(result.records.map(({ username }) => username)).toEqual(['manager', 'manager2'])
    expect(result.records[0]).toMatchObject({ orgCode: '极速卡丁·城西店', status_dictText: expect.any(String) })
    expect(JSON.stringify(result)).not.toMatch(/hash|argon/i)
    const everyone = await admin.users.list({ query: { pageSize: 50 } })
    expect(everyone.result.total).toBeGreaterThanOrEqual(8)
  })

  it('reads filters in the notation of the family, and nothing else', async () => {
    const names = async (query: object) =>
      (await admin.users.list({ query: { column: 'username', order: 'asc', ...query } })).result.records.map(
        ({ username }) => username,
      )
    expect(await names({ username: 'cash*' })).toEqual(['cashier', 'cashier2'])
    expect(await names({ identity: '0,4' })).toEqual(['hq', 'partner'])
    for (const hostile of [`'; drop table sys_user --`, `x' or '1'='1`, '%', '\\', '*%*', '$1', '\u0000']) {
      expect(await names({ username: hostile }), hostile).toEqual([])
    }
    for (const column of ['passwordHash', 'password_hash desc; --', '(select 1)', '__proto__']) {
      expect(await names({ column, username: 'hq' })).toEqual(['hq'])
    }
    const advanced = JSON.stringify([{ field: 'passwordHash', rule: 'like', val: 'a' }])
    expect(await codeOf(names({ superQueryParams: advanced }))).toBe('lists.badAdvancedQuery')
  })
})

describe('a user', () => {
  it('is added with roles and stores, changed, and found by store and role', async () => {
    const { id, username } = await add(manager, { phone: '13812340001', workNo: 'W-1' })
    expect((await signInAs(username)).user).toMatchObject({ orgCode: 'A01A02', identity: '3' })
    await manager.users.edit({ body: { id, realname: '新名字', post: '领班' } })
    expect((await manager.users.queryById({ query: { id } })).result).toMatchObject({
      ...{ realname: '新名字', post: '领班', phone: '13812340001', workNo: 'W-1', rolesname: '收银员' },
    })
    expect((await manager.users.queryUserRole({ query: { userid: id } })).result).toEqual(['cashier'])
    expect((await manager.users.userDepartList({ query: { userId: id } })).result).toMatchObject([
      { key: demoStores.A01A02.id, title: '极速卡丁·城西店' },
    ])
    const ids = (list: { id: string }[]) => list.map((one) => one.id)
    const inStore = await hq.users.queryUserByDepId({ query: { id: demoStores.A01.id, realname: '新名' } })
    expect(ids(inStore.result)).toEqual([id])
    expect(ids((await manager.users.userRoleList({ query: { roleId: 'cashier' } })).result.records)).toContain(id)
    const departUsers = await manager.users.departUserList({ query: { depId: demoStores.A01A02.id } })
    expect(ids(departUsers.result.records)).toContain(id)
  })

  it('changes nothing by an empty change, and refuses what is taken or misshapen', async () => {
    const { id } = await add(manager)
    const [before] = await rows('select to_jsonb(u) as row from sys_user u where id = $1', [id])
    await manager.users.edit({ body: { id } })
    expect(await rows('select to_jsonb(u) as row from sys_user u where id = $1', [id])).toEqual([before])
    expect(await codeOf(manager.users.edit({ body: { id, phone: '13900000006' } }))).toBe('users.phoneTaken')
    expect(await codeOf(add(manager, { username: 'hq' }))).toBe('users.usernameTaken')
    for (const wrong of [{ phone: '123' }, { email: 'nobody' }, { realname: 'x'.repeat(65) }, { sex: 3 }]) {
      expect(await codeOf(manager.users.edit({ body: { id, ...wrong } as never }))).toBe('common.invalidInput')
    }
    expect(await codeOf(add(manager, { password: 'weak' }))).toBe('common.invalidInput')
    expect(await codeOf(add(manager, { confirmpassword: 'other' }))).toBe('account.passwordsDiffer')
  })

  it('is frozen, freed, deleted and restored on every copy of the server', async () => {
    const { id, username } = await add(manager)
    const gone = async (work: () => Promise<unknown>) => {
      const { token } = await signInAs(username)
      await other.client(token).access.currentDeparts()
      await work()
      await vi.waitFor(async () => {
        for (const copy of [server, other]) {
          expect(await codeOf(copy.client(token).access.currentDeparts())).toBe('auth.tokenInvalid')
        }
      }, 5000)
    }
    await gone(() => manager.users.frozenBatch({ body: { ids: `${id},`, status: 2 } }))
    expect(await codeOf(signInAs(username))).toBe('auth.frozen')
    await manager.users.frozenBatch({ body: { ids: id, status: 1 } })
    await gone(() =>
      manager.users.changePassword({ body: { username, password: PASSWORD, confirmpassword: PASSWORD } }),
    )
    await gone(() => manager.users.delete({ query: { id } }))
    expect(await codeOf(signInAs(username))).toBe('auth.wrongPassword')
    expect((await hq.users.recycleBin()).result.map((one) => one.id)).toContain(id)
    expect((await manager.users.list({ query: { username } })).result.total).toBe(0)
    await hq.users.putRecycleBin({ body: { userIds: id } })
    await signInAs(username)
    await manager.users.deleteBatch({ query: { ids: id } })
    await hq.users.deleteRecycleBin({ query: { userIds: id } })
    expect(await rows('select from sys_user where id = $1', [id])).toEqual([])
  })

  it('gets and loses roles and stores from the side of the role and of the store', async () => {
    const { id, username } = await add(hq, { selectedroles: '', selecteddeparts: demoStores.A01A01.id })
    await hq.users.addSysUserRole({ body: { roleId: 'coach', userIdList: [id] } })
    await hq.users.editSysDepartWithUser({ body: { depId: demoStores.A01A02.id, userIdList: [id] } })
    const { user } = await signInAs(username)
    expect(user).toMatchObject({ rolesname: '教练', orgCode: '' })
    await hq.users.deleteUserRole({ query: { roleId: 'coach', userId: id } })
    await hq.users.deleteUserInDepart({ query: { depId: demoStores.A01A01.id, userId: id } })
    expect((await signInAs(username)).user).toMatchObject({ rolesname: '', orgCode: 'A01A02' })
    expect(
      await codeOf(hq.users.deleteUserInDepartBatch({ query: { depId: demoStores.A01A02.id, userIds: id } })),
    ).toBe('users.noStore')
  })
})

describe('nobody', () => {
  it('reaches people of other stores, above themselves, or with more rights', async () => {
    const cashier = demoUsers.cashier.id
    for (const attempt of [
      () => manager.users.edit({ body: { id: cashier, realname: 'x' } }),
      () => manager.users.delete({ query: { id: cashier } }),
      () => manager.users.frozenBatch({ body: { ids: cashier, status: 2 } }),
      () => manager.users.queryById({ query: { id: cashier } }),
      () => manager.users.queryUserRole({ query: { userid: cashier } }),
      () =>
        manager.users.changePassword({ body: { username: 'cashier', password: PASSWORD, confirmpassword: PASSWORD } }),
      () => manager.users.changePassword({ body: { username: 'hq', password: PASSWORD, confirmpassword: PASSWORD } }),
      () => manager.users.departUserList({ query: { depId: demoStores.A01A01.id } }),
      () =>
        manager.users.editSysDepartWithUser({
          body: { depId: demoStores.A01A01.id, userIdList: [demoUsers.manager2.id] },
        }),
    ]) {
      expect(await codeOf(attempt())).toBe('common.recordNotFound')
    }
    // The other manager works at both stores: too much for who manages one of them.
    expect(await codeOf(manager.users.edit({ body: { id: demoUsers.manager.id, realname: 'x' } }))).toBe(
      'users.outOfScope',
    )
    expect(await codeOf(hq.users.frozenBatch({ body: { ids: demoUsers.admin.id, status: 2 } }))).toBe('users.aboveYou')
    expect(await codeOf(add(manager, { identity: '0' }))).toBe('users.aboveYou')
    expect(await codeOf(add(hq, { identity: '-1' }))).toBe('users.aboveYou')
    expect(await codeOf(hq.users.edit({ body: { id: demoUsers.hq.id, identity: '-1' } }))).toBe('users.aboveYou')
    expect(await codeOf(add(manager, { selecteddeparts: demoStores.A01A01.id }))).toBe('common.recordNotFound')
    expect(await codeOf(add(manager, { selecteddeparts: '' }))).toBe('users.noStore')
    const [row] = await rows('select realname, status from sys_user where id = $1', [cashier])
    expect(row).toEqual({ realname: '李小敏', status: 1 })
  })

  it('gives a role or a right that they do not have, in whatever way', async () => {
    expect(await codeOf(add(manager, { selectedroles: 'hq' }))).toBe('rights.notYours')
    expect(await codeOf(add(manager, { selectedroles: 'admin' }))).toBe('rights.notYours')
    const own = demoUsers.manager2.id
    expect(await codeOf(manager.users.addSysUserRole({ body: { roleId: 'hq', userIdList: [own] } }))).toBe(
      'rights.notYours',
    )
    expect(await codeOf(manager.users.edit({ body: { id: own, selectedroles: 'manager,admin' } }))).toBe(
      'rights.notYours',
    )
    const roleId = await addRole(manager)
    const grant = (permissionIds: string) =>
      manager.permissions.saveRolePermission({ body: { roleId, permissionIds, lastpermissionIds: '' } })
    expect(await codeOf(grant('permission:edit'))).toBe('rights.notYours')
    expect(await codeOf(grant('menu-permissions'))).toBe('rights.notYours')
    expect(await codeOf(grant('vehicle:finish,no-such-thing'))).toBe('common.recordNotFound')
    await grant('vehicle:finish')
    expect((await manager.permissions.queryRolePermission({ query: { roleId } })).result).toEqual(['vehicle:finish'])
    const builtIn = { roleId: 'cashier', permissionIds: 'user:list', lastpermissionIds: '' }
    expect(await codeOf(manager.permissions.saveRolePermission({ body: builtIn }))).toBe('rights.builtIn')
    expect(await codeOf(hq.permissions.saveRolePermission({ body: builtIn }))).toBe('rights.builtIn')
    const tree = (await manager.roles.queryTreeList()).result.ids
    expect(tree).toContain('vehicle:finish')
    expect(tree).not.toContain('permission:edit')
    const forged = { name: 'x', menuType: 2 as const, perms: 'user:recycle2', parentId: '' }
    expect(await codeOf(manager.permissions.add({ body: forged }))).toBe('auth.forbidden')
  })

  it('takes over who has more rights at the same rank by giving them a new password', async () => {
    const roleId = await addRole(hq, ['user:recycle'])
    const { username, id } = await add(hq, { identity: '1', selectedroles: roleId })
    const body = { username, password: PASSWORD, confirmpassword: PASSWORD }
    expect(await codeOf(manager.users.changePassword({ body }))).toBe('users.aboveYou')
    expect(await codeOf(manager.users.frozenBatch({ body: { ids: id, status: 2 } }))).toBe('users.aboveYou')
    await hq.users.changePassword({ body })
  })

  it('freezes, deletes or resets themselves or the first administrator', async () => {
    const freeze = (by: TestClient, ids: string) => by.users.frozenBatch({ body: { ids, status: 2 } })
    expect(await codeOf(freeze(admin, demoUsers.admin.id))).toBe('users.notAdmin')
    expect(await codeOf(admin.users.delete({ query: { id: demoUsers.admin.id } }))).toBe('users.notAdmin')
    expect(await codeOf(freeze(hq, demoUsers.hq.id))).toBe('users.notYourself')
    const body = { username: 'hq', password: PASSWORD, confirmpassword: PASSWORD }
    expect(await codeOf(hq.users.changePassword({ body }))).toBe('users.ownPassword')
  })

  it('changes part of a batch: one foreign id and nothing happens', async () => {
    const { id } = await add(manager)
    const ids = `${id},${demoUsers.cashier.id}`
    expect(await codeOf(manager.users.deleteBatch({ query: { ids } }))).toBe('common.recordNotFound')
    expect((await manager.users.queryById({ query: { id } })).result.id).toBe(id)
  })
})

describe('a role', () => {
  it('belongs to the store of who made it, and is seen below and above, not beside', async () => {
    const own = await addRole(manager)
    const chain = await addRole(hq)
    const beside = await server.signIn('manager', 'A01A01')
    const seen = async (by: TestClient) => (await by.roles.queryall()).result.map(({ id }) => id)
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

  it('has a code of its own, and goes only when nobody has it', async () => {
    expect(await codeOf(manager.roles.checkRoleCode({ query: { roleCode: 'cashier' } }))).toBe('roles.codeTaken')
    await manager.roles.checkRoleCode({ query: { roleCode: 'cashier', id: 'cashier' } })
    expect(await codeOf(manager.roles.add({ body: { roleCode: 'cashier', roleName: 'x' } }))).toBe('roles.codeTaken')
    const roleId = await addRole(manager, ['vehicle:finish'])
    const { id } = await add(manager, { selectedroles: roleId })
    expect(await codeOf(manager.roles.delete({ query: { id: roleId } }))).toBe('roles.inUse')
    await manager.users.deleteUserRoleBatch({ query: { roleId, userIds: id } })
    await manager.roles.deleteBatch({ query: { ids: `${roleId},` } })
    expect(await codeOf(admin.roles.delete({ query: { id: 'partner' } }))).toBe('rights.builtIn')
  })

  it('gives and takes rights at once on every copy of the server', async () => {
    const roleId = await addRole(manager)
    const { username } = await add(manager, { selectedroles: roleId })
    const { token } = await signInAs(username)
    const list = () => codeOf(other.client(token).users.list({ query: {} }))
    expect(await list()).toBe('auth.forbidden')
    const change = (permissionIds: string, lastpermissionIds: string) =>
      manager.permissions.saveRolePermission({ body: { roleId, permissionIds, lastpermissionIds } })
    await change('user:list,user:edit,menu-users,menu-system', '')
    await vi.waitFor(async () => expect(await list()).toBe('done'), 5000)
    const { result } = await other.client(token).access.permissions()
    const home = { path: '/dashboard/analysis' }
    expect(result.menu).toMatchObject([home, { path: '/isystem', children: [{ path: '/isystem/user' }] }])
    await change('user:edit,menu-users', 'user:list,user:edit,menu-users')
    await vi.waitFor(async () => expect(await list()).toBe('auth.forbidden'), 5000)
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
    const menu = (await admin.access.permissions()).result.menu.find(({ path }) => path === '/isystem')
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
  const addRule = async (given: object) => {
    const ruleName = `rule ${++count}`
    const rule = { permissionId: 'user:list', ruleName, ruleColumn: 'username', ruleConditions: '=' as const }
    await admin.permissions.addPermissionRule({ body: { ...rule, ruleValue: '#{sys_user_code}', ...given } })
    const permissionId = (given as { permissionId?: string }).permissionId ?? 'user:list'
    const { result } = await admin.permissions.queryPermissionRule({ query: { permissionId, ruleName } })
    return result[0]?.id ?? ''
  }

  /** Somebody at A01A01 with a role whose lists are bound by rules. */
  const bound = async (permissionId: string, ruleIds: string[], more: string[] = []) => {
    const roleId = await addRole(admin, [permissionId, ...more])
    await admin.roles.saveDatarule({ body: { roleId, permissionId, dataRuleIds: ruleIds.join(',') } })
    const { username, id } = await add(admin, {
      ...{ identity: '1', selectedroles: roleId, selecteddeparts: demoStores.A01A01.id },
    })
    return { client: await signInAs(username), roleId, username, id }
  }

  it('narrow a list to rows that fit all of them, with the variables of the person', async () => {
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
      ...{ permissionId: 'playbeforepay:list', ruleColumn: 'sysOrgCode', ruleValue: '#{sys_multi_org_code}' },
      ruleConditions: 'IN',
    })
    const cancelled = await addRule({
      ...{ permissionId: 'playbeforepay:list', ruleColumn: 'playState', ruleValue: 'CANCELLED' },
    })
    const totalOf = async (...ruleIds: string[]) => {
      const { client } = await bound('playbeforepay:list', ruleIds)
      return (await client.playBeforePay.list({ query: {} })).result.total
    }
    const [{ all, gone }] =
      await rows(`select count(*)::int as all, count(*) filter (where state = 'CANCELLED')::int as gone
      from play_before_pay where org_code = 'A01A01'`)
    expect([await totalOf(none), await totalOf(own), await totalOf(own, cancelled)]).toEqual([0, all, gone])
  })

  it('never become SQL, and show nothing rather than everything where they cannot be read', async () => {
    for (const ruleValue of [`' or '1'='1`, '1); drop table sys_user; --', '#{no_such_variable}', '%', '*']) {
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

  it('cannot be shaken off by who is bound by them', async () => {
    const mine = await addRule({})
    const { client, roleId } = await bound(
      'user:list',
      [mine],
      ['role:list', 'role:edit', 'role:grant', 'user:add', 'user:edit'],
    )
    const hidden = { id: demoUsers.partner.id, realname: 'x' }
    expect(await codeOf(client.users.edit({ body: hidden }))).toBe('common.recordNotFound')
    const passedOn = await addRole(client, ['user:list'])
    const { result } = await client.roles.datarule({ params: { permissionId: 'user:list', roleId: passedOn } })
    expect(result.drChecked).toBe(mine)
    const free = { permissionId: 'user:list', roleId: passedOn, dataRuleIds: '' }
    expect(await codeOf(client.roles.saveDatarule({ body: free }))).toBe('rights.notYours')
    const unbound = await addRole(admin, ['user:list'])
    const give = (selectedroles: string) =>
      add(client, { selectedroles, selecteddeparts: demoStores.A01A01.id }).then(() => undefined)
    expect(await codeOf(give(unbound))).toBe('rights.notYours')
    await give(passedOn)
    await admin.permissions.deletePermissionRule({ query: { id: mine } })
    await vi.waitFor(async () => expect((await client.users.list({ query: {} })).result.total).toBeGreaterThan(1), 5000)
    expect((await admin.roles.datarule({ params: { permissionId: 'user:list', roleId } })).result.drChecked).toBe('')
  })
})

describe('department roles', () => {
  it('grant what the store may give, while the person works there', async () => {
    const departId = demoStores.A01A02.id
    const save = (permissionIds: string) =>
      manager.permissions.saveDepartPermission({ body: { departId, permissionIds, lastpermissionIds: '' } })
    expect(await codeOf(save('permission:edit'))).toBe('rights.notYours')
    await save('user:list,vehicle:finish')
    const roleCode = `dr-${++count}`
    await manager.departRoles.add({ body: { departId, roleName: '店员', roleCode } })
    const roleId = (await manager.departRoles.getDeptRoleList({ query: { departId } })).result[0]?.id ?? ''
    const grant = (permissionIds: string) =>
      manager.departRoles.saveDeptRolePermission({ body: { roleId, permissionIds, lastpermissionIds: '' } })
    expect(await codeOf(grant('role:list'))).toBe('rights.notYours')
    await grant('user:list')
    const { id, username } = await add(manager, { selectedroles: '' })
    const { token } = await signInAs(username)
    const list = () => codeOf(other.client(token).users.list({ query: {} }))
    expect(await list()).toBe('auth.forbidden')
    await manager.departRoles.deptRoleUserAdd({ body: { userId: id, newRoleId: roleId, oldRoleId: '' } })
    await vi.waitFor(async () => expect(await list()).toBe('done'), 5000)
    expect((await manager.departRoles.getDeptRoleByUserId({ query: { userId: id } })).result).toMatchObject([
      { droleId: roleId },
    ])
    // What the store may not give any more, its roles do not grant.
    await manager.permissions.saveDepartPermission({
      body: { departId, permissionIds: 'vehicle:finish', lastpermissionIds: 'user:list,vehicle:finish' },
    })
    await vi.waitFor(async () => expect(await list()).toBe('auth.forbidden'), 5000)
    const beside = await server.signIn('manager', 'A01A01')
    expect(await codeOf(beside.departRoles.edit({ body: { id: roleId, roleName: 'x' } }))).toBe('common.recordNotFound')
    expect(await codeOf(beside.departRoles.list({ query: { deptId: departId } }))).toBe('common.recordNotFound')
    await manager.departRoles.delete({ query: { id: roleId } })
  })
})

describe('stores', () => {
  it('are a tree of what is in scope, whose leaves have no children', async () => {
    expect((await manager.departs.queryTreeList()).result).toMatchObject([
      { orgCode: 'A01A02', isLeaf: true, children: null, key: demoStores.A01A02.id },
    ])
    const [root] = (await hq.departs.queryTreeListByLogin()).result
    expect(root).toMatchObject({
      orgCode: 'A01',
      orgType: '1',
      children: [{ orgCode: 'A01A01' }, { orgCode: 'A01A02' }],
    })
    expect((await hq.departs.queryIdTree()).result[0]?.children).toHaveLength(2)
    expect((await manager.departs.searchBy({ query: { keyWord: '极速' } })).result).toHaveLength(1)
    expect(await codeOf(hq.departs.searchBy({ query: { keyWord: '%' } }))).toBe('departs.noneFound')
    expect(await hq.departs.queryMyDeptTreeList()).toMatchObject({ message: '1', result: null })
    await admin.users.edit({ body: { id: demoUsers.hq.id, userIdentity: 2 } })
    expect(await hq.departs.queryMyDeptTreeList()).toMatchObject({ message: '2', result: [{ orgCode: 'A01' }] })
  })

  it("get a code that was never another store's, also when many are added at once", async () => {
    const parentId = demoStores.A01.id
    const names = Array.from({ length: 6 }, (_, index) => `新店${index}`)
    await Promise.all(names.map((departName) => hq.departs.add({ body: { parentId, departName } })))
    const children = (await hq.departs.queryTreeList()).result[0]?.children ?? []
    const codes = children.map(({ orgCode }) => orgCode).sort()
    expect(codes).toEqual(['A01A01', 'A01A02', 'A01A03', 'A01A04', 'A01A05', 'A01A06', 'A01A07', 'A01A08'])
    const last = children.find(({ orgCode }) => orgCode === 'A01A08')
    await hq.departs.delete({ query: { id: last?.id ?? '' } })
    await hq.departs.add({ body: { parentId, departName: '又一家' } })
    const again = (await hq.departs.searchBy({ query: { keyWord: '又一家' } })).result[0]
    expect(again?.orgCode).toBe('A01A09')
  })

  it('are changed within the scope, and what they have bought by the platform only', async () => {
    const id = demoStores.A01A01.id
    await hq.departs.edit({ body: { id, address: '滨江路 1 号', dayStartHour: 4 } })
    const edited = (await hq.departs.searchBy({ query: { keyWord: '滨江' } })).result[0]
    expect(edited).toMatchObject({ address: '滨江路 1 号', dayStartHour: 4, queuePrefix: 'A', apps: ['XWHF'] })
    expect(await codeOf(hq.departs.edit({ body: { id, apps: ['XWHF', 'MORE'] } }))).toBe('departs.boughtByPlatform')
    expect(await codeOf(hq.departs.edit({ body: { id, endTime: '2099-01-01' } }))).toBe('departs.boughtByPlatform')
    await admin.departs.edit({ body: { id, smsCount: 100, endTime: '2099-01-01' } })
    expect(await codeOf(hq.departs.add({ body: { departName: '自立门户' } }))).toBe('rights.platformOnly')
    expect(await codeOf(hq.departs.edit({ body: { id, timeZone: 'Mars/Base' } }))).toBe('common.invalidInput')
    expect(await codeOf(manager.departs.edit({ body: { id, address: 'x' } }))).toBe('auth.forbidden')
  })

  it('stay as long as anything is in them', async () => {
    expect(await codeOf(hq.departs.delete({ query: { id: demoStores.A01A01.id } }))).toBe('departs.inUse')
    expect(await codeOf(admin.departs.delete({ query: { id: demoStores.A01.id } }))).toBe('departs.inUse')
    expect(await codeOf(admin.departs.delete({ query: { id: newId() } }))).toBe('common.recordNotFound')
  })
})

describe('an account of the demo', () => {
  it('still signs in after all that', async () => {
    await server.client().access.login({ body: { username: 'cashier', password: DEMO_PASSWORD } })
  })
})
