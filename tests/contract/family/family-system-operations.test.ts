import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { LIST } from './family-client.ts'
import { type FamilySession, familySession, rowsOf } from './family-session.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') as Buffer<ArrayBuffer>

let server: TestServer
let dataDir: string
let admin: FamilySession
let hq: FamilySession
let cashier: FamilySession
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-family-'))
  server = await startTestServer({ dataDir })
  admin = await familySession(server, 'admin')
  hq = await familySession(server, 'hq')
  cashier = await familySession(server, 'cashier')
})
afterAll(() => Promise.all([server.stop(), rm(dataDir, { recursive: true, force: true, maxRetries: 5 })]))

const refused = { success: false, code: 510, message: '没有权限，请联系管理员授权' }

describe('the log screen of a client of the family', () => {
  it('lists sign-ins and operations', async () => {
    const [login] = rowsOf(await hq.get('/sys/log/list', { ...LIST, logType: 1, keyWord: 'cashier' }))
    expect(login).toMatchObject({
      logType: 1,
      logType_dictText: '登录日志',
      userid: 'cashier',
      username: '李小敏',
      ip: '127.0.0.1',
      id: expect.any(String),
      createTime: expect.stringMatching(/^\d{4}-/),
      logContent: '登录成功',
    })
    await hq.post('/sys/position/add', { code: 'LOG', name: '日志' })
    const operations = await hq.get('/sys/log/list', { ...LIST, logType: 2, keyWord: '*添加职务*' })
    expect(rowsOf(operations)[0]).toMatchObject({
      logType: 2,
      operateType: 2,
      operateType_dictText: '添加',
      requestUrl: '/sys/position/add',
      requestType: 'POST',
      requestParam: expect.stringContaining('LOG'),
      costTime: expect.any(Number),
      method: expect.any(String),
      logContent: '添加职务',
    })
    const past = { logType: 2, createTime_begin: '2001-01-01', createTime_end: '2001-12-31' }
    expect(rowsOf(await hq.get('/sys/log/list', past))).toEqual([])
  })

  it('searches both logs by every field of its form', async () => {
    await hq.post('/sys/position/add', { code: 'FIELDS', name: '查找' })
    const found = async (logType: number, filter: Record<string, string>) =>
      rowsOf(await hq.get('/sys/log/list', { ...LIST, logType, pageSize: 100, ...filter }))
    const everySignIn = await found(1, {})
    const everyOperation = await found(2, {})
    for (const [field, value] of ['userid cashier', 'username 李小敏', 'username *小*', 'userid cash*'].map((one) =>
      one.split(' '),
    )) {
      const signIns = await found(1, { [String(field)]: String(value) })
      expect(signIns.map(({ userid }) => userid)).toContain('cashier')
      expect(signIns.length, value).toBeLessThan(everySignIn.length)
    }
    expect(await found(1, { userid: 'cash' })).toEqual([])
    for (const logType of [1, 2]) {
      expect(await found(logType, { ip: '127.0.0.1' })).not.toEqual([])
      expect(await found(logType, { ip: '10.0.0.1' })).toEqual([])
      expect(await found(logType, { userid: 'nobody' })).toEqual([])
      expect(await found(logType, { logContent: '没有这样的内容' })).toEqual([])
    }
    expect(await found(1, { logContent: '登录成功' })).toHaveLength(everySignIn.length)
    expect(await found(1, { operateType: '2' })).toEqual([])
    const added = everyOperation.filter(({ operateType }) => operateType === 2)
    expect(added.length).toBeGreaterThan(0)
    expect(await found(2, { operateType: '2' })).toEqual(added)
    expect(await found(2, { operateType: '2,4', username: '*' })).toEqual(
      everyOperation.filter(({ operateType }) => operateType === 2 || operateType === 4),
    )
    const [named] = await found(2, { logContent: '添加职务', userid: 'hq', operateType: '2' })
    expect(named).toMatchObject({ requestUrl: '/sys/position/add', requestParam: expect.stringContaining('FIELDS') })
    expect(await found(2, { logContent: '*职务*' })).toContainEqual(named)
    expect(await found(2, { logContent: '职务' })).toEqual([])
  })

  it('deletes one, several and all from the list, while the audit trail keeps every operation', async () => {
    const list = async (logType: number) => rowsOf(await hq.get('/sys/log/list', { logType, pageSize: 100 }))
    const kept = () =>
      withClient(
        server.database.ownerUrl,
        async (owner) => (await owner.query('select id from audit_entry order by id')).rows as { id: string }[],
      )
    const trail = await kept()
    const [first, second] = await list(2)
    expect(await hq.delete('/sys/log/delete', { id: String(first?.id) })).toMatchObject({ message: '删除成功!' })
    if (second) {
      expect(await hq.delete('/sys/log/deleteBatch', { ids: `${second.id},` })).toMatchObject({ message: '删除成功!' })
    }
    const left = (await list(2)).map(({ id }) => id)
    expect(left).not.toContain(first?.id)
    const manager = await familySession(server, 'manager2')
    for (const client of [cashier, manager]) {
      expect(await client.delete('/sys/log/deleteBatch', { ids: 'allclear' })).toMatchObject(refused)
    }
    expect(await hq.delete('/sys/log/deleteBatch', { ids: 'allclear' })).toMatchObject({ message: '清除成功!' })
    expect(await list(1)).toEqual([])
    // Only the clearing itself is left in the list.
    expect((await list(2)).map(({ requestUrl }) => requestUrl)).toEqual(['/sys/log/deleteBatch'])
    expect((await kept()).map(({ id }) => id)).toEqual(expect.arrayContaining(trail.map(({ id }) => id)))
  })

  it('shows the states of a record', async () => {
    await hq.post('/sys/position/add', { code: 'VER', name: '一版' })
    const [row] = rowsOf(await hq.get('/sys/position/list', { code: 'VER' }))
    const dataId = String(row?.id)
    await hq.put('/sys/position/edit', { id: dataId, name: '二版' })
    const logs = rowsOf(await hq.get('/sys/dataLog/list', { ...LIST, dataTable: '/sys/position', dataId }))
    expect(logs.map(({ dataVersion, dataContent }) => [dataVersion, JSON.parse(String(dataContent)).name])).toEqual([
      [2, '二版'],
      [1, '一版'],
    ])
    const [newer, older] = logs
    const ids = { dataId1: String(newer?.id), dataId2: String(older?.id) }
    const compared: Record<string, unknown>[] = (await hq.get('/sys/dataLog/queryCompareList', ids)).result
    // Whole states: the change sent the name only.
    expect(compared.map(({ id, dataContent }) => [id, JSON.parse(String(dataContent))])).toMatchObject([
      [older?.id, { code: 'VER', name: '一版' }],
      [newer?.id, { code: 'VER', name: '二版' }],
    ])
    const versions = await hq.get('/sys/dataLog/queryDataVerList', { dataTable: '/sys/position', dataId })
    expect(versions.result).toEqual(logs)
    const unknown = { dataTable: '/sys/position', dataId: 'nothing' }
    expect(await hq.get('/sys/dataLog/queryDataVerList', unknown)).toMatchObject({
      success: false,
      message: '未找到版本信息',
    })
    // Another store sees nothing of it.
    const manager = await familySession(server, 'manager2')
    expect(rowsOf(await manager.get('/sys/dataLog/list', { dataId }))).toEqual([])
    expect((await manager.get('/sys/dataLog/queryCompareList', ids)).result).toEqual([])
    expect(await cashier.get('/sys/dataLog/list')).toMatchObject(refused)
    const hostile = await hq.get('/sys/dataLog/list', { dataTable: `' or 1=1 --`, column: 'after', order: 'x' })
    expect(rowsOf(hostile)).toEqual([])
  })
})

