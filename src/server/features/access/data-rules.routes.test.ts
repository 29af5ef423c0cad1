import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { demoStores, demoUsers } from '#server/db/seed/access.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'

const departId = demoStores.A01A02.id
const userId = demoUsers.manager2.id
const LIST = 'user:list'

let server: TestServer
let admin: TestClient
/** Manages A01A02 with every right of a manager, and is bound, at times, to see nobody whose name lacks an r. */
let manager: TestClient
let ruleId: string

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

const names = async (by: TestClient): Promise<string[]> =>
  (await by.users.list({ query: { pageSize: 50 } })).result.records.map(({ username }) => username).sort()

/** Whom the rule shows; there is a coach, too. */
const bound = ['cashier', 'manager', 'manager2']

let count = 0
/** Adds a role of the store as somebody, with the list of users in it. */
async function departRole(by: TestClient): Promise<string> {
  const roleCode = `lead${++count}`
  await by.departRoles.add({ body: { departId, roleCode, roleName: roleCode } })
  const { result } = await by.departRoles.getDeptRoleList({ query: { departId } })
  const roleId = result.find((role) => role.roleCode === roleCode)?.id ?? ''
  await by.departRoles.saveDeptRolePermission({ body: { roleId, permissionIds: LIST, lastpermissionIds: '' } })
  return roleId
}

const give = (by: TestClient, to: string, newRoleId: string, oldRoleId = '') =>
  by.departRoles.deptRoleUserAdd({ body: { userId: to, newRoleId, oldRoleId } })

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('admin')
  await admin.permissions.saveDepartPermission({ body: { departId, permissionIds: LIST, lastpermissionIds: '' } })
  const rule = {
    permissionId: LIST,
    ruleName: 'r',
    ruleColumn: 'username',
    ruleConditions: 'LIKE',
    ruleValue: 'r',
  } as const
  await admin.permissions.addPermissionRule({ body: rule })
  ruleId = (await admin.permissions.getPermRuleListByPermId({ query: { permissionId: LIST } })).result[0]?.id ?? ''
  await admin.departRoles.saveDepartDatarule({ body: { permissionId: LIST, departId, dataRuleIds: ruleId } })
  await admin.users.edit({ body: { id: demoUsers.cashier.id, selecteddeparts: departId } })
  await admin.users.edit({
    body: { id: demoUsers.coach.id, selecteddeparts: `${departId},${demoStores.A01A01.id}` },
  })
  manager = await server.signIn('manager2')
})
afterAll(() => server.stop())

beforeEach(() =>
  withClient(server.database.ownerUrl, async (owner) => {
    await owner.query('delete from sys_depart_role')
    await owner.query(`delete from sys_role where role_code = 'bound'`)
  }),
)

describe('whoever is bound by a data rule of a role', () => {
  it('cannot take the role off, and keep the list by another', async () => {
    await admin.roles.add({ body: { roleCode: 'bound', roleName: 'bound' } })
    const roleId = (await admin.roles.list({ query: { roleCode: 'bound' } })).result.records[0]?.id ?? ''
    await admin.permissions.saveRolePermission({ body: { roleId, permissionIds: LIST, lastpermissionIds: '' } })
    await admin.roles.saveDatarule({ body: { permissionId: LIST, roleId, dataRuleIds: ruleId } })
    await admin.users.addSysUserRole({ body: { roleId, userIdList: [userId] } })
    expect(await names(manager)).toEqual(bound)
    expect(await codeOf(manager.users.deleteUserRole({ query: { roleId, userId } }))).toBe('rights.notYours')
    expect(await codeOf(manager.users.edit({ body: { id: userId, selectedroles: 'manager' } }))).toBe('rights.notYours')
    expect(await names(manager)).toEqual(bound)
    await admin.users.deleteUserRole({ query: { roleId, userId } })
    expect(await names(manager)).toContain('coach')
  })
})

describe('whoever is bound by a data rule of a department role', () => {
  let roleId: string
  beforeEach(async () => {
    roleId = await departRole(admin)
    await admin.departRoles.saveDatarule({ body: { permissionId: LIST, roleId, dataRuleIds: ruleId } })
    await give(admin, userId, roleId)
    expect(await names(manager)).toEqual(bound)
  })

  it('cannot get rid of the rule in any way', async () => {
    const without = { permissionIds: '', lastpermissionIds: LIST }
    const ways = [
      () => give(manager, userId, '', roleId),
      () => manager.departRoles.delete({ query: { id: roleId } }),
      () => manager.departRoles.deleteBatch({ query: { ids: roleId } }),
      () => manager.departRoles.saveDeptRolePermission({ body: { roleId, ...without } }),
      () => manager.permissions.saveDepartPermission({ body: { departId, ...without } }),
      () => manager.departRoles.saveDatarule({ body: { permissionId: LIST, roleId, dataRuleIds: '' } }),
    ]
    for (const way of ways) expect(await codeOf(way()), String(way)).toBe('rights.notYours')
    expect(await names(manager)).toEqual(bound)
    // Only an offer: taking it back frees nobody.
    await manager.departRoles.saveDepartDatarule({ body: { permissionId: LIST, departId, dataRuleIds: '' } })
    expect(await names(manager)).toEqual(bound)
    await admin.departRoles.saveDepartDatarule({ body: { permissionId: LIST, departId, dataRuleIds: ruleId } })
  })

  it('passes it on with the list, and gives no role that lacks it', async () => {
    const passedOn = await departRole(manager)
    const params = { permissionId: LIST, departId, roleId: passedOn }
    expect((await manager.departRoles.datarule({ params })).result.drChecked).toBe(ruleId)
    await give(manager, demoUsers.cashier.id, passedOn)
    expect(await names(await server.signIn('cashier'))).toEqual(bound)
    const free = await departRole(admin)
    expect(await codeOf(give(manager, demoUsers.cashier.id, free))).toBe('rights.notYours')
  })

  it('is bound at that store and below it only', async () => {
    await give(admin, userId, '', roleId)
    expect(await names(manager)).toContain('coach')
    await give(admin, demoUsers.manager.id, roleId)
    const elsewhere = await server.signIn('manager', 'A01A01')
    expect(await names(elsewhere)).toContain('coach')
    const here = await server.signIn('manager', 'A01A02')
    expect(await names(here)).toEqual(bound)
  })
})
