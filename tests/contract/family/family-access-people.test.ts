import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { familyClient } from './family-client.ts'

const { server } = await testVenue()
const stranger = familyClient(server)
const admin = await stranger.signIn('admin', DEMO_PASSWORD)
const chain = (await admin.get('/sys/sysDepart/queryTreeList')).result[0]
const store = chain.children?.[0] as DepartNode

const PASSWORD = 'Neues-Passwort-1'

interface DepartNode {
  id: string
  orgCode: string
  departName: string
  isLeaf: boolean
  children: DepartNode[] | null
}

/** Adds a user with the fields of the family's dialog, and returns the row that the list then shows. */
async function addUser(username: string, more: object = {}) {
  const added = await admin.post('/sys/user/add', {
    username,
    realname: `员工${username}`,
    password: PASSWORD,
    confirmpassword: PASSWORD,
    userIdentity: '1',
    selectedroles: 'cashier',
    selecteddeparts: store.id,
    departIds: '',
    activitiSync: '1',
    sex: 2,
    ...more,
  })
  expect(added).toMatchObject({ message: '添加成功！', result: null })
  return (await admin.page('/sys/user/list', { username }))[0]
}

const usernames = (records: { username: string }[]): string[] => records.map(({ username }) => username).sort()

// Everything here follows api-family.md §1.5, §1.6 and §4 and uses no other knowledge of the server.
describe('the user screen of a client of the family', () => {
  it('lists users with all fields of SysUser, and reads the filters of the dialect', async () => {
    const row = await addUser('wendy', {
      phone: '13812340001',
      email: 'w@example.com',
      workNo: 'W1',
      birthday: '1999-12-31',
    })
    expect(row).toMatchObject({
      username: 'wendy',
      sex: 2,
      sex_dictText: '女',
      status: 1,
      status_dictText: '正常',
      delFlag: 0,
      // The family's list has the names of the stores in this field.
      orgCode: store.departName,
      departIds_dictText: store.departName,
      activitiSync: 1,
      userIdentity: 1,
      birthday: '1999-12-31',
      createBy: 'admin',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      updateBy: null,
      updateTime: null,
      avatar: '',
      post: '',
      telephone: '',
    })
    expect(JSON.stringify(row)).not.toMatch(/password|salt/i)
    const found = async (query: Record<string, string | number>) => usernames(await admin.page('/sys/user/list', query))
    expect(await found({ username: '*end*', column: 'sex_dictText', order: 'asc' })).toEqual(['wendy'])
    expect(await found({ username: 'wendy,coach,' })).toEqual(['coach', 'wendy'])
    expect(await found({ workNo: '!W1', username: 'wendy' })).toEqual([])
    expect(await found({ createTime_begin: '2999-01-01', column: 'no such column' })).toEqual([])
    const superQueryParams = encodeURI(JSON.stringify([{ field: 'phone', rule: 'right_like', val: '1381234' }]))
    expect(await found({ superQueryParams, superQueryMatchType: 'and' })).toEqual(['wendy'])
    expect((await admin.get('/sys/user/list', { pageSize: 2, pageNo: 2 })).result).toMatchObject({
      size: 2,
      current: 2,
    })
  })

  it('adds, edits, freezes and resets, with the messages of the family', async () => {
    const row = await addUser('xavier')
    expect(await admin.refused('POST', '/sys/user/add', {}, { ...row, password: PASSWORD })).toBe('用户名已注册')
    const edited = await admin.put('/sys/user/edit', {
      ...row,
      realname: '改过',
      selectedroles: 'coach',
      selecteddeparts: store.id,
    })
    expect(edited.message).toBe('修改成功!')
    const { id } = row
    expect((await admin.get('/sys/user/queryById', { id })).result).toMatchObject({
      realname: '改过',
      updateBy: 'admin',
    })
    const { result: several } = await admin.get('/sys/user/queryByIds', { userIds: `${id},${id},` })
    expect(usernames(several)).toEqual(['xavier'])
    expect((await admin.get('/sys/user/queryUserRole', { userid: id })).result).toEqual(['coach'])
    expect((await admin.get('/sys/user/userDepartList', { userId: id })).result).toEqual([
      { key: store.id, value: store.id, title: store.departName },
    ])
    expect((await admin.get('/sys/user/generateUserId')).result).toEqual(expect.stringMatching(/^[\w-]{19,36}$/))
    const frozen = await admin.put('/sys/user/frozenBatch', { ids: `${id},`, status: 2 })
    expect(frozen.message).toBe('操作成功!')
    expect(await stranger.refused('POST', '/sys/login', {}, { username: 'xavier', password: PASSWORD })).toBe(
      '该用户已冻结',
    )
    await admin.put('/sys/user/frozenBatch', { ids: `${id},`, status: '1' })
    const reset = { username: 'xavier', password: `${PASSWORD}x`, confirmpassword: `${PASSWORD}x` }
    expect((await admin.put('/sys/user/changePassword', reset)).message).toBe('密码修改成功!')
    await stranger.signIn('xavier', `${PASSWORD}x`)
    const bare = await addUser('bare', { selectedroles: '', selecteddeparts: '' })
    expect(await admin.refused('GET', '/sys/user/queryUserRole', { userid: bare.id })).toBe('未找到用户相关角色信息')
    expect(await admin.refused('GET', '/sys/user/userDepartList', { userId: bare.id })).toBe('查找失败')
  })

  it('deletes into the recycle bin and restores from it', async () => {
    const [one, two] = [await addUser('yuri'), await addUser('zoe')]
    expect((await admin.delete('/sys/user/delete', { id: one.id })).message).toBe('删除用户成功')
    expect((await admin.delete('/sys/user/deleteBatch', { ids: `${two.id},` })).message).toBe('批量删除用户成功')
    const { result: bin } = await admin.get('/sys/user/recycleBin')
    expect(usernames(bin)).toEqual(['yuri', 'zoe'])
    expect(bin[0].delFlag).toBe(1)
    expect((await admin.put('/sys/user/putRecycleBin', { userIds: one.id })).message).toBe('还原成功')
    expect((await admin.delete('/sys/user/deleteRecycleBin', { userIds: two.id })).message).toBe('删除成功')
    expect((await admin.get('/sys/user/recycleBin')).result).toEqual([])
    expect(usernames(await admin.page('/sys/user/list', { username: 'yuri,zoe' }))).toEqual(['yuri'])
  })

  it('assigns roles and stores to users from their side', async () => {
    const { id } = await addUser('sam')
    const inRole = async () =>
      usernames(await admin.page('/sys/user/userRoleList', { roleId: 'partner', username: 'sam' }))
    expect((await admin.post('/sys/user/addSysUserRole', { roleId: 'partner', userIdList: [id] })).message).toBe(
      '添加成功!',
    )
    expect(await inRole()).toEqual(['sam'])
    expect((await admin.delete('/sys/user/deleteUserRole', { roleId: 'partner', userId: id })).message).toBe(
      '删除成功!',
    )
    await admin.post('/sys/user/addSysUserRole', { roleId: 'partner', userIdList: [id] })
    await admin.delete('/sys/user/deleteUserRoleBatch', { roleId: 'partner', userIds: `${id},` })
    expect(await inRole()).toEqual([])

    const other = chain.children?.[1] as DepartNode
    const inStore = async () =>
      usernames(await admin.page('/sys/user/departUserList', { depId: other.id, username: 'sam' }))
    await admin.post('/sys/user/editSysDepartWithUser', { depId: other.id, userIdList: [id] })
    expect(await inStore()).toEqual(['sam'])
    expect((await admin.delete('/sys/user/deleteUserInDepart', { depId: other.id, userId: id })).message).toBe(
      '删除成功!',
    )
    await admin.post('/sys/user/editSysDepartWithUser', { depId: other.id, userIdList: [id] })
    await admin.delete('/sys/user/deleteUserInDepartBatch', { depId: other.id, userIds: `${id},` })
    expect(await inStore()).toEqual([])
    // The page of users by store calls this before a store is chosen.
    expect(await admin.page('/sys/user/departUserList', { depId: '' })).toEqual([])
    expect(await admin.page('/sys/user/departUserList')).toEqual([])
    expect(await admin.page('/sys/sysDepartRole/list', { deptId: '' })).toEqual([])
    expect(await admin.page('/sys/sysDepartRole/list')).toEqual([])
  })

  it('finds the users of a store and of the stores below it, with their contact data', async () => {
    const { result } = await admin.get('/sys/user/queryUserByDepId', { id: chain.id, realname: '李' })
    expect(usernames(result)).toEqual(['cashier'])
    const entries = await admin.page('/sys/user/queryByOrgCodeForAddressList', {
      orgCode: store.orgCode,
      realname: '李',
    })
    expect(entries).toEqual([
      {
        userId: result[0].id,
        realname: '李小敏',
        phone: '13900000006',
        workNo: '',
        post: '',
        telephone: '',
        email: '',
        departId: store.id,
        departName: store.departName,
      },
    ])
    const everybody = await admin.page('/sys/user/queryByOrgCodeForAddressList', { pageSize: 100 })
    expect(everybody.length).toBeGreaterThan(entries.length)
  })
})