describe('the job screen of a client of the family', () => {
  it('schedules, changes, pauses, resumes and removes a job', async () => {
    const jobClassName = 'tokens.prune'
    const find = async () => rowsOf(await admin.get('/sys/quartzJob/list', { ...LIST, jobClassName }))[0]
    const seeded = await find()
    expect(seeded).toMatchObject({ status: 0, status_dictText: '正常', cronExpression: '0 15 4 * * ?', parameter: '7' })
    const file = await admin.file('/sys/quartzJob/exportXls', { selections: String(seeded?.id) })
    const workbook = await file.blob()
    const form = { jobClassName, cronExpression: '0 0 3 * * ? *', parameter: '5', description: null, status: 0 }
    expect(await admin.post('/sys/quartzJob/add', form)).toMatchObject({
      success: false,
      message: '该定时任务类名已存在',
    })
    expect(await admin.delete('/sys/quartzJob/delete', { id: String(seeded?.id) })).toMatchObject({
      message: '删除成功!',
    })
    expect(await admin.post('/sys/quartzJob/add', form)).toMatchObject({ success: true, message: '创建定时任务成功' })
    const job = await find()
    const id = String(job?.id)
    expect((await admin.get('/sys/quartzJob/queryById', { id })).result).toMatchObject({ jobClassName, parameter: '5' })
    expect(await admin.put('/sys/quartzJob/edit', { ...job, cronExpression: '0 0/5 * * * ?' })).toMatchObject({
      message: '更新定时任务成功!',
    })
    expect(await admin.get('/sys/quartzJob/pause', { jobClassName })).toMatchObject({ message: '暂停定时任务成功' })
    expect(await find()).toMatchObject({ status: -1, status_dictText: '停止', cronExpression: '0 0/5 * * * ?' })
    expect(await admin.get('/sys/quartzJob/resume', { jobClassName })).toMatchObject({ message: '恢复定时任务成功' })
    expect(await find()).toMatchObject({ status: 0 })
    expect((await admin.put('/sys/quartzJob/edit', { ...job, cronExpression: 'every day' })).success).toBe(false)
    expect((await admin.delete('/sys/quartzJob/deleteBatch', { ids: `${id},` })).success).toBe(true)
    expect(await admin.get('/sys/quartzJob/pause', { jobClassName })).toMatchObject({
      success: false,
      message: '定时任务不存在！',
    })
    expect(await admin.upload('/sys/quartzJob/importExcel', workbook, 'job.xls')).toMatchObject({
      message: '文件导入成功！数据行数：1',
    })
    expect(await find()).toMatchObject({ status: 0, cronExpression: '0 15 4 * * ?', parameter: '7' })
  })

  it('refuses unknown jobs, and is for the platform administrator only', async () => {
    for (const jobClassName of ['org.jeecg.modules.quartz.job.SampleJob', 'node:child_process', '../../x', '']) {
      const form = { jobClassName, cronExpression: '0 0 3 * * ?', status: 0 }
      expect((await admin.post('/sys/quartzJob/add', form)).success, jobClassName).toBe(false)
    }
    expect(await hq.get('/sys/quartzJob/list')).toMatchObject(refused)
    expect(await hq.get('/sys/quartzJob/pause', { jobClassName: 'runs.end' })).toMatchObject(refused)
  })
})

