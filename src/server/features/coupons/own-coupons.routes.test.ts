import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import { ownCouponCode } from '#shared/features/scans/coupon-code.calc.ts'
import type { TestClient } from '#tests/support/server.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, STORE, seen } from '#tests/support/venue/venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const stranger = await server.signIn('manager2')

let count = 0
const day = (days: number) => new Date(Date.now() + days * 86_400_000)
const wire = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Adds a batch; returns its row. */
async function batch(given: object = {}) {
  const batchName = `批次${++count}`
  const body = { batchName, couponKind: 'value', couponValue: 20, codeCount: 3, ...given } as const
  await manager.couponBatches.add({ body })
  const [row] = (await manager.couponBatches.list({ query: { batchName } })).result.records
  if (!row) throw new Error(`no batch ${batchName}`)
  return row
}
const codesOf = async ({ id }: { id: string }, query: object = {}) =>
  (
    await manager.couponCodes.list({
      query: { batchId: id, column: 'codeNumber', order: 'asc', pageSize: 200, ...query },
    })
  ).result.records
/** Adds a batch; returns the codes. */
const codes = async (given: object = {}) => (await codesOf(await batch(given))).map(({ code }) => code)
const oneCode = async (given: object = {}) => (await codes({ codeCount: 1, ...given }))[0] ?? ''
const rowOf = async (code: string) => {
  const [row] = (await manager.couponCodes.list({ query: { code } })).result.records
  if (!row) throw new Error(`no code ${code}`)
  return row
}
const redeem = (code: string, userId: string, key = newId(), by = cashier) =>
  by.couponCodes.redeem({ body: { code, userId }, key })
const giveOf = async (userId: string) => (await seen(manager, userId)).give
const issue = (id: string, userIds: string[], codeCount = 1) =>
  manager.couponBatches.issue({ body: { id, audience: 'members', userIds, codeCount } })
const expectConsistent = async () => expect(await venue.inEveryStore((trx) => findDifferences(trx))).toEqual([])

