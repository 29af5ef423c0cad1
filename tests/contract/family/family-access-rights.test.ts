import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { type FamilyClient, familyClient } from './family-client.ts'

const { server } = await testVenue()
const stranger = familyClient(server)
const admin = await stranger.signIn('admin', DEMO_PASSWORD)

interface Node {
  id: string
  key: string
  title: string | null
  name: string
  path: string
  route: unknown
  component: unknown
  hidden?: unknown
  alwaysShow?: unknown
  meta: { title: unknown; icon?: unknown; permissionList?: unknown; url?: unknown }
  menuType: number
  isLeaf: boolean
  leaf: boolean
  url: string
  children?: Node[] | null
}

const all = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])])

/** Adds a role and returns its id. */
async function addRole(by: FamilyClient, roleCode: string): Promise<string> {
  expect((await by.post('/sys/role/add', { roleCode, roleName: roleCode, description: '' })).message).toBe('添加成功！')
  return (await by.page('/sys/role/list', { roleCode }))[0].id
}

// Everything here follows api-family.md §3 and uses no other knowledge of the server.
describe('the menu of a client of the family', () => {
  it('can be routed as received', async () => {
    const hq = await stranger.signIn('hq', DEMO_PASSWORD)
    const { code, message, result } = await hq.get('/sys/permission/getUserPermissionByToken', { token: 'as stored' })
    expect([code, message]).toEqual([200, '查询成功'])
    const nodes = all(result.menu)
    expect(result.menu[0]).toMatchObject({ path: '/dashboard/analysis', component: 'dashboard/Analysis' })
    expect(nodes.map(({ path }) => path)).toContain('/isystem/user')
    for (const node of nodes) {
      expect(node.component, node.path).toEqual(expect.stringMatching(/./))
      expect(['0', '1'], node.path).toContain(node.route)
      expect([undefined, true], node.path).toContain(node.hidden)
      expect([undefined, true], node.path).toContain(node.alwaysShow)
      expect(node.meta, node.path).toMatchObject({
        title: expect.any(String),
        keepAlive: expect.any(Boolean),
        internalOrExternal: expect.any(Boolean),
      })
      expect(node.meta.icon, node.path).not.toBe('')
    }
    expect(nodes.find(({ path }) => path === '/isystem/user')?.name).toBe('isystem-user')
    // The client would hide a parent without visible children, so none is empty.
    for (const { children } of nodes) expect(children?.length).not.toBe(0)
  })

  it('has the buttons of the user and all that exist', async () => {
    const cashier = await stranger.signIn('cashier', DEMO_PASSWORD)
    const { auth, allAuth } = (await cashier.get('/sys/permission/getUserPermissionByToken')).result
    expect(auth[0]).toEqual({ action: expect.any(String), type: '1', describe: expect.any(String) })
    expect(allAuth[0]).toEqual({ ...auth[0], action: expect.any(String), describe: expect.any(String), status: '1' })
    const actions = (list: { action: string }[]) => list.map(({ action }) => action)
    expect(actions(auth)).not.toContain('user:add')
    expect(actions(allAuth)).toContain('user:add')
    expect(await cashier.call('GET', '/sys/user/list')).toMatchObject({
      success: false,
      code: 510,
      message: '没有权限，请联系管理员授权',
      result: null,
    })
  })

  it('ignores a disabled rule and allows the button for everybody', async () => {
    const [button] = all((await admin.get('/sys/permission/list')).result).filter(({ id }) => id === 'log:list')
    await admin.put('/sys/permission/edit', { ...button, status: '0' })
    const cashier = await stranger.signIn('cashier', DEMO_PASSWORD)
    const { auth, allAuth } = (await cashier.get('/sys/permission/getUserPermissionByToken')).result
    expect(auth.map(({ action }: { action: string }) => action)).not.toContain('log:list')
    expect(allAuth).toContainEqual(expect.objectContaining({ action: 'log:list', status: '0' }))
    await cashier.page('/sys/log/list')
    await admin.post('/sys/permission/edit', { ...button, status: '1' })
  })
})

