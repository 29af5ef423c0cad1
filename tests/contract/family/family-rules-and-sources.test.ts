import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { LIST } from './family-client.ts'
import { familySession, rowsOf } from './family-session.ts'

const { server } = await testVenue([], { allowedNetworks: ['127.0.0.0/8'] })
const admin = await familySession(server, 'admin')
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

const only = async (path: string, filter: Record<string, string>) => {
  const rows = rowsOf(await admin.get(path, { ...LIST, ...filter }))
  expect(rows).toHaveLength(1)
  return rows[0] as Record<string, string>
}

describe('the fill rule screen of a client of the family', () => {
  it('has the seeds, and fills forms by code', async () => {
    expect(await only('/sys/fillRule/list', { ruleCode: 'org_num_role' })).toMatchObject({ createTime: TIME })
    const category = await only('/sys/fillRule/list', { ruleCode: 'category_code_rule' })
    // Its form sends the row as it was read, and the class that it knows.
    const known = { ...category, ruleClass: 'org.jeecg.modules.system.rule.CategoryCodeRule' }
    expect(await admin.put('/sys/fillRule/edit', known)).toMatchObject({ success: true, message: '更新成功！' })
    const form = {
      ruleName: '单号',
      ruleCode: 'order_number',
      ruleClass: 'org.x.OrderNumberRule',
      ruleParams: '{"prefix":"CN"}',
    }
    expect(await admin.post('/sys/fillRule/add', form)).toMatchObject({ success: true, message: '添加成功！' })
    expect(await admin.post('/sys/fillRule/add', form)).toMatchObject({ success: false, message: '规则编码已存在' })
    const rule = await only('/sys/fillRule/list', { ruleName: '*单*' })
    expect((await admin.get('/sys/fillRule/queryById', { id: String(rule.id) })).result).toMatchObject({
      ruleCode: 'order_number',
    })
    const ruleCode = 'order_number'
    const sample = await admin.get('/sys/fillRule/testFillRule', { ruleCode })
    expect(sample).toMatchObject({ success: true, result: expect.stringMatching(/^CN\d{8}0001$/) })
    expect(await admin.put(`/sys/fillRule/executeRuleByCode/${ruleCode}`, { orderName: 'x', lines: [] })).toMatchObject(
      {
        success: true,
        result: sample.result,
      },
    )
    const rules = [{ ruleCode, formData: {} }, { ruleCode: 'category_code_rule' }]
    expect(
      await admin.put('/sys/fillRule/executeRuleByCodeBatch', { rules, commonFormData: { pid: '0' } }),
    ).toMatchObject({
      success: true,
      result: [
        { ruleCode, result: expect.stringMatching(/^CN\d{8}0002$/) },
        { ruleCode: 'category_code_rule', result: expect.stringMatching(/^[A-Z]\d\d$/) },
      ],
    })
    // A rule that has given numbers stays.
    expect((await admin.delete('/sys/fillRule/delete', { id: rule.id })).success).toBe(false)
    const unused = { ...form, ruleCode: 'unused_number' }
    await admin.post('/sys/fillRule/add', unused)
    const { id } = await only('/sys/fillRule/list', { ruleCode: unused.ruleCode })
    expect(await admin.delete('/sys/fillRule/delete', { id })).toMatchObject({ message: '删除成功!' })
    await admin.post('/sys/fillRule/add', unused)
    const again = await only('/sys/fillRule/list', { ruleCode: unused.ruleCode })
    expect((await admin.delete('/sys/fillRule/deleteBatch', { ids: `${again.id},` })).success).toBe(true)
  })
})

describe('the data source screen of a client of the family', () => {
  it('adds, tests, edits, offers and deletes a data source', async () => {
    const { port, pathname } = new URL(server.database.ownerUrl)
    await withClient(server.database.ownerUrl, (owner) =>
      owner.query(`create role family_reader login password 'Leser-4711'`),
    )
    const form = {
      code: 'family',
      name: '报表库',
      remark: null,
      dbType: '6',
      dbDriver: 'org.postgresql.Driver',
      dbUrl: `jdbc:postgresql://127.0.0.1:${port}${pathname}?sslmode=disable`,
      dbName: 'reports',
      dbUsername: 'family_reader',
      dbPassword: 'Leser-4711',
    }
    try {
      const test = (values: object) => admin.post('/online/cgreport/api/testConnection', values)
      expect(await test(form)).toMatchObject({ success: true, message: '数据库连接成功' })
      expect(await test({ ...form, dbPassword: 'wrong' })).toMatchObject({
        success: false,
        message: '数据库拒绝了用户名或密码',
      })
      expect(await admin.post('/sys/dataSource/add', form)).toMatchObject({ success: true, message: '添加成功！' })
      const source = await only('/sys/dataSource/list', { code: 'family' })
      expect(source).toMatchObject({ dbUrl: form.dbUrl, dbName: 'reports', remark: '', createTime: TIME })
      expect(JSON.stringify(source)).not.toContain('Leser')
      expect((await admin.get('/sys/dataSource/queryById', { id: String(source.id) })).success).toBe(true)
      expect(await test({ ...source, dbPassword: null })).toMatchObject({ success: true })
      expect(await admin.put('/sys/dataSource/edit', { ...source, name: '另一个', dbPassword: null })).toMatchObject({
        success: true,
      })
      expect((await admin.get('/sys/dataSource/options')).result).toEqual([
        { value: 'family', label: '另一个', text: '另一个' },
      ])
      // A page of reports asks for them, whoever opens it.
      const hq = await familySession(server, 'hq')
      expect(await hq.get('/sys/dataSource/options')).toMatchObject({ success: true, result: [] })
      expect(await admin.delete('/sys/dataSource/delete', { id: source.id })).toMatchObject({ message: '删除成功!' })
      await admin.post('/sys/dataSource/add', form)
      const again = await only('/sys/dataSource/list', { code: 'family' })
      expect((await admin.delete('/sys/dataSource/deleteBatch', { ids: `${again.id},` })).success).toBe(true)
    } finally {
      await withClient(server.database.ownerUrl, (owner) => owner.query('drop role family_reader'))
    }
  })
})
