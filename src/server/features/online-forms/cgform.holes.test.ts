import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '#shared/core/envelope.ts'
import { newId } from '#shared/core/id.ts'
import { lostProperty, publishedForm } from '#tests/support/venue/online-forms.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, hq, manager, admin } = await testVenue(['hq', 'manager', 'admin'])
const params = { code: 'holes' }
let id = ''

beforeAll(async () => {
  const acts = ['list', 'add', 'edit', 'delete', 'export', 'import'] as const
  id = await publishedForm(hq, 'holes', lostProperty, { manager: acts, hq: acts }, [manager, hq])
  await manager.formRecords.add({ params, body: { values: { place: 'Here' } }, key: newId() })
})

const ask = async (
  path: string,
  init: RequestInit = {},
  who = hq,
): Promise<{ status: number; body: Partial<Envelope> }> => {
  const headers = { 'content-type': 'application/json' }
  const response = await server.request(path, { ...init, headers, token: who.token })
  return { status: response.status, body: (await response.json().catch(() => ({}))) as Partial<Envelope> }
}
const post = (path: string, body: unknown, who = hq) => ask(path, { method: 'POST', body: JSON.stringify(body) }, who)

const SQL = "1' or '1'='1"
const SLEEP = 'place,(select pg_sleep(9))'
// FreeMarker, Velocity, SpEL and Groovy, as the reports and forms of the family have run them.
const TEMPLATES = [
  `<#assign ex="freemarker.template.utility.Execute"?new()>$\{ex("id")}`,
  '#set($x="")$x.class.forName("java.lang.Runtime")',
  `$\{T(java.lang.Runtime).getRuntime().exec("id")}`,
]

describe('a client of the API family', () => {
  const head = { tableName: 'family_form', tableTxt: '家族表单' }
  const field = (dbFieldName: string, more: object = {}) => ({
    dbFieldName,
    dbFieldTxt: dbFieldName,
    dbType: 'string',
    dbLength: 32,
    fieldShowType: 'text',
    fieldMustInput: '0',
    isShowForm: 1,
    isShowList: 1,
    isQuery: 1,
    ...more,
  })

  it('makes a form, publishes it, and works with its records', async () => {
    const { cgform } = hq
    expect((await cgform.checkOnlyTable({ query: { tbname: head.tableName } })).result).toBe(1)
    const fields = [
      field('id', { isShowForm: 0 }),
      field('create_by'),
      field('name', { fieldMustInput: '1' }),
      field('age', { dbType: 'int' }),
    ]
    await cgform.addAll({ body: { head, fields, indexs: [], deleteFieldIds: [], deleteIndexIds: [] } } as never)
    expect((await cgform.checkOnlyTable({ query: { tbname: head.tableName } })).result).toBe(-1)
    const [row] = (await cgform.list({ query: { tableName: head.tableName } as never })).result.records
    const headId = row?.id ?? ''
    expect(row).toMatchObject({ tableName: head.tableName, isDbSynch: 'N' })
    expect((await cgform.fields({ query: { headId } })).result.map((one) => one.dbFieldName)).toEqual(['name', 'age'])
    await cgform.doDbSynchBy({ params: { id: headId, synMethod: 'normal' } })
    await hq.onlineForms.grant({
      body: { id: headId, roleId: 'manager', acts: ['list', 'add', 'edit', 'delete', 'export'] },
    })
    await expect
      .poll(() => codeOf(manager.cgform.getColumns({ params: { code: headId } })), { timeout: 60_000 })
      .toBe('done')
    const code = { code: headId }
    const item = (await manager.cgform.getFormItem({ params: code })).result
    expect(item.schema).toMatchObject({ required: ['name'], properties: { age: { type: 'number' } } })
    const { result: record } = await manager.cgform.addRecord({
      params: code,
      body: { name: 'Ann', age: '7' },
      key: newId(),
    })
    await manager.cgform.editRecord({ params: code, body: { id: record, name: 'Anna', create_by: 'nobody' } })
    const data = (
      await manager.cgform.getData({ params: code, query: { pageSize: '-521', name: 'Anna', column: 'create_time' } })
    ).result
    expect(data).toMatchObject({ total: 1, records: [{ id: record, name: 'Anna', age: 7, create_by: 'manager' }] })
    expect((await manager.cgform.getQueryInfo({ params: code })).result.map((one) => one.mode)).toEqual([
      'single',
      'group',
    ])
    await manager.cgform.deleteRecords({ params: { ...code, id: `${record},` } })
    expect((await manager.cgform.getData({ params: code, query: {} })).result.total).toBe(0)
  })

  it.each([
    ['head/enhanceJs', 'button/list/x'],
    ['head/enhanceSql/x', 'index/listByHeadId'],
    ['head/enhanceJava/x', 'head/queryTables'],
  ])('finds nothing behind %s and %s', async (...paths) => {
    for (const path of paths.map((one) => (one === 'head/enhanceJs' ? 'head/enhanceJs/x' : one))) {
      expect((await ask(`/jeecg-boot/online/cgform/${path}`)).body.result).toEqual([])
    }
  })
})

