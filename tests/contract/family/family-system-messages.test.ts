import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { LIST } from './family-client.ts'
import { type FamilySession, familySession, rowsOf } from './family-session.ts'

const TEMPLATES = '/message/sysMessageTemplate'
const MESSAGES = '/message/sysMessage'

let server: TestServer
let dataDir: string
let manager: FamilySession
let cashier: FamilySession
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-family-'))
  server = await startTestServer({ dataDir, jobs: true })
  manager = await familySession(server, 'manager', 'A01A01')
  cashier = await familySession(server, 'cashier')
})
afterAll(() => Promise.all([server.stop(), rm(dataDir, { recursive: true, force: true, maxRetries: 5 })]))

const owner = <T>(statement: string, values: unknown[] = []): Promise<T[]> =>
  withClient(server.database.ownerUrl, async (client) => (await client.query(statement, values)).rows as T[])
const templateOf = async (templateCode: string) => {
  const [row] = rowsOf(await manager.get(`${TEMPLATES}/list`, { ...LIST, templateCode }))
  return row as Record<string, string>
}
const messageOf = async (esTitle: string) => {
  const [row] = rowsOf(await manager.get(`${MESSAGES}/list`, { ...LIST, esTitle }))
  return row as Record<string, string>
}
const sent = (esTitle: string) =>
  until(async () => expect(await messageOf(esTitle)).toMatchObject({ esSendStatus: '1' }))

describe('the template screen of a client of the family', () => {
  it('stores templates and sends messages by them', async () => {
    const form = {
      templateCode: 'welcome',
      templateName: '欢迎',
      templateType: '1',
      templateTestJson: '{"name":"小李"}',
      templateContent: `你好，\${name}`,
    }
    expect(await manager.post(`${TEMPLATES}/add`, form)).toMatchObject({ success: true, message: '添加成功！' })
    const row = await templateOf('welcome')
    expect(row).toMatchObject({ ...form, templateType_dictText: '短信' })
    expect(
      rowsOf(await manager.get(`${TEMPLATES}/list`, { templateName: '*迎*', templateContent: '*好*' })),
    ).toHaveLength(1)
    expect(rowsOf(await manager.get(`${TEMPLATES}/list`, { templateName: '迎' }))).toEqual([])
    const edited = { ...row, templateName: '欢迎光临' }
    expect(await manager.put(`${TEMPLATES}/edit`, edited)).toMatchObject({ message: '更新成功！' })
    const duplicate = { tableName: 'sys_sms_template', fieldName: 'template_code', fieldVal: 'welcome' }
    expect((await manager.get('/sys/duplicate/check', duplicate)).success).toBe(false)
    expect((await manager.get('/sys/duplicate/check', { ...duplicate, dataId: row.id })).success).toBe(true)

    const send = { templateCode: 'welcome', testData: '{"name":"小王"}', receiver: '13900001111', msgType: '1' }
    expect(await manager.post(`${TEMPLATES}/sendMsg`, send)).toMatchObject({
      success: true,
      code: 200,
      message: '发送消息任务添加成功！',
    })
    expect(await manager.post(`${TEMPLATES}/sendMsg`, { ...send, testData: '{' })).toMatchObject({
      success: false,
      message: '解析Json出错！',
    })
    expect((await manager.post(`${TEMPLATES}/sendMsg`, { ...send, templateCode: 'nothing' })).success).toBe(false)
    await sent('欢迎光临')
    expect(await owner('select phone, text from sms_outbox')).toEqual([{ phone: '13900001111', text: '你好，小王' }])

    const file = await manager.file(`${TEMPLATES}/exportXls`, { ...LIST, selections: String(row.id) })
    const workbook = await file.blob()
    expect(await manager.delete(`${TEMPLATES}/delete`, { id: row.id })).toMatchObject({ message: '删除成功!' })
    expect(await manager.upload(`${TEMPLATES}/importExcel`, workbook, '模板.xls')).toMatchObject({
      message: '文件导入成功！数据行数：1',
    })
    const { id } = await templateOf('welcome')
    expect(await manager.delete(`${TEMPLATES}/deleteBatch`, { ids: `${id},` })).toMatchObject({
      message: '批量删除成功！',
    })
  })
})

