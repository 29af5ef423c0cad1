import { describe, expect, it } from 'vitest'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { LIST } from './family-client.ts'
import { familySession, rowsOf } from './family-session.ts'

const { server } = await testVenue()
const admin = await familySession(server, 'admin')

const only = async (path: string, filter: Record<string, string>) => {
  const rows = rowsOf(await admin.get(path, { ...LIST, ...filter }))
  expect(rows).toHaveLength(1)
  return rows[0] as Record<string, string>
}

describe('the dictionary screen of a client of the family', () => {
  it('exports dictionaries with their items, and imports both', async () => {
    await admin.post('/sys/dict/add', { dictName: '旗语', dictCode: 'flag', description: '赛道', type: 0 })
    await admin.post('/sys/dict/add', { dictName: '空的', dictCode: 'flag_none', description: '', type: 0 })
    const { id: dictId } = await only('/sys/dict/list', { dictCode: 'flag' })
    const green = { dictId, itemText: '绿旗', itemValue: 'green', sortOrder: 2, status: 1 }
    await admin.post('/sys/dictItem/add', green)
    await admin.post('/sys/dictItem/add', { dictId, itemText: '红旗', itemValue: 'red', sortOrder: 1, status: 0 })
    const workbook = await (await admin.file('/sys/dict/exportXls', { dictCode: 'flag*' })).blob()
    const items = async (id?: string) =>
      rowsOf(await admin.get('/sys/dictItem/list', { column: 'sortOrder', order: 'asc', dictId: String(id) }))
    // Every row exists.
    expect((await admin.upload('/sys/dict/importExcel', workbook, 'a.xls')).result).toMatchObject({ errorCount: 3 })
    await admin.delete('/sys/dict/delete', { id: String(dictId) })
    await admin.delete(`/sys/dict/deletePhysic/${dictId}`, {})
    const { id: empty } = await only('/sys/dict/list', { dictCode: 'flag_none' })
    await admin.delete('/sys/dict/delete', { id: String(empty) })
    await admin.delete(`/sys/dict/deletePhysic/${empty}`, {})
    // Two users import it at once: one of them finds every row existing.
    const imported = await Promise.all([1, 2].map(() => admin.upload('/sys/dict/importExcel', workbook, 'a.xls')))
    expect(imported.map(({ message }) => message).sort()).toEqual([
      '文件导入成功！数据行数：3',
      '没有导入任何一行：文件中有错误。',
    ])
    const back = await only('/sys/dict/list', { dictCode: 'flag' })
    expect(back).toMatchObject({ dictName: '旗语', description: '赛道' })
    expect(await items(back.id)).toMatchObject([
      { itemText: '红旗', itemValue: 'red', sortOrder: 1, status: 0 },
      { itemText: '绿旗', itemValue: 'green', sortOrder: 2, status: 1 },
    ])
    expect(await items((await only('/sys/dict/list', { dictCode: 'flag_none' })).id)).toEqual([])
  })

  it('adds, edits, deletes and restores a dictionary', async () => {
    const form = { type: 0, dictName: '赛道天气', dictCode: 'track_weather', description: '' }
    expect(await admin.post('/sys/dict/add', form)).toMatchObject({ success: true, message: '保存成功！' })
    expect(await admin.post('/sys/dict/add', form)).toMatchObject({ success: false, code: 500 })
    const dict = await only('/sys/dict/list', { dictCode: 'track_weather' })
    expect(dict).toMatchObject({ ...form, createBy: 'admin', createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d /) })
    expect(await admin.put('/sys/dict/edit', { ...dict, dictName: '天气' })).toMatchObject({ message: '编辑成功!' })
    expect(await only('/sys/dict/list', { dictName: '*天气*' })).toMatchObject({ dictCode: 'track_weather' })
    expect(await admin.put('/sys/dict/edit', { id: 'nothing', dictName: 'x' })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    })

    const item = { dictId: dict.id, itemText: '晴', itemValue: '1', description: '', sortOrder: 1, status: 1 }
    expect(await admin.post('/sys/dictItem/add', item)).toMatchObject({ message: '保存成功！' })
    await admin.post('/sys/dictItem/add', { ...item, itemText: '雨', itemValue: '2', sortOrder: 2 })
    await admin.post('/sys/dictItem/add', { ...item, itemText: '雪', itemValue: '3', sortOrder: 3, status: 0 })
    const snow = await only('/sys/dictItem/list', { dictId: String(dict.id), itemText: '*雪*' })
    expect(snow).toMatchObject({ itemValue: '3', status: 0, status_dictText: '不启用' })
    // Standard clients call it once like this.
    expect((await admin.get('/sys/dictItem/list', { ...LIST, delFlag: 1 })).success).toBe(true)
    expect(await admin.put('/sys/dictItem/edit', { ...snow, itemText: '大雪' })).toMatchObject({
      message: '编辑成功!',
    })

    const sunny = { value: '1', text: '晴', title: '晴' }
    const rainy = { value: '2', text: '雨', title: '雨' }
    expect((await admin.get('/sys/dict/getDictItems/track_weather')).result).toEqual([sunny, rainy])
    expect((await admin.get('/sys/dict/getDictText/track_weather/2')).result).toBe('雨')
    expect(await admin.get('/sys/dict/refleshCache')).toMatchObject({ success: true })
    const all = await admin.get('/sys/dict/queryAllDictItems')
    expect(all).toMatchObject({ code: 200, result: { track_weather: [sunny, rainy], priority: expect.any(Array) } })

    expect(await admin.delete('/sys/dictItem/delete', { id: snow.id })).toMatchObject({ message: '删除成功!' })
    const rest = rowsOf(await admin.get('/sys/dictItem/list', { dictId: String(dict.id) }))
    const ids = rest.map(({ id }) => `${id},`).join('')
    expect((await admin.delete('/sys/dictItem/deleteBatch', { ids })).success).toBe(true)

    expect(await admin.delete('/sys/dict/delete', { id: dict.id })).toMatchObject({ message: '删除成功!' })
    expect(rowsOf(await admin.get('/sys/dict/list', { dictCode: 'track_weather' }))).toEqual([])
    const bin = (await admin.get('/sys/dict/deleteList')).result as { id: string }[]
    expect(bin.map(({ id }) => id)).toContain(dict.id)
    expect((await admin.put(`/sys/dict/back/${dict.id}`)).success).toBe(true)
    expect((await admin.delete('/sys/dict/deleteBatch', { ids: `${dict.id},` })).success).toBe(true)
    expect((await admin.delete(`/sys/dict/deletePhysic/${dict.id}`)).success).toBe(true)
    expect((await admin.get('/sys/dict/deleteList')).result).toEqual([])
  })

  it("is renamed by the family's name, although the client sends both languages back as read", async () => {
    await admin.post('/sys/dict/add', { dictName: '轮胎', dictCode: 'tyres', description: '' })
    const dict = await only('/sys/dict/list', { dictCode: 'tyres' })
    await admin.put('/sys/dict/edit', { ...dict, dictName: '轮胎种类' })
    const renamed = await only('/sys/dict/list', { dictCode: 'tyres' })
    expect(renamed).toMatchObject({ dictName: '轮胎种类' })
    await admin.post('/sys/dictItem/add', { dictId: dict.id, itemText: '软', itemValue: 's' })
    const item = await only('/sys/dictItem/list', { dictId: String(dict.id) })
    await admin.put('/sys/dictItem/edit', { ...item, itemText: '软胎' })
    const retold = await only('/sys/dictItem/list', { dictId: String(dict.id) })
    expect(retold).toMatchObject({ itemText: '软胎' })

    // A client that knows the languages may change one and send the family's name back unchanged.
    const [nameZh] = Object.entries(renamed).find(([name, value]) => value === '轮胎种类' && name !== 'dictName') ?? []
    const [textZh] = Object.entries(retold).find(([name, value]) => value === '软胎' && name !== 'itemText') ?? []
    await admin.put('/sys/dict/edit', { ...renamed, [String(nameZh)]: '胎' })
    await admin.put('/sys/dictItem/edit', { ...retold, [String(textZh)]: '软的' })
    expect(await only('/sys/dict/list', { dictCode: 'tyres' })).toMatchObject({ dictName: '胎' })
    expect((await admin.get('/sys/dict/getDictItems/tyres')).result).toMatchObject([{ value: 's', text: '软的' }])
  })

  it('finds the dictionaries that its screens need', async () => {
    const { result } = await admin.get('/sys/dict/queryAllDictItems')
    const values = (code: string) => result[code]?.map(({ value }: { value: string }) => value)
    expect(values('activiti_sync')).toEqual(['1', '0'])
    expect(values('database_type')).toEqual(['1', '2', '3', '6'])
    expect(values('cgform_table_type')).toEqual(['1', '2', '3'])
    expect(values('form_perms_type')?.length).toBeGreaterThan(0)
    expect(result.database_type[2]).toEqual({ value: '3', text: 'SQLServer', title: 'SQLServer' })
    expect(result.cgform_table_type[0].text).toBe('单表')
  })

  it("reads tables as dictionaries and trees, from the server's list of allowed tables", async () => {
    const people = (await admin.get(`/sys/dict/getDictItems/${encodeURIComponent('sys_user,realname,username')}`))
      .result
    expect(people).toContainEqual({ value: 'cashier', text: '李小敏', title: '李小敏' })
    const found = await admin.get('/sys/dict/loadDict/sys_user,realname,username', { keyword: '李小' })
    expect(found.result).toEqual([{ value: 'cashier', text: '李小敏', title: '李小敏' }])
    const texts = await admin.get('/sys/dict/loadDictItem/sys_user,realname,username', { key: 'cashier,coach' })
    expect(texts.result).toEqual(['李小敏', '王教练'])

    const tree = { tableName: 'sys_depart', text: 'depart_name', code: 'id', pidField: 'parent_id', hasChildField: '' }
    const [top] = (await admin.get('/sys/dict/loadTreeData', { ...tree, pid: '0', condition: '' })).result
    expect(Object.keys(top)).toEqual(
      expect.arrayContaining(['key', 'title', 'leaf', 'icon', 'parentId', 'value', 'code', 'children']),
    )
    expect(top).toMatchObject({ parentId: '0', leaf: false, value: top.key, code: top.key })
    const below = (await admin.get('/sys/dict/loadTreeData', { ...tree, pid: top.key })).result
    expect(below.length).toBeGreaterThan(0)
    expect(below[0].parentId).toBe(top.key)
    const narrowed = { ...tree, pid: top.key, condition: JSON.stringify({ depart_name: below[0].title }) }
    expect((await admin.get('/sys/dict/loadTreeData', narrowed)).result).toHaveLength(1)
    // A user of one store sees that store as the top of the tree.
    const manager = await familySession(server, 'manager2')
    const seen = (await manager.get('/sys/dict/loadTreeData', { ...tree, code: 'org_code' })).result
    expect(seen.map(({ key }: { key: string }) => key)).toEqual(['A01A02'])
  })

  it.each([
    ['getDictItems/sys_user,password,username', {}],
    ['getDictItems/sys_user,realname,username,1=1', {}],
    ['getDictItems/pg_shadow,usename,passwd', {}],
    ['loadDict/sys_token,token_hash,user_id', { keyword: 'a' }],
    ['loadTreeData', { tableName: 'sys_user', text: 'realname', code: 'id' }],
    ['loadTreeData', { tableName: 'sys_depart', text: 'depart_name', code: 'id', pidField: 'id or 1=1' }],
    ['loadTreeData', { tableName: 'sys_depart', text: 'depart_name', code: 'id', condition: '{"1=1 or x":"y"}' }],
    ['loadTreeData', { tableName: 'sys_depart', text: 'depart_name', code: 'id', condition: `' or 1=1` }],
  ])('is refused any other table: %s %j', async (path, params) => {
    expect(await admin.get(`/sys/dict/${path}`, params)).toMatchObject({ success: false, result: null })
  })
})