describe('a known hole of online forms', () => {
  it('superQueryParams: a field is a name of the definition, and its value is a parameter', async () => {
    const query = (field: string, val: string) => ({ superQueryParams: JSON.stringify([{ field, rule: 'eq', val }]) })
    for (const call of [manager.formRecords.list, manager.cgform.getData]) {
      expect(await codeOf(call({ params, query: query('1=1) or (1', 'x') }))).toBe('lists.badAdvancedQuery')
      expect(await codeOf(call({ params, query: query('data', 'x') }))).toBe('lists.badAdvancedQuery')
      expect((await call({ params, query: query('place', SQL) })).result.total).toBe(0)
    }
  })

  it('column: the order is by a name of the definition', async () => {
    for (const column of [SLEEP, 'data', 'place desc; drop table member', 'text1']) {
      expect((await manager.cgform.getData({ params, query: { column, order: SQL } })).result.total).toBe(1)
    }
  })

  it('filters: values are parameters, and unknown names are ignored', async () => {
    expect((await manager.formRecords.list({ params, query: { place: SQL } })).result.total).toBe(0)
    expect((await manager.formRecords.list({ params, query: { [SQL]: SQL, form_id: newId() } })).result.total).toBe(1)
    expect(
      await codeOf(manager.cgform.exportXls({ params, query: { paramsStr: '{"place":' } }) as Promise<unknown>),
    ).toBe('common.invalidInput')
  })

  it('tableName and dbFieldName: names that could be SQL are refused', async () => {
    const form = (tableName: string, dbFieldName: string, more: object = {}) => ({
      head: { tableName, tableTxt: 'x' },
      fields: [{ dbFieldName, dbFieldTxt: 'x', ...more }],
    })
    const codes = await Promise.all(
      [
        form('member; drop table member', 'a'),
        form('Member', 'a'),
        form('hole_a', 'a) values (1); --'),
        form('hole_b', '__proto__'),
        form('hole_c', 'a', { fieldShowType: 'link_table' }),
      ].map(async (body) => (await post('/jeecg-boot/online/cgform/api/addAll', body)).body.error?.code),
    )
    expect(codes).toEqual([
      'forms.badCode',
      'forms.badCode',
      'common.invalidInput',
      'common.invalidInput',
      'forms.unknownControl',
    ])
    for (const code of ['member', 'sys_user', 'online_form_record', 'holes"', '..%2Fholes']) {
      const { body } = await ask(`/jeecg-boot/online/cgform/api/getData/${code}`, {}, manager)
      expect([code, body.success ?? false]).toEqual([code, false])
    }
  })

  it('dictTable: a dictionary by table and condition is refused', async () => {
    const fields = [
      {
        dbFieldName: 'a',
        dbFieldTxt: 'a',
        fieldShowType: 'list',
        dictTable: 'sys_user where 1=1',
        dictField: 'password',
        dictText: 'salt',
      },
    ]
    const { body } = await post('/jeecg-boot/online/cgform/api/addAll', {
      head: { tableName: 'hole_d', tableTxt: 'x' },
      fields,
    })
    expect(body.error?.code).toBe('dictionaries.unknownTable')
    for (const code of [
      'user_account,password_hash,id',
      'sys_user,(select password_hash from user_account limit 1),id',
      `sys_user,realname,id,${SQL}`,
    ]) {
      expect((await ask(`/jeecg-boot/sys/dict/getDictItems/${encodeURIComponent(code)}`)).body.success).toBe(false)
    }
  })

  it('enhanceJava, enhanceJs, enhanceSql and buttons: forms have no program text', async () => {
    const body = { cgJs: 'x', cgbSql: 'drop table member', cgJavaValue: 'java.lang.Runtime', buttonCode: 'add' }
    for (const path of ['head/enhanceJs/x', 'head/enhanceSql/x', 'head/enhanceJava/x', 'button/add', 'api/doButton']) {
      expect([path, (await post(`/jeecg-boot/online/cgform/${path}`, body)).body.error?.code]).toEqual([
        path,
        'forms.noPrograms',
      ])
    }
  })

  it('authColumn, authButton and authData: rights on a form are actions of a role', async () => {
    for (const path of [`authColumn/${id}`, `authData/${id}`, `validAuthData/${id}`, `authPage/${id}/1`, 'roleAuth']) {
      expect([path, (await ask(`/jeecg-boot/online/cgform/api/${path}`)).body.result]).toEqual([path, []])
    }
    const buttons = await ask(`/jeecg-boot/online/cgform/api/authButton/${id}`)
    expect(buttons.body.result).toEqual({ buttonList: [], authList: [] })
    for (const path of ['authData', 'authButton']) {
      const { body } = await post(`/jeecg-boot/online/cgform/api/${path}`, { cgformId: id, code: 'add', status: 1 })
      expect([path, body.error?.code]).toEqual([path, 'forms.rightsOfRoles'])
    }
  })

  it('doDbSynch and transTables: no table is made, changed or read', async () => {
    const tables = () =>
      venue.inEveryStore(async (trx) => {
        const { rows } = await sql<{ total: number }>`select count(*)::int as total from pg_class`.execute(trx)
        return rows[0]?.total
      })
    const before = await tables()
    await post(`/jeecg-boot/online/cgform/api/doDbSynch/${id}`, { synMethod: 'force' })
    expect(await tables()).toBe(before)
    const { body } = await post('/jeecg-boot/online/cgform/head/transTables/user_account', {})
    expect(body.error?.code).toBe('forms.noPrograms')
  })

  it('codeGenerate, rootFile and fileTree: no file is written, and no folder is shown', async () => {
    const { body } = await post('/jeecg-boot/online/cgform/api/codeGenerate', {
      projectPath: '/../../etc',
      packageName: 'x',
    })
    expect(body.error?.code).toBe('forms.noPrograms')
    for (const path of ['head/rootFile', 'head/fileTree?parentPath=/etc']) {
      expect((await ask(`/jeecg-boot/online/cgform/${path}`)).body.result).toEqual([])
    }
  })

  it('CVE-2023-4450 and others with templates: values are text, and never run', async () => {
    for (const place of TEMPLATES) {
      const { result } = await manager.formRecords.add({ params, body: { values: { place } }, key: newId() })
      const read = await manager.formRecords.queryById({ params, query: { id: result.id } })
      expect(read.result.values.place).toBe(place)
    }
  })

  it.each([
    ['CVE-2023-4450', '/jmreport/queryFieldBySql', { sql: TEMPLATES[0] }],
    ['CVE-2023-1454', '/jmreport/qurestSql', { apiSelectId: SQL }],
    ['CVE-2023-41544', '/jmreport/loadTableData', { sql: `select '${TEMPLATES[0]}'` }],
    ['CVE-2024-48307', '/drag/onlDragDatasetHead/getTotalData', { tableName: 'user_account', compName: 'x' }],
    ['CVE-2022-45205', '/sys/dict/queryTableData?table=user_account&text=password_hash&code=id', {}],
    ['CVE-2023-34602', '/sys/api/queryTableDictItemsByCode?table=user_account&text=1&code=1', {}],
    ['CVE-2023-34603', '/sys/api/queryFilterTableDictInfo?table=user_account&text=1&code=1&filterSql=1', {}],
    ['sys/ng-alain', '/sys/ng-alain/getDictItemsByTable/user_account/password_hash/id', {}],
  ])('%s: %s does not exist or refuses', async (_, path, body) => {
    const got = await ask(`/jeecg-boot${path}`, {}, admin)
    const sent = await post(`/jeecg-boot${path}`, body, admin)
    for (const { status, body: answer } of [got, sent]) {
      expect(status === 404 || answer.success === false).toBe(true)
      expect(JSON.stringify(answer)).not.toContain('argon2')
    }
  })

  it('CVE-2023-38905: a duplicate check names columns of an allow-list only', async () => {
    const query = new URLSearchParams({
      tableName: 'user_account',
      fieldName: 'password_hash',
      fieldVal: `${SQL} and pg_sleep(9)`,
      dataId: 'x',
    })
    expect((await ask(`/jeecg-boot/sys/duplicate/check?${query}`)).body.success).toBe(false)
  })
})
