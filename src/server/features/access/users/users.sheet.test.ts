import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { writeWorkbook } from '#server/core/workbooks/excel.write.ts'
import { demoStores } from '#server/db/seed/access.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import type { ImportReport } from '#shared/core/excel.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const PASSWORD = 'Neues-Passwort-1'

let dataDir: string
let server: TestServer
let admin: TestClient
/** Manages A01A02 only. */
let manager: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-people-'))
  server = await startTestServer({ dataDir })
  admin = await server.signIn('admin')
  manager = await server.signIn('manager2')
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The rows of a workbook below its two titles. */
async function rowsOf(response: Response): Promise<string[][]> {
  const path = join(dataDir, 'received.xlsx')
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  return (await readWorkbook(path, 1000)).slice(2).map(({ cells }) => cells)
}

async function send(call: string, by: TestClient, headings: string[], rows: string[][], query = '') {
  const path = join(dataDir, 'made.xlsx')
  await writeWorkbook(path, {
    titles: [],
    headings,
    rows: (async function* () {
      yield rows
    })(),
  })
  const body = new FormData()
  body.append('file', new Blob([await readFile(path)]), 'rows.xlsx')
  const response = await server.request(`/api${call}${query}`, { method: 'POST', body, token: by.token })
  return (await response.json()) as Envelope<ImportReport>
}

const importUsers = (by: TestClient, rows: string[][], query = '') =>
  send('/sys/user/importExcel', by, ['账号', '姓名', '所属门店', '角色', '身份', '性别', '生日', '手机号'], rows, query)

const reasonsOf = async (report: ImportReport | null): Promise<string[]> => {
  const rows = await rowsOf(await server.request(`/api${report?.fileUrl}`, { token: manager.token }))
  return rows.slice(1).map((cells) => cells.at(-1) ?? '')
}

const find = async (username: string) => (await admin.users.list({ query: { username } })).result.records[0]

