import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const OTHER_STORE = 'A01A02'
const { venue, manager, cashier, hq } = await testVenue(['manager', 'cashier', 'hq'])

let count = 0

/** A gift of the store with so many pieces; returns its row. */
async function gift(pieces = 0, given: object = {}) {
  const giftName = `礼品${++count}`
  await manager.gifts.add({ body: { giftName, ...given } })
  const { id } = await listed(giftName)
  if (pieces > 0) await manager.giftStock.in({ key: newId(), body: { id, count: pieces, reason: '进货' } })
  return listed(giftName)
}
async function listed(giftName: string) {
  const [row] = (await manager.gifts.list({ query: { giftName } })).result.records
  if (!row) throw new Error(`no gift ${giftName}`)
  return row
}
const stockOf = async (giftName: string) => (await listed(giftName)).stock
const linesOf = async (itemId: string) =>
  (await manager.giftStock.list({ query: { itemId, pageSize: 200 } })).result.records
const take = (id: string, pieces: number) =>
  manager.giftStock.out({ key: newId(), body: { id, count: pieces, reason: '退货' } })

/** Items whose stock is not the sum of their lines, or whose lines do not follow from each other. */
const broken = () =>
  venue.inEveryStore(async (trx) => {
    const { rows } = await sql`select s.item_id from stock_level s
      left join (select item_id, org_code, sum(delta) as sum, (array_agg(quantity_after order by seq desc))[1] as last
        from stock_line group by item_id, org_code) l on l.item_id = s.item_id and l.org_code = s.org_code
      where s.quantity <> coalesce(l.sum, 0) or s.quantity <> coalesce(l.last, 0)`.execute(trx)
    return rows
  })

describe('stock of a gift', () => {
  it('is the sum of its lines, each with its reason, its user and the stock after it', async () => {
    const { id, giftName } = await gift(10)
    await take(id, 3)
    await manager.giftStock.loss({ key: newId(), body: { id, count: 1, reason: '破损' } })
    expect(await stockOf(giftName)).toBe(6)
    expect(await linesOf(id)).toMatchObject([
      { kind: 'loss', delta: -1, quantityAfter: 6, reason: '破损', operatorName: manager.user.realname },
      { kind: 'out', delta: -3, quantityAfter: 7, reason: '退货', kind_dictText: '出库' },
      { kind: 'in', delta: 10, quantityAfter: 10, reason: '进货', itemName: giftName },
    ])
  })

  it('never falls below 0, and a refusal says what is left', async () => {
    const { id, giftName } = await gift(2)
    await expect(take(id, 3)).rejects.toMatchObject({
      code: 'stock.short',
      details: { item: giftName, needed: 3, available: 2 },
    })
    expect(await stockOf(giftName)).toBe(2)
  })

  it('is given to 20 of 50 who take a piece of 20 at once', async () => {
    const { id, giftName } = await gift(20)
    const taken = await Promise.allSettled(Array.from({ length: 50 }, () => take(id, 1)))
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await stockOf(giftName)).toBe(0)
    expect((await linesOf(id)).filter(({ kind }) => kind === 'out')).toHaveLength(20)
    expect(await broken()).toEqual([])
  })

  it('changes once per key', async () => {
    const { id, giftName } = await gift(5)
    const call = { key: newId(), body: { id, count: 2, reason: '退货' } }
    const answers = await Promise.all([manager.giftStock.out(call), manager.giftStock.out(call)])
    expect(answers[0]?.result).toEqual(answers[1]?.result)
    expect(await stockOf(giftName)).toBe(3)
    await expect(manager.giftStock.out({ ...call, body: { ...call.body, count: 1 } })).rejects.toMatchObject({
      code: 'common.keyReused',
    })
  })

  it('needs a reason', async () => {
    const { id } = await gift(5)
    await expect(manager.giftStock.loss({ key: newId(), body: { id, count: 1, reason: ' ' } })).rejects.toMatchObject({
      code: 'common.invalidInput',
    })
  })

  it('is written by nobody but its function: no line is changed or removed', async () => {
    const { id } = await gift(1)
    for (const statement of [
      sql`update stock_line set delta = 5 where item_id = ${id}`,
      sql`delete from stock_line where item_id = ${id}`,
      sql`update stock_level set quantity = 5 where item_id = ${id}`,
      sql`insert into stock_level (item_kind, item_id, org_code) values ('gift', ${newId()}, ${STORE})`,
    ]) {
      await expect(venue.inEveryStore((trx) => statement.execute(trx))).rejects.toThrow(/permission denied/)
    }
  })

  it('is changed by managers, not by cashiers', async () => {
    const { id } = await gift(1)
    await expect(cashier.giftStock.in({ key: newId(), body: { id, count: 1, reason: '进货' } })).rejects.toMatchObject({
      code: 'auth.forbidden',
    })
  })

  it('leaves the change in the audit trail of the gift', async () => {
    const { id } = await gift(4)
    const entries = await venue.rows('auditEntry').where('recordId', id)
    expect(entries.map(({ after }) => after)).toContainEqual({ stock: 4, kind: 'in', reason: '进货' })
  })
})

