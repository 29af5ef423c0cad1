import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, demoStores, demoUsers } from '#server/db/seed/access.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { PASSWORD, type Staff, startStaff } from '#tests/support/venue/people.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'

let { server, other, admin, hq, manager, people, rows } = {} as Staff
beforeAll(async () => {
  ;({ server, other, admin, hq, manager, people, rows } = await startStaff())
})
afterAll(() => server.stop())

describe('the list of users', () => {
  it('shows the users of the stores in scope, with names of stores and roles and without secrets', async () => {
    const { result } = await manager.users.list({ query: { column: 'username', order: 'asc', pageSize: 50 } })
    expect(result.records.map(({ username }) => username)).toEqual(['manager', 'manager2'])
    expect(result.records[0]).toMatchObject({ orgCode: '极速卡丁·城西店', status_dictText: expect.any(String) })
    expect(JSON.stringify(result)).not.toMatch(/hash|argon/i)
    const everyone = await admin.users.list({ query: { pageSize: 50 } })
    expect(everyone.result.total).toBeGreaterThanOrEqual(8)
  })

  it('accepts filters in the notation of the API family only', async () => {
    const names = async (query: object) =>
      (await admin.users.list({ query: { column: 'username', order: 'asc', ...query } })).result.records.map(
        ({ username }) => username,
      )
    expect(await names({ username: 'cash*' })).toEqual(['cashier', 'cashier2'])
    expect(await names({ identity: '0,4' })).toEqual(['hq', 'partner'])
    for (const hostile of [`'; drop table user_account --`, `x' or '1'='1`, '%', '\\', '*%*', '$1']) {
      expect(await names({ username: hostile }), hostile).toEqual([])
    }
    expect(await codeOf(names({ username: '\u0000' }))).toBe('common.invalidInput')
    for (const column of ['passwordHash', 'password_hash desc; --', '(select 1)', '__proto__']) {
      expect(await names({ column, username: 'hq' })).toEqual(['hq'])
    }
    const advanced = JSON.stringify([{ field: 'passwordHash', rule: 'like', val: 'a' }])
    expect(await codeOf(names({ superQueryParams: advanced }))).toBe('lists.badAdvancedQuery')
  })
})

