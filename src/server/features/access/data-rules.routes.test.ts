import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { demoStores, demoUsers } from '#server/db/seed/access.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { PASSWORD, peopleOf } from '#tests/support/venue/people.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, admin } = await testVenue(['admin'])

const departId = demoStores.A01A02.id
const userId = demoUsers.manager2.id
const LIST = 'user:list'
await admin.permissions.saveDepartPermission({ body: { departId, permissionIds: LIST, lastpermissionIds: '' } })
const rule = {
  permissionId: LIST,
  ruleName: 'r',
  ruleColumn: 'username',
  ruleConditions: 'LIKE',
  ruleValue: 'r',
} as const
await admin.permissions.addPermissionRule({ body: rule })
const ruleId = (await admin.permissions.getPermRuleListByPermId({ query: { permissionId: LIST } })).result[0]?.id ?? ''

/** Manages A01A02 with all rights of a manager; in some tests a data rule shows them only users with an r in the name. */
let manager: TestClient

/** Waits until a user's list shows the expected users, after the server was notified of the change of rights. */
const sees = (by: TestClient, expected: readonly string[]): Promise<void> =>
  until(async () => {
    const { records } = (await by.users.list({ query: { pageSize: 50 } })).result
    expect(records.map(({ username }) => username).sort()).toEqual(expected)
  })

/** The users that the rule shows; there is a coach, too. */
const bound = ['cashier', 'manager', 'manager2']
const everybody = ['cashier', 'coach', 'manager', 'manager2']

let count = 0
/** Adds a role of the store as a user, and grants it the list of users. */
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
  await admin.departRoles.saveDepartDatarule({ body: { permissionId: LIST, departId, dataRuleIds: ruleId } })
  await admin.users.edit({ body: { id: demoUsers.cashier.id, selecteddeparts: departId } })
  await admin.users.edit({
    body: { id: demoUsers.coach.id, selecteddeparts: `${departId},${demoStores.A01A01.id}` },
  })
  manager = await server.signIn('manager2')
})

beforeEach(() =>
  withClient(server.database.ownerUrl, async (owner) => {
    await owner.query('delete from store_role')
    await owner.query(`delete from role where role_code = 'bound'`)
  }),
)

describe('a user bound by a data rule of a role', () => {
  it('cannot remove the role and keep the list by another', async () => {
    await admin.roles.add({ body: { roleCode: 'bound', roleName: 'bound' } })
    const roleId = (await admin.roles.list({ query: { roleCode: 'bound' } })).result.records[0]?.id ?? ''
    await admin.permissions.saveRolePermission({ body: { roleId, permissionIds: LIST, lastpermissionIds: '' } })
    await admin.roles.saveDatarule({ body: { permissionId: LIST, roleId, dataRuleIds: ruleId } })
    await admin.users.addSysUserRole({ body: { roleId, userIdList: [userId] } })
    await sees(manager, bound)
    expect(await codeOf(manager.users.deleteUserRole({ query: { roleId, userId } }))).toBe('rights.notYours')
    expect(await codeOf(manager.users.edit({ body: { id: userId, selectedroles: 'manager' } }))).toBe('rights.notYours')
    await sees(manager, bound)
    await admin.users.deleteUserRole({ query: { roleId, userId } })
    await sees(manager, everybody)
  })
})