describe('the store screen of a client of the family', () => {
  const flat = (nodes: DepartNode[]): DepartNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

  it('draws the tree, whose leaves have null for children', async () => {
    const { result: tree } = await admin.get('/sys/sysDepart/queryTreeList')
    for (const node of flat(tree)) {
      expect(node).toMatchObject({ key: node.id, value: node.id, title: node.departName, delFlag: '0', status: '1' })
      expect(Object.keys(node)).toEqual(
        expect.arrayContaining([
          'parentId',
          'departNameEn',
          'departNameAbbr',
          'departOrder',
          'description',
          'orgCategory',
          'orgType',
          'mobile',
          'fax',
          'address',
          'memo',
          'createBy',
          'createTime',
          'updateBy',
          'updateTime',
        ]),
      )
      if (node.isLeaf) expect(node.children).toBeNull()
      else expect(node.children).not.toHaveLength(0)
    }
    expect((await admin.get('/sys/sysDepart/queryTreeListByLogin')).result).toEqual(tree)
    const { result: ids } = await admin.get('/sys/sysDepart/queryIdTree')
    expect(Object.keys(ids[0])).toEqual(['key', 'value', 'title', 'children'])
    expect((await admin.get('/sys/sysDepart/queryIdTree2')).result).toEqual(ids)
    const { result: list } = await admin.get('/sys/sysDepart/listAll', { id: `${store.id},` })
    expect(list).toMatchObject([{ id: store.id, orgCode: 'A01A01', orgType: '2' }])
    expect((await admin.get('/sys/sysDepart/listAll')).result).toHaveLength(flat(tree).length)
  })

  it('searches, and reports an empty result', async () => {
    const { result } = await admin.get('/sys/sysDepart/searchBy', { keyWord: '滨江', myDeptSearch: '1' })
    expect(result).toMatchObject([{ orgCode: 'A01A01', children: null }])
    expect(await admin.refused('GET', '/sys/sysDepart/searchBy', { keyWord: '没有' })).toBe('未查询匹配数据！')
  })

  it('shows a superior the own tree, and nothing to others', async () => {
    expect(await admin.get('/sys/sysDepart/queryMyDeptTreeList')).toMatchObject({ message: '1', result: null })
    await addUser('boss', { userIdentity: '2' })
    const boss = await stranger.signIn('boss', PASSWORD)
    expect(await boss.get('/sys/sysDepart/queryMyDeptTreeList')).toMatchObject({
      message: '2',
      result: [{ id: store.id }],
    })
  })

  it('adds stores with codes of the server, edits them and deletes them with those below', async () => {
    const form = {
      departName: '新店',
      orgCategory: '2',
      departOrder: 3,
      address: '江边',
      memo: '',
      mobile: '057112345678',
    }
    expect((await admin.post('/sys/sysDepart/add', { ...form, parentId: chain.id })).message).toBe('添加成功！')
    const find = async (name: string) => (await admin.get('/sys/sysDepart/searchBy', { keyWord: name })).result[0]
    const added = await find('新店')
    expect(added).toMatchObject({ ...form, orgCode: 'A01A03', orgType: '2', parentId: chain.id, createBy: 'admin' })
    await admin.post('/sys/sysDepart/add', { departName: '新店角落', parentId: added.id })
    expect(await find('角落')).toMatchObject({ orgCode: 'A01A03A01', orgCategory: '1', orgType: '3' })
    const change = { ...added, children: undefined, orgCategory: '3', departName: '新店二' }
    expect((await admin.put('/sys/sysDepart/edit', change)).message).toBe('修改成功!')
    expect(await find('新店二')).toMatchObject({ orgCategory: '3', address: '江边', updateBy: 'admin' })
    expect((await admin.delete('/sys/sysDepart/delete', { id: added.id })).message).toBe('删除成功!')
    await admin.refused('GET', '/sys/sysDepart/searchBy', { keyWord: '新店' })
    await admin.post('/sys/sysDepart/add', { departName: '又一店', parentId: chain.id })
    const { id } = await find('又一店')
    expect((await admin.delete('/sys/sysDepart/deleteBatch', { ids: `${id},` })).message).toBe('删除成功!')
  })
})
