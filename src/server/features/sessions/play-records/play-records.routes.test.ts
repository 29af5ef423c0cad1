import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { newId } from '#shared/core/id.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { claimedPapers } from '#tests/support/venue/claimed-papers.ts'
import { playRecordsOf } from '#tests/support/venue/play-records.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, seen, type Venue } from '#tests/support/venue/venue.ts'

const { server, venue, manager, hq } = await testVenue(['manager', 'hq'])
const { list, count } = playRecordsOf(venue, manager)
await venue.setHungLimit(1000)

beforeAll(async () => {
  await venue.setHungLimit(1000)
})

async function start(given: Parameters<Venue['start']>[0] = {}): Promise<string> {
  const key = newId()
  const vehicle = await venue.vehicle()
  await manager.playBeforePay.add({ body: venue.start({ vehicleId: vehicle.id, ...given }), key })
  return key
}

describe('the pay-later list', () => {
  it('finds a ride by the first digits of its ticket number, or by any part of it', async () => {
    const id = await start()
    const found = async (part: string) => (await list({ id: part })).records.map((row) => row.id)
    for (const part of [id, id.slice(0, 30), id.slice(0, 20), id.toUpperCase().slice(0, 30), id.replaceAll('-', '')]) {
      expect(await found(part), part).toEqual([id])
    }
    expect(await found(`*${id.slice(-12)}`)).toEqual([id])
    expect(await found(`*${id.slice(20, 30)}*`)).toEqual([id])
    expect(await found(`${id.slice(0, 9)}`)).toContain(id)
    for (const wrong of ['abc', 'zzzzzzzz', `${id}0`, '00000000-0000', "' or 1=1"]) {
      expect(await found(wrong), wrong).toEqual([])
    }
  })

  it('shows the newest first, ten a page, with names for ids', async () => {
    const id = await start({ userId: '100001', racer: '最新' })
    const page = await list({})
    expect(page).toMatchObject({ size: 10, current: 1, total: await count(), searchCount: true })
    expect(page.pages).toBe(Math.ceil(page.total / 10))
    expect(page.records[0]).toMatchObject({
      id,
      sysOrgCode: 'A01A01',
      sysOrgCode_dictText: '极速卡丁·滨江店',
      racer: '最新',
      playState: 'PENDING',
      playState_dictText: '挂单',
      roleName: demoRule().name,
      // With a level discount of 15 %.
      price: 57.8,
      userId: '100001',
      userNickname: '风一样的男子',
      userTruenmae: '张伟',
      terminalName: '',
      cashierName: '',
      operatorName: '陈店长',
    })
    const times = page.records.map(({ createTime }) => createTime)
    expect(times).toEqual([...times].sort().reverse())
    await manager.playBeforePay.delete({ query: { id } })
  })

  it('returns English texts to English users', async () => {
    const english = server.client(manager.token, 'en')
    const page = await list({ playState: 'CONSUMED' }, english)
    expect(page.records[0]?.playState_dictText).not.toMatch(/\p{Script=Han}/u)
  })

  it('has each record on one page only', async () => {
    const seenIds = new Set<string>()
    const first = await list({ pageSize: 200 })
    for (let pageNo = 1; pageNo <= first.pages; pageNo++) {
      const { records } = await list({ pageSize: 200, pageNo })
      for (const { id } of records) seenIds.add(id)
    }
    expect(seenIds.size).toBe(first.total)
    const beyond = await list({ pageNo: first.pages + 5, pageSize: 200 })
    expect(beyond).toMatchObject({ records: [], total: first.total })
  })

  it.each([
    ['createTime', 'createTime'],
    ['racer', 'racer'],
    ['playState', 'playState'],
    ['playState_dictText', 'playState'],
    ['roleName', 'roleName'],
    ['id', 'id'],
  ] as const)('sorts by %s both ways', async (column, field) => {
    const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
    for (const order of ['asc', 'desc'] as const) {
      const { records } = await list({ column, order, pageSize: 200 })
      const values = records.map((record: PlayRecord) => String(record[field]))
      const sorted = [...values].sort(bytes)
      expect(values).toEqual(order === 'asc' ? sorted : sorted.reverse())
    }
  })

  it('refuses an unknown sort column, and sorts by time by default', async () => {
    for (const column of ['id;drop table member', 'consume_password', 'createTime desc, (select 1)']) {
      expect(await codeAndFieldOf(list({ column }))).toBe('common.invalidInput column')
    }
    expect((await list({ column: '', order: 'desc; --' as never })).records).toEqual((await list({})).records)
  })

  it('is searched by one keyword for ticket, name, phone and vehicle', async () => {
    const [one] = (await list({ userId: '100001' })).records
    const { ticketNo = '', vehicleName = '', racer = '' } = one ?? {}
    for (const keyword of [
      ticketNo,
      ticketNo.toLowerCase(),
      vehicleName,
      racer,
      '张伟',
      '%1111',
      '100001',
      ` ${ticketNo} `,
    ]) {
      const { records } = await list({
        keyword,
        pageSize: 200,
        createTime_begin: one?.createTime,
        createTime_end: one?.createTime,
      })
      expect(records.map(({ id }) => id)).toContain(one?.id)
    }
    expect((await list({ keyword: '100001' })).total).toBe(await count(`member_id = '100001'`))
    // Keywords are neither patterns nor part of the statement.
    for (const keyword of ['_'.repeat(6), "' or true --", '没有这样的人'])
      expect((await list({ keyword })).total).toBe(0)
  })

  it('filters by state, member, id and time', async () => {
    expect((await list({ playState: 'ESCAPED' })).total).toBe(await count(`state = 'ESCAPED'`))
    expect((await list({ userId: '100001' })).total).toBe(await count(`member_id = '100001'`))
    const [one] = (await list({ pageNo: 3 })).records
    expect(await list({ id: one?.id })).toMatchObject({ total: 1, records: [one] })
    expect(await list({ id: "' or true --" })).toMatchObject({ total: 0, records: [] })
    const day = one?.createTime.slice(0, 10) ?? ''
    const local = `(created_at at time zone 'Asia/Shanghai')`
    expect((await list({ createTime_begin: day, createTime_end: day })).total).toBe(
      await count(`${local}::date = '${day}'`),
    )
    const exact = { createTime_begin: one?.createTime, createTime_end: one?.createTime }
    expect((await list(exact)).records.map(({ id }) => id)).toContain(one?.id)
    expect((await list({ createTime_begin: 'yesterday' })).total).toBe(0)
    expect((await list({ playState: 'nonsense' })).total).toBe(0)
    expect((await list({ playState: 'ESCAPED,CANCELLED,' })).total).toBe(
      await count(`state in ('ESCAPED', 'CANCELLED')`),
    )
    const superQueryParams = encodeURI(JSON.stringify([{ field: 'countCycleNumber', rule: 'ge', val: 6 }]))
    expect((await list({ superQueryParams })).total).toBe(await count('laps >= 6'))
    const asks = async (field: string, val: string) =>
      (await list({ superQueryParams: encodeURI(JSON.stringify([{ field, rule: 'eq', val }])) })).total
    const named = {
      cashierName: 'cashier_name',
      operatorName: 'operator_name',
      terminalName: 'terminal_name',
      userNickname: `(select nickname from member m where m.id = member_id and m.org_code = play_record.org_code)`,
      userTruenmae: `(select realname from member m where m.id = member_id and m.org_code = play_record.org_code)`,
    } as const
    await venue.inEveryStore((trx) =>
      trx
        .updateTable('playRecord')
        .set({ cashierName: '值班收银', terminalName: '前台一' })
        .where('id', '=', one?.id ?? '')
        .execute(),
    )
    const shown = (await list({ pageSize: 100 })).records
    for (const field of Object.keys(named) as (keyof typeof named)[]) {
      const known = shown.map((record) => record[field]).find(Boolean) ?? ''
      expect(known, field).not.toBe('')
      expect(await asks(field, known), field).toBe(await count(`${named[field]} = '${known}'`))
      expect(await asks(field, '没有这样的人')).toBe(0)
    }
  })

  it('shows headquarters every store, or one by the store filter', async () => {
    const all = (await count()) ?? 0
    const other = (await count('true', 'A01A02')) ?? 0
    // Beyond 2,000 the number is an estimate.
    expect(Math.abs((await list({}, hq)).total - all - other)).toBeLessThan((all + other) / 10)
    const filtered = await list({ sysOrgCode: 'A01A02' }, hq)
    expect(filtered.total).toBe(other)
    expect(new Set(filtered.records.map(({ sysOrgCode }) => sysOrgCode))).toEqual(new Set(['A01A02']))
    expect((await list({ sysOrgCode: 'B01' }, hq)).total).toBe(0)
    expect((await list({ sysOrgCode: 'A01A02' })).total).toBe(all)
  })
})

