import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { demoRule, STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { type PlatformAnswer, sandboxPlatform } from './coupon-platforms.service.ts'
import { expireCoupons } from './coupons.job.ts'

let server: TestServer
let venue: Venue
let manager: TestClient
let cashier: TestClient

beforeAll(async () => {
  // Only a demo has the sandbox platform.
  server = await startTestServer({ demo: true })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  cashier = await server.signIn('cashier')
})
afterAll(() => server.stop())

let count = 0
const rule = demoRule('GROUPCOUPON')

/** Creates a coupon of the store; returns its code. */
async function coupon(given: object = {}): Promise<string> {
  const code = `GC${++count}`
  await manager.groupCoupons.add({ body: { code, couponName: '双人票', couponValue: 68, ...given } })
  return code
}
const listed = async (code: string) => {
  const [row] = (await manager.groupCoupons.list({ query: { code } })).result.records
  if (!row) throw new Error(`no coupon ${code}`)
  return row
}
const minutes = (from: Date, by: number) => new Date(from.getTime() + by * 60_000)
const use = (code: string, { order = newId(), at = new Date(), by = null as string | null } = {}) =>
  venue.inEveryStore(async (trx) => {
    const { rows } = await sql<{
      used: object
    }>`select use_coupon(${STORE}, ${code}, ${order}, ${at}, ${by}) as used`.execute(trx)
    return rows[0]?.used
  })
const undo = (order: string, at = new Date()) =>
  venue.inEveryStore(async (trx) => {
    const { rows } = await sql<{ back: object | null }>`select undo_coupon(${STORE}, ${order}, ${at}) as back`.execute(
      trx,
    )
    return rows[0]?.back
  })

describe('a group coupon', () => {
  it('is used once by default, and given back once by the order that used it', async () => {
    const code = await coupon()
    const order = newId()
    expect(await use(code, { order })).toMatchObject({ code, name: '双人票', value: 6800, usesLeft: 0 })
    await expect(use(code)).rejects.toMatchObject({ message: 'coupons.used' })
    expect(await listed(code)).toMatchObject({ couponState: 'used', couponState_dictText: '已使用', usedCount: 1 })

    expect(await undo(order)).toMatchObject({ code, usesLeft: 1 })
    expect(await undo(order)).toBeNull()
    expect(await listed(code)).toMatchObject({ couponState: 'unused', usedCount: 0 })
    // A use that was given back cannot be given back again.
    await expect(use(code, { order })).rejects.toMatchObject({ constraint: 'group_coupon_use_pkey' })
    expect(await use(code)).toMatchObject({ usesLeft: 0 })
  })

  it('with seven uses pays for seven of twenty concurrent orders', async () => {
    const code = await coupon({ codeCount: 7 })
    const done = await Promise.allSettled(Array.from({ length: 20 }, () => use(code)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect(await listed(code)).toMatchObject({ couponState: 'used', usedCount: 7 })
    const endless = await coupon({ codeCount: -1 })
    await Promise.all(Array.from({ length: 9 }, () => use(endless)))
    expect(await listed(endless)).toMatchObject({ couponState: 'unused', usedCount: 9 })
  })

  it('is valid for its minutes after verification, and not past its date', async () => {
    const at = new Date()
    const code = await coupon({ codeCount: 3, codeMinutes: 30 })
    await use(code, { at })
    await use(code, { at: minutes(at, 29) })
    await expect(use(code, { at: minutes(at, 30) })).rejects.toMatchObject({ message: 'coupons.expired' })

    const past = await coupon({ endTime: '2026-01-01 00:00:00' })
    expect((await listed(past)).couponState).toBe('expired')
    await expect(cashier.groupCoupons.verify({ body: { groupNumber: past } })).rejects.toMatchObject({
      code: 'coupons.expired',
      details: { field: 'groupNumber', time: '2026-01-01 00:00:00' },
    })
    const { id } = await listed(past)
    await manager.groupCoupons.edit({ body: { id, endTime: '' } })
    expect(await listed(past)).toMatchObject({ couponState: 'unused', endTime: null })
  })

  it('counts its minutes from the first verification, and is listed as expired after them', async () => {
    const code = await coupon({ codeMinutes: 30 })
    const first = (await cashier.groupCoupons.verify({ body: { groupNumber: code } })).result
    expect(first).toMatchObject({ code, couponValue: 68, usesLeft: 1, ruleIds: '', provider: 'local' })
    expect((await cashier.groupCoupons.verify({ body: { groupNumber: code } })).result.endTime).toBe(first.endTime)
    await venue.inEveryStore((trx) =>
      sql`update group_coupon set verified_at = verified_at - interval '31 minutes' where code = ${code}`.execute(trx),
    )
    await expireCoupons(server.deps)
    expect((await listed(code)).couponState).toBe('expired')
  })

  it('is only for the rules that it names, of its own store', async () => {
    const code = await coupon({ ruleIds: rule.id })
    expect(await listed(code)).toMatchObject({ ruleIds: rule.id, ruleNames: rule.name })
    await expect(use(code, { by: demoRule('BALANCE').id })).rejects.toMatchObject({ message: 'coupons.otherRule' })
    await expect(
      cashier.groupCoupons.verify({ body: { groupNumber: code, ruleId: demoRule('BALANCE').id } }),
    ).rejects.toMatchObject({ code: 'coupons.otherRule', details: { rules: rule.name } })
    expect(await use(code, { by: rule.id })).toMatchObject({ code })
    await expect(coupon({ ruleIds: demoRule('BALANCE').id })).rejects.toMatchObject({
      code: 'coupons.ruleUnknown',
      details: { field: 'ruleIds' },
    })
    await expect(coupon({ ruleNames: '没有的规则' })).rejects.toMatchObject({ code: 'coupons.ruleUnknown' })
    const byName = await coupon({ ruleNames: rule.name })
    expect((await listed(byName)).ruleIds).toBe(rule.id)

    const elsewhere = await server.signIn('manager2')
    await expect(elsewhere.groupCoupons.verify({ body: { groupNumber: byName } })).rejects.toMatchObject({
      code: 'coupons.notFound',
    })
  })

  it('cannot be created twice, get fewer uses than were made, or be deleted after use', async () => {
    const code = await coupon({ codeCount: 3 })
    await expect(manager.groupCoupons.add({ body: { code } })).rejects.toMatchObject({
      code: 'coupons.codeTaken',
      details: { field: 'code' },
    })
    const { id } = await listed(code)
    await manager.groupCoupons.edit({ body: { id, codeCount: 2 } })
    await use(code)
    await use(code)
    await expect(manager.groupCoupons.edit({ body: { id, codeCount: 1 } })).rejects.toMatchObject({
      code: 'coupons.usesBelowMade',
      details: { field: 'codeCount' },
    })
    await expect(manager.groupCoupons.delete({ query: { id } })).rejects.toMatchObject({ code: 'coupons.wasUsed' })
    await expect(manager.groupCoupons.edit({ body: { id, codeCount: 0 } })).rejects.toMatchObject({
      code: 'common.invalidInput',
      details: { field: 'codeCount' },
    })
    const unused = await listed(await coupon())
    await manager.groupCoupons.delete({ query: { id: unused.id } })
  })

  it('stays if an order uses it while it is deleted', async () => {
    const code = await coupon()
    const { id } = await listed(code)
    // In an object, because a transaction awaits what it returns.
    const { removal } = await venue.inEveryStore(async (trx) => {
      await sql`select use_coupon(${STORE}, ${code}, ${newId()}, ${new Date()})`.execute(trx)
      const removal = codeOf(manager.groupCoupons.delete({ query: { id } }))
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server.deps.db.kysely)
        expect(rows).not.toEqual([])
      })
      return { removal }
    })
    expect(await removal).toBe('coupons.wasUsed')
    expect(await listed(code)).toMatchObject({ usedCount: 1 })
  })
})