describe('a data rule on the name of the signed-in user', () => {
  it('compares the username, which the user cannot change', async () => {
    const rule = { permissionId: LIST, ruleName: 'own', ruleConditions: '=' } as const
    for (const ruleColumn of ['username', 'realname']) {
      await admin.permissions.addPermissionRule({ body: { ...rule, ruleColumn, ruleValue: '#{sys_user_name}' } })
    }
    const { result } = await admin.permissions.getPermRuleListByPermId({ query: { permissionId: LIST } })
    const own = (column: string) => result.find((one) => one.ruleName === 'own' && one.ruleColumn === column)?.id ?? ''
    await admin.roles.add({ body: { roleCode: 'bound', roleName: 'bound' } })
    const roleId = (await admin.roles.list({ query: { roleCode: 'bound' } })).result.records[0]?.id ?? ''
    const bind = (dataRuleIds: string) =>
      admin.roles.saveDatarule({ body: { permissionId: LIST, roleId, dataRuleIds } })
    await admin.permissions.saveRolePermission({ body: { roleId, permissionIds: LIST, lastpermissionIds: '' } })
    await bind(own('username'))
    await admin.users.addSysUserRole({ body: { roleId, userIdList: [userId] } })
    await sees(manager, ['manager2'])
    // A user who takes a colleague's real name sees no more rows.
    await manager.account.editProfile({ body: { realname: 'coach' } })
    await sees(manager, ['manager2'])
    await admin.users.edit({ body: { id: demoUsers.cashier.id, realname: 'coach' } })
    await bind(own('realname'))
    await sees(manager, [])
    await admin.users.deleteUserRole({ query: { roleId, userId } })
    await sees(manager, everybody)
  })
})

describe('a user bound by a data rule of a department role', () => {
  let roleId: string
  beforeEach(async () => {
    roleId = await departRole(admin)
    await admin.departRoles.saveDatarule({ body: { permissionId: LIST, roleId, dataRuleIds: ruleId } })
    await give(admin, userId, roleId)
    await sees(manager, bound)
  })

  it('cannot remove the rule in any way', async () => {
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
    await sees(manager, bound)
    // Only what the store may give: withdrawing it frees no user from the rule.
    await manager.departRoles.saveDepartDatarule({ body: { permissionId: LIST, departId, dataRuleIds: '' } })
    await sees(manager, bound)
    await admin.departRoles.saveDepartDatarule({ body: { permissionId: LIST, departId, dataRuleIds: ruleId } })
  })

  it('cannot set the password of a colleague without the rule, to see everything as them', async () => {
    const { id, username } = await peopleOf(server).add(admin, { selectedroles: 'manager' })
    const body = { username, password: PASSWORD, confirmpassword: PASSWORD }
    expect(await codeOf(manager.users.changePassword({ body }))).toBe('users.aboveYou')
    await give(admin, id, roleId)
    expect(await codeOf(manager.users.changePassword({ body }))).toBe('done')
    await admin.users.delete({ query: { id } })
  })

  it('grants the list only together with the rule', async () => {
    const passedOn = await departRole(manager)
    const params = { permissionId: LIST, departId, roleId: passedOn }
    expect((await manager.departRoles.datarule({ params })).result.drChecked).toBe(ruleId)
    await give(manager, demoUsers.cashier.id, passedOn)
    await sees(await server.signIn('cashier'), bound)
    const free = await departRole(admin)
    expect(await codeOf(give(manager, demoUsers.cashier.id, free))).toBe('rights.notYours')
  })

  it('may have its rules chosen by two users at once', async () => {
    const choose = (dataRuleIds: string) =>
      codeOf(admin.departRoles.saveDepartDatarule({ body: { permissionId: LIST, departId, dataRuleIds } }))
    const answers = await Promise.all(Array.from({ length: 8 }, () => choose(ruleId)))
    expect(new Set(answers)).toEqual(new Set(['done']))
    const params = { permissionId: LIST, departId }
    expect((await admin.departRoles.departDatarule({ params })).result.drChecked).toBe(ruleId)
  })

  it('is bound at that store and below it only', async () => {
    await give(admin, userId, '', roleId)
    await sees(manager, everybody)
    await give(admin, demoUsers.manager.id, roleId)
    const elsewhere = await server.signIn('manager', 'A01A01')
    await sees(elsewhere, ['cashier2', 'coach', 'manager', 'partner'])
    const here = await server.signIn('manager', 'A01A02')
    await sees(here, bound)
  })
})