describe('a user', () => {
  it('is added with roles and stores, changed, and found by store and role', async () => {
    const { id, username } = await people.add(manager, { phone: '13812340001', workNo: 'W-1' })
    expect((await people.signInAs(username)).user).toMatchObject({ orgCode: 'A01A02', identity: '3' })
    await manager.users.edit({ body: { id, realname: '新名字', post: '领班' } })
    expect((await manager.users.queryById({ query: { id } })).result).toMatchObject({
      realname: '新名字',
      post: '领班',
      phone: '13812340001',
      workNo: 'W-1',
      rolesname: '收银员',
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
    const picked = await manager.users.queryUserComponentData({
      query: { departId: demoStores.A01A02.id, pageSize: 500 },
    })
    expect(ids(picked.result.records).sort()).toEqual(ids(departUsers.result.records).sort())
    const below = await hq.users.queryUserComponentData({ query: { departId: demoStores.A01.id, pageSize: 500 } })
    expect(ids(below.result.records)).toEqual(expect.arrayContaining([id, demoUsers.hq.id]))
    const named = await hq.users.queryUserComponentData({ query: { departId: '', realname: '新名' } })
    expect(ids(named.result.records)).toEqual([id])
  })

  it('is not changed by an empty input, and refuses duplicate or invalid values', async () => {
    const { id } = await people.add(manager)
    const [before] = await rows('select to_jsonb(u) as row from user_account u where id = $1', [id])
    await manager.users.edit({ body: { id } })
    expect(await rows('select to_jsonb(u) as row from user_account u where id = $1', [id])).toEqual([before])
    expect(await codeOf(manager.users.edit({ body: { id, phone: '13900000006' } }))).toBe('users.phoneTaken')
    expect(await codeOf(people.add(manager, { username: 'hq' }))).toBe('users.usernameTaken')
    for (const wrong of [{ phone: '123' }, { email: 'nobody' }, { realname: 'x'.repeat(65) }, { sex: 3 }]) {
      expect(await codeOf(manager.users.edit({ body: { id, ...wrong } as never }))).toBe('common.invalidInput')
    }
    expect(await codeOf(people.add(manager, { password: 'weak' }))).toBe('common.invalidInput')
    expect(await codeOf(people.add(manager, { confirmpassword: 'other' }))).toBe('account.passwordsDiffer')
  })

  it('is frozen, unfrozen, deleted and restored on every copy of the server', async () => {
    const { id, username } = await people.add(manager)
    const gone = async (work: () => Promise<unknown>) => {
      const { token } = await people.signInAs(username)
      await other.client(token).signIn.currentDeparts()
      await work()
      await until(async () => {
        for (const copy of [server, other]) {
          expect(await codeOf(copy.client(token).signIn.currentDeparts())).toBe('auth.tokenInvalid')
        }
      })
    }
    await gone(() => manager.users.freezeBatch({ body: { ids: `${id},`, status: 2 } }))
    expect(await codeOf(people.signInAs(username))).toBe('auth.frozen')
    await manager.users.freezeBatch({ body: { ids: id, status: 1 } })
    await gone(() =>
      manager.users.changePassword({ body: { username, password: PASSWORD, confirmpassword: PASSWORD } }),
    )
    await gone(() => manager.users.delete({ query: { id } }))
    expect(await codeOf(people.signInAs(username))).toBe('auth.wrongPassword')
    expect((await hq.users.recycleBin()).result.map((one) => one.id)).toContain(id)
    expect((await manager.users.list({ query: { username } })).result.total).toBe(0)
    await hq.users.putRecycleBin({ body: { userIds: id } })
    await people.signInAs(username)
    await manager.users.deleteBatch({ query: { ids: id } })
    await hq.users.deleteRecycleBin({ query: { userIds: id } })
    expect(await rows('select from user_account where id = $1', [id])).toEqual([])
  })

  it('has a forgotten refund password removed by a manager, and sets the next one with the sign-in password', async () => {
    const { id, username } = await people.add(manager)
    const person = await people.signInAs(username)
    const change = (oldpassword: string, password: string) =>
      codeOf(person.account.changeRefundPassword({ body: { oldpassword, password, confirmpassword: password } }))
    expect(await change(PASSWORD, 'Rueckgabe-1')).toBe('done')
    const reset = { body: { username, secret: 'refund' } } as const
    expect(await codeOf((await server.signIn('cashier')).users.resetSecret(reset))).toBe('auth.forbidden')
    const elsewhere = await server.signIn('manager', 'A01A01')
    expect(await codeOf(elsewhere.users.resetSecret(reset))).toBe('common.recordNotFound')
    expect((await person.account.profile()).result.hasRefundPassword).toBe(true)
    await manager.users.resetSecret(reset)
    expect((await person.account.profile()).result.hasRefundPassword).toBe(false)
    const trail = `select username, after from audit_entry where record_id = $1 and action = '/sys/user/resetSecret'`
    expect(await rows(trail, [id])).toEqual([{ username: 'manager2', after: { reset: 'refund' } }])
    expect(await change('Rueckgabe-1', 'Rueckgabe-2')).toBe('account.oldPasswordWrong')
    expect(await change(PASSWORD, 'Rueckgabe-2')).toBe('done')
    expect(await change(PASSWORD, 'Rueckgabe-3')).toBe('account.oldPasswordWrong')
  })

  it('gets and loses roles and stores by calls of the role and of the store', async () => {
    const { id, username } = await people.add(hq, { selectedroles: '', selecteddeparts: demoStores.A01A01.id })
    await hq.users.addSysUserRole({ body: { roleId: 'coach', userIdList: [id] } })
    await hq.users.editSysDepartWithUser({ body: { depId: demoStores.A01A02.id, userIdList: [id] } })
    const { user } = await people.signInAs(username)
    expect(user).toMatchObject({ rolesname: '教练', orgCode: '' })
    await hq.users.deleteUserRole({ query: { roleId: 'coach', userId: id } })
    await hq.users.deleteUserInDepart({ query: { depId: demoStores.A01A01.id, userId: id } })
    expect((await people.signInAs(username)).user).toMatchObject({ rolesname: '', orgCode: 'A01A02' })
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
      () => manager.users.freezeBatch({ body: { ids: cashier, status: 2 } }),
      () => manager.users.queryById({ query: { id: cashier } }),
      () => manager.users.queryUserRole({ query: { userid: cashier } }),
      () =>
        manager.users.changePassword({ body: { username: 'cashier', password: PASSWORD, confirmpassword: PASSWORD } }),
      () => manager.users.changePassword({ body: { username: 'hq', password: PASSWORD, confirmpassword: PASSWORD } }),
      () => manager.users.departUserList({ query: { depId: demoStores.A01A01.id } }),
      () => manager.users.queryUserComponentData({ query: { departId: demoStores.A01A01.id } }),
      () =>
        manager.users.editSysDepartWithUser({
          body: { depId: demoStores.A01A01.id, userIdList: [demoUsers.manager2.id] },
        }),
    ]) {
      expect(await codeOf(attempt())).toBe('common.recordNotFound')
    }
    // The other manager works at both stores, so the manager of one store may not change them.
    expect(await codeOf(manager.users.edit({ body: { id: demoUsers.manager.id, realname: 'x' } }))).toBe(
      'users.outOfScope',
    )
    expect(await codeOf(hq.users.freezeBatch({ body: { ids: demoUsers.admin.id, status: 2 } }))).toBe('users.aboveYou')
    expect(await codeOf(people.add(manager, { identity: '0' }))).toBe('users.aboveYou')
    expect(await codeOf(people.add(hq, { identity: '-1' }))).toBe('users.aboveYou')
    expect(await codeOf(hq.users.edit({ body: { id: demoUsers.hq.id, identity: '-1' } }))).toBe('users.aboveYou')
    expect(await codeOf(people.add(manager, { selecteddeparts: demoStores.A01A01.id }))).toBe('common.recordNotFound')
    expect(await codeOf(people.add(manager, { selecteddeparts: '' }))).toBe('users.noStore')
    const [row] = await rows('select realname, status from user_account where id = $1', [cashier])
    expect(row).toEqual({ realname: '李小敏', status: 1 })
  })

  it('grants an action that they do not have by the name of a role', async () => {
    const actions = ['role:list', 'role:edit', 'user:list', 'user:edit']
    const { id, username } = await people.add(admin, { selectedroles: await people.addRole(admin, actions) })
    const lead = await people.signInAs(username)
    const named = { roleCode: 'single-store', roleName: '收银（单店通用）' }
    expect(await codeOf(lead.roles.add({ body: named }))).toBe('rights.notYours')
    const plain = await people.addRole(lead)
    expect(await codeOf(lead.roles.edit({ body: { id: plain, roleName: named.roleName } }))).toBe('rights.notYours')
    await lead.roles.edit({ body: { id: plain, roleName: '收银' } })
    await rows('update role set role_name = $2 where id = $1', [plain, named.roleName])
    const give = (by: TestClient) => codeOf(by.users.addSysUserRole({ body: { roleId: plain, userIdList: [id] } }))
    expect(await give(lead)).toBe('rights.notYours')
    // A manager has the action, and may give it.
    await manager.users.addSysUserRole({ body: { roleId: plain, userIdList: [id] } })
    await until(async () => {
      const { result } = await lead.signIn.permissions()
      expect(result.auth.map(({ action }) => action)).toContain('playbeforepay:edite')
    })
  })

  it('grants a role or a right that they do not have, by any call', async () => {
    expect(await codeOf(people.add(manager, { selectedroles: 'hq' }))).toBe('rights.notYours')
    expect(await codeOf(people.add(manager, { selectedroles: 'admin' }))).toBe('rights.notYours')
    const own = demoUsers.manager2.id
    expect(await codeOf(manager.users.addSysUserRole({ body: { roleId: 'hq', userIdList: [own] } }))).toBe(
      'rights.notYours',
    )
    expect(await codeOf(manager.users.edit({ body: { id: own, selectedroles: 'manager,admin' } }))).toBe(
      'rights.notYours',
    )
    const roleId = await people.addRole(manager)
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

  it('takes over a user of the same identity with more rights by setting their password', async () => {
    const roleId = await people.addRole(hq, ['user:recycle'])
    const { username, id } = await people.add(hq, { identity: '1', selectedroles: roleId })
    const body = { username, password: PASSWORD, confirmpassword: PASSWORD }
    expect(await codeOf(manager.users.changePassword({ body }))).toBe('users.aboveYou')
    expect(await codeOf(manager.users.freezeBatch({ body: { ids: id, status: 2 } }))).toBe('users.aboveYou')
    await hq.users.changePassword({ body })
  })

  it('takes over a user whose password they may not set, by changing the phone that can reset it', async () => {
    const right = (await hq.permissions.queryRolePermission({ query: { roleId: 'cashier' } })).result
    const selectedroles = await people.addRole(hq, ['user:list', 'user:edit', ...right])
    const { username } = await people.add(hq, { identity: '1', selectedroles })
    const editor = await people.signInAs(username)
    const { id } = await people.add(hq, { phone: '13812340002' })
    const edit = (phone: string) => codeOf(editor.users.edit({ body: { id, realname: '改名', phone } }))
    expect(await edit('13812340003')).toBe('users.phoneIsPassword')
    // Forms send the whole record back.
    expect(await edit('13812340002')).toBe('done')
    await manager.users.edit({ body: { id, phone: '13812340003' } })
  })

  it('freezes, deletes or resets themselves or the first administrator', async () => {
    const freeze = (by: TestClient, ids: string) => by.users.freezeBatch({ body: { ids, status: 2 } })
    expect(await codeOf(freeze(admin, demoUsers.admin.id))).toBe('users.notAdmin')
    expect(await codeOf(admin.users.delete({ query: { id: demoUsers.admin.id } }))).toBe('users.notAdmin')
    expect(await codeOf(freeze(hq, demoUsers.hq.id))).toBe('users.notYourself')
    const body = { username: 'hq', password: PASSWORD, confirmpassword: PASSWORD }
    expect(await codeOf(hq.users.changePassword({ body }))).toBe('users.ownPassword')
  })

  it('changes part of a batch that contains an id of another store', async () => {
    const { id } = await people.add(manager)
    const ids = `${id},${demoUsers.cashier.id}`
    expect(await codeOf(manager.users.deleteBatch({ query: { ids } }))).toBe('common.recordNotFound')
    expect((await manager.users.queryById({ query: { id } })).result.id).toBe(id)
  })
})

describe('an account of the demo', () => {
  it('can still sign in after all these tests', async () => {
    await server.client().signIn.login({ body: { username: 'cashier', password: DEMO_PASSWORD } })
  })
})