describe('the export of pay-later records', () => {
  const rowsOf = async (query: string, client = manager, language = 'zh') => {
    const path = join(tmpdir(), `pitlane-records-${process.pid}.xlsx`)
    const response = await server.request(`/api/playbeforepay/sysPlayBeforePay/exportXls?${query}`, {
      token: client.token,
      headers: { 'Accept-Language': language },
    })
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    await writeFile(path, Buffer.from(await response.arrayBuffer()))
    const rows = await readWorkbook(path, 20_000)
    await rm(path)
    return rows.map(({ cells }) => cells)
  }

  it('contains what the list finds, with dictionary texts', async () => {
    const rows = await rowsOf('playState=ESCAPED')
    expect(rows[2]?.slice(0, 4)).toEqual(['门店', '开始时间', '状态', '票号'])
    expect(rows.length - 3).toBe(await count(`state = 'ESCAPED'`))
    const { records } = await list({ playState: 'ESCAPED' })
    const [first] = records
    expect(rows[3]?.slice(0, 5)).toEqual([
      '极速卡丁·滨江店',
      first?.createTime,
      first?.playState_dictText,
      first?.ticketNo,
      first?.id,
    ])
    expect(rows[3]?.[18]).toBe(String(first?.price))
    const english = await rowsOf(`selections=${first?.id},`, manager, 'en')
    expect(english.length).toBe(4)
    expect(english[3]?.[2]).not.toMatch(/\p{Script=Han}/u)
  })

  it('shows headquarters the requested store, and no user another store', async () => {
    const own = (await count('true', 'A01A02')) ?? 0
    expect((await rowsOf('sysOrgCode=A01A02', hq)).length - 3).toBe(own)
    expect((await rowsOf('sysOrgCode=A01A02')).length - 3).toBe(await count())
  })
})

