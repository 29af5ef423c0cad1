import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { type FamilyClient, familyClient } from './family-client.ts'

const { server } = await testVenue()
const stranger = familyClient(server)
const admin = await stranger.signIn('admin', DEMO_PASSWORD)

const PASSWORD = 'Neues-Passwort-1'
/** A store of the chain, as the tree shows it. */
let store: { id: string; orgCode: string }

beforeAll(async () => {
  const { result } = await admin.get('/sys/sysDepart/queryTreeList')
  store = result[0].children[0]
})

/** Adds a role and returns its id. */
async function addRole(by: FamilyClient, roleCode: string): Promise<string> {
  expect((await by.post('/sys/role/add', { roleCode, roleName: roleCode, description: '' })).message).toBe('添加成功！')
  return (await by.page('/sys/role/list', { roleCode }))[0].id
}

/** Adds a user with roles to a store, who then signs in there. */
async function addPerson(username: string, roleIds: string[]): Promise<{ id: string; client: FamilyClient }> {
  await admin.post('/sys/user/add', {
    username,
    realname: username,
    password: PASSWORD,
    confirmpassword: PASSWORD,
    userIdentity: '1',
    selectedroles: roleIds.join(','),
    selecteddeparts: store.id,
    departIds: '',
    activitiSync: '1',
  })
  const [{ id }] = await admin.page('/sys/user/list', { username })
  return { id, client: await stranger.signIn(username, PASSWORD) }
}

/** The users that a client's list shows, as soon as the server has received the change of permissions. */
const sees = (client: FamilyClient, expected: string[]): Promise<void> =>
  until(async () => {
    const records: { username: string }[] = await client.page('/sys/user/list', { pageSize: 100 })
    expect(records.map(({ username }) => username).sort()).toEqual(expected)
  })

const staffOfStore = ['alice', 'brian', 'cashier', 'cashier2', 'coach', 'manager', 'partner']