describe('a batch of coupons', () => {
  it('has as many different codes as it says, each with a check character', async () => {
    const row = await batch({ codeCount: 150 })
    expect(row).toMatchObject({ codeCount: 150, issuedCount: 0, usedCount: 0, couponKind_dictText: '储值券' })
    const rows = await codesOf(row)
    expect(new Set(rows.map(({ code }) => code)).size).toBe(150)
    expect(rows.map(({ codeNumber }) => codeNumber)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1))
    for (const { code } of rows) expect(ownCouponCode(code)).toBe(code)
    expect(rows[0]).toMatchObject({ codeState: 'unused', userId: null, couponValue: 20, batchName: row.batchName })
  })

  it('has the check character that the terminal computes', async () => {
    const { rows } = await venue.inEveryStore((trx) =>
      sql<{ code: string }>`select random_code('C.', gen_random_uuid()) as code from generate_series(1, 5000)`.execute(
        trx,
      ),
    )
    expect(rows.filter(({ code }) => ownCouponCode(code) !== code)).toEqual([])
  })

  it('is recorded with the same counts of codes before and after an edit', async () => {
    const row = await batch()
    await issue(row.id, [await venue.member()])
    await manager.couponBatches.edit({ body: { id: row.id, remark: '开业' } })
    const { result } = await manager.logs.history({ query: { kind: '/coupon/sysCouponBatch', id: row.id } })
    expect(result.find(({ before }) => before)).toMatchObject({
      before: { remark: '', issuedCount: 1 },
      after: { remark: '开业', issuedCount: 1 },
    })
  })

  it('may have a hundred thousand codes', { timeout: 120_000 }, async () => {
    const row = await batch({ codeCount: 100_000 })
    const { rows } = await venue.inEveryStore((trx) =>
      sql<{ made: number }>`select count(distinct code) as made from coupon_code where batch_id = ${row.id}`.execute(
        trx,
      ),
    )
    expect(rows).toEqual([{ made: 100_000 }])
    await manager.couponBatches.delete({ query: { id: row.id } })
    expect(await venue.rows('couponCode').where('batchId', row.id)).toEqual([])
  })

  it('is refused without a value, without codes, or ending before it begins', async () => {
    await expect(batch({ couponValue: 0 })).rejects.toMatchObject({ code: 'couponBatches.valueMissing' })
    await expect(batch({ codeCount: 0 })).rejects.toMatchObject({ details: { field: 'codeCount' } })
    await expect(batch({ codeCount: 100_001 })).rejects.toMatchObject({ details: { field: 'codeCount' } })
    await expect(batch({ beginTime: wire(day(2)), endTime: wire(day(1)) })).rejects.toMatchObject({
      code: 'couponBatches.period',
      details: { field: 'endTime' },
    })
    await expect(batch({ couponKind: 'rule', ruleIds: demoRule('BALANCE').id })).rejects.toMatchObject({
      code: 'coupons.ruleUnknown',
    })
  })

  it('keeps what its codes are worth, and is not deleted once one was used', async () => {
    const row = await batch({ codeCount: 2 })
    await manager.couponBatches.edit({ body: { id: row.id, remark: '改', couponValue: 9000 } as never })
    expect((await manager.couponBatches.queryById({ query: { id: row.id } })).result).toMatchObject({
      remark: '改',
      couponValue: 20,
    })
    const [first] = await codesOf(row)
    await redeem(first?.code ?? '', await venue.member())
    await expect(manager.couponBatches.delete({ query: { id: row.id } })).rejects.toMatchObject({
      code: 'couponBatches.inUse',
    })
    expect(await codesOf(row)).toHaveLength(2)
    const unused = await batch()
    await manager.couponBatches.delete({ query: { id: unused.id } })
    expect(await codesOf(unused)).toEqual([])
  })

  it('of another store is neither seen nor changed, and its codes are unknown', async () => {
    const row = await batch()
    const [one] = await codesOf(row)
    expect((await stranger.couponBatches.list({ query: { batchName: row.batchName } })).result.records).toEqual([])
    expect((await stranger.couponCodes.list({ query: { batchId: row.id } })).result.records).toEqual([])
    await expect(stranger.couponBatches.edit({ body: { id: row.id, remark: 'x' } })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
    await expect(stranger.couponBatches.issue({ body: { id: row.id, audience: 'all' } })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
    await expect(stranger.couponCodes.void({ body: { id: one?.id ?? '', voidReason: 'x' } })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
    const body = { code: one?.code ?? '' }
    await expect(stranger.couponCodes.check({ body })).rejects.toMatchObject({ code: 'coupons.notFound' })
    await expect(
      stranger.couponCodes.redeem({ body: { ...body, userId: await venue.member() } }),
    ).rejects.toMatchObject({ code: 'members.notFound' })
    const theirs = await venue.member({ orgCode: 'A01A02' })
    await expect(stranger.couponCodes.redeem({ body: { ...body, userId: theirs } })).rejects.toMatchObject({
      code: 'coupons.notFound',
    })
  })
})

describe('a coupon for a gift', () => {
  /** A gift with pieces in stock. */
  async function gift(stock: number) {
    const giftName = newId()
    await manager.gifts.add({ body: { giftName } })
    const id = (await manager.gifts.list({ query: { giftName } })).result.records[0]?.id ?? ''
    if (stock > 0) await manager.giftStock.in({ key: newId(), body: { id, count: stock, reason: '进货' } })
    return { id, giftName }
  }
  const given = (giftId: string, more: object = {}) => ({ couponKind: 'gift', couponValue: 0, giftId, ...more })
  const fetch = (code: string, userId = '', key = newId(), by = cashier) =>
    by.couponCodes.fetchGift({ body: { code, userId }, key })
  const stockOf = async (id: string) => (await manager.gifts.queryById({ query: { id } })).result.stock

  it('is handed out once to the bearer, with its pieces, also if the call is repeated', async () => {
    const { id, giftName } = await gift(5)
    const code = await oneCode(given(id, { giftCount: 2 }))
    expect((await cashier.couponCodes.check({ body: { code } })).result).toMatchObject({ giftName, giftCount: 2 })
    const key = newId()
    const [first, again] = [await fetch(code, '', key), await fetch(code, '', key)]
    expect(first.result).toMatchObject({ giftName, giftCount: 2, stock: 3 })
    expect(again.result).toEqual(first.result)
    expect(await stockOf(id)).toBe(3)
    expect(await rowOf(code)).toMatchObject({ codeState: 'used', userId: null, orderId: key })
    const [line] = (await manager.giftOutbound.list({ query: { itemId: id } })).result.records
    expect(line).toMatchObject({ handedFor: 'coupon', delta: -2, userId: null })
    await expect(fetch(code)).rejects.toMatchObject({ code: 'couponCodes.used', details: { field: 'code' } })
    await expectConsistent()
  })

  it('of many at the same moment is handed out to one', async () => {
    const { id } = await gift(50)
    const code = await oneCode(given(id))
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => fetch(code)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stockOf(id)).toBe(49)
    await expectConsistent()
  })

  it('stays unused where the stock does not suffice or the gift is switched off', async () => {
    const { id } = await gift(0)
    const code = await oneCode(given(id))
    await expect(fetch(code)).rejects.toMatchObject({ code: 'stock.short' })
    await manager.giftStock.in({ key: newId(), body: { id, count: 1, reason: '进货' } })
    await manager.gifts.edit({ body: { id, isActive: 'NO' } })
    await expect(fetch(code)).rejects.toMatchObject({ code: 'gifts.inactive' })
    expect(await rowOf(code)).toMatchObject({ codeState: 'unused' })
    await manager.gifts.edit({ body: { id, isActive: 'YES' } })
    expect((await fetch(code)).result).toMatchObject({ stock: 0 })
  })

  it('of a member is for that member only', async () => {
    const { id } = await gift(5)
    const row = await batch(given(id, { codeCount: 1 }))
    const [member, other] = [await venue.member(), await venue.member()]
    await issue(row.id, [member])
    const [code] = (await cashier.couponCodes.ofMember({ query: { userId: member } })).result
    expect(code).toMatchObject({ couponKind: 'gift', giftCount: 1 })
    await expect(fetch(code?.code ?? '')).rejects.toMatchObject({ code: 'couponCodes.memberRequired' })
    await expect(fetch(code?.code ?? '', other)).rejects.toMatchObject({ code: 'couponCodes.otherMember' })
    await fetch(code?.code ?? '', member)
    const [line] = (await manager.giftOutbound.list({ query: { itemId: id } })).result.records
    expect(line).toMatchObject({ userId: member, handedFor: 'coupon' })
  })

  it('credits no value and pays no ride, and a value hands out no gift', async () => {
    const { id } = await gift(5)
    const code = await oneCode(given(id))
    await expect(redeem(code, await venue.member())).rejects.toMatchObject({ code: 'couponCodes.forGift' })
    await expect(fetch(await oneCode())).rejects.toMatchObject({ code: 'couponCodes.forValue' })
  })

  it('needs a gift of its store, which then is not deleted', async () => {
    await expect(batch(given(''))).rejects.toMatchObject({
      code: 'couponBatches.giftMissing',
      details: { field: 'giftId' },
    })
    await stranger.gifts.add({ body: { giftName: '别店礼品' } })
    const [theirs] = (await stranger.gifts.list({ query: { giftName: '别店礼品' } })).result.records
    await expect(batch(given(theirs?.id ?? ''))).rejects.toMatchObject({
      code: 'gifts.unknown',
      details: { field: 'giftId' },
    })
    const { id } = await gift(0)
    expect(await batch(given(id))).toMatchObject({ giftId: id, giftCount: 1 })
    await expect(manager.gifts.delete({ query: { id } })).rejects.toMatchObject({ code: 'gifts.inUse' })
  })

  it('that left no stock, or stock without its coupon, is found by the nightly check', async () => {
    const { id } = await gift(5)
    const code = await oneCode(given(id))
    await fetch(code)
    await withClient(server.database.ownerUrl, async (owner) => {
      await owner.query('set session_replication_role = replica')
      await owner.query(`update stock_level set quantity = 9 where item_id = $1`, [id])
      await owner.query(`update coupon_code set used_for = null, used_at = null where code = $1`, [code])
      const found = await venue.inEveryStore((trx) => findDifferences(trx))
      expect(found.map(({ kind, stored, expected }) => [kind, stored, expected])).toEqual([
        ['stock', 9, 4],
        ['giftCoupon', 1, 0],
      ])
      await owner.query(`delete from stock_line where item_id = $1`, [id])
      await owner.query(`delete from stock_level where item_id = $1`, [id])
    })
    await expectConsistent()
  })
})

describe('codes', () => {
  it('are listed by their state of the moment', async () => {
    const row = await batch({ codeCount: 4 })
    const [used, voided, ended] = await codesOf(row)
    await redeem(used?.code ?? '', await venue.member())
    await manager.couponCodes.void({ body: { id: voided?.id ?? '', voidReason: '印错' } })
    await venue.inEveryStore((trx) =>
      trx
        .updateTable('couponCode')
        .set({ validUntil: day(-1) })
        .where('id', '=', ended?.id ?? '')
        .execute(),
    )
    for (const state of ['used', 'void', 'expired', 'unused'] as const) {
      const rows = await codesOf(row, { codeState: state })
      expect(rows.map(({ codeNumber }) => codeNumber)).toEqual([
        ['used', 'void', 'expired', 'unused'].indexOf(state) + 1,
      ])
    }
    await manager.couponBatches.edit({ body: { id: row.id, endTime: wire(day(-1)), beginTime: '' } })
    expect((await codesOf(row, { codeState: 'expired' })).map(({ codeNumber }) => codeNumber)).toEqual([3, 4])
  })

  it('are issued to members up to the limit of each, and expire by their own days', async () => {
    const row = await batch({ codeCount: 5, perMember: 2, validDays: 7 })
    const [one, other] = [await venue.member(), await venue.member()]
    expect((await issue(row.id, [one, one, other])).result).toEqual({ codes: 2, members: 2, full: 0 })
    expect((await issue(row.id, [one], 3)).result).toEqual({ codes: 1, members: 1, full: 0 })
    expect((await issue(row.id, [one])).result).toEqual({ codes: 0, members: 0, full: 1 })
    const mine = await codesOf(row, { userId: one })
    expect(mine).toHaveLength(2)
    expect(mine[0]?.endTime?.slice(0, 10)).toBe(wire(day(8)).slice(0, 10))
    const [free] = (await codesOf(row)).filter(({ userId }) => userId === null)
    await expect(redeem(free?.code ?? '', one)).rejects.toMatchObject({
      code: 'couponCodes.perMember',
      details: { limit: 2, field: 'code' },
    })
    await expect(redeem(mine[0]?.code ?? '', other)).rejects.toMatchObject({ code: 'couponCodes.otherMember' })
    await redeem(mine[0]?.code ?? '', one)
    expect((await manager.couponBatches.queryById({ query: { id: row.id } })).result).toMatchObject({
      issuedCount: 3,
      usedCount: 1,
    })
  })

  it('of a member are listed at the counter while they can be used, the first to end first', async () => {
    const [later, sooner, off] = [await batch(), await batch({ validDays: 3 }), await batch({ perMember: 1 })]
    const [source, member] = [await venue.member(), await venue.member()]
    for (const { id } of [later, sooner, off]) await issue(id, [source])
    await manager.memberMerge.merge({ body: { sourceId: source, targetId: member, reason: '重复' }, key: newId() })
    await manager.couponBatches.edit({ body: { id: off.id, isActive: 'NO' } })
    const mine = async () => (await cashier.couponCodes.ofMember({ query: { userId: member } })).result
    expect(await mine()).toMatchObject([
      { couponName: sooner.batchName, userId: member, couponValue: 20 },
      { couponName: later.batchName, endTime: null },
    ])
    const [first] = await mine()
    expect((await cashier.couponCodes.check({ body: { code: first?.code ?? '' } })).result).toEqual(first)
    await redeem(first?.code ?? '', member)
    expect(await mine()).toMatchObject([{ couponName: later.batchName }])
    await expect(stranger.couponCodes.ofMember({ query: { userId: member } })).rejects.toMatchObject({
      code: 'members.notFound',
    })
  })

  it('are issued to all or none: a batch with too few gives nobody one', async () => {
    const row = await batch({ codeCount: 2 })
    const members = [await venue.member(), await venue.member(), await venue.member()]
    await expect(issue(row.id, members)).rejects.toMatchObject({
      code: 'couponBatches.tooFew',
      details: { needed: 3, left: 2 },
    })
    await expect(issue(row.id, ['no-such'])).rejects.toMatchObject({ code: 'members.notFound' })
    await expect(issue(row.id, [])).rejects.toMatchObject({ code: 'couponBatches.noMembers' })
    expect(await codesOf(row, { userId: members[0] })).toEqual([])
  })

  it('are issued to a level and to all active members of the store', async () => {
    const level = `L${newId().slice(-6)}`
    await manager.memberLevels.add({
      body: { code: level, name: level, rank: 90, experience: -1, discount: 0, colour: 'gold' },
    })
    const members = [await venue.member({ memberLevel: level }), await venue.member({ memberLevel: level })]
    await venue.member({ memberLevel: level, frozen: true })
    const row = await batch({ codeCount: 2 })
    const body = { id: row.id, audience: 'level', memberLevel: level } as const
    expect((await manager.couponBatches.issue({ body })).result).toEqual({ codes: 2, members: 2, full: 0 })
    expect((await codesOf(row)).map(({ userId }) => userId).sort()).toEqual(members.sort())
    const every = await batch({ codeCount: 5000, perMember: 1 })
    const { result } = await manager.couponBatches.issue({ body: { id: every.id, audience: 'all' } })
    expect(result.codes).toBe(result.members)
    const active = (await venue.rows('member').where('orgCode', STORE)).filter(
      ({ frozen, mergedInto, endTime }) => !frozen && mergedInto === null && (!endTime || endTime > new Date()),
    )
    expect(result.members).toBe(active.length)
  })

  it('stay within the limit of a member when issues and uses come at once', async () => {
    const row = await batch({ codeCount: 40, perMember: 3 })
    const member = await venue.member()
    const loose = (await codesOf(row)).slice(20).map(({ code }) => code)
    await Promise.allSettled([
      ...Array.from({ length: 15 }, () => issue(row.id, [member])),
      ...loose.map((code) => redeem(code, member)),
    ])
    const rows = (await venue.rows('couponCode').where('batchId', row.id)).filter(({ memberId }) => memberId === member)
    expect(rows).toHaveLength(3)
    expect(await giveOf(member)).toBe(20 * rows.filter(({ usedAt }) => usedAt !== null).length)
  })

  it('are made void with a reason while unused, and are then refused with it', async () => {
    const code = await oneCode()
    const { id } = await rowOf(code)
    await expect(manager.couponCodes.void({ body: { id, voidReason: ' ' } })).rejects.toMatchObject({
      details: { field: 'voidReason' },
    })
    await expect(cashier.couponCodes.void({ body: { id, voidReason: 'x' } })).rejects.toMatchObject({
      code: 'auth.forbidden',
    })
    await manager.couponCodes.void({ body: { id, voidReason: '遗失' } })
    expect(await rowOf(code)).toMatchObject({ codeState: 'void', voidReason: '遗失', voidBy: 'manager' })
    await expect(redeem(code, await venue.member())).rejects.toMatchObject({
      code: 'couponCodes.void',
      details: { reason: '遗失' },
    })
    // A repetition by the same user is done; another one is late.
    await manager.couponCodes.void({ body: { id, voidReason: '遗失' } })
    const hq = await server.signIn('hq')
    await expect(hq.couponCodes.void({ body: { id, voidReason: 'x' } })).rejects.toMatchObject({
      code: 'couponCodes.notUnused',
    })
  })
})

describe('a value coupon', () => {
  it('credits the gift balance once, typed in any case', async () => {
    const code = await oneCode({ couponValue: 12.34 })
    const member = await venue.member({ give: 100 })
    const key = newId()
    expect((await cashier.couponCodes.check({ body: { code } })).result).toMatchObject({ code, couponKind: 'value' })
    const [first, again] = await Promise.all([
      redeem(code.toLowerCase(), member, key),
      redeem(code.toLowerCase(), member, key),
    ])
    expect(first.result).toEqual(again.result)
    expect(first.result).toMatchObject({ code, couponValue: 12.34, userId: member, give: 13.34 })
    expect(await giveOf(member)).toBe(13.34)
    expect(await venue.rows('ledgerLine').where('causeId', key)).toMatchObject([
      { causeKind: 'coupon', account: 'give', delta: 1234, memberId: member },
    ])
    await expect(redeem(code, member)).rejects.toMatchObject({ code: 'couponCodes.used', details: { field: 'code' } })
    expect(await rowOf(code)).toMatchObject({ codeState: 'used', userId: member, orderId: key })
    const { result } = await manager.logs.history({
      query: { kind: '/coupon/sysCouponCode', id: (await rowOf(code)).id },
    })
    expect(result).toMatchObject([{ username: 'cashier', after: { codeState: 'used', userId: member } }])
    await expectConsistent()
  })

  it('is redeemed by one of twenty counters at once', async () => {
    const code = await oneCode()
    const members = [await venue.member(), await venue.member()]
    const done = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => redeem(code, members[index % 2] ?? '')),
    )
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await giveOf(members[0] ?? '')) + (await giveOf(members[1] ?? ''))).toBe(20)
    await expectConsistent()
  })

  it('of a merged member is the remaining member’s', async () => {
    const row = await batch({ codeCount: 1 })
    const [source, target] = [await venue.member(), await venue.member()]
    await issue(row.id, [source])
    await manager.memberMerge.merge({ body: { sourceId: source, targetId: target, reason: '重复' }, key: newId() })
    const [one] = await codesOf(row)
    expect((await redeem(one?.code ?? '', source)).result).toMatchObject({ userId: target })
    expect(await giveOf(target)).toBe(20)
  })

  it('is refused before its time, after it, and while the batch is off', async () => {
    const member = await venue.member()
    const early = await oneCode({ beginTime: wire(day(1)) })
    await expect(redeem(early, member)).rejects.toMatchObject({ code: 'couponCodes.notYet' })
    const late = await oneCode({ beginTime: wire(day(-3)), endTime: wire(day(-1)) })
    await expect(redeem(late, member)).rejects.toMatchObject({ code: 'coupons.expired' })
    await expect(cashier.couponCodes.check({ body: { code: late } })).rejects.toMatchObject({ code: 'coupons.expired' })
    const off = await oneCode({ isActive: 'NO' })
    await expect(redeem(off, member)).rejects.toMatchObject({ code: 'couponCodes.inactive' })
    await expect(redeem('C.22222222222222', member)).rejects.toMatchObject({ code: 'coupons.notFound' })
    await expect(redeem(await oneCode({ couponKind: 'rule' }), member)).rejects.toMatchObject({
      code: 'couponCodes.forRide',
    })
    const frozen = await venue.member({ frozen: true })
    await expect(redeem(await oneCode(), frozen)).rejects.toMatchObject({ code: 'members.frozen' })
    expect(await giveOf(member)).toBe(0)
  })
})