describe('a workbook of users', () => {
  it('adds users of the own store, who cannot sign in until a password is set', async () => {
    const row = ['Imported1', '新人', '', '收银员', '收银员', '女', '36525', '13812349999']
    expect(await importUsers(manager, [row])).toMatchObject({ success: true, message: expect.stringContaining('1') })
    const user = await find('imported1')
    expect(user).toMatchObject({
      realname: '新人',
      orgCode: demoStores.A01A02.name,
      rolesname: '收银员',
      identity: '3',
      sex: 2,
      birthday: '1999-12-31',
      phone: '13812349999',
      createBy: 'manager2',
      status: 1,
    })
    for (const password of ['', 'pitlane-demo', 'Imported1', '13812349999', '123456']) {
      const attempt = server.client().signIn.login({ body: { username: 'imported1', password } })
      await expect(attempt).rejects.toMatchObject({ code: expect.stringMatching(/^(auth\.|common\.invalidInput)/) })
    }
    server.clock.advance(7_200_000)
    const body = { username: 'imported1', password: PASSWORD, confirmpassword: PASSWORD }
    await manager.users.changePassword({ body })
    const { result } = await server.client().signIn.login({ body: { username: 'imported1', password: PASSWORD } })
    expect(result.userInfo.orgCode).toBe('A01A02')
  })

  it('writes an audit entry for each of them', async () => {
    const { id = '' } = (await find('imported1')) ?? {}
    const { result } = await admin.logs.history({ query: { kind: '/sys/user', id } })
    const added = result.find(({ action }) => action === '/sys/user/importExcel')
    expect(added).toMatchObject({ username: 'manager2', after: { username: 'imported1', phone: '138****9999' } })
  })

  it('grants nothing that the importer may not grant, and reports the reason for every row', async () => {
    const bad = [
      ['bad1', '外店', demoStores.A01A01.name, '', '', '', '', ''],
      ['bad2', '越权', '', '总部', '', '', '', ''],
      ['bad3', '越级', '', '', '总部', '', '', ''],
      ['bad4', '没有', '', '不存在的角色', '', '', '', ''],
      ['cashier', '重名', '', '', '', '', '', ''],
      ['bad5', '电话', '', '', '', '', '', '12'],
    ]
    const good = ['good1', '好人', 'A01A02', 'cashier', '', '', '', '']
    const refused = await importUsers(manager, [...bad, good])
    expect(refused).toMatchObject({ code: 201, result: { totalCount: 7, errorCount: 6, successCount: 0 } })
    expect(await reasonsOf(refused.result)).toEqual([
      `所属门店: 没有门店 ${demoStores.A01A01.name}`,
      '不能授予自己没有的权限',
      '不能操作身份或权限高于自己的用户',
      '角色: 没有角色 不存在的角色',
      '用户名已注册',
      expect.stringContaining('手机号'),
    ])
    expect(await find('good1')).toBeUndefined()
    const partly = await importUsers(manager, [...bad, good], '?partial=true')
    expect(partly).toMatchObject({ code: 201, result: { errorCount: 6, successCount: 1 } })
    expect(await find('good1')).toMatchObject({ rolesname: '收银员', orgCode: demoStores.A01A02.name })
    for (const [username = ''] of bad.filter(([name]) => name !== 'cashier')) {
      expect(await find(username)).toBeUndefined()
    }
  })

  it('exports the users of the list in the scope of the reader, and can be imported again', async () => {
    const response = await server.request('/api/sys/user/exportXls?column=username&order=asc', { token: manager.token })
    const [headings, ...people] = await rowsOf(response)
    expect(headings?.slice(0, 6)).toEqual(['账号', '姓名', '所属门店', '角色', '身份', '性别'])
    expect(people.map(([username]) => username)).toEqual(['good1', 'imported1', 'manager', 'manager2'])
    expect(people[1]).toEqual(
      expect.arrayContaining(['imported1', '新人', demoStores.A01A02.name, '收银员', '女', '1999-12-31']),
    )
    const { id = '' } = (await find('good1')) ?? {}
    const selected = await server.request(`/api/sys/user/exportXls?selections=${id},nonsense`, { token: manager.token })
    expect((await rowsOf(selected)).slice(1).map(([username]) => username)).toEqual(['good1'])
    const cashier = await server.signIn('cashier')
    const closed = await server.request('/api/sys/user/exportXls', { token: cashier.token })
    expect(await closed.json()).toMatchObject({ code: 510 })
  })

  it('is narrowed by the data rules of its reader', async () => {
    const rule = { permissionId: 'user:list', ruleName: '本人', ruleColumn: 'username', ruleValue: '#{sys_user_code}' }
    await admin.permissions.addPermissionRule({ body: { ...rule, ruleConditions: '=' } })
    const { result } = await admin.permissions.getPermRuleListByPermId({ query: { permissionId: 'user:list' } })
    const ruleId = result[0]?.id ?? ''
    const params = { permissionId: 'user:list', roleId: 'manager' }
    await admin.roles.saveDatarule({ body: { ...params, dataRuleIds: ruleId } })
    await until(async () => {
      const response = await server.request('/api/sys/user/exportXls', { token: manager.token })
      expect((await rowsOf(response)).slice(1).map(([username]) => username)).toEqual(['manager2'])
    })
    await admin.permissions.deletePermissionRule({ query: { id: ruleId } })
  })
})

describe('a workbook of roles', () => {
  it('adds roles of the own store without grants, and exports the visible ones', async () => {
    const rows = [
      ['imported', '导入的角色', '说明'],
      ['cashier', '重名', ''],
    ]
    const headings = ['角色编码', '角色名称', '描述']
    const answer = await send('/sys/role/importExcel', manager, headings, rows, '?partial=true')
    expect(answer).toMatchObject({ code: 201, result: { errorCount: 1, successCount: 1 } })
    expect(await reasonsOf(answer.result)).toEqual(['角色编码已存在'])
    const [role] = (await manager.roles.list({ query: { roleCode: 'imported' } })).result.records
    expect(role).toMatchObject({ ownerCode: 'A01A02', description: '说明', createBy: 'manager2' })
    const granted = await manager.permissions.queryRolePermission({ query: { roleId: role?.id ?? '' } })
    expect(granted.result).toEqual([])
    const query = '?column=roleCode&order=asc&roleCode=imported,cashier'
    const response = await server.request(`/api/sys/role/exportXls${query}`, { token: manager.token })
    expect((await rowsOf(response)).map(([code]) => code)).toEqual(['角色编码', 'cashier', 'imported'])
    const stranger = await server.signIn('manager', 'A01A01')
    const foreign = await server.request(`/api/sys/role/exportXls${query}`, { token: stranger.token })
    expect((await rowsOf(foreign)).map(([code]) => code)).toEqual(['角色编码', 'cashier'])
  })
})