describe('the message screen of a client of the family', () => {
  const form = (esTitle: string, more: object = {}) => ({
    esTitle,
    esContent: '今晚8点闭店',
    esReceiver: 'cashier',
    esType: '4',
    esParam: '{}',
    remark: '',
    esSendStatus: '0',
    esSendNum: null,
    esSendTime: null,
    esResult: null,
    ...more,
  })
  /** A message that waits for a worker, which is not notified. */
  const waiting = async (title: string, status = '0', tries = 0) => {
    const [row] = await owner<{ id: string }>(
      `insert into message (id, org_code, title, content, receiver, type, send_status, send_count,
         created_by, created_at)
       values (gen_random_uuid(), 'A01A01', $1, 'x', '13900002222', '1', $2, $3, 'manager', now()) returning id`,
      [title, status, tries],
    )
    return row?.id ?? ''
  }

  it('sends an added message, once per key', async () => {
    expect(await manager.post(`${MESSAGES}/add`, form('闭店'))).toMatchObject({ success: true, result: null })
    await sent('闭店')
    expect(await messageOf('闭店')).toMatchObject({
      esReceiver: 'cashier',
      esType_dictText: '系统',
      esSendStatus_dictText: expect.any(String),
      esSendNum: 1,
    })
    expect((await cashier.get('/sys/annountCement/listByUser')).result.sysMsgList[0]).toMatchObject({ titile: '闭店' })
    const key = '01a00000-0000-7000-8000-000000000001'
    for (let count = 0; count < 2; count++) {
      const response = await server.request('/api/message/sysMessage/add', {
        method: 'POST',
        token: manager.token,
        body: JSON.stringify(form('一次')),
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      })
      expect(await response.json()).toMatchObject({ success: true })
    }
    await sent('一次')
    expect(rowsOf(await manager.get(`${MESSAGES}/list`, { esTitle: '一次' }))).toHaveLength(1)
  })

  it.each([
    ['nobody of the store', { esReceiver: 'manager2' }],
    ['no phone', { esType: '1', esReceiver: 'cashier' }],
    ['a channel that is not set up', { esType: '2', esReceiver: 'a@example.com' }],
    ['an unknown type', { esType: '9' }],
    ['no words', { esContent: '' }],
  ])('refuses %s', async (_, more) => {
    expect(await manager.post(`${MESSAGES}/add`, form('无效', more))).toMatchObject({ success: false, code: 500 })
    expect(await messageOf('无效')).toBeUndefined()
  })

  it('changes only messages without a send attempt, and keeps the phone masked', async () => {
    const id = await waiting('等待')
    const row = await messageOf('等待')
    expect(row.esReceiver).toBe('139****2222')
    expect((await manager.get(`${MESSAGES}/queryById`, { id })).result.esReceiver).toBe('139****2222')
    expect((await manager.put(`${MESSAGES}/edit`, { ...row, esContent: '改' })).success).toBe(true)
    const stored = () => owner(`select receiver, content, updated_by from message where id = $1`, [id])
    expect(await stored()).toEqual([{ receiver: '13900002222', content: '改', updated_by: 'manager' }])
    expect((await manager.put(`${MESSAGES}/edit`, { id, esReceiver: '13900003333' })).success).toBe(true)
    expect((await manager.put(`${MESSAGES}/edit`, { id, esReceiver: 'nonsense' })).success).toBe(false)
    expect(await stored()).toMatchObject([{ receiver: '13900003333' }])
    for (const [status, tries] of [
      ['1', 1],
      ['2', 7],
      ['3', 1],
      ['0', 1],
    ] as const) {
      const busy = await waiting(`忙${status}${tries}`, status, tries)
      expect((await manager.put(`${MESSAGES}/edit`, { id: busy, esContent: 'x' })).success).toBe(false)
      expect((await manager.delete(`${MESSAGES}/delete`, { id: busy })).success).toBe(status !== '3')
    }
    const busy = String((await messageOf('忙31')).id)
    expect((await manager.delete(`${MESSAGES}/deleteBatch`, { ids: `${id},${busy},` })).success).toBe(false)
    expect(await stored()).toHaveLength(1)
    expect((await manager.delete(`${MESSAGES}/deleteBatch`, { ids: `${id},` })).success).toBe(true)
    expect(await manager.delete(`${MESSAGES}/delete`, { id })).toMatchObject({ message: '未找到对应实体' })
  })

  it('sends the messages of a workbook, once even if it is uploaded twice', async () => {
    await manager.post(`${MESSAGES}/add`, form('表一', { esContent: '一' }))
    await manager.post(`${MESSAGES}/add`, form('表二', { esContent: '二' }))
    await sent('表一')
    await sent('表二')
    const ids = rowsOf(await manager.get(`${MESSAGES}/list`, { esTitle: '表*' })).map(({ id }) => id)
    const workbook = await (await manager.file(`${MESSAGES}/exportXls`, { selections: ids.join(',') })).blob()
    await manager.delete(`${MESSAGES}/deleteBatch`, { ids: `${ids.join(',')},` })
    expect(await manager.upload(`${MESSAGES}/importExcel`, workbook, 'x.xls')).toMatchObject({
      message: '文件导入成功！数据行数：2',
    })
    await sent('表一')
    await sent('表二')
    expect(await manager.upload(`${MESSAGES}/importExcel`, workbook, 'x.xls')).toMatchObject({
      code: 201,
      result: { errorCount: 2, successCount: 0 },
    })
    const delivered = await owner<{ count: number }>(
      `select count(*)::int as count from announcement where title like '表%'`,
    )
    expect(delivered).toEqual([{ count: 4 }])
    const list = await cashier.get(`${MESSAGES}/list`)
    expect(list).toMatchObject({ success: false, code: 510, message: '没有权限，请联系管理员授权' })
  })
})