describe('the reversal of a redeemed value', () => {
  const redeemed = async (userId: string) => {
    const code = await oneCode({ couponValue: 15 })
    await redeem(code, userId)
    return { code, id: (await rowOf(code)).id }
  }
  const reverse = (id: string, { key = newId(), by = manager }: { key?: string; by?: TestClient } = {}) =>
    by.couponCodes.reverse({ key, body: { id, reason: '换错会员' } })
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ code }) => code,
    )

  it('takes it back once, of twenty at once, and the code can be redeemed again', async () => {
    const [member, other] = [await venue.member({ give: 100 }), await venue.member()]
    const { code, id } = await redeemed(member)
    const key = newId()
    const tried = await Promise.all([
      ...Array.from({ length: 5 }, () => codeOf(reverse(id, { key }))),
      ...Array.from({ length: 15 }, () => codeOf(reverse(id))),
    ])
    // The calls with one key are one call.
    expect([tried.slice(0, 5), tried.slice(5)].map((some) => some.filter((one) => one === 'done').length)).toEqual(
      tried[0] === 'done' ? [5, 0] : [0, 1],
    )
    expect(new Set(tried.filter((one) => one !== 'done'))).toEqual(new Set(['couponCodes.notRedeemed']))
    expect(await giveOf(member)).toBe(1)
    expect(await rowOf(code)).toMatchObject({ codeState: 'unused', userId: null })
    await expectConsistent()
    await redeem(code, other)
    expect(await giveOf(other)).toBe(15)
    await reverse(id)
    expect(await venue.rows('couponReversal').where('codeId', id)).toMatchObject([
      { memberId: member, value: 1500, reason: '换错会员' },
      { memberId: other, value: 1500 },
    ])
    const { result } = await manager.logs.history({ query: { kind: '/coupon/sysCouponCode', id } })
    expect(result[0]).toMatchObject({ after: { codeState: 'unused', reason: '换错会员' } })
    await expectConsistent()
  })

  it('is refused once a part of it is spent or held, whatever other gift balance there is', async () => {
    const member = await venue.member()
    const { id } = await redeemed(member)
    await venue.post({}, [{ account: 'give', member, delta: -1 }])
    await venue.post({}, [{ account: 'give', member, delta: 5000 }])
    await expect(reverse(id)).rejects.toMatchObject({ code: 'couponCodes.spent', details: { left: '14.99' } })
    expect(await giveOf(member)).toBe(64.99)
    const holder = await venue.member()
    const held = await redeemed(holder)
    const { id: ruleId } = await venue.rule({ price: 1000 })
    const { id: vehicleId } = await venue.vehicle()
    await cashier.playBeforePay.add({ key: newId(), body: venue.start({ ruleId, vehicleId, userId: holder }) })
    expect(await codeOf(reverse(held.id))).toBe('couponCodes.spent')
    await expectConsistent()
  })

  it('is a manager’s of the store, of redeemed values only, and follows a merge', async () => {
    const [member, target] = [await venue.member(), await venue.member()]
    const { code, id } = await redeemed(member)
    expect(await codeOf(reverse(id, { by: cashier }))).toBe('auth.forbidden')
    expect(await codeOf(reverse(id, { by: stranger }))).toBe('common.recordNotFound')
    await expect(manager.couponCodes.reverse({ key: newId(), body: { id, reason: ' ' } })).rejects.toMatchObject({
      code: 'common.invalidInput',
    })
    await manager.memberMerge.merge({ body: { sourceId: member, targetId: target, reason: '重复' }, key: newId() })
    await reverse(id)
    expect(await giveOf(target)).toBe(0)
    expect(await rowOf(code)).toMatchObject({ codeState: 'unused' })
    expect(await codeOf(reverse((await rowOf(await oneCode())).id))).toBe('couponCodes.notRedeemed')
    // A batch whose code was reversed keeps its history.
    const { batchId } = await rowOf(code)
    expect(await codeOf(manager.couponBatches.delete({ query: { id: batchId } }))).toBe('couponBatches.inUse')
    await expectConsistent()
  })

  it('leaves a code that was issued with its member, and expired if its time is over', async () => {
    const row = await batch({ codeCount: 1, validDays: 3 })
    const member = await venue.member()
    await issue(row.id, [member])
    const [one] = await codesOf(row)
    await redeem(one?.code ?? '', member)
    await venue.inEveryStore((trx) =>
      trx
        .updateTable('couponCode')
        .set({ validUntil: day(-1) })
        .where('id', '=', one?.id ?? '')
        .execute(),
    )
    await reverse(one?.id ?? '')
    expect(await rowOf(one?.code ?? '')).toMatchObject({ codeState: 'expired', userId: member })
  })
})