describe('the checks of a client of the family', () => {
  it("tell whether a value is taken, by the family's names of tables", async () => {
    const check = (tableName: string, fieldName: string, fieldVal: string, dataId?: string) =>
      admin.get('/sys/duplicate/check', { tableName, fieldName, fieldVal, dataId })
    expect(await check('sys_user', 'username', 'nobody')).toMatchObject({
      success: true,
      code: 200,
      message: '该值可用！',
    })
    expect(await check('sys_user', 'username', 'cashier')).toMatchObject({
      success: false,
      code: 500,
      message: '该值不可用，系统中已存在！',
    })
    const [cashier] = rowsOf(await admin.get('/sys/user/list', { username: 'cashier' }))
    expect((await check('sys_user', 'username', 'cashier', String(cashier?.id))).success).toBe(true)
    for (const [table, field] of [
      ['sys_user', 'phone'] as const,
      ['sys_user', 'email'] as const,
      ['sys_user', 'work_no'] as const,
      ['sys_role', 'role_code'] as const,
      ['sys_depart_role', 'role_code'] as const,
      ['sys_position', 'code'] as const,
      ['sys_sms_template', 'template_code'] as const,
      ['sys_check_rule', 'rule_code'] as const,
      ['sys_fill_rule', 'rule_code'] as const,
      ['sys_dict', 'dict_code'] as const,
      ['sys_permission', 'perms'] as const,
    ]) {
      expect((await check(table, field, 'free-value')).success, `${table}.${field}`).toBe(true)
    }
    for (const [table, field] of [
      ['sys_user', 'password'],
      ['sys_user', 'salt'],
      ['sys_token', 'token_hash'],
      ['sys_user where 1=1 --', 'username'],
    ] as const) {
      expect((await check(table, field, 'x')).message).not.toMatch(/^该值/)
    }
  })

  it('are stored as rules and run by code', async () => {
    const step = (digits: string, pattern: string, message: string) => ({ digits, pattern, message })
    const steps = [
      step('*', '^.{6,8}$', '长度须为6到8位'),
      step('2', '[A-Z]*', '前两位须为大写字母'),
      step('3', '\\d{3}', '第3到5位须为数字'),
    ]
    const rule = { ruleName: '卡号', ruleCode: 'card_code', ruleJson: JSON.stringify(steps), ruleDescription: null }
    expect(await admin.post('/sys/checkRule/add', rule)).toMatchObject({ success: true, message: '添加成功！' })
    expect(await admin.post('/sys/checkRule/add', rule)).toMatchObject({ success: false, message: '规则编码已存在' })
    // The family's client encodes the value once more.
    const check = (value: string, ruleCode = 'card_code') =>
      admin.get('/sys/checkRule/checkByCode', { ruleCode, value: encodeURIComponent(value) })
    expect((await check('AB123车')).success).toBe(true)
    expect((await check('')).success).toBe(true)
    expect(await check('AB12')).toMatchObject({ success: false, message: '长度须为6到8位' })
    expect(await check('ab1234')).toMatchObject({
      success: false,
      message: '前两位须为大写字母',
      result: { ...steps[1], beginIndex: 0, endIndex: 2, checkValue: 'ab', passed: false },
    })
    expect((await check('AB1x3车')).result).toMatchObject({ beginIndex: 2, endIndex: 5, checkValue: '1x3' })
    expect(await check('x', 'nothing')).toMatchObject({ success: false, message: '该编码不存在' })

    const kept = await only('/sys/checkRule/list', { ruleCode: '*card*' })
    const longer = JSON.stringify([step('*', 'a|b', '须为a或b')])
    expect((await admin.put('/sys/checkRule/edit', { ...kept, ruleJson: longer })).success).toBe(true)
    expect((await check('a')).success).toBe(true)
    // The whole value must match, whatever the pattern contains.
    expect((await check('ab')).message).toBe('须为a或b')
    expect((await admin.delete('/sys/checkRule/deleteBatch', { ids: `${kept.id},` })).success).toBe(true)
    expect((await check('a')).message).toBe('该编码不存在')
    expect(await admin.delete('/sys/checkRule/delete', { id: kept.id })).toMatchObject({ message: '未找到对应实体' })
  })

  it('stop a pattern that would run forever, and refuse an invalid one', async () => {
    const rule = (pattern: string) => ({
      ruleName: '慢',
      ruleCode: 'slow',
      ruleDescription: '',
      ruleJson: JSON.stringify([{ digits: '*', pattern, message: '不对' }]),
    })
    for (const bad of ['(', 'a)|(b', '[', 'x'.repeat(300)]) {
      expect((await admin.post('/sys/checkRule/add', rule(bad))).success, bad).toBe(false)
    }
    for (const ruleJson of [
      '',
      'x',
      '{}',
      '[]',
      '[{"digits":"*","pattern":"a"}]',
      '[{"digits":"-1","pattern":"a","message":"b"}]',
    ]) {
      expect((await admin.post('/sys/checkRule/add', { ...rule('a'), ruleJson })).success, ruleJson).toBe(false)
    }
    expect((await admin.post('/sys/checkRule/add', rule('(a+)+b'))).success).toBe(true)
    const begun = performance.now()
    // A quarter of a second for the first; the others are not tried.
    for (let count = 0; count < 40; count++) {
      const answer = await admin.get('/sys/checkRule/checkByCode', { ruleCode: 'slow', value: 'a'.repeat(200) })
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining('过于复杂') })
    }
    expect(performance.now() - begun).toBeLessThan(8000)
    const tooLong = await admin.get('/sys/checkRule/checkByCode', { ruleCode: 'slow', value: 'a'.repeat(201) })
    expect(tooLong.success).toBe(false)
    const cashier = await familySession(server, 'cashier')
    expect(await cashier.post('/sys/checkRule/add', rule('a'))).toMatchObject({ success: false, code: 510 })
    const manager = await familySession(server, 'manager2')
    expect(await manager.post('/sys/checkRule/add', rule('a'))).toMatchObject({
      success: false,
      code: 510,
      message: '没有权限，请联系管理员授权',
    })
  })
})
