import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { demoStores, demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import { type Staff, startStaff } from '#tests/support/venue/people.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'

let { server, other, admin, hq, manager, people } = {} as Staff
beforeAll(async () => {
  ;({ server, other, admin, hq, manager, people } = await startStaff())
})
afterAll(() => server.stop())

describe('department roles', () => {
  it('grant what the store may grant, while the user works there', async () => {
    const departId = demoStores.A01A02.id
    const save = (permissionIds: string) =>
      manager.permissions.saveDepartPermission({ body: { departId, permissionIds, lastpermissionIds: '' } })
    expect(await codeOf(save('permission:edit'))).toBe('rights.notYours')
    await save('user:list,vehicle:finish')
    const roleCode = 'store-staff'
    await manager.departRoles.add({ body: { departId, roleName: '店员', roleCode } })
    const roleId = (await manager.departRoles.getDeptRoleList({ query: { departId } })).result[0]?.id ?? ''
    const grant = (permissionIds: string) =>
      manager.departRoles.saveDeptRolePermission({ body: { roleId, permissionIds, lastpermissionIds: '' } })
    expect(await codeOf(grant('role:list'))).toBe('rights.notYours')
    await grant('user:list')
    const { id, username } = await people.add(manager, { selectedroles: '' })
    const { token } = await people.signInAs(username)
    const list = () => codeOf(other.client(token).users.list({ query: {} }))
    expect(await list()).toBe('auth.forbidden')
    await manager.departRoles.deptRoleUserAdd({ body: { userId: id, newRoleId: roleId, oldRoleId: '' } })
    await until(async () => expect(await list()).toBe('done'))
    expect((await manager.departRoles.getDeptRoleByUserId({ query: { userId: id } })).result).toMatchObject([
      { droleId: roleId },
    ])
    // Roles no longer grant what the store may no longer grant.
    await manager.permissions.saveDepartPermission({
      body: { departId, permissionIds: 'vehicle:finish', lastpermissionIds: 'user:list,vehicle:finish' },
    })
    await until(async () => expect(await list()).toBe('auth.forbidden'))
    const beside = await server.signIn('manager', 'A01A01')
    expect(await codeOf(beside.departRoles.edit({ body: { id: roleId, roleName: 'x' } }))).toBe('common.recordNotFound')
    expect(await codeOf(beside.departRoles.list({ query: { deptId: departId } }))).toBe('common.recordNotFound')
    await manager.departRoles.delete({ query: { id: roleId } })
  })

  it('count only in their store: their rights cannot be granted in a role that counts everywhere', async () => {
    const departId = demoStores.A01A02.id
    const permissionIds = 'user:list,user:edit,role:list,role:edit,role:grant'
    await manager.permissions.saveDepartPermission({ body: { departId, permissionIds, lastpermissionIds: '' } })
    await manager.departRoles.add({ body: { departId, roleName: '组长', roleCode: 'store-lead' } })
    const found = (await manager.departRoles.getDeptRoleList({ query: { departId } })).result
    const leadRole = found.find(({ roleCode }) => roleCode === 'store-lead')?.id ?? ''
    await manager.departRoles.saveDeptRolePermission({
      body: { roleId: leadRole, permissionIds, lastpermissionIds: '' },
    })
    const { id, username } = await people.add(manager, { selectedroles: '' })
    await manager.departRoles.deptRoleUserAdd({ body: { userId: id, newRoleId: leadRole, oldRoleId: '' } })
    const lead = await people.signInAs(username)
    const own = await people.addRole(lead)
    const grant = () =>
      lead.permissions.saveRolePermission({
        body: { roleId: own, permissionIds: 'user:list', lastpermissionIds: '' },
      })
    expect(await codeOf(grant())).toBe('rights.notYours')
    const lists = await people.addRole(manager, ['user:list'])
    expect(await codeOf(lead.users.edit({ body: { id, selectedroles: lists } }))).toBe('rights.notYours')
    await manager.users.edit({ body: { id, selectedroles: lists } })
    await grant()
    await lead.users.edit({ body: { id, selectedroles: `${lists},${own}` } })
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

  it('get a code that no store ever had, also when many are added at once', async () => {
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

  it('are created once if the form of a new one is sent repeatedly', async () => {
    const body = { parentId: demoStores.A01.id, departName: '两次' }
    const sent = await Promise.all([1, 2, 3].map(() => codeOf(hq.departs.add({ body }))))
    expect(sent.sort()).toEqual(['departs.nameTaken', 'departs.nameTaken', 'done'])
    const found = (await hq.departs.searchBy({ query: { keyWord: '两次' } })).result
    expect(found).toHaveLength(1)
    expect(await codeOf(hq.departs.edit({ body: { id: demoStores.A01A02.id, departName: '两次' } }))).toBe(
      'departs.nameTaken',
    )
    // The name is unused elsewhere.
    await hq.departs.add({ body: { parentId: found[0]?.id ?? '', departName: '两次' } })
    const [inner, outer] = (await hq.departs.searchBy({ query: { keyWord: '两次' } })).result
    await hq.departs.delete({ query: { id: (inner?.parentId === outer?.id ? outer : inner)?.id ?? '' } })
  })

  it('set the limit of pending orders and which money is spent first', async () => {
    const id = demoStores.A01A02.id
    const own = async () => (await hq.departs.listAll({ query: { id } })).result[0]
    expect(await own()).toMatchObject({ hungOrderLimit: 5, chargeOrder: 'paidFirst' })
    await hq.departs.edit({ body: { id, hungOrderLimit: 12, chargeOrder: 'proportional' } })
    expect(await own()).toMatchObject({ hungOrderLimit: 12, chargeOrder: 'proportional' })
    const info = (await (await server.signIn('manager2')).consume.getDepartInfo()).result
    expect(info).toMatchObject({ hungOrderLimit: 12, chargeOrder: 'proportional' })
    for (const wrong of [{ hungOrderLimit: -1 }, { hungOrderLimit: 1.5 }, { chargeOrder: 'cheapest' }]) {
      expect(await codeOf(hq.departs.edit({ body: { id, ...wrong } as never }))).toBe('common.invalidInput')
    }
    await hq.departs.edit({ body: { id, hungOrderLimit: 5, chargeOrder: 'paidFirst' } })
  })

  it('keep queue prefix and platform id when a client sends neither', async () => {
    const parentId = demoStores.A01.id
    await hq.departs.add({ body: { parentId, departName: '外部一店', queuePrefix: '' } })
    const [made] = (await hq.departs.searchBy({ query: { keyWord: '外部一店' } })).result
    expect(made).toMatchObject({ queuePrefix: 'A', externalStoreId: made?.orgCode })
    const id = made?.id ?? ''
    await hq.departs.edit({ body: { id, queuePrefix: 'K', externalStoreId: 'MT-5521' } })
    await hq.departs.edit({ body: { id, queuePrefix: '', address: '外部路' } })
    const [edited] = (await hq.departs.listAll({ query: { id } })).result
    expect(edited).toMatchObject({ queuePrefix: 'K', externalStoreId: 'MT-5521', address: '外部路' })
    await hq.departs.delete({ query: { id } })
  })

  it('are changed within the scope, and their purchases only by the platform', async () => {
    const id = demoStores.A01A01.id
    await hq.departs.edit({ body: { id, address: '滨江路 1 号', dayStartHour: 4 } })
    const edited = (await hq.departs.searchBy({ query: { keyWord: '滨江' } })).result[0]
    expect(edited).toMatchObject({ address: '滨江路 1 号', dayStartHour: 4, queuePrefix: 'A', apps: ['XWHF'] })
    expect(await codeOf(hq.departs.edit({ body: { id, apps: ['XWHF', 'MORE'] } }))).toBe('departs.boughtByPlatform')
    expect(await codeOf(hq.departs.edit({ body: { id, endTime: '2099-01-01' } }))).toBe('departs.boughtByPlatform')
    await admin.departs.edit({ body: { id, smsCount: 100, endTime: '2099-01-01' } })
    for (const endTime of [null, '', '2099-01-02']) {
      expect(await codeOf(hq.departs.edit({ body: { id, endTime } }))).toBe('departs.boughtByPlatform')
    }
    // A client of the API family sends the whole record back.
    const [whole] = (await hq.departs.listAll({ query: { id } })).result
    await hq.departs.edit({ body: { ...whole, address: '滨江路 2 号' } as never })
    expect((await hq.departs.listAll({ query: { id } })).result).toMatchObject([
      { address: '滨江路 2 号', smsCount: 100, endTime: '2099-01-01 23:59:59', apps: ['XWHF'] },
    ])
    // Texts were sent since it read the record: the older count is ignored and not refused.
    await hq.departs.edit({ body: { ...whole, smsCount: 101 } as never })
    expect((await hq.departs.listAll({ query: { id } })).result).toMatchObject([{ smsCount: 100 }])
    expect(await codeOf(hq.departs.add({ body: { departName: '自立门户' } }))).toBe('rights.platformOnly')
    expect(await codeOf(hq.departs.edit({ body: { id, timeZone: 'Mars/Base' } }))).toBe('common.invalidInput')
    expect(await codeOf(manager.departs.edit({ body: { id, address: 'x' } }))).toBe('auth.forbidden')
  })

  it('cannot be deleted while they have records', async () => {
    expect(await codeOf(hq.departs.delete({ query: { id: demoStores.A01A01.id } }))).toBe('departs.inUse')
    expect(await codeOf(admin.departs.delete({ query: { id: demoStores.A01.id } }))).toBe('departs.inUse')
    expect(await codeOf(admin.departs.delete({ query: { id: newId() } }))).toBe('common.recordNotFound')
  })

  it('cannot be deleted while a user is being added to them', async () => {
    const departName = '新店'
    await hq.departs.add({ body: { departName, parentId: demoStores.A01.id } })
    const id = (await hq.departs.searchBy({ query: { keyWord: departName } })).result[0]?.id ?? ''
    await withClient(server.database.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query('insert into user_store values ($1, $2)', [demoUsers.coach.id, id])
      const deleted = codeOf(hq.departs.delete({ query: { id } }))
      await until(async () => {
        // Not pg_stat_activity: within a transaction it always returns the same snapshot.
        const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
        expect((await owner.query(waiting)).rowCount).toBe(1)
      })
      await owner.query('commit')
      expect(await deleted).toBe('departs.inUse')
      await owner.query('delete from user_store where store_id = $1', [id])
    })
    const [added, deleted] = await Promise.all([
      codeOf(hq.users.editSysDepartWithUser({ body: { depId: id, userIdList: [demoUsers.coach.id] } })),
      codeOf(hq.departs.delete({ query: { id } })),
    ])
    expect([
      ['done', 'departs.inUse'],
      ['common.recordNotFound', 'done'],
    ]).toContainEqual([added, deleted])
  })
})
