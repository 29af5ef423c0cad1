import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { type Cell, writeWorkbook } from '#server/core/workbooks/excel.write.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import type { ImportReport } from '#shared/core/excel.ts'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { demoRule, seen, type Venue, venueOf } from '#tests/support/venue/venue.ts'

const PATH = '/api/playbeforepay/sysPlayBeforePay'
const HEADINGS = ['开始时间', '状态', '票号', '会员卡号', '车手', '规则', '运行模式', '人数', '金额', '车辆', '备注']
const RULE = demoRule().name ?? ''

let dataDir: string
let server: TestServer
let venue: Venue
let manager: TestClient
let vehicle: string
let member: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-import-'))
  server = await startTestServer({ dataDir })
  venue = venueOf(server)
  manager = await server.signIn('manager', 'A01A01')
  vehicle = (await venue.vehicle()).name
  member = await venue.member({ balance: 50_000 })
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true })
})

async function sendFile(file: Blob): Promise<Envelope<ImportReport>> {
  const body = new FormData()
  body.append('file', file, 'rows.xlsx')
  const response = await server.request(`${PATH}/importExcel`, { method: 'POST', body, token: manager.token })
  return (await response.json()) as Envelope<ImportReport>
}

async function importRows(...rows: Cell[][]): Promise<Envelope<ImportReport>> {
  const path = join(dataDir, 'made.xlsx')
  const all = async function* () {
    yield rows
  }
  await writeWorkbook(path, { titles: [], headings: HEADINGS, rows: all() })
  return sendFile(new Blob([await readFile(path)]))
}

const ride = (given: Record<string, Cell> = {}): Cell[] => {
  const row: Record<string, Cell> = {
    开始时间: '2026-01-05 10:00:00',
    状态: '已消费',
    票号: 'P1',
    会员卡号: member,
    车手: '纸上车手',
    规则: RULE,
    运行模式: '圈数',
    人数: 2,
    金额: 70,
    车辆: vehicle,
    备注: '手写',
    ...given,
  }
  return HEADINGS.map((heading) => row[heading] ?? '')
}

/** All tables with money or vehicle state. */
async function money(): Promise<unknown> {
  const tables = [
    'ledgerLine',
    'wallet',
    'hold',
    'consumeOrder',
    'run',
    'queueEntry',
    'printJob',
    'member',
    'vehicle',
  ] as const
  return Promise.all(tables.map((table) => venue.rows(table).where('orgCode', 'A01A01')))
}

describe('the import of pay-later records', () => {
  it('adds finished rides, and moves nothing', async () => {
    const before = await money()
    expect(await importRows(ride(), ride({ 票号: 'P2', 状态: '已取消', 会员卡号: '', 金额: '' }))).toMatchObject({
      success: true,
      message: '文件导入成功！数据行数：2',
    })
    const { result } = await manager.playBeforePay.list({ query: { racer: '纸上车手', column: 'id' } })
    expect(result.records.map(({ ticketNo }) => ticketNo).sort()).toEqual(['P1', 'P2'])
    const [paid] = result.records.filter(({ ticketNo }) => ticketNo === 'P1')
    expect(paid).toMatchObject({
      createTime: '2026-01-05 10:00:00',
      playState: 'CONSUMED',
      price: 70,
      people: 2,
      userId: member,
      consumeId: null,
      gameLogId: null,
      roleName: RULE,
      vehicleName: vehicle,
      remark: '手写',
    })
    expect(await money()).toEqual(before)
    const body = {
      id: paid?.id ?? '',
      consumeType: 'BALANCE',
      consumeVehicleMode: 'circlemode',
      userId: member,
    } as const
    const charge = manager.playBeforePay.settle({ body, key: newId() })
    await expect(charge).rejects.toMatchObject({ code: 'sessions.alreadySettled' })
    expect((await seen(manager, member)).availableBalance).toBe(500)
  })

  it('adds nothing twice, from a repeated workbook or an export', async () => {
    const all = (await manager.playBeforePay.list({ query: {} })).result.total
    expect(await importRows(ride({ 票号: 'P9' }))).toMatchObject({ code: 0 })
    expect(await importRows(ride({ 票号: 'P9' }))).toMatchObject({ code: 201, result: { successCount: 0 } })
    const { records } = (await manager.playBeforePay.list({ query: { playState: 'CONSUMED' } })).result
    const selections = records.map(({ id }) => id).join()
    const exported = await server.request(`${PATH}/exportXls?selections=${selections}`, { token: manager.token })
    const again = await sendFile(await exported.blob())
    expect(again.result).toMatchObject({ totalCount: records.length, errorCount: records.length })
    expect((await manager.playBeforePay.list({ query: {} })).result.total).toBe(all + 1)
  })

  it.each([
    ['an open order', { 状态: '挂单' }, '只能导入已经结束的记录'],
    ['an escape, which can still be charged', { 状态: '逃单' }, '只能导入已经结束的记录'],
    ['a day that does not exist', { 开始时间: '2026-02-31 10:00:00' }, '开始时间'],
    ['the future', { 开始时间: '2100-01-01 10:00:00' }, '不能晚于现在'],
    ['a rule of another store', { 规则: '没有的规则' }, '规则'],
    ['a vehicle that is not there', { 车辆: '没有的车' }, '车辆'],
    ['a member that is not there', { 会员卡号: '999999' }, '会员不存在'],
    ['an amount that people cannot share', { 金额: 0.01 }, '平均分'],
    ['a negative amount', { 金额: -1 }, '金额'],
  ])('refuses %s, with the reason', async (_, given, reason) => {
    const all = (await manager.playBeforePay.list({ query: {} })).result.total
    const { code, result } = await importRows(ride({ 票号: newId().slice(-12), ...given }))
    expect(code).toBe(201)
    const path = join(dataDir, 'errors.xlsx')
    const explained = await server.request(`/api${result?.fileUrl}`, { token: manager.token })
    await writeFile(path, Buffer.from(await explained.arrayBuffer()))
    const rows = await readWorkbook(path, 10)
    expect(rows.at(-1)?.cells.at(-1)).toContain(reason)
    expect((await manager.playBeforePay.list({ query: {} })).result.total).toBe(all)
  })
})
