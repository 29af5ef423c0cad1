import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD, demoStores, demoUsers } from '#server/db/seed/access.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, hq, admin } = await testVenue(['cashier', 'hq', 'admin'])

await venue.setHungLimit(1000)
await server.startCopy()

const owner = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (client) => (await client.query(statement, values)).rows)

const entriesOf = (recordId: string) => owner(`select * from audit_entry where record_id = $1 order by id`, [recordId])

async function start(): Promise<string> {
  const key = newId()
  const { id: vehicleId } = await venue.vehicle()
  const userId = await venue.member({ balance: 100_000 })
  await cashier.playBeforePay.add({ body: venue.start({ vehicleId, userId, remark: '13912345678' }), key })
  return key
}

describe('the audit trail', () => {
  it('records user, action, record, time and address, with the state before and after', async () => {
    const id = demoStores.A01A01.id
    await hq.departs.edit({ body: { id, address: '新地址', mobile: '13912345678' } })
    const [entry] = (await hq.logs.history({ query: { kind: '/sys/sysDepart', id } })).result
    expect(entry).toMatchObject({
      username: 'hq',
      realname: '总部运营',
      orgCode: 'A01',
      ip: '127.0.0.1',
      action: '/sys/sysDepart/edit',
      request: { id, address: '新地址', mobile: '139****5678' },
      before: { departName: '极速卡丁·滨江店', address: '' },
      after: { departName: '极速卡丁·滨江店', address: '新地址' },
    })
    expect(entry?.requestId).toMatch(/^\w+-\w+$/)
    const beside = await server.signIn('manager', 'A01A01')
    expect((await beside.logs.history({ query: { kind: '/sys/sysDepart', id } })).result).toEqual([])
  })

  it('has one entry for a start and one for its charge, also if they are repeated', async () => {
    const play = await start()
    const order = newId()
    const body = { id: play, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' } as const
    for (let count = 0; count < 3; count++) await cashier.playBeforePay.settle({ body, key: order })
    const started = await entriesOf(play)
    expect(started.map(({ action }) => action)).toEqual(['/playbeforepay/sysPlayBeforePay/add'])
    const charged = await entriesOf(order)
    expect(charged).toMatchObject([
      {
        username: 'cashier',
        ip: '127.0.0.1',
        org_code: 'A01A01',
        action: '/playbeforepay/sysPlayBeforePay/doconsume',
        after: { id: order, play_id: play, state: 'paid' },
      },
    ])
  })

  it('is written atomically with changes of the own account', async () => {
    const partner = await server.signIn('partner')
    const changes = [
      () => partner.account.editProfile({ body: { realname: '没写下的名字' } }),
      () => partner.signIn.selectDepart({ body: { orgCode: demoStores.A01A01.orgCode } }),
      () =>
        partner.account.updatePassword({
          body: { oldpassword: DEMO_PASSWORD, password: 'Neu-Geheim-78', confirmpassword: 'Neu-Geheim-78' },
        }),
    ]
    const now = () => owner('select * from user_account where id = $1', [demoUsers.partner.id])
    const before = await now()
    await owner('alter table audit_entry add constraint closed check (false) not valid')
    try {
      for (const change of changes) await expect(change()).rejects.toThrow()
    } finally {
      await owner('alter table audit_entry drop constraint closed')
    }
    expect(await now()).toEqual(before)
    for (const change of changes) await change()
    expect(await now()).not.toEqual(before)
  })

  it('contains the reason of a deletion, if one was given, for all kinds of records', async () => {
    await hq.positions.add({ body: { code: 'audit.gone', name: '临时', postRank: '1' } })
    const [position] = (await hq.positions.list({ query: { code: 'audit.gone' } })).result.records
    const id = position?.id ?? ''
    await hq.positions.delete({ query: { id }, reason: '  不再需要 ' })
    const [entry] = (await hq.logs.history({ query: { kind: '/sys/position', id } })).result
    expect(entry).toMatchObject({ action: '/sys/position/delete', request: { id, reason: '不再需要' } })
  })

  it('accepts texts of any length and with any character', async () => {
    const id = demoStores.A01A01.id
    await hq.departs.edit({ body: { id, description: `x${'😀'.repeat(200)}` } })
    const [entry] = (await hq.logs.history({ query: { kind: '/sys/sysDepart', id } })).result
    expect(entry).toMatchObject({ request: { description: expect.stringMatching(/^x😀+.…$/u) } })
  })

  it('contains no failed calls, and no secrets of successful ones', async () => {
    const count = async () => (await owner('select count(*)::int as count from audit_entry'))[0]?.count
    const before = await count()
    await expect(cashier.playBeforePay.delete({ query: { id: newId() } })).rejects.toThrow()
    await expect(cashier.users.add({ body: { username: 'x', password: 'y', realname: 'z' } })).rejects.toThrow()
    expect(await count()).toBe(before)
    const password = 'Sehr-Geheim-77'
    await hq.users.add({
      body: {
        username: 'fresh',
        password,
        realname: '新人',
        phone: '13812345678',
        identity: '3',
        selectedroles: 'cashier',
        selecteddeparts: demoStores.A01A01.id,
      },
    })
    const all = JSON.stringify(await owner('select * from audit_entry'))
    expect(all).toContain('138****5678')
    for (const secret of [password, '13812345678', DEMO_PASSWORD, 'argon2']) expect(all).not.toContain(secret)
  })

  it('cannot be changed by the server itself, and loses none of many simultaneous entries', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, start))
    for (const statement of [
      'update audit_entry set username = username',
      'delete from audit_entry',
      'truncate audit_entry',
      `insert into audit_entry (xact) values ('1')`,
      `insert into audit_link values (1, 'A01', 1, '')`,
      `update audit_link set hash = hash`,
      `delete from audit_link`,
      `truncate audit_link`,
      `insert into audit_head values ('A01A99', 1, '')`,
      `update audit_head set seq = 0`,
      `delete from audit_head`,
      `update audit_watermark set entry_id = 0`,
    ]) {
      await expect(server.deps.db.pool.query(statement), statement).rejects.toThrow(/permission denied/)
    }
    await chained()
    for (const id of ids) expect(await entriesOf(id)).toHaveLength(1)
    const gaps = await owner(`select org_code from audit_link group by org_code
      having max(seq) <> count(*) or min(seq) <> 1`)
    expect(gaps).toEqual([])
  })

  it('chains an entry whose transaction commits after later ones, and shows it with the record', async () => {
    const [late, early] = [newId(), newId()]
    await withClient(server.database.ownerUrl, async (slow) => {
      await slow.query('begin')
      await slow.query(LEAVE, [late])
      await owner(LEAVE, [early])
      await owner('select audit_chain(500)')
      await slow.query('commit')
    })
    await owner(LEAVE, [newId()])
    await chained()
    for (const id of [late, early]) {
      const [entry] = (await hq.logs.history({ query: { kind: '/test', id } })).result
      expect(entry?.seq).toBeGreaterThan(0)
    }
  })

  it('continues in a restored database with lower transaction ids', async () => {
    await chained()
    await owner(`update audit_watermark set xact = '9000000000', system_identifier = 1`)
    const id = newId()
    await owner(LEAVE, [id])
    await chained()
    await owner(LEAVE, [id])
    await chained()
    expect(await verify()).toMatchObject({ code: 0 })
  })
})