describe('a count', () => {
  const countAs = (row: { id: string; stockLineId: string }, counted: number) =>
    manager.giftStock.count({
      key: newId(),
      body: { id: row.id, counted, seenLineId: row.stockLineId, reason: '月底盘点' },
    })

  it('sets the difference against what the counter saw, not against the stock of later', async () => {
    const seen = await gift(10)
    await take(seen.id, 4)
    const { result } = await countAs(seen, 9)
    expect(result).toMatchObject({ before: 6, stock: 5 })
    expect((await linesOf(seen.id))[0]).toMatchObject({ kind: 'count', expected: 10, counted: 9, delta: -1 })
  })

  it('that another one has anticipated changes nothing, so counts at the same time merge', async () => {
    const seen = await gift(10)
    await Promise.all(Array.from({ length: 5 }, () => countAs(seen, 8)))
    expect(await stockOf(seen.giftName)).toBe(8)
    expect(await linesOf(seen.id)).toHaveLength(6)
    expect(await broken()).toEqual([])
  })

  it('of a gift without lines sets its first stock', async () => {
    const seen = await gift()
    await countAs(seen, 7)
    expect(await stockOf(seen.giftName)).toBe(7)
  })

  it('names a line of this gift', async () => {
    const one = await gift(1)
    const another = await gift(1)
    await expect(countAs({ ...one, stockLineId: another.stockLineId }, 3)).rejects.toMatchObject({
      code: 'stock.lineUnknown',
    })
  })
})

describe('a move', () => {
  it('takes from one store and adds to the gift of the same name of another, in one call', async () => {
    const { id, giftName } = await gift(10)
    const call = () =>
      hq.giftStock.move({ key: newId(), body: { id, toOrgCode: OTHER_STORE, count: 4, reason: '补货' } })
    await expect(call()).rejects.toMatchObject({ code: 'stock.noTwin' })
    await hq.gifts.add({ body: { giftName, sysOrgCode: OTHER_STORE } })
    await call()
    const rows = (await hq.gifts.list({ query: { giftName } })).result.records
    expect(Object.fromEntries(rows.map(({ sysOrgCode, stock }) => [sysOrgCode, stock]))).toEqual({
      [STORE]: 6,
      [OTHER_STORE]: 4,
    })
    expect((await linesOf(id))[0]).toMatchObject({ kind: 'moveOut', delta: -4, otherOrg: OTHER_STORE })
    expect(await broken()).toEqual([])
  })

  it('in both directions at once ends, and loses no piece', async () => {
    const { id, giftName } = await gift(30)
    await hq.gifts.add({ body: { giftName, sysOrgCode: OTHER_STORE } })
    const other = (await hq.gifts.list({ query: { giftName, sysOrgCode: OTHER_STORE } })).result.records[0]
    if (!other) throw new Error('no gift at the other store')
    await hq.giftStock.in({ key: newId(), body: { id: other.id, count: 30, reason: '进货' } })
    const move = (from: string, toOrgCode: string) =>
      hq.giftStock.move({ key: newId(), body: { id: from, toOrgCode, count: 1, reason: '调拨' } })
    await Promise.all(Array.from({ length: 10 }, () => [move(id, OTHER_STORE), move(other.id, STORE)]).flat())
    const rows = (await hq.gifts.list({ query: { giftName } })).result.records
    expect(rows.map(({ stock }) => stock)).toEqual([30, 30])
    expect(await broken()).toEqual([])
  })

  it('reaches no store outside of the scope', async () => {
    const { id } = await gift(5)
    await expect(
      manager.giftStock.move({ key: newId(), body: { id, toOrgCode: OTHER_STORE, count: 1, reason: '调拨' } }),
    ).rejects.toMatchObject({ code: 'stock.noTwin' })
  })
})

describe('gifts', () => {
  it('with low stock are marked, and found by that', async () => {
    const low = await gift(3, { lowStock: 3 })
    const enough = await gift(4, { lowStock: 3 })
    expect([low.isLow, enough.isLow]).toEqual(['YES', 'NO'])
    const find = async (isLow: 'YES' | 'NO') =>
      (await manager.gifts.list({ query: { isLow, pageSize: 200 } })).result.records.map(({ id }) => id)
    expect(await find('YES')).toContain(low.id)
    expect(await find('YES')).not.toContain(enough.id)
    expect(await find('NO')).toContain(enough.id)
  })

  it('with stock lines are not deleted', async () => {
    const used = await gift(1)
    const unused = await gift()
    await expect(manager.gifts.delete({ query: { id: used.id } })).rejects.toMatchObject({ code: 'gifts.inUse' })
    await manager.gifts.delete({ query: { id: unused.id } })
  })

  it('follow the name of their type, which stays while a gift has it', async () => {
    await manager.giftTypes.add({ body: { name: '拼图' } })
    const { giftName } = await gift(0, { giftType: '拼图' })
    const [type] = (await manager.giftTypes.list({ query: { name: '拼图' } })).result.records
    if (!type) throw new Error('no type')
    await manager.giftTypes.edit({ body: { id: type.id, name: '积木' } })
    expect(await listed(giftName)).toMatchObject({ giftType: '积木' })
    await expect(manager.giftTypes.delete({ query: { id: type.id } })).rejects.toMatchObject({
      code: 'giftTypes.inUse',
    })
    await expect(gift(0, { giftType: '不存在' })).rejects.toMatchObject({ code: 'giftTypes.unknown' })
  })
})

it('a barcode of a gift is unique at its store, also for several who add it at once', async () => {
  const barcode = `GIFT-${newId()}`
  const added = await Promise.allSettled(Array.from({ length: 6 }, () => gift(0, { barcode })))
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of added) {
    if (one.status === 'rejected') {
      expect(one.reason).toMatchObject({ code: 'gifts.barcodeTaken', details: { field: 'barcode' } })
    }
  }
  await gift(0, { barcode: '' })
  await gift(0, { barcode: '' })
})
