import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { LIST } from './family-client.ts'
import { type FamilySession, familySession, rowsOf } from './family-session.ts'

const { server } = await testVenue()
const manager = await familySession(server, 'manager', 'A01A01')
const cashier = await familySession(server, 'cashier')

beforeAll(async () => {
  await cashier.put('/sys/sysAnnouncementSend/readAll')
})

const form = (titile: string, more: object = {}) => ({
  titile,
  msgContent: '<p>内容</p>',
  startTime: '2026-01-01 00:00:00',
  endTime: '2099-01-01 00:00:00',
  priority: 'H',
  msgCategory: '1',
  msgType: 'ALL',
  userIds: '',
  msgAbstract: '摘要',
  ...more,
})
const written = async (titile: string) => {
  const [row] = rowsOf(await manager.get('/sys/annountCement/list', { ...LIST, titile: `*${titile}*` }))
  return row as Record<string, string>
}
const bell = async (client = cashier) => (await client.get('/sys/annountCement/listByUser')).result
const mine = async (query: Record<string, string>, client = cashier) =>
  rowsOf(await client.get('/sys/sysAnnouncementSend/getMyAnnouncementSend', { ...LIST, ...query }))

/** The family's socket: no token, a text as heartbeat, JSON back. */
async function listen(client: FamilySession) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/websocket/${client.userId}`)
  const heard: { cmd: string; msgId?: string; msgTxt?: string }[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  await once(socket, 'open')
  socket.send('HeartBeat')
  await until(() => expect(heard[0]).toMatchObject({ cmd: 'heartcheck' }))
  return { socket, heard }
}

/** A socket without a token is accepted but gets no messages (docs/platform.md#sockets-of-the-familys-clients); clients poll. */
const onlyBeats = (heard: readonly { cmd: string }[]) =>
  expect(heard.filter(({ cmd }) => cmd !== 'heartcheck')).toEqual([])

describe('the announcement screen of a client of the family', () => {
  it('writes, publishes and revokes announcements, which bells find by polling', async () => {
    const { socket, heard } = await listen(cashier)
    expect(await manager.post('/sys/annountCement/add', form('停电通知', { sendStatus: '1' }))).toMatchObject({
      success: true,
      message: '添加成功！',
      result: null,
    })
    const row = await written('停电通知')
    // A draft, whatever the form sends.
    expect(row).toMatchObject({
      sendStatus: '0',
      sendTime: null,
      delFlag: '0',
      createBy: 'manager',
      userIds: '',
      priority: 'H',
      priority_dictText: expect.any(String),
      msgCategory_dictText: '通知公告',
      msgType_dictText: expect.any(String),
      sendStatus_dictText: '未发布',
    })
    expect((await bell()).anntMsgTotal).toBe(0)
    expect((await manager.put('/sys/annountCement/edit', { ...row, msgAbstract: '改' })).success).toBe(true)

    expect(await manager.get('/sys/annountCement/doReleaseData', { id: row.id })).toMatchObject({
      message: '该系统通知发布成功',
    })
    const shown = await bell()
    expect(shown).toMatchObject({ anntMsgTotal: 1, sysMsgTotal: 0, sysMsgList: [] })
    expect(shown.anntMsgList[0]).toMatchObject({ id: row.id, titile: '停电通知', priority: 'H', msgAbstract: '改' })
    expect((await cashier.get('/sys/annountCement/queryById', { id: row.id })).result).toMatchObject({
      sendStatus: '1',
      sender: 'manager',
      msgContent: '<p>内容</p>',
      sendTime: expect.stringMatching(/^\d{4}-/),
    })

    expect(await manager.get('/sys/annountCement/doReovkeData', { id: row.id })).toMatchObject({
      message: '该系统通知撤销成功',
    })
    expect((await manager.get('/sys/annountCement/syncNotic', { anntId: row.id })).success).toBe(true)
    expect((await bell()).anntMsgTotal).toBe(0)
    expect(await written('停电通知')).toMatchObject({ sendStatus: '2', cancelTime: expect.stringMatching(/^\d{4}-/) })
    expect(await manager.delete('/sys/annountCement/delete', { id: row.id })).toMatchObject({ message: '删除成功!' })
    expect(await written('停电通知')).toBeUndefined()
    expect(await manager.get('/sys/annountCement/doReleaseData', { id: row.id })).toMatchObject({ success: false })
    onlyBeats(heard)
    socket.close()
  })

  it('addresses users, who mark one or all as read', async () => {
    const { socket, heard } = await listen(cashier)
    const userIds = `${cashier.userId},`
    for (const [name, msgCategory] of [
      ['一', '1'],
      ['二', '2'],
      ['三', '2'],
    ] as const) {
      const body = form(`给你${name}`, { msgCategory, msgType: 'USER', userIds, openType: 'url', openPage: '/counter' })
      expect((await manager.post('/sys/annountCement/add', body)).success).toBe(true)
      const row = await written(`给你${name}`)
      expect(row.userIds).toBe(userIds)
      await manager.get('/sys/annountCement/doReleaseData', { id: row.id })
    }
    expect(await bell()).toMatchObject({ anntMsgTotal: 1, sysMsgTotal: 2 })
    expect(await bell(await familySession(server, 'coach'))).toMatchObject({ sysMsgTotal: 0 })

    const [second] = await mine({ titile: '*给你二*' })
    expect(second).toMatchObject({
      readFlag: '0',
      userId: cashier.userId,
      msgCategory: '2',
      sender: 'manager',
      openType: 'url',
      openPage: '/counter',
      anntId: expect.any(String),
      sendTime: expect.any(String),
      msgContent: '<p>内容</p>',
      busId: '',
    })
    const anntId = String(second?.anntId)
    expect(await cashier.put('/sys/sysAnnouncementSend/editByAnntIdAndUserId', { anntId })).toMatchObject({ code: 0 })
    expect((await cashier.post('/sys/sysAnnouncementSend/editByAnntIdAndUserId', { anntId })).success).toBe(true)
    expect((await cashier.get('/sys/annountCement/syncNotic', { anntId })).success).toBe(true)
    expect((await mine({ readFlag: '1', titile: '*给你*' })).map(({ titile }) => titile)).toEqual(['给你二'])
    expect(await mine({ readFlag: '0', msgCategory: '2', sender: 'manager' })).toHaveLength(1)
    expect(await cashier.put('/sys/sysAnnouncementSend/readAll')).toMatchObject({ message: '全部已读' })
    expect((await cashier.get('/sys/annountCement/syncNotic')).success).toBe(true)
    expect(await bell()).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0, anntMsgList: [], sysMsgList: [] })
    onlyBeats(heard)
    socket.close()
  })

  it('deletes several, and imports drafts from a workbook', async () => {
    await manager.post('/sys/annountCement/add', form('表格一', { msgContent: '<p>好</p><script>alert(1)</script>' }))
    await manager.post('/sys/annountCement/add', form('表格二', { msgCategory: '2' }))
    const rows = rowsOf(await manager.get('/sys/annountCement/list', { titile: '*表格*' }))
    const selections = rows.map(({ id }) => id).join(',')
    const file = await manager.file('/sys/annountCement/exportXls', { ...LIST, selections })
    const workbook = await file.blob()
    expect(await manager.delete('/sys/annountCement/deleteBatch', { ids: `${selections},` })).toMatchObject({
      message: expect.stringContaining('删除成功'),
    })
    expect(await manager.upload('/sys/annountCement/importExcel', workbook, '公告.xls')).toMatchObject({
      message: '文件导入成功！数据行数：2',
    })
    expect(await written('表格一')).toMatchObject({ sendStatus: '0', msgContent: '<p>好</p>', msgType: 'ALL' })
    expect(await written('表格二')).toMatchObject({ msgCategory: '2', startTime: '2026-01-01 00:00:00' })
    const outsider = await familySession(server, 'manager2')
    expect(rowsOf(await outsider.get('/sys/annountCement/list', { titile: '*表格*' }))).toEqual([])
    for (const path of ['exportXls', 'list'])
      expect(await cashier.get(`/sys/annountCement/${path}`)).toMatchObject({ success: false, code: 510 })
  })
})

describe('an exported workbook of announcements', () => {
  it('can be imported again, for any recipients and at any length', async () => {
    const { userId } = cashier
    const long = `<p>${'长'.repeat(20_000)}</p>`
    const forms = [
      form('给收银员', { msgType: 'USER', userIds: `${userId},`, openType: 'url', openPage: '/isystem/user' }),
      form('很长的公告', { msgContent: long, priority: 'L', startTime: null, endTime: null }),
    ]
    for (const one of forms) expect((await manager.post('/sys/annountCement/add', one)).success).toBe(true)
    const originals = [await written('给收银员'), await written('很长的公告')]
    const selections = originals.map(({ id }) => id).join(',')
    const file = await manager.file('/sys/annountCement/exportXls', { ...LIST, selections })
    const answer = await manager.upload('/sys/annountCement/importExcel', await file.blob(), '系统通告.xls')
    expect(answer).toMatchObject({ success: true, message: '文件导入成功！数据行数：2' })
    for (const [index, { titile, id }] of originals.entries()) {
      const rows = rowsOf(await manager.get('/sys/annountCement/list', { ...LIST, titile }))
      const copy = rows.find((row) => row.id !== id)
      const { msgType, userIds, openType, openPage, msgContent, priority } = originals[index] as Record<string, string>
      expect(copy).toMatchObject({ msgType, userIds, openType, openPage, msgContent, priority, sendStatus: '0' })
    }
  })
})
