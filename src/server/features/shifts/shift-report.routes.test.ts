import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { newId } from '#shared/core/id.ts'
import { toMinor } from '#shared/core/money.ts'
import { formatTime } from '#shared/core/time.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import type { TestClient } from '#tests/support/server.ts'
import { cash, type Drawer, drawerOf } from '#tests/support/venue/drawer.ts'
import { type Refunds, refundsOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])

let drawer: Drawer

const guest = { consumeType: 'NOCARDCONSUME', price: 5000, deposit: 2000 } as const

beforeEach(async () => {
  drawer = await drawerOf(server, manager, cashier)
})

const minorOf = (printed: string): number => toMinor(Number(printed.replaceAll(',', '')))
const paperOf = async (id: string) => {
  const { jobId } = (await manager.shifts.printReport({ body: { id } })).result
  const [job] = await venue.rows('printJob').where('id', jobId)
  return { copyNo: job?.copyNo, paper: (job?.ticket as TicketData | undefined)?.document }
}
async function sheetOf(id: string) {
  const path = join(tmpdir(), `${newId()}.xlsx`)
  const response = await server.request(`/api/shift/sysShift/reportXls?id=${id}`, { token: manager.token })
  expect(response.headers.get('content-type')).toContain('spreadsheet')
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  const rows = await readWorkbook(path, 1000)
  await rm(path)
  return rows.map(({ cells }) => cells)
}