describe('a coupon of a platform', () => {
  it('is redeemed and stored when a counter verifies it, by the rule of its product', async () => {
    await manager.consumeRules.edit({ body: { id: rule.id, platformProductId: 'P1', codeCount: 2, codeMinutes: 60 } })
    const { result } = await cashier.groupCoupons.verify({ body: { groupNumber: 'SBX-P1-1001' } })
    expect(result).toMatchObject({ provider: 'sandbox', ruleIds: rule.id, usesLeft: 2 })
    expect(result.endTime).not.toBeNull()
    const again = await Promise.all(
      Array.from({ length: 3 }, () => cashier.groupCoupons.verify({ body: { groupNumber: 'SBX-P1-1002' } })),
    )
    expect(new Set(again.map((one) => one.result.id)).size).toBe(1)
    const { id } = await listed('SBX-P1-1001')
    await manager.groupCoupons.delete({ query: { id } })
  })

  it('is released at its platform only when it is deleted, which no used one is, also after the use was given back', async () => {
    const released = vi.spyOn(sandboxPlatform, 'release')
    for (const groupNumber of ['SBX-P1-1003', 'SBX-P1-1004'])
      await cashier.groupCoupons.verify({ body: { groupNumber } })
    const [used, other] = [await listed('SBX-P1-1003'), await listed('SBX-P1-1004')]
    const order = newId()
    await use('SBX-P1-1003', { order })
    await undo(order)
    const ids = [other.id, used.id].join(',')
    await expect(manager.groupCoupons.deleteBatch({ query: { ids } })).rejects.toMatchObject({
      code: 'coupons.wasUsed',
    })
    expect(released).not.toHaveBeenCalled()
    await manager.groupCoupons.delete({ query: { id: other.id } })
    expect(released).toHaveBeenCalledTimes(1)
    released.mockRestore()
  })

  it('is used by nobody from the request to its platform on, and again where the platform refuses', async () => {
    const codes = ['SBX-P1-2001', 'SBX-P1-2002']
    for (const groupNumber of codes) await cashier.groupCoupons.verify({ body: { groupNumber } })
    const [first = '', second = ''] = codes
    const local = await coupon()
    const ids = (await Promise.all([first, second, local].map(listed))).map(({ id }) => id).join(',')
    const usable = () => Promise.all([first, second, local].map((groupNumber) => codeOf(verify(groupNumber))))
    const verify = (groupNumber: string) => cashier.groupCoupons.verify({ body: { groupNumber } })
    const asked: string[][] = []
    const answers: PlatformAnswer[] = [
      { state: 'good', product: 'P1', name: '', value: 0, validUntil: null },
      { state: 'refused', reason: 'used' },
      { state: 'noAnswer' },
    ]
    const released = vi.spyOn(sandboxPlatform, 'release').mockImplementation(async () => {
      asked.push(await usable())
      await expect(use(first)).rejects.toMatchObject({ message: 'coupons.releasing' })
      return answers.shift() ?? { state: 'noAnswer' }
    })
    const remove = () => codeOf(manager.groupCoupons.deleteBatch({ query: { ids } }))
    const none = Array.from({ length: 3 }, () => 'coupons.releasing')
    expect(await remove()).toBe('coupons.platform.used')
    expect(asked).toEqual([none, none])
    expect(await usable()).toEqual(['coupons.releasing', 'done', 'done'])
    // Whether the platform has taken it back is unknown.
    expect(await remove()).toBe('coupons.noAnswer')
    expect(await usable()).toEqual(['coupons.releasing', 'done', 'done'])
    answers.push({ state: 'refused', reason: 'expired' })
    expect(await remove()).toBe('coupons.platform.expired')
    expect(await usable()).toEqual(['done', 'done', 'done'])
    released.mockRestore()
    expect(await remove()).toBe('done')
    expect((await manager.groupCoupons.list({ query: { code: local } })).result.records).toEqual([])
  })

  it('that was sold for one store is accepted by the platform’s id of the store', async () => {
    const groupNumber = 'SBX-P1@MT5521-11'
    const named = (externalStoreId: string) =>
      venue.inEveryStore((trx) =>
        trx.updateTable('store').set({ externalStoreId }).where('orgCode', '=', STORE).execute(),
      )
    await named('MT5521')
    const { result } = await cashier.groupCoupons.verify({ body: { groupNumber } })
    expect(result).toMatchObject({ provider: 'sandbox', ruleIds: rule.id })
    await manager.groupCoupons.delete({ query: { id: result.id } })
    await named('')
    // Without that id it is the store's own code.
    expect((await cashier.groupCoupons.verify({ body: { groupNumber: `SBX-P1@${STORE}-21` } })).result.usesLeft).toBe(2)
  })

  it.each([
    ['SBX-P1-5', 'coupons.platform.used'],
    ['SBX-P1-6', 'coupons.platform.expired'],
    ['SBX-P1-7', 'coupons.noAnswer'],
    ['SBX-P1-8', 'coupons.platform.otherStore'],
    ['SBX-P1@MT5521-11', 'coupons.platform.otherStore'],
    ['SBX-P1-9', 'coupons.platform.unknown'],
    ['SBX-OTHER-1', 'coupons.productUnknown'],
    ['NOBODYS', 'coupons.notFound'],
  ])('is refused with its reason and not stored: %s', async (groupNumber, code) => {
    await expect(cashier.groupCoupons.verify({ body: { groupNumber } })).rejects.toMatchObject({
      code,
      details: { field: 'groupNumber' },
    })
    expect((await manager.groupCoupons.list({ query: { code: groupNumber } })).result.total).toBe(0)
  })
})
