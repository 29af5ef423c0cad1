import { describe, expect, it } from 'vitest'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, admin, manager } = await testVenue(['admin', 'manager'])

type Answer = { success: boolean; result: Record<string, unknown> & { records?: Record<string, unknown>[] } }
/** As a client of the family sends it. */
const get = async (path: string, by: TestClient = manager): Promise<Answer> =>
  (await server.request(`/jeecg-boot/online/cgreport/${path}`, { token: by.token })).json() as Promise<Answer>
const CODE = 'shipped-cashiers'

describe('the report pages of the API family', () => {
  it('open a report that was built on screen, without an error', async () => {
    const list = await get('head/list?_t=1&column=createTime&order=desc&field=id,&pageNo=1&pageSize=100')
    expect(list.result.records?.find((one) => one.id === CODE)).toMatchObject({
      code: CODE,
      name: '收银员对比',
      cgrSql: '',
      dbSource: '',
    })
    const parts = ['getParamsInfo', 'getQueryInfo', 'getRpColumns', 'getData', 'getColumnsAndData'].map((call) =>
      get(`api/${call}/${CODE}?self_a=1`),
    )
    for (const answer of [
      ...(await Promise.all(parts)),
      await get(`item/listByHeadId?headId=${CODE}`),
      await get(`param/listByHeadId?headId=${CODE}`),
    ])
      expect(answer.success).toBe(true)
    const { result } = await get(`api/getColumnsAndData/${CODE}?pageNo=1&pageSize=10`)
    const own = (await manager.customReports.runSaved({ body: { id: CODE } })).result
    expect(result).toMatchObject({
      cgreportHeadName: '收银员对比',
      dictOptions: {},
      fieldHrefSlots: [],
      data: { total: own.rows.length },
    })
    expect(result.columns).toEqual(
      own.columns.map(({ key, title }) => ({ title, dataIndex: key, align: 'center', sorter: false })),
    )
    const file = await server.request(`/jeecg-boot/online/cgreport/api/exportXls/${CODE}`, { token: manager.token })
    expect(file.headers.get('content-type')).toContain('spreadsheet')
  })

  it('write statements for the platform administrator only', async () => {
    const head = { name: '门店', cgrSql: 'select name, kind from store order by name', dbSource: '' }
    expect(await codeOf(manager.familyReports.headAdd({ body: { head } }))).toBe('customReport.sourceForbidden')
    expect(await codeOf(manager.familyReports.parseSql({ query: { sql: head.cgrSql } }))).toBe(
      'customReport.sourceForbidden',
    )
    const { fields } = (await admin.familyReports.parseSql({ query: { sql: head.cgrSql } })).result
    expect(fields.map(({ fieldTxt }) => fieldTxt)).toEqual(['name', 'kind'])
    await admin.familyReports.headAdd({ body: { head } })
    const stored = (await admin.familyReports.headList({ query: { pageSize: 100 } })).result.records.find(
      ({ name }) => name === '门店',
    )
    expect(stored?.cgrSql).toBe(head.cgrSql)
    const changed = { ...head, id: stored?.id ?? '', cgrSql: 'select count(*) as n from store' }
    await admin.familyReports.headEdit({ body: { head: changed } })
    const { result } = await admin.familyReports.data({ params: { code: stored?.id ?? '' }, query: {} })
    expect(result.records[0]?.c1).toBeGreaterThan(1)
    await admin.familyReports.headDelete({ query: { id: stored?.id ?? '' } })
    expect(await codeOf(admin.familyReports.data({ params: { code: stored?.id ?? '' }, query: {} }))).toBe(
      'common.recordNotFound',
    )
  })

  it('find the code of a new report free', async () => {
    const code = { tableName: 'onl_cgreport_head', fieldName: 'code' }
    await admin.duplicates.check({ query: { ...code, fieldVal: 'shop_list' } })
    await admin.familyReports.headAdd({ body: { head: { name: '清单', cgrSql: 'select 1 as n', dbSource: '' } } })
    const { records } = (await admin.familyReports.headList({ query: { pageSize: 100 } })).result
    const taken = records.find(({ name }) => name === '清单')
    expect(await codeOf(admin.duplicates.check({ query: { ...code, fieldVal: taken?.code ?? '' } }))).toBe(
      'duplicates.taken',
    )
  })

  it('take no SQL from a client: parameters, orders and filters of a report change nothing', async () => {
    const plain = await get(`api/getData/${CODE}?pageNo=1&pageSize=10`)
    for (const hostile of [
      `column=${encodeURIComponent('(select password_hash from user_account)')}&order=desc`,
      `self_period=${encodeURIComponent(`' or 1=1 --`)}`,
      `superQueryParams=${encodeURIComponent('[{"rule":"eq","val":"1) or 1=1 --","field":"1=1"}]')}`,
      `force_v0=${encodeURIComponent('1; drop table member')}`,
    ])
      expect(await get(`api/getData/${CODE}?pageNo=1&pageSize=10&${hostile}`)).toMatchObject({ result: plain.result })
    for (const bad of [`${CODE}' or '1'='1`, '1 union select 1', '../../sys/user/list'])
      expect((await get(`api/getData/${encodeURIComponent(bad)}`)).success).not.toBe(true)
    expect(await codeOf(admin.familyReports.parseSql({ query: { sql: 'select 1; drop table member' } }))).toBe(
      'customReport.sqlRefused',
    )
    expect(
      await codeOf(admin.familyReports.parseSql({ query: { sql: 'select password_hash from user_account' } })),
    ).toBe('customReport.sqlWrong')
  })
})

/** Known holes of the family's reports, by their advisories: none of these calls exists. */
const HOLES: Record<string, [method: string, path: string, body?: object]> = {
  'CVE-2023-1454 qurestSql': [
    'POST',
    '/jmreport/qurestSql',
    { apiSelectId: `1290104038414721025' or '%1%' like (updatexml(0x3a,concat(1,(select user())),1)) or '%%' like '` },
  ],
  'CVE-2023-4450 queryFieldBySql': [
    'POST',
    '/jmreport/queryFieldBySql',
    { sql: `select '<#assign x="freemarker.template.utility.Execute"?new()> \${x("id")}'` },
  ],
  'CVE-2023-4450 loadTableData': ['POST', '/jmreport/loadTableData', { dbSource: '', sql: 'select 1', tableName: 'x' }],
  'CVE-2023-34602 queryTableDictItemsByCode': [
    'GET',
    `/sys/api/queryTableDictItemsByCode?tableName=user_account&text=password_hash&code=username`,
  ],
  'CVE-2023-34603 queryFilterTableDictInfo': [
    'GET',
    `/sys/api/queryFilterTableDictInfo?table=user_account&text=password_hash&code=username&filterSql=1=1`,
  ],
  'CVE-2023-34659 show': ['POST', '/jmreport/show', { id: `1' or '1'='1` }],
  'CVE-2024-48307 getTotalData': [
    'POST',
    '/drag/onlDragDatasetHead/getTotalData',
    { tableName: 'user_account', compName: 'test', condition: {}, config: {} },
  ],
  'testConnection by JDBC': ['POST', '/jmreport/testConnection', { dbUrl: 'jdbc:h2:mem:test;INIT=RUNSCRIPT' }],
}

describe('a known hole', () => {
  it.each(Object.entries(HOLES))('is not there: %s', async (_, [method, path, body]) => {
    for (const base of ['/jeecg-boot', '/api', ''])
      for (const token of [undefined, admin.token]) {
        const answer = await server.request(base + path, {
          method,
          ...(token ? { token } : {}),
          ...(body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}),
        })
        expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('argon2')])
      }
  })
})