// Everything here follows the section on data rules of api-family.md §3 and uses no other knowledge of the server.
describe('data rules', () => {
  const rule = { permissionId: 'user:list', ruleName: '只看自己', ruleColumn: 'username', ruleConditions: '=' }
  let own: string
  let staff: string

  it('are stored with a permission', async () => {
    expect(await admin.refused('GET', '/sys/role/datarule/user:list/manager')).toBe('未找到权限配置信息')
    const added = await admin.post('/sys/permission/addPermissionRule', {
      ...rule,
      ruleValue: '#{sys_user_code}',
      status: '1',
    })
    expect(added.message).toBe('添加成功！')
    const { result: list } = await admin.get('/sys/permission/getPermRuleListByPermId', { permissionId: 'user:list' })
    own = list[0].id
    const edited = { ...list[0], ruleName: '本人' }
    expect((await admin.put('/sys/permission/editPermissionRule', edited)).message).toBe('更新成功！')
    await admin.post('/sys/permission/addPermissionRule', {
      ...rule,
      ruleName: '员工',
      ruleConditions: 'LIKE',
      ruleValue: 'r',
      status: '1',
    })
    const search = { permissionId: 'user:list', ruleName: '员工' }
    const found = await admin.get('/sys/permission/queryPermissionRule', search)
    expect(found).toMatchObject({ message: '查询成功！', result: [{ ruleName: '员工', permissionId: 'user:list' }] })
    staff = found.result[0].id
    const raw = { ...rule, ruleConditions: 'USE_SQL_RULES', ruleValue: '1=1' }
    expect((await admin.call('POST', '/sys/permission/addPermissionRule', {}, raw)).success).toBe(false)
  })

  it('apply to a role that has the permission', async () => {
    const roleId = await addRole(admin, 'ruled')
    const save = { permissionId: 'user:list', roleId, dataRuleIds: `${own},` }
    expect(await admin.refused('POST', '/sys/role/datarule', {}, save)).toBe('请先保存角色菜单权限!')
    await admin.post('/sys/permission/saveRolePermission', {
      roleId,
      permissionIds: 'user:list',
      lastpermissionIds: '',
    })
    expect((await admin.post('/sys/role/datarule', save)).message).toBe('保存成功!')
    const { result } = await admin.get(`/sys/role/datarule/user:list/${roleId}`)
    expect(result).toMatchObject({ drChecked: own, datarule: [{ id: own, ruleName: '本人' }, { id: staff }] })
    const { client } = await addPerson('alice', [roleId])
    await sees(client, ['alice'])
  })

  it('apply to department roles combined with those of roles', async () => {
    const departId = store.id
    const saved = { departId, permissionIds: 'user:list,role:list', lastpermissionIds: '' }
    expect((await admin.post('/sys/permission/saveDepartPermission', saved)).message).toBe('保存成功！')
    expect((await admin.get('/sys/permission/queryDepartPermission', { departId })).result.sort()).toEqual([
      'role:list',
      'user:list',
    ])
    const entity = { departId, roleName: '前台组长', roleCode: 'lead', description: '' }
    expect((await admin.post('/sys/sysDepartRole/add', entity)).message).toBe('添加成功！')
    const [role] = await admin.page('/sys/sysDepartRole/list', { deptId: departId })
    expect(role).toMatchObject({ ...entity, id: expect.any(String), createBy: 'admin' })
    const { departId_dictText: storeName, ...shown } = role
    expect(storeName).toMatch(/^极速卡丁/)
    expect((await admin.get('/sys/sysDepartRole/queryById', { id: role.id })).result).toEqual(shown)
    const { treeList, ids } = (await admin.get('/sys/sysDepartPermission/queryTreeListForDeptRole', { departId }))
      .result
    expect(ids).toEqual(expect.arrayContaining(['user:list', 'role:list']))
    expect(ids).not.toContain('user:add')
    expect(treeList[0]).toMatchObject({ title: null, scopedSlots: { title: 'hasDatarule' } })

    const rules = `/sys/sysDepartRole/datarule/user:list/${departId}/${role.id}`
    expect(await admin.refused('GET', rules)).toBe('未找到权限配置信息')
    await admin.post('/sys/sysDepartPermission/saveDeptRolePermission', {
      roleId: role.id,
      permissionIds: 'user:list',
      lastpermissionIds: '',
    })
    expect((await admin.get('/sys/sysDepartPermission/queryDeptRolePermission', { roleId: role.id })).result).toEqual([
      'user:list',
    ])
    const save = { permissionId: 'user:list', roleId: role.id, dataRuleIds: staff }
    expect(await admin.refused('POST', '/sys/sysDepartRole/datarule', {}, save)).toBe('不能授予自己没有的权限')
    const offer = { permissionId: 'user:list', departId, dataRuleIds: `${staff},` }
    expect((await admin.post('/sys/sysDepartPermission/datarule', offer)).message).toBe('保存成功!')
    const { result: offered } = await admin.get(`/sys/sysDepartPermission/datarule/user:list/${departId}`)
    expect(offered).toMatchObject({ drChecked: staff, datarule: [{ id: own }, { id: staff }] })

    const { id: userId, client } = await addPerson('brian', [])
    expect((await client.call('GET', '/sys/user/list')).code).toBe(510)
    const given = { userId, newRoleId: `${role.id},`, oldRoleId: '' }
    expect((await admin.post('/sys/sysDepartRole/deptRoleUserAdd', given)).message).toBe('添加成功！')
    const { result: has } = await admin.get('/sys/sysDepartRole/getDeptRoleByUserId', { userId })
    expect(has).toMatchObject([{ userId, droleId: role.id }])
    const { result: choice } = await admin.get('/sys/sysDepartRole/getDeptRoleList', { departId, userId })
    expect(choice).toMatchObject([{ id: role.id, roleName: '前台组长' }])
    await sees(client, staffOfStore)

    expect((await admin.post('/sys/sysDepartRole/datarule', save)).message).toBe('保存成功!')
    expect((await admin.get(rules)).result).toMatchObject({ drChecked: staff, datarule: [{ id: staff }] })
    await sees(
      client,
      staffOfStore.filter((name) => name.includes('r')),
    )
    const alone = await addRole(admin, 'alone')
    await admin.post('/sys/permission/saveRolePermission', {
      roleId: alone,
      permissionIds: 'user:list',
      lastpermissionIds: '',
    })
    await admin.post('/sys/role/datarule', { permissionId: 'user:list', roleId: alone, dataRuleIds: own })
    await admin.post('/sys/user/addSysUserRole', { roleId: alone, userIdList: [userId] })
    await sees(client, ['brian'])

    const gone = { userId, newRoleId: '', oldRoleId: role.id }
    await admin.post('/sys/sysDepartRole/deptRoleUserAdd', gone)
    expect((await admin.put('/sys/sysDepartRole/edit', { ...role, roleName: '组长' })).success).toBe(true)
    expect((await admin.delete('/sys/sysDepartRole/delete', { id: role.id })).message).toBe('删除成功!')
  })

  it('can be set on a list page, and on the creator of a row', async () => {
    const [page] = (await admin.get('/sys/permission/getSystemSubmenu', { parentId: 'menu-system' })).result.filter(
      ({ url }: { url: string }) => url === '/isystem/user',
    )
    expect(page.url).toBe('/isystem/user')
    const onPage = { ...rule, permissionId: page.id, ruleName: '自己建的', ruleColumn: 'createBy', ruleValue: 'admin' }
    expect((await admin.post('/sys/permission/addPermissionRule', onPage)).message).toBe('添加成功！')
    const { result: found } = await admin.get('/sys/permission/queryPermissionRule', {
      permissionId: page.id,
      ruleName: '自己建的',
    })
    expect(found).toMatchObject([{ ruleColumn: 'createBy', permissionId: 'user:list' }])
    const roleId = await addRole(admin, 'by_page')
    await admin.post('/sys/permission/saveRolePermission', {
      roleId,
      permissionIds: `user:list,${page.id}`,
      lastpermissionIds: '',
    })
    const save = { permissionId: page.id, roleId, dataRuleIds: found[0].id }
    expect((await admin.post('/sys/role/datarule', save)).message).toBe('保存成功!')
    const { result: chosen } = await admin.get(`/sys/role/datarule/${page.id}/${roleId}`)
    expect(chosen.drChecked).toBe(found[0].id)
    const { client } = await addPerson('carol', [roleId])
    await sees(client, ['alice', 'brian', 'carol'])
    const ofStore = { ...rule, permissionId: 'position:list', ruleColumn: 'sysOrgCode', ruleValue: '#{sys_org_code}' }
    expect((await admin.post('/sys/permission/addPermissionRule', ofStore)).message).toBe('添加成功！')
    const unknown = { ...onPage, ruleColumn: 'nothing' }
    expect((await admin.call('POST', '/sys/permission/addPermissionRule', {}, unknown)).success).toBe(false)
    await admin.delete('/sys/permission/deletePermissionRule', { id: found[0].id })
    await admin.delete('/sys/user/delete', { id: (await admin.page('/sys/user/list', { username: 'carol' }))[0].id })
  })

  it('no longer apply when they are deleted', async () => {
    for (const id of [own, staff]) {
      expect((await admin.delete('/sys/permission/deletePermissionRule', { id })).message).toBe('删除成功!')
    }
    await sees(await stranger.signIn('alice', PASSWORD), staffOfStore)
  })
})