describe('the permission screen', () => {
  it('shows the tree, its top level and the children', async () => {
    const tree = (await admin.get('/sys/permission/list')).result as Node[]
    for (const node of all(tree)) {
      expect(node).toMatchObject({ key: node.id, title: node.name, isLeaf: node.leaf, delFlag: 0 })
      expect(Object.keys(node)).toEqual(
        expect.arrayContaining([
          'parentId',
          'perms',
          'permsType',
          'icon',
          'componentName',
          'redirect',
          'sortNo',
          'keepAlive',
          'description',
          'createBy',
          'createTime',
          'updateBy',
          'updateTime',
          'ruleFlag',
          'status',
          'alwaysShow',
        ]),
      )
      if (node.isLeaf) expect(node.children ?? null).toBeNull()
    }
    const top = (await admin.get('/sys/permission/getSystemMenuList')).result as Node[]
    expect(top.map(({ id }) => id)).toEqual(tree.map(({ id }) => id))
    // Its lazy tree shows an expander for nodes with children before it has loaded them.
    expect(top.filter(({ isLeaf }) => !isLeaf).length).toBeGreaterThan(0)
    for (const node of top) expect(node.children, node.url).toEqual(node.isLeaf ? undefined : [])
    const system = tree.find(({ url }) => url === '/isystem')
    const parentId = system?.id ?? ''
    const { result: below } = await admin.get('/sys/permission/getSystemSubmenu', { parentId })
    expect(below).toHaveLength(system?.children?.length ?? 0)
    const { result: batch } = await admin.get('/sys/permission/getSystemSubmenuBatch', { parentIds: `${parentId},x` })
    expect(batch).toEqual({ [parentId]: below, x: [] })
    const { treeList, ids } = (await admin.get('/sys/permission/queryTreeList')).result
    expect(ids).toHaveLength(all(tree).length)
    expect(treeList[0]).toMatchObject({ key: tree[0]?.id, title: tree[0]?.name, slotTitle: tree[0]?.name })
    const { result: level } = await admin.get('/sys/permission/queryListAsync', { pid: parentId })
    expect(level).toHaveLength(below.length)
    expect(level[0]).toMatchObject({ parentId, title: expect.any(String), isLeaf: expect.any(Boolean), children: [] })
    expect((await admin.get('/sys/permission/queryListAsync')).result).toHaveLength(top.length)
  })

  it("adds menus in the family's form, moves them, and deletes them with their children", async () => {
    const add = async (name: string, more: object): Promise<Node> => {
      const { message } = await admin.post('/sys/permission/add', {
        name,
        sortNo: 1.5,
        menuType: 0,
        route: true,
        ...more,
      })
      expect(message).toBe('添加成功！')
      return all((await admin.get('/sys/permission/list')).result).find((node) => node.name === name) as Node
    }
    const one = await add('一组', { url: 'group/one', hidden: false, alwaysShow: true })
    expect(one).toMatchObject({ url: '/group/one', component: 'layouts/RouteView', sortNo: 1.5, leaf: true })
    const two = await add('二组', { url: '/group/two' })
    const page = await add('一页', {
      menuType: 1,
      parentId: one.id,
      url: '/group/page',
      component: '/src/views/group/Page.vue',
    })
    expect(page).toMatchObject({ component: 'group/Page' })
    const leaves = async () => {
      const found = all((await admin.get('/sys/permission/list')).result)
      return [one, two].map(({ id }) => found.find((node) => node.id === id)?.leaf)
    }
    expect(await leaves()).toEqual([false, true])
    expect((await admin.put('/sys/permission/edit', { ...page, parentId: two.id })).message).toBe('修改成功！')
    expect(await leaves()).toEqual([true, false])
    const circle = { ...two, children: undefined, parentId: page.id }
    expect(await admin.refused('PUT', '/sys/permission/edit', {}, circle)).toBe('上级菜单不能是自己或自己的下级')
    const moves = [
      admin.call('PUT', '/sys/permission/edit', {}, { ...one, parentId: two.id }),
      admin.call('PUT', '/sys/permission/edit', {}, { ...two, parentId: one.id }),
    ]
    expect((await Promise.all(moves)).map(({ success }) => success).sort()).toEqual([false, true])
    expect((await admin.delete('/sys/permission/deleteBatch', { ids: `${page.id},` })).message).toBe('删除成功!')
    const inside = all((await admin.get('/sys/permission/list')).result).find(({ id }) => id === one.id)
    const [outer] = inside?.children?.length ? [one.id] : [two.id]
    expect((await admin.delete('/sys/permission/delete', { id: outer })).message).toBe('删除成功!')
    expect(all((await admin.get('/sys/permission/list')).result).map(({ id }) => id)).not.toContain(one.id)
  })
})

describe('the role screen', () => {
  it('lists, checks, edits and deletes roles', async () => {
    const id = await addRole(admin, 'family')
    const [row] = await admin.page('/sys/role/list', { roleName: '*fam*', column: 'nothing', field: 'id,,undefined' })
    expect(row).toMatchObject({ id, roleCode: 'family', createBy: 'admin', createTime: expect.any(String) })
    expect(await admin.refused('GET', '/sys/role/checkRoleCode', { roleCode: 'family' })).toBe('角色编码已存在')
    expect((await admin.get('/sys/role/checkRoleCode', { id, roleCode: 'family' })).success).toBe(true)
    expect((await admin.put('/sys/role/edit', { ...row, roleName: '改名' })).message).toBe('修改成功!')
    expect((await admin.get('/sys/role/queryById', { id })).result).toMatchObject({
      roleName: '改名',
      updateBy: 'admin',
    })
    expect((await admin.get('/sys/role/queryall')).result.map((role: Node) => role.id)).toContain(id)
    expect(await admin.refused('PUT', '/sys/role/edit', {}, { ...row, id: 'nobody' })).toBe('未找到对应实体')
    expect((await admin.delete('/sys/role/delete', { id })).message).toBe('删除角色成功')
    const another = await addRole(admin, 'family2')
    expect((await admin.delete('/sys/role/deleteBatch', { ids: `${another},` })).message).toBe('删除角色成功!')
  })

  it('grants the difference of two lists, so that two users do not overwrite each other', async () => {
    const roleId = await addRole(admin, 'granted')
    const { treeList, ids } = (await admin.get('/sys/role/queryTreeList')).result
    expect(treeList[0]).toMatchObject({ title: null, slotTitle: expect.any(String), ruleFlag: expect.any(Number) })
    expect(treeList[0].scopedSlots).toEqual({ title: 'hasDatarule' })
    expect(ids).toContain('user:list')
    const save = (permissionIds: string, lastpermissionIds: string) =>
      admin.post('/sys/permission/saveRolePermission', { roleId, permissionIds, lastpermissionIds })
    expect((await save('user:list,user:add', '')).message).toBe('保存成功！')
    await save('user:list,role:list', 'user:list')
    const { result } = await admin.get('/sys/permission/queryRolePermission', { roleId })
    expect(result.sort()).toEqual(['role:list', 'user:add', 'user:list'])
    await save('', 'role:list,user:add,user:list')
    expect((await admin.get('/sys/permission/queryRolePermission', { roleId })).result).toEqual([])
  })
})