describe('cancelling', () => {
  it('keeps the record as CANCELLED and releases hold, vehicle and ticket', async () => {
    const member = await venue.member({ balance: 10_000 })
    const vehicle = await venue.vehicle()
    const id = await start({ userId: member, vehicleId: vehicle.id })
    const { message } = await manager.playBeforePay.delete({ query: { id } })
    expect(message).toBe('删除成功!')
    expect((await list({ id })).records).toMatchObject([{ playState: 'CANCELLED', playState_dictText: '已取消' }])
    expect(await seen(manager, member)).toMatchObject({ availableBalance: 100 })
    const { result } = await manager.vehicles.listOfStore({ query: { name: vehicle.name } })
    expect(result.records).toMatchObject([{ state: 'idle' }])
    expect(await venue.rows('queueEntry').where('playId', id)).toMatchObject([{ state: 'CANCELLED' }])
    const terminalId = newId()
    await manager.terminals.register({ body: { id: terminalId, name: 'T', prefix: 'T9' } })
    const { result: jobs } = await manager.terminals.claimPrintJobs({ body: { terminalId } })
    expect(jobs.filter(({ ticket }) => ticket.orderId === id)).toEqual([])
  })

  it('repeated by the same user has no effect; for other users the ride is over', async () => {
    const member = await venue.member({ balance: 20_000 })
    const [first, second] = [await start({ userId: member }), await start({ userId: member })]
    const cancel = (ids: string[], by = manager) =>
      codeOf(by.playBeforePay.deleteBatch({ query: { ids: ids.join(',') } }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel([first])))
    expect(answers).toEqual(answers.map(() => 'done'))
    expect(await venue.rows('auditEntry').where('recordId', first)).toHaveLength(2)
    expect(await seen(manager, member)).toMatchObject({ availableBalance: 132 })
    const [cancelled] = await venue.rows('playRecord').where('id', first)
    expect(await cancel([first], await server.signIn('hq'))).toBe('sessions.notPending')
    // The rest of the batch is cancelled with it.
    expect(await cancel([first, second])).toBe('done')
    expect(await venue.rows('playRecord').where('id', first)).toEqual([cancelled])
    expect(await seen(manager, member)).toMatchObject({ availableBalance: 200, balance: 200 })
    expect(await venue.rows('hold').where('id', first)).toMatchObject([{ state: 'released' }])
  })

  it('withdraws ticket and wristbands that nobody has printed', async () => {
    await claimedPapers(server, manager)
    const rule = await venue.rule({ useBracelet: true, braceletCount: 2, useMode: 'immediate' })
    const [rideA, rideB] = [await start({ ruleId: rule.id }), await start({ ruleId: rule.id })]
    await manager.playBeforePay.delete({ query: { id: rideA } })
    const left = await claimedPapers(server, manager)
    expect(left.map(({ ticketNo }) => ticketNo)).toEqual(
      Array(2).fill((await list({ id: rideB })).records[0]?.ticketNo),
    )
  })

  it('of several is all or none', async () => {
    const member = await venue.member({ balance: 50_000 })
    const ids = [await start({ userId: member }), await start({ userId: member }), await start()]
    const settled = (await list({ playState: 'CONSUMED' })).records[0]?.id
    expect(await codeOf(manager.playBeforePay.deleteBatch({ query: { ids: `${ids.join(',')},${settled},` } }))).toBe(
      'sessions.settled',
    )
    expect(await codeOf(manager.playBeforePay.deleteBatch({ query: { ids: `${ids[0]},${newId()}` } }))).toBe(
      'common.recordNotFound',
    )
    expect((await list({ id: ids[0] })).records[0]?.playState).toBe('PENDING')
    await manager.playBeforePay.deleteBatch({ query: { ids: `${ids.join(',')},` } })
    for (const id of ids) expect((await list({ id })).records[0]?.playState).toBe('CANCELLED')
    expect(await seen(manager, member)).toMatchObject({ availableBalance: 500 })
  })
})

describe('look-ups of the counter', () => {
  it('are the store, its cashiers, and a reprinted ticket', async () => {
    const { result: store } = await manager.consume.getDepartInfo()
    expect(store).toMatchObject({
      orgCode: 'A01A01',
      apps: 'XWHF',
      acceptsCash: 'YES',
      chargeOrder: 'paidFirst',
      timeZone: 'Asia/Shanghai',
    })
    const { result: cashiers } = await manager.consume.listCashiers({ query: {} })
    expect(cashiers.records.filter(({ identity }) => identity === '3')).toMatchObject([
      { havePassword: expect.any(String) },
      { havePassword: expect.any(String) },
    ])
    expect(cashiers.records.map(({ havePassword }) => havePassword)).toContain('YES')
    expect(JSON.stringify(cashiers)).not.toMatch(/argon2|hash/i)
    const { result: found } = await manager.consume.listCashiers({ query: { phone: '%0006' } })
    expect(found.records).toMatchObject([{ realname: '李小敏' }])
    const id = await start()
    const { result: copy } = await manager.consume.reprintTicket({ query: { id } })
    expect(copy.copyNo).toBe(1)
    expect((await manager.consume.reprintTicket({ query: { id } })).result.copyNo).toBe(2)
  })
})
