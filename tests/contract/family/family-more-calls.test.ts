import { describe, expect, it } from 'vitest'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { LIST } from './family-client.ts'
import { familySession, rowsOf } from './family-session.ts'

const { server } = await testVenue()
const admin = await familySession(server, 'admin')
const hq = await familySession(server, 'hq')
const cashier = await familySession(server, 'cashier')

const refused = { success: false, code: 510, message: '没有权限，请联系管理员授权' }

// Calls that a client of the family declares and seldom makes.
describe('a client of the family', () => {
  it('reads roles, stores and dictionaries by its alternative calls', async () => {
    const roles = (await hq.get('/sys/role/queryall')).result.map(({ id }: { id: string }) => id)
    expect((await hq.get('/sys/permission/loadAllRoleIds')).result).toEqual(roles)
    expect(await cashier.get('/sys/permission/loadAllRoleIds')).toMatchObject(refused)

    const [chain] = (await hq.get('/sys/sysDepart/queryTreeList')).result
    const [store] = chain.children
    const listed = rowsOf(await hq.get('/sys/sysDepart/list', { ...LIST, departName: `*${store.departName}*` }))
    expect(listed).toMatchObject([{ id: store.id, orgCode: store.orgCode, delFlag: '0', status: '1' }])
    expect(rowsOf(await hq.get('/sys/sysDepart/list', { column: 'orgCode', order: 'desc' }))[0]).not.toMatchObject({
      id: chain.id,
    })
    const manager2 = await familySession(server, 'manager2')
    const seen = rowsOf(await manager2.get('/sys/sysDepart/list', LIST))
    expect(seen.map(({ orgCode }) => orgCode)).toEqual(['A01A02'])
    expect((await hq.get('/sys/sysDepart/queryParentName', { id: store.id })).result).toBe(chain.departName)
    expect((await hq.get('/sys/sysDepart/queryParentName', { id: chain.id })).result).toBeNull()
    expect(await cashier.get('/sys/sysDepart/list', LIST)).toMatchObject(refused)

    const tree = (await hq.get('/sys/dict/treeList')).result
    expect(tree).toContainEqual(
      expect.objectContaining({ key: 'sex', dictCode: 'sex', title: expect.any(String), isLeaf: true }),
    )
    expect((await hq.get('/sys/dict/treeList', { dictCode: 'sex' })).result).toHaveLength(1)
  })

  it('checks whether the value of an item is taken', async () => {
    const [item] = rowsOf(await hq.get('/sys/dictItem/list', { dictId: 'sex', itemValue: '1' }))
    const check = (itemValue: string, id?: string) =>
      hq.get('/sys/dictItem/dictItemCheck', { dictId: 'sex', itemValue, id })
    expect(await check('1')).toMatchObject({ success: false, message: '该值不可用，系统中已存在！' })
    expect(await check('1', String(item?.id))).toMatchObject({ success: true, message: '该值可用！' })
    expect((await check('77')).success).toBe(true)
  })

  it('gets a refusal for integrations that are not connected', async () => {
    expect((await cashier.get('/sys/thirdApp/getEnabledType')).result).toEqual({
      wechatEnterprise: false,
      dingtalk: false,
    })
    expect((await cashier.get('/sys/tenant/queryList')).result).toEqual([])
    for (const path of ['/thirdLogin/render/github', '/sys/thirdLogin/render/dingtalk']) {
      const answer = await (await server.request(`/jeecg-boot${path}`)).json()
      expect(answer, path).toMatchObject({ success: false, message: '未开通第三方登录' })
    }
  })

  it('of a later version finds moved calls, and the names of stores in their new field', async () => {
    expect((await hq.get('/sys/message/sysMessageTemplate/list', LIST)).success).toBe(true)
    expect((await hq.get('/sys/message/sysMessage/list', LIST)).success).toBe(true)
    expect((await hq.get('/sys/oss/file/list', LIST)).success).toBe(true)
    const [person] = rowsOf(await hq.get('/sys/user/list', { ...LIST, username: 'cashier' }))
    expect(person?.orgCodeTxt).toBe(person?.orgCode)
    expect(String(person?.orgCodeTxt)).not.toBe('')
  })

  it('routes the five parts of the personal settings', async () => {
    type Node = { path: string; name: string; component: string; children?: Node[] }
    const menu = (await cashier.get('/sys/permission/getUserPermissionByToken')).result.menu as Node[]
    const settings = menu.find(({ path }) => path === '/account/settings/Index')
    expect(settings?.component).toBe('account/settings/Index')
    expect(settings?.children?.map(({ component }) => component)).toEqual([
      'account/settings/BaseSetting',
      'account/settings/Security',
      'account/settings/Custom',
      'account/settings/Binding',
      'account/settings/Notification',
    ])
    expect(settings?.children?.[0]).toMatchObject({ name: 'account-settings-base', path: '/account/settings/base' })
  })

  it('names a deputy', async () => {
    const coach = await familySession(server, 'coach')
    expect(await cashier.get('/sys/sysUserAgent/queryByUserName', { userName: 'cashier' })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    })
    const given = { startTime: '2026-01-01 00:00:00', endTime: '2099-01-01 00:00:00', status: '1' }
    const whole = { userName: 'cashier', agentUserName: 'coach', ...given }
    expect(await cashier.post('/sys/sysUserAgent/add', whole)).toMatchObject({ success: true, result: null })
    const { result } = await cashier.get('/sys/sysUserAgent/queryByUserName', { userName: 'cashier' })
    expect(result).toMatchObject({ ...whole, id: expect.any(String), createBy: 'cashier' })
    expect(await cashier.post('/sys/sysUserAgent/add', whole)).toMatchObject({ success: false, code: 500 })
    // The page sends the whole record back.
    const edited = { ...result, endTime: '2098-01-01 00:00:00' }
    expect((await cashier.put('/sys/sysUserAgent/edit', edited)).success).toBe(true)
    expect((await admin.get('/sys/sysUserAgent/queryByUserName', { userName: 'cashier' })).result).toMatchObject({
      endTime: '2098-01-01 00:00:00',
    })
    expect(await coach.get('/sys/sysUserAgent/queryByUserName', { userName: 'cashier' })).toMatchObject(refused)
    expect(await coach.put('/sys/sysUserAgent/edit', { id: result.id, status: '0' })).toMatchObject(refused)
    expect(await coach.post('/sys/sysUserAgent/add', { ...whole, userName: 'manager' })).toMatchObject(refused)
  })

  it('exports and imports stores and categories as workbooks, with their parents', async () => {
    await admin.post('/sys/category/add', { name: '护具', pid: '0' })
    const [gear] = (await admin.get('/sys/category/rootList', LIST)).result.records
    await admin.post('/sys/category/add', { name: '手套', pid: gear.id })
    const categories = await (await admin.file('/sys/category/exportXls', LIST)).blob()
    const [gloves] = (await admin.get('/sys/category/childList', { pid: gear.id })).result
    // Where the codes are taken, nothing is stored.
    expect(await admin.upload('/sys/category/importExcel', categories, 'a.xls')).toMatchObject({
      code: 201,
      result: { refused: [{ reason: expect.stringContaining(`“${gear.code}”`) }, {}] },
    })
    await admin.delete('/sys/category/delete', { id: gear.id })
    // Two users import it at once: one of them finds the codes taken.
    const imported = await Promise.all([1, 2].map(() => admin.upload('/sys/category/importExcel', categories, 'a.xls')))
    expect(imported.map(({ code }) => code).sort()).toEqual([0, 201])
    expect(imported.map(({ message }) => message)).toContain('文件导入成功！数据行数：2')
    const [again] = rowsOf(await admin.get('/sys/category/rootList', { ...LIST, name: '护具' }))
    expect((await admin.get('/sys/category/childList', { pid: String(again?.id) })).result).toMatchObject([
      { name: '手套', code: gloves.code, hasChild: '0' },
    ])
    expect(await hq.get('/sys/category/exportXls')).toMatchObject(refused)
    expect(await hq.upload('/sys/category/importExcel', categories, 'a.xls')).toMatchObject(refused)

    const [chain] = (await hq.get('/sys/sysDepart/queryTreeList')).result
    const store = { parentId: chain.id, departName: '三号店', mobile: '021-5555', orgCategory: '2', dayStartHour: 6 }
    await hq.post('/sys/sysDepart/add', store)
    const [third] = rowsOf(await hq.get('/sys/sysDepart/list', { ...LIST, departName: '三号店' }))
    await hq.post('/sys/sysDepart/add', { parentId: third?.id, departName: '三号店分部' })
    const departs = await (await hq.file('/sys/sysDepart/exportXls', { departName: '三号店*' })).blob()
    await hq.delete('/sys/sysDepart/delete', { id: String(third?.id) })
    expect(await hq.upload('/sys/sysDepart/importExcel', departs, 'a.xls')).toMatchObject({
      message: '文件导入成功！数据行数：2',
    })
    const back = (await hq.get('/sys/sysDepart/searchBy', { keyWord: '三号店' })).result
    expect(back[0]).toMatchObject({ ...store, parentId: chain.id })
    expect(back[1]).toMatchObject({ departName: '三号店分部', parentId: back[0].id })
    expect(back[0].orgCode).not.toBe(third?.orgCode)
    // The second import finds each row existing. Adding stores needs the permission, and only below the own store.
    expect((await hq.upload('/sys/sysDepart/importExcel', departs, 'a.xls')).result).toMatchObject({ errorCount: 2 })
    expect(await cashier.get('/sys/sysDepart/exportXls')).toMatchObject(refused)
    const manager = await familySession(server, 'manager', 'A01A01')
    expect(await manager.upload('/sys/sysDepart/importExcel', departs, 'a.xls')).toMatchObject(refused)
  })

  it('exports and imports dictionaries and code rules as workbooks', async () => {
    await admin.post('/sys/dict/add', { dictName: '头盔', dictCode: 'helmets', description: '尺码' })
    const steps = JSON.stringify([{ digits: '*', pattern: 'a+', message: '只有a' }])
    await admin.post('/sys/checkRule/add', { ruleName: '只有a', ruleCode: 'only_a', ruleJson: steps })
    for (const [path, filter] of [
      ['/sys/dict', { dictCode: 'helmets' }],
      ['/sys/checkRule', { ruleCode: 'only_a' }],
    ] as const) {
      const [row] = rowsOf(await admin.get(`${path}/list`, { ...LIST, ...filter }))
      expect(await hq.get(`${path}/exportXls`)).toMatchObject(refused)
      const file = await admin.file(`${path}/exportXls`, { ...LIST, ...filter })
      expect(file.headers.get('content-type')).not.toContain('json')
      const workbook = await file.blob()
      expect((await admin.upload(`${path}/importExcel`, workbook, 'a.xls')).code).toBe(201)
      await admin.delete(`${path}/delete`, { id: String(row?.id) })
      if (path === '/sys/dict') await admin.delete(`/sys/dict/deletePhysic/${row?.id}`)
      expect(await admin.upload(`${path}/importExcel`, workbook, 'a.xls')).toMatchObject({
        message: '文件导入成功！数据行数：1',
      })
      const {
        id: _,
        createTime: __,
        ...again
      } = rowsOf(await admin.get(`${path}/list`, { ...LIST, ...filter }))[0] ?? {}
      expect(row).toMatchObject(again)
    }
  })
})
