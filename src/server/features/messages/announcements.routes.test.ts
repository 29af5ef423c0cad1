import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { withClient } from '#server/db/roles.ts'
import { demoUsers } from '#server/db/seed/access.ts'
import type { TestClient, TestCopy } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, cashier, hq, manager } = await testVenue(['cashier', 'hq', 'manager'])
const other = await server.startCopy()
const manager2 = await server.signIn('manager2')
const coach = await server.signIn('coach')

beforeAll(async () => {
  for (const client of [hq, manager, manager2, cashier, coach]) await client.announcementSends.readAll()
})

type Input = Parameters<TestClient['announcements']['add']>[0]['body']
let count = 0

/** Creates a draft; returns its id. */
async function draft(by: TestClient, given: Partial<Input> = {}): Promise<string> {
  const titile = `公告 ${++count} ${Math.random()}`
  const defaults = { titile, priority: 'L', msgCategory: '1', msgType: 'ALL', userIds: '' } as const
  await by.announcements.add({ body: { ...defaults, ...given } as Input })
  const { result } = await by.announcements.list({ query: { titile: given.titile ?? titile } })
  return result.records[0]?.id ?? ''
}

async function released(by: TestClient, given: Partial<Input> = {}): Promise<string> {
  const id = await draft(by, given)
  await by.announcements.release({ query: { id } })
  return id
}

const mine = async (client: TestClient) => {
  const { result } = await client.announcementSends.mine({ query: { pageSize: 200 } })
  return new Map(result.records.map((row) => [row.anntId, row]))
}
const sees = async (client: TestClient, id: string) => (await mine(client)).has(id)