/** An entry as any call writes it. */
const LEAVE = `insert into audit_entry (org_code, username, realname, ip, request_id, method, action, record_kind, record_id)
  values ('A01A01', 'cashier', '', '', '', 'POST', '/test/add', '/test', $1)`

/** Waits until all entries are chained. */
const chained = () =>
  until(async () =>
    expect(
      await owner('select id from audit_entry e where not exists (select from audit_link where entry_id = e.id)'),
    ).toEqual([]),
  )

const verify = (): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const script = fileURLToPath(new URL('../../audit-verify.ts', import.meta.url))
    const env = { ...process.env, DATABASE_URL: server.database.ownerUrl }
    const child = execFile(process.execPath, [script], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    )
  })

describe('npm run audit:verify', () => {
  it('finds entries that a superuser of the database has edited or removed', async () => {
    await start()
    await chained()
    expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('nothing is missing or edited') })
    const [first, second, third] = await owner(
      `select e.*, l.seq, l.hash from audit_entry e join audit_link l on l.entry_id = e.id
       where l.org_code = 'A01A01' order by l.seq limit 3`,
    )
    const at = (seq: string, problem: string) => ({
      code: 1,
      output: expect.stringContaining(`entry ${seq} is ${problem}`),
    })

    await owner(`update audit_entry set username = 'nobody' where id = $1`, [first.id])
    expect(await verify()).toMatchObject(at(first.seq, 'edited'))
    await owner(`update audit_entry set username = $2 where id = $1`, [first.id, first.username])

    await owner(`update audit_entry set org_code = 'A01A99' where id = $1`, [second.id])
    expect(await verify()).toMatchObject(at(second.seq, 'missing'))
    await owner(`update audit_entry set org_code = 'A01A01' where id = $1`, [second.id])

    await owner(`delete from audit_link where entry_id = $1`, [third.id])
    expect(await verify()).toMatchObject(at(third.seq, 'missing'))
    expect(await verify()).toMatchObject(at(`with id ${third.id}`, 'unlinked'))
    await owner(`insert into audit_link values ($1, 'A01A01', $2, $3)`, [third.id, third.seq, third.hash])
    expect(await verify()).toMatchObject({ code: 0 })

    const [last] = await owner(`select * from audit_link where org_code = 'A01A01' order by seq desc limit 1`)
    await owner('delete from audit_entry where id = $1', [last.entry_id])
    expect(await verify()).toMatchObject(at(last.seq, 'missing'))
    await owner('delete from audit_link where entry_id = $1', [last.entry_id])
    expect(await verify()).toMatchObject(at(last.seq, 'missing'))
  })
})