describe('the files of a client of the family', () => {
  it('are uploaded for forms: the path is the message', async () => {
    for (const path of ['/sys/common/upload', '/sys/upload/uploadMinio']) {
      const answer = await cashier.upload(path, PNG, '头像.png', { biz: 'temp' })
      expect(answer).toMatchObject({ success: true, message: expect.stringMatching(/^temp\//) })
      // Pictures are fetched without a token.
      const image = await server.request(`/api/sys/common/static/${answer.message}`)
      expect(Buffer.from(await image.arrayBuffer())).toEqual(PNG)
    }
    expect(await cashier.upload('/sys/upload/uploadMinio', new Blob(['<script>']), 'x.png')).toMatchObject({
      success: false,
    })
  })

  it('are listed, fetched by their address and deleted', async () => {
    const stored = () => readdir(join(dataDir, 'files/oss'), { recursive: true })
    expect(await hq.upload('/oss/file/upload', PNG, '../横幅.png')).toMatchObject({ message: '上传成功！' })
    const [file] = rowsOf(await hq.get('/oss/file/list', { ...LIST, fileName: '*横幅*' }))
    expect(file).toMatchObject({
      fileName: '横幅.png',
      url: expect.stringContaining('/oss/'),
      createTime: expect.any(String),
    })
    const found = await hq.file(String(file?.url))
    expect(found.headers.get('content-type')).toBe('image/png')
    const id = String(file?.id)
    const manager = await familySession(server, 'manager2')
    expect(rowsOf(await manager.get('/oss/file/list'))).toEqual([])
    expect(await manager.delete('/oss/file/delete', { id })).toMatchObject({ message: '未找到对应实体' })
    for (const attempt of [cashier.get('/oss/file/list'), cashier.delete('/oss/file/delete', { id })]) {
      expect(await attempt).toMatchObject(refused)
    }
    expect(await cashier.upload('/oss/file/upload', PNG, 'x.png')).toMatchObject(refused)
    expect((await stored()).filter((name) => name.endsWith('.png'))).toHaveLength(1)
    expect(await hq.delete('/oss/file/delete', { id })).toMatchObject({ message: '删除成功!' })
    await expect.poll(async () => (await stored()).filter((name) => name.endsWith('.png'))).toEqual([])
    expect((await hq.file(String(file?.url))).status).toBe(404)
    expect(await hq.delete('/oss/file/delete', { id })).toMatchObject({ message: '未找到对应实体' })
  })
})