async function listen(client: TestClient, copy: TestCopy) {
  const socket = new WebSocket(`${copy.url.replace('http', 'ws')}/websocket/${client.user.id}`, [
    'pitlane',
    client.token,
  ])
  const heard: { cmd: string; msgId?: string; msgTxt?: string }[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  await once(socket, 'open')
  const settle = async () => {
    const beat = `beat ${Math.random()}`
    socket.send(beat)
    await until(() => expect(heard.some(({ msgTxt }) => msgTxt === beat)).toBe(true))
  }
  await settle()
  return { heard, settle }
}

describe('an announcement', () => {
  it('is invisible as a draft, visible to all users of its store once released, and invisible once revoked', async () => {
    const id = await draft(manager)
    expect(await sees(cashier, id)).toBe(false)
    expect(await codeOf(cashier.announcements.queryById({ query: { id } }))).toBe('common.recordNotFound')
    const { message } = await manager.announcements.release({ query: { id } })
    expect(message).toBe('该系统通知发布成功')
    expect([await sees(cashier, id), await sees(coach, id), await sees(manager2, id), await sees(hq, id)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect((await cashier.announcements.queryById({ query: { id } })).result).toMatchObject({ id, sender: 'manager' })
    await manager.announcements.revoke({ query: { id } })
    expect(await sees(cashier, id)).toBe(false)
    const { result } = await manager.announcements.queryById({ query: { id } })
    expect(result).toMatchObject({ sendStatus: '2', cancelTime: expect.any(String) })
  })

  it('of a chain reaches the users of its stores, who cannot manage it', async () => {
    const id = await released(hq, { priority: 'H' })
    for (const client of [cashier, manager2, hq]) expect((await mine(client)).get(id)).toMatchObject({ priority: 'H' })
    expect(await codeOf(manager.announcements.revoke({ query: { id } }))).toBe('common.recordNotFound')
    expect(
      (await manager.announcements.list({ query: { pageSize: 200 } })).result.records.map((row) => row.id),
    ).not.toContain(id)
    expect((await cashier.announcements.queryById({ query: { id } })).result.userIds).toBe('')
  })

  it('to listed users is visible only to them, wherever they work now', async () => {
    const userIds = `${demoUsers.coach.id},${demoUsers.manager.id},`
    const id = await released(manager, { msgType: 'USER', msgCategory: '2', userIds })
    expect([await sees(coach, id), await sees(cashier, id)]).toEqual([true, false])
    const elsewhere = await server.signIn('manager', 'A01A02')
    expect(await sees(elsewhere, id)).toBe(true)
    expect((await manager.announcements.queryById({ query: { id } })).result.userIds.split(',').sort()).toEqual(
      userIds.split(',').sort(),
    )
    expect((await coach.announcements.listByUser()).result.sysMsgList.map(({ anntId }) => anntId)).toContain(id)
  })

  it('cannot be addressed to users of other stores, or to no one', async () => {
    const strangers = { msgType: 'USER', userIds: `${demoUsers.manager2.id},` } as const
    expect(await codeOf(draft(manager, strangers))).toBe('messages.receiverUnknown')
    expect(await codeOf(draft(manager, { msgType: 'USER', userIds: ',' }))).toBe('common.invalidInput')
    expect(await codeOf(draft(hq, strangers))).toBe('done')
  })

  it('has an image that its readers see, and none from a client that does not send the field', async () => {
    const homeImage = 'announcement/202601/track.jpg'
    const id = await released(manager, { homeImage })
    expect((await mine(cashier)).get(id)).toMatchObject({ homeImage })
    const { anntMsgList } = (await cashier.announcements.listByUser()).result
    expect(anntMsgList.find(({ anntId }) => anntId === id)).toMatchObject({ homeImage })
    const plain = await released(manager)
    expect((await mine(cashier)).get(plain)).toMatchObject({ homeImage: '' })
    await manager.announcements.revoke({ query: { id } })
    await manager.announcements.edit({ body: { id, titile: '新标题' } })
    expect((await manager.announcements.queryById({ query: { id } })).result).toMatchObject({ homeImage })
    expect(await codeOf(draft(manager, { homeImage: 'javascript:alert(1)' }))).toBe('common.invalidInput')
  })

  it('is shown only between its start and end', async () => {
    const id = await released(manager, { startTime: '2100-01-01 00:00:00', endTime: '2100-01-02 00:00:00' })
    expect(await sees(cashier, id)).toBe(false)
    const past = await released(manager, { endTime: '2020-01-01 00:00:00' })
    expect(await sees(cashier, past)).toBe(false)
    expect(await codeOf(draft(manager, { startTime: '2100-01-02 00:00:00', endTime: '2100-01-01 00:00:00' }))).toBe(
      'common.invalidInput',
    )
  })

  it('is changed and deleted only while it is not released', async () => {
    const id = await released(manager)
    const body = { id, titile: '改过的', priority: 'M', msgCategory: '1', msgType: 'ALL', userIds: '' } as const
    expect(await codeOf(manager.announcements.edit({ body }))).toBe('messages.announcementReleased')
    expect(await codeOf(manager.announcements.delete({ query: { id } }))).toBe('messages.announcementReleased')
    expect(await codeOf(manager.announcements.release({ query: { id } }))).toBe('messages.announcementReleased')
    await manager.announcements.revoke({ query: { id } })
    await manager.announcements.edit({ body })
    // Fields that are not sent stay, and sent ones are validated with them.
    await manager.announcements.edit({ body: { id, msgContent: '<p>内容</p>', openType: 'url', openPage: '/x' } })
    await manager.announcements.edit({ body: { id, titile: '再改' } })
    const { result } = await manager.announcements.queryById({ query: { id } })
    expect(result).toMatchObject({ titile: '再改', priority: 'M', msgContent: '<p>内容</p>', openPage: '/x' })
    expect(await codeOf(manager.announcements.edit({ body: { id, msgType: 'USER' } }))).toBe('common.invalidInput')
    expect(await codeOf(manager.announcements.edit({ body: { id, openType: 'component' } }))).toBe(
      'common.invalidInput',
    )
    const free = await draft(manager)
    const taken = await released(manager)
    const refused = manager.announcements.deleteBatch({ query: { ids: `${free},${taken},` } })
    expect(await codeOf(refused)).toBe('messages.announcementReleased')
    expect((await manager.announcements.queryById({ query: { id: free } })).result.id).toBe(free)
    await manager.announcements.deleteBatch({ query: { ids: `${free},${id},` } })
    expect(await codeOf(manager.announcements.queryById({ query: { id } }))).toBe('common.recordNotFound')
  })

  it('is stored without scripts, and links only to URLs and pages', async () => {
    const hostile = `<p style="color: red; position: fixed">好<script>alert(1)</script>
      <img src="https://a.example/x.png" onerror="alert(1)"><img src="javascript:alert(1)">
      <a href="javascript:alert(1)">点</a><iframe src="https://a.example"></iframe><svg onload=alert(1)></svg></p>`
    const id = await draft(manager, { msgContent: hostile })
    const { msgContent } = (await manager.announcements.queryById({ query: { id } })).result
    expect(msgContent).not.toMatch(/script|onerror|onload|iframe|position|svg/)
    expect(msgContent).toContain('<img src="https://a.example/x.png" />')
    for (const openPage of ['javascript:alert(1)', '//evil.example', 'data:text/html,x', 'ftp://x']) {
      expect(await codeOf(draft(manager, { openType: 'url', openPage }))).toBe('common.invalidInput')
    }
    expect(await codeOf(draft(manager, { openType: 'component', openPage: '../../etc' }))).toBe('common.invalidInput')
    await draft(manager, { openType: 'component', openPage: 'member/MemberList', busId: '1' })
    await draft(manager, { openType: 'url', openPage: '/playbeforepay/sysPlayBeforePayList' })
  })
})

describe('the trail', () => {
  it('records who released what, also for GET calls of the API family', async () => {
    const id = await released(manager)
    const left = await withClient(server.database.ownerUrl, async (owner) => {
      const { rows } = await owner.query(
        `select method, username, before, after from audit_entry where record_id = $1 and action like '%doReleaseData'`,
        [id],
      )
      return rows
    })
    expect(left).toEqual([
      { method: 'GET', username: 'manager', before: { sendStatus: '0' }, after: { sendStatus: '1' } },
    ])
  })
})

describe('the bell', () => {
  it('counts unread items of each kind and shows the newest five', async () => {
    await cashier.announcementSends.readAll()
    for (let n = 0; n < 6; n++) await released(manager)
    const last = await released(manager)
    const id = await released(manager, { msgType: 'USER', msgCategory: '2', userIds: `${cashier.user.id},` })
    const { result } = await cashier.announcements.listByUser()
    expect(result).toMatchObject({ anntMsgTotal: 7, sysMsgTotal: 1, sysMsgList: [{ anntId: id, readFlag: '0' }] })
    expect(result.anntMsgList).toHaveLength(5)
    expect(result.anntMsgList[0]?.anntId).toBe(last)
  })

  it('hides what was read by this reader, and shows it when it is released again', async () => {
    const id = await released(manager)
    await cashier.announcementSends.markRead({ body: { anntId: id } })
    await cashier.announcementSends.markRead({ body: { anntId: id } })
    expect((await mine(cashier)).get(id)?.readFlag).toBe('1')
    expect((await mine(coach)).get(id)?.readFlag).toBe('0')
    const post = await server.request('/api/sys/sysAnnouncementSend/editByAnntIdAndUserId', {
      method: 'POST',
      token: coach.token,
      body: JSON.stringify({ anntId: id }),
      headers: { 'Content-Type': 'application/json' },
    })
    expect(await post.json()).toMatchObject({ success: true, code: 0 })
    expect((await mine(coach)).get(id)?.readFlag).toBe('1')
    await manager.announcements.revoke({ query: { id } })
    await manager.announcements.release({ query: { id } })
    expect((await mine(cashier)).get(id)?.readFlag).toBe('0')
  })

  it('is emptied by one call, and items of others stay unread', async () => {
    await released(manager)
    const { message } = await cashier.announcementSends.readAll()
    expect(message).toBe('全部已读')
    expect((await cashier.announcements.listByUser()).result).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0 })
    const { result } = await cashier.announcementSends.mine({ query: { readFlag: '0' } })
    expect(result.total).toBe(0)
    expect((await coach.announcements.listByUser()).result.anntMsgTotal).toBeGreaterThan(0)
  })

  it('cannot mark items of others as read', async () => {
    const id = await released(manager2)
    await cashier.announcementSends.markRead({ body: { anntId: id } })
    expect((await mine(manager2)).get(id)?.readFlag).toBe('0')
    expect(await sees(cashier, id)).toBe(false)
  })
})

describe('a push', () => {
  it('reaches exactly its audience, on every copy of the server', async () => {
    const [here, there] = [await listen(cashier, server), await listen(coach, other)]
    const [above, aside] = [await listen(hq, other), await listen(manager2, server)]
    const id = await released(manager, { titile: '今晚闭店维护' })
    const topic = { cmd: 'topic', msgId: id, msgTxt: '今晚闭店维护' }
    await until(() => expect(here.heard).toContainEqual(topic))
    await until(() => expect(there.heard).toContainEqual(topic))
    const personal = await released(manager, { msgType: 'USER', userIds: `${coach.user.id},` })
    await until(() => expect(there.heard).toContainEqual(expect.objectContaining({ cmd: 'user', msgId: personal })))
    const chain = await released(hq)
    for (const { heard } of [here, there, above, aside]) {
      await until(() => expect(heard).toContainEqual(expect.objectContaining({ cmd: 'topic', msgId: chain })))
    }
    for (const { heard, settle } of [above, aside]) {
      await settle()
      expect(heard.filter(({ msgId }) => msgId === id)).toEqual([])
    }
    expect(here.heard.filter(({ msgId }) => msgId === personal)).toEqual([])
  })

  it('is repeated for the audience by users who may release, and for oneself by others', async () => {
    const [boss, reader] = [await listen(cashier, other), await listen(coach, server)]
    const id = await released(manager)
    // The push of the release itself may arrive later than its answer.
    for (const { heard } of [boss, reader]) {
      await until(() => expect(heard).toContainEqual(expect.objectContaining({ cmd: 'topic', msgId: id })))
      heard.length = 0
    }
    await coach.announcements.pushAgain({ query: { anntId: id } })
    await until(() => expect(reader.heard).toContainEqual(expect.objectContaining({ cmd: 'user', msgId: id })))
    await boss.settle()
    expect(boss.heard.filter(({ cmd }) => cmd !== 'heartcheck')).toEqual([])
    await manager.announcements.pushAgain({ query: { anntId: id } })
    await until(() => expect(boss.heard).toContainEqual(expect.objectContaining({ cmd: 'topic', msgId: id })))
    await coach.announcements.pushAgain({ query: {} })
    await until(() => expect(reader.heard).toContainEqual(expect.objectContaining({ msgTxt: '全部已读' })))
  })
})

describe('a workbook of announcements', () => {
  it('creates no draft twice when it is sent twice, and again if the draft was deleted', async () => {
    const titile = `来自表格 ${Math.random()}`
    const path = '/api/sys/annountCement'
    const id = await draft(manager, { titile, msgContent: '<p>好</p>' })
    const file = await server.request(`${path}/exportXls?selections=${id}`, { token: manager.token })
    const bytes = await file.arrayBuffer()
    const bringIn = async () => {
      const body = new FormData()
      body.append('file', new Blob([bytes]), 'announcements.xlsx')
      const response = await server.request(`${path}/importExcel`, { method: 'POST', token: manager.token, body })
      return (await response.json()).code
    }
    const drafts = async () =>
      (await manager.announcements.list({ query: { titile } })).result.records
        .map((row) => row.id)
        .filter((one) => one !== id)
    expect((await Promise.all([bringIn(), bringIn()])).sort()).toEqual([0, 201])
    expect(await bringIn()).toBe(201)
    const [imported = ''] = await drafts()
    expect(await drafts()).toEqual([imported])
    for (let times = 0; times < 2; times++) {
      await manager.announcements.delete({ query: { id: (await drafts())[0] ?? '' } })
      expect(await bringIn()).toBe(0)
      expect(await bringIn()).toBe(201)
    }
    expect(await drafts()).toHaveLength(1)
  })
})

describe('an announcement as a page', () => {
  const show = (id: string, token: string) =>
    fetch(`${server.url}/jeecg-boot/sys/annountCement/show/${id}?token=${encodeURIComponent(token)}`, {
      headers: { 'accept-language': 'en' },
    })

  it('shows those whom it is for what it says, and nothing in it runs', async () => {
    const titile = '<b>周末</b> & "夜场"'
    const id = await released(manager, { titile, msgContent: '<p>二楼<script>alert(1)</script></p>' })
    const answer = await show(id, cashier.token)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const page = await answer.text()
    expect(page).toContain('<h1>&lt;b&gt;周末&lt;/b&gt; &amp; &quot;夜场&quot;</h1>')
    expect(page).toContain('<p>二楼</p>')
    expect(page).not.toContain('<script')
  })

  it('shows nobody else anything: a draft, another store, an ended or missing sign-in', async () => {
    const hidden = await draft(manager, { msgContent: '<p>秘密</p>' })
    const atOurs = await released(manager, { msgContent: '<p>秘密</p>' })
    const attempts = [
      [hidden, cashier.token],
      [atOurs, manager2.token],
      [atOurs, 'not-a-token'],
      [atOurs, ''],
      ['../../user/list', manager.token],
    ] as const
    for (const [id, token] of attempts) {
      const answer = await show(id, token)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(await answer.text()).not.toContain('秘密')
    }
  })
})