describe('the report of a shift', () => {
  it('has a money table that adds up to the count, identical on screen, paper and in the workbook', async () => {
    const { here, terminal } = drawer
    const atCounter = { venue, manager: terminal.with(manager) as TestClient, cashier: here as TestClient }
    const { charge, refund, recharge }: Refunds = refundsOf(atCounter)
    const { id } = await drawer.open()
    const first = await charge(guest, { consumePayMode: 'cash' })
    const second = await charge(guest, { consumePayMode: 'cash' })
    await drawer.sell([
      { account: 'scan', delta: 7000 },
      { account: 'deposit', delta: 2000 },
    ])
    await recharge(await venue.member())
    await refund('consume', first)
    await here.consumeOrders.returnDeposit({ key: newId(), body: { id: second } })
    const move = { id, kind: 'cashOut' as const, amount: 30, reason: '买水' }
    await here.shifts.move({ body: move, key: newId() })
    const expected = (await drawer.close(id, 500)).expectedAmount

    const { money, totals, counts, shift } = (await manager.shifts.report({ query: { id } })).result
    const columns = ['cash', 'scan', 'coupon'] as const
    for (const tender of columns)
      expect(money.reduce((all, row) => all + toMinor(row[tender]), 0)).toBe(toMinor(totals[tender]))
    expect([totals.cash, shift.expectedAmount]).toEqual([expected, expected])
    const of = (item: string) => money.find((row) => row.item === item)
    expect(of('float')).toMatchObject({ cash: 500, scan: 0 })
    expect(of('sales')).toMatchObject({ cash: 100, scan: 50 })
    expect(of('depositsTaken')).toMatchObject({ cash: 40, scan: 20 })
    expect(of('depositsReturned')).toMatchObject({ cash: -20, scan: 0 })
    expect(of('refunds')).toMatchObject({ cash: -50, scan: 0 })
    expect(of('cashOut')).toMatchObject({ cash: -30, scan: 0 })
    expect(counts).toContainEqual({ item: 'orders', wallet: null, amount: 3, unit: 'orders' })
    expect(counts).toContainEqual({ item: 'runs', wallet: null, amount: 2, unit: 'runs' })

    const { paper } = await paperOf(id)
    const facts = paper?.facts ?? []
    const [from, until] = ['— 现金 —', '— 扫码 —'].map((name) => facts.findIndex(([fact]) => fact === name))
    const printed = facts.slice((from ?? 0) + 1, until).map(([name, value]) => [name, minorOf(value)] as const)
    const total = printed.findIndex(([name]) => name === '合计')
    expect(printed.slice(0, total).reduce((all, [, amount]) => all + amount, 0)).toBe(printed[total]?.[1])
    expect(printed.slice(total)).toEqual([
      ['合计', toMinor(expected)],
      ['应有现金', toMinor(expected)],
      ['实点现金', 50_000],
      ['长短款', 50_000 - toMinor(expected)],
    ])
    expect(facts).toContainEqual(['场次', '2 场'])
    expect(paper?.content).toContain('买水')

    const rows = await sheetOf(id)
    const head = rows.findIndex(([name]) => name === '钱款')
    const sum = rows.findIndex(([name]) => name === '合计')
    expect(rows[head]?.slice(1, 3)).toEqual(['现金', '扫码'])
    for (const column of [1, 2]) {
      const amounts = rows.slice(head + 1, sum).map((cells) => toMinor(Number(cells[column])))
      expect(amounts.reduce((all, amount) => all + amount, 0)).toBe(toMinor(Number(rows[sum]?.[column])))
    }
    expect(rows).toContainEqual(expect.arrayContaining(['场次', '2', '场']))
  })

  it('lists the products that the shift sold and took back, on screen, paper and in the workbook', async () => {
    const { here, terminal } = drawer
    const { refund } = refundsOf({ venue, manager: terminal.with(manager) as TestClient, cashier: here as TestClient })
    const water = await venue.product({ price: 300, name: `水${newId()}` })
    const gloves = await venue.product({ price: 3900, name: `手套${newId()}` })
    const sell = (lines: { productId: string; count: number }[]) =>
      here.productSales.add({ key: newId(), body: { lines, consumePayMode: 'cash' } })
    const { id: before } = await drawer.open()
    const { message: earlier } = await sell([{ productId: gloves, count: 3 }])
    await drawer.close(before, 500)
    const { id } = await drawer.open()
    await sell([{ productId: water, count: 5 }])
    const { message: order } = await sell([
      { productId: water, count: 2 },
      { productId: gloves, count: 1 },
    ])
    const lines = await venue.rows('orderLine').where('orderId', order)
    const lineId = String(lines.find(({ productId }) => productId === water)?.id)
    await refund('consume', order, { lines: [{ lineId, count: 1, damaged: 0 }] })
    await refund('consume', earlier)
    await drawer.close(id, 500)
    const { products, money } = (await manager.shifts.report({ query: { id } })).result
    expect(products.map(({ productId, sold, refunded, amount }) => [productId, sold, refunded, amount])).toEqual([
      [water, 7, 1, 18],
      [gloves, 1, 3, -78],
    ])
    const ofMoney = (item: string) => money.find((row) => row.item === item)?.cash ?? 0
    expect(products.reduce((all, { amount }) => all + amount, 0)).toBe(ofMoney('sales') + ofMoney('refunds'))
    const facts = (await paperOf(id)).paper?.facts ?? []
    const at = facts.findIndex(([name]) => name === '— 商品 —')
    expect(facts.slice(at + 1).map(([name, value]) => [/ × .*/.exec(name)?.[0], value])).toEqual([
      [' × 7 − 1', '18.00'],
      [' × 1 − 3', '-78.00'],
    ])
    const rows = await sheetOf(id)
    const head = rows.findIndex(([name, second]) => name === '商品' && second === '售出')
    expect(rows[head + 1]?.slice(1)).toEqual(['7', '1', '18'])
  })

  it('has the same times as the slip of the count, of the store’s zone', async () => {
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ timeZone: 'Asia/Tokyo' }).where('orgCode', '=', STORE).execute(),
    )
    const { id } = await drawer.open()
    const { jobId } = (await drawer.here.shifts.close({ body: { id, counted: 500, doPrint: 'YES' }, key: newId() }))
      .result
    const [slip] = await venue.rows('printJob').where('id', jobId ?? '')
    const [shift] = await venue.rows('shift').where('id', id)
    const times = [
      ['开班时间', formatTime(shift?.openedAt as Date, 'Asia/Tokyo')],
      ['交班时间', formatTime(shift?.closedAt as Date, 'Asia/Tokyo')],
    ]
    const papers = [
      (slip?.ticket as TicketData | undefined)?.document?.facts,
      (await paperOf(id)).paper?.facts,
      await sheetOf(id),
    ]
    for (const facts of papers) expect(facts).toEqual(expect.arrayContaining(times))
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ timeZone: 'Asia/Shanghai' }).where('orgCode', '=', STORE).execute(),
    )
  })

  it('shows amounts that arrived after the count separately, so that the expected cash adds up', async () => {
    const { id } = await drawer.open()
    const then = new Date(server.clock.now())
    server.clock.advance(3_600_000)
    await drawer.close(id, 500)
    await drawer.sell(cash(6800), { happenedAt: then })
    const { paper } = await paperOf(id)
    const shown = paper?.facts.slice(paper.facts.findIndex(([name]) => name === '合计'))
    expect(shown?.slice(0, 3)).toEqual([
      ['合计', '568.00'],
      ['清点后才到的', '-68.00'],
      ['应有现金', '500.00'],
    ])
  })

  it('is printed once as the original and then as copies, besides the slip of the count', async () => {
    const { id } = await drawer.open()
    await drawer.sell(cash(3000))
    const body = { id, counted: 530, doPrint: 'YES' as const }
    const { jobId } = (await drawer.here.shifts.close({ body, key: newId() })).result
    const [slip] = await venue.rows('printJob').where('id', jobId ?? '')
    expect((slip?.ticket as TicketData | undefined)?.document).toMatchObject({ title: '交班单' })
    expect((slip?.ticket as TicketData | undefined)?.document?.facts).toContainEqual(['应有现金', '530.00'])
    const [original, copy] = [await paperOf(id), await paperOf(id)]
    expect([slip?.copyNo, original.copyNo, copy.copyNo]).toEqual([0, 0, 1])
    expect(original.paper).toMatchObject({ title: 'Z 报表（交班）' })
    expect(original.paper?.facts).toContainEqual(['营业收入', '30.00'])
  })
})