describe('the logs', () => {
  it('list sign-ins, sign-outs and refusals of the stores in scope', async () => {
    const guest = await server.signIn('coach')
    await guest.signIn.logout()
    await expect(server.client().signIn.login({ body: { username: 'coach', password: 'wrong' } })).rejects.toThrow()
    await server.signIn('manager2')
    const list = async (client: TestClient, query: object = {}) =>
      (await client.logs.list({ query: { logType: '1', ...query } })).result
    const { records } = await list(hq, { keyWord: 'coach' })
    expect(records.map(({ logContent }) => logContent)).toEqual(['登录失败：用户名或密码错误', '退出登录', '登录成功'])
    expect(records[0]).toMatchObject({ userid: 'coach', username: '王教练', ip: '127.0.0.1', logType: 1 })
    const manager = await server.signIn('manager', 'A01A02')
    expect((await list(manager)).records.every(({ userid }) => ['manager', 'manager2'].includes(userid))).toBe(true)
    expect((await list(hq, { createTime_begin: '2001-01-01', createTime_end: '2001-12-31' })).total).toBe(0)
    for (const keyWord of [`'; drop table login_log; --`, '%', '_____', '\\']) {
      expect((await list(hq, { keyWord })).total, keyWord).toBe(0)
    }
  })

  it('search names with wildcards, as many as the filter holds, whatever the case', async () => {
    await server.signIn('cashier2')
    const finds = async (logContent: string, logType = '1') => {
      const query = new URLSearchParams({ logType, logContent, userid: 'cashier2' })
      const headers = { 'Accept-Language': 'en' }
      const answer = await server.request(`/api/sys/log/list?${query}`, { token: hq.token, headers })
      const { result } = (await answer.json()) as Envelope<{ total: number }>
      return result && result.total > 0
    }
    for (const fitting of ['signed IN', 'Sign*', '*d in', 'S*ed*n', '*', '**i**n**', 'x, Signed in ,', 'Signed in*']) {
      expect([fitting, await finds(fitting)]).toEqual([fitting, true])
    }
    for (const other of ['Signed', 'igned in', 'Signed in*in', '*n*S*', 'S*d*d*n', 'Signed.in', 'x,y']) {
      expect([other, await finds(other)]).toEqual([other, false])
    }
    const stars = '*'.repeat(99)
    expect([await finds(`${stars}n`), await finds(`${stars}X`), await finds(`${stars}X`, '2')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('list operations by name, and removing one from the list keeps it in the trail', async () => {
    const play = await start()
    const find = async () => (await hq.logs.list({ query: { logType: '2', keyWord: play } })).result.records
    const [entry] = await find()
    expect(entry).toMatchObject({
      logContent: '先玩后付开始',
      operateType: 2,
      userid: 'cashier',
      requestUrl: '/playbeforepay/sysPlayBeforePay/add',
      requestType: 'POST',
      logType: 2,
    })
    await hq.logs.delete({ query: { id: entry?.id ?? '' } })
    expect(await find()).toEqual([])
    expect(await entriesOf(play)).toHaveLength(1)
    await expect(cashier.logs.delete({ query: { id: 'allclear' } })).rejects.toMatchObject({ code: 'auth.forbidden' })
    await hq.logs.deleteBatch({ query: { ids: 'allclear' } })
    expect((await hq.logs.list({ query: { logType: '1' } })).result.total).toBe(0)
    expect(await owner(`select from login_log where org_code = ''`)).toBeDefined()
    for (const id of ['1', 'l1;delete', `o1' or '1'='1`, 'x9']) {
      await expect(hq.logs.delete({ query: { id } })).rejects.toMatchObject({ code: 'common.invalidInput' })
    }
  })

  it('count visits of today and of the last seven days', async () => {
    await server.signIn('cashier2')
    const { result } = await admin.logs.signInCounts()
    expect(result.todayVisitCount).toBeGreaterThan(0)
    expect(result.totalVisitCount).toBeGreaterThanOrEqual(result.todayVisitCount)
    expect(result.todayIp).toBe(1)
    const days = (await admin.logs.visitsPerDay()).result
    expect(days).toHaveLength(7)
    expect(days.at(-1)).toMatchObject({ visit: result.todayVisitCount, ip: 1, tian: expect.stringMatching(/^\d{4}-/) })
    expect(demoUsers.cashier2.stores).toContain('A01A01')
  })
})
