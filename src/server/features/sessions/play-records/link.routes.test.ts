import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { demoRechargeRules } from '#server/db/seed/venue.data.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { codeAndFieldOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, STORE } from '#tests/support/venue/venue.ts'
import { escapeTrials } from './escape.job.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const other = await server.signIn('manager2')

const HOUR = 3_600_000

beforeAll(async () => {
  await venue.setTrialLimit(1000)
  await venue.setHungLimit(1000)
})

/** A trial ride. */
async function trial(more: object = {}): Promise<string> {
  server.clock.advance(1000)
  const { id: vehicleId } = await venue.vehicle()
  const body = venue.start({ ruleId: demoRule('NOCARDCONSUME').id, vehicleId, ...more })
  return (await cashier.playBeforePay.add({ body, key: newId() })).result.id
}
/** A paid recharge; in cash unless a pay code is given. */
async function recharge(userId?: string, payCode?: string): Promise<string> {
  server.clock.advance(1000)
  const key = newId()
  const consumePayMode = payCode ? ('wechat' as const) : ('cash' as const)
  const member = userId ?? (await venue.member())
  const rule = demoRechargeRules[0]?.id
  const body = { userId: member, sysDepartRechargeRoleId: rule, consumePayMode, payCode }
  await cashier.rechargeOrders.add({ key, body })
  return key
}
const link = (id: string, reid: string, client = cashier) => client.playBeforePay.linkRecharge({ body: { id, reid } })
const settle = (id: string, client: TestClient) =>
  client.playBeforePay.settle({
    key: newId(),
    body: {
      id,
      consumeType: 'NOCARDCONSUME',
      consumeVehicleMode: 'circlemode',
      consumePayMode: 'cash',
    },
  })
const stored = async (id: string) => (await venue.rows('playRecord').where('id', id))[0]
const refund = async (orderId: string) =>
  (
    await manager.refunds.add({
      key: newId(),
      body: { orderKind: 'recharge', orderId, reason: '顾客改期', password: DEMO_PASSWORD },
    })
  ).result

describe('linking a trial to a recharge', () => {
  it('assigns it to the current member after a merge', async () => {
    const [source, target] = [await venue.member(), await venue.member()]
    const id = await trial()
    const reid = await recharge(source)
    const body = { sourceId: source, targetId: target, reason: '重复登记' }
    await manager.memberMerge.merge({ body, key: newId() })
    await link(id, reid)
    expect(await stored(id)).toMatchObject({ state: 'RECHARGED', memberId: target })
  })

  it('assigns it to the member without a charge, once', async () => {
    const id = await trial()
    const userId = await venue.member({ realname: '关联人' })
    const reid = await recharge(userId)
    const wallets = await venue.wallets(userId)
    const { records } = (await cashier.playBeforePay.list({ query: { id } })).result
    expect(records).toMatchObject([{ playState: 'PENDING', price: 88, deposit: 20, userId: null }])
    expect((await link(id, reid)).message).toBe('已关联充值订单')
    expect(await codeAndFieldOf(link(id, reid))).toBe('done')
    expect(await codeAndFieldOf(link(id, reid, manager))).toBe('sessions.alreadySettled')
    expect(await codeAndFieldOf(settle(id, cashier))).toBe('sessions.alreadySettled')
    const { result } = await cashier.playBeforePay.list({ query: { id } })
    expect(result.records[0]).toMatchObject({
      playState: 'RECHARGED',
      rechargeId: reid,
      userId,
      userTruenmae: '关联人',
    })
    expect(await venue.wallets(userId)).toEqual(wallets)
    const trail = await venue.rows('auditEntry').where('recordId', id)
    expect(trail.filter(({ action }) => action === '/playbeforepay/sysPlayBeforePay/doguadan')).toMatchObject([
      { before: { state: 'PENDING' }, after: { state: 'RECHARGED', rechargeId: reid } },
    ])
  })

  it('accepts only a paid, unrefunded recharge of this store later than the trial', async () => {
    const early = await recharge()
    const id = await trial()
    expect(await codeAndFieldOf(link(id, ''))).toBe('sessions.rechargeRequired reid')
    expect(await codeAndFieldOf(link(id, 'x'))).toBe('sessions.rechargeNotFound reid')
    expect(await codeAndFieldOf(link(id, newId()))).toBe('sessions.rechargeNotFound reid')
    expect(await codeAndFieldOf(link(id, early))).toBe('sessions.rechargeBefore reid')
    const refunded = await recharge()
    await refund(refunded)
    expect(await codeAndFieldOf(link(id, refunded))).toBe('sessions.rechargeNotPaid reid')
    const open = await recharge(undefined, codeEnding(2))
    expect(await codeAndFieldOf(link(id, open))).toBe('sessions.rechargeNotPaid reid')
    const good = await recharge()
    expect(await codeAndFieldOf(link(newId(), good))).toBe('common.recordNotFound')
    expect(await codeAndFieldOf(link(id, good, other))).toBe('common.recordNotFound')
    expect(await stored(id)).toMatchObject({ state: 'PENDING', rechargeId: null, memberId: null })
  })

  it('is refused for a ride with a member, and for a finished one', async () => {
    const reid = await recharge()
    const userId = await venue.member({ balance: 100_000 })
    const known = await trial({ ruleId: demoRule().id, userId })
    expect(await codeAndFieldOf(link(known, reid))).toBe('sessions.notTrial')
    const cancelled = await trial()
    await manager.playBeforePay.delete({ query: { id: cancelled } })
    expect(await codeAndFieldOf(link(cancelled, reid))).toBe('sessions.notPending')
  })

  it('links a recharge to one trial under concurrency', async () => {
    const ids = await Promise.all([trial(), trial(), trial(), trial()])
    const reid = await recharge()
    const outcomes = await Promise.all(ids.map((id) => codeAndFieldOf(link(id, reid))))
    expect(outcomes.toSorted()).toEqual(['done', ...Array.from({ length: 3 }, () => 'sessions.rechargeLinked reid')])
    const [left = ''] = ids.filter((_, index) => outcomes[index] !== 'done')
    const both = [await recharge(), await recharge()]
    const asked = await Promise.all(both.map((one) => codeAndFieldOf(link(left, one))))
    expect(asked.toSorted()).toEqual(['done', 'sessions.alreadySettled'])
  })

  it('hides linked recharges from the picker, and shows others from a time on', async () => {
    const userId = await venue.member({ phone: '17722220047' })
    const early = await recharge(userId)
    const id = await trial()
    const [linked, free] = [await recharge(userId), await recharge(userId)]
    const picked = async (query: object) =>
      (await cashier.rechargeOrders.listUnlinked({ query: { userPhone: '17722220047', ...query } })).result.records.map(
        (one) => one.id,
      )
    expect(await picked({})).toEqual([free, linked, early])
    await link(id, linked)
    expect(await picked({})).toEqual([free, early])
    const { result } = await cashier.playBeforePay.list({ query: { id } })
    expect(await picked({ payTime_begin: result.records[0]?.createTime })).toEqual([free])
    // Selected recharges stay readable in the picker.
    expect(await picked({ id: `${linked},` })).toEqual([linked])
  })

  it('is undone when the recharge is fully refunded, and not before', async () => {
    const [byCash, byScan] = [await trial(), await trial()]
    const cash = await recharge()
    const scan = await recharge(undefined, codeEnding(0))
    await passes(server, 5000)
    await link(byCash, cash)
    await link(byScan, scan)
    await refund(cash)
    const open = { state: 'PENDING', rechargeId: null, memberId: null, settledAt: null, settledBy: null }
    expect(await stored(byCash)).toMatchObject(open)
    expect(await refund(scan)).toMatchObject({ refundState: 'refunding' })
    expect(await stored(byScan)).toMatchObject({ state: 'RECHARGED', rechargeId: scan })
    await passes(server, 60_000)
    expect(await stored(byScan)).toMatchObject(open)
    for (const [id, rechargeId] of [
      [byCash, cash],
      [byScan, scan],
    ]) {
      const trail = await venue.rows('auditEntry').where('recordId', id)
      expect(trail.filter(({ action }) => action === '/refund/sysRefund/add')).toMatchObject([
        { realname: manager.user.realname, before: { state: 'RECHARGED', rechargeId }, after: { state: 'PENDING' } },
      ])
    }
    expect(await codeAndFieldOf(link(byCash, await recharge()))).toBe('done')
  })

  it('ends either linked or refunded under concurrency', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => trial()))
    const orders: string[] = []
    for (const _ of ids) orders.push(await recharge())
    await Promise.all(
      ids.map((id, index) => Promise.all([codeAndFieldOf(link(id, orders[index] ?? '')), refund(orders[index] ?? '')])),
    )
    for (const id of ids) expect(await stored(id)).toMatchObject({ state: 'PENDING', rechargeId: null, memberId: null })
  })

  it('is refused in a store without pay-later', async () => {
    const [id, reid] = [await trial(), await recharge()]
    const apps = (names: string[]) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set({ apps: names }).where('orgCode', '=', STORE).execute())
    await apps([])
    expect(await codeAndFieldOf(link(id, reid))).toBe('sessions.payLaterOff')
    await apps(['XWHF'])
    expect(await codeAndFieldOf(link(id, reid))).toBe('done')
  })
})

describe('a trial that is not settled', () => {
  it('escapes an hour after its start by the server’s clock, and nothing else does', async () => {
    const userId = await venue.member({ balance: 100_000 })
    const ids = { old: await trial(), known: await trial({ ruleId: demoRule().id, userId }) }
    const kept = await trial()
    await manager.playBeforePay.delete({ query: { id: kept } })
    server.clock.advance(HOUR - 60_000)
    const late = await trial()
    await escapeTrials(server.deps)
    expect(await stored(ids.old)).toMatchObject({ state: 'PENDING' })
    server.clock.advance(60_000)
    const escaped = async () => (await venue.rows('playRecord').where('state', 'ESCAPED')).length
    const before = await escaped()
    // Two copies of the server concurrently let each escape once.
    const counts = await Promise.all([escapeTrials(server.deps), escapeTrials(server.deps)])
    expect(counts[0] + counts[1]).toBe((await escaped()) - before)
    expect(await stored(ids.old)).toMatchObject({ state: 'ESCAPED', settledAt: null })
    expect(await stored(ids.known)).toMatchObject({ state: 'PENDING' })
    expect(await stored(kept)).toMatchObject({ state: 'CANCELLED' })
    expect(await stored(late)).toMatchObject({ state: 'PENDING' })
    const admin = await server.signIn('admin')
    const { result } = await admin.scheduledJobs.list({ query: { jobClassName: 'playRecords.escape' } })
    expect(result.records).toMatchObject([{ status: 0 }])
  })

  it('can then be settled or linked only by a manager', async () => {
    const [linked, settled] = [await trial(), await trial()]
    server.clock.advance(HOUR)
    await escapeTrials(server.deps)
    const reid = await recharge()
    expect(await codeAndFieldOf(settle(settled, cashier))).toBe('sessions.notPending')
    expect(await codeAndFieldOf(link(linked, reid))).toBe('sessions.notPending')
    expect(await codeAndFieldOf(settle(settled, manager))).toBe('done')
    expect(await codeAndFieldOf(link(linked, reid, manager))).toBe('done')
    await refund(reid)
    await escapeTrials(server.deps)
    expect(await stored(linked)).toMatchObject({ state: 'ESCAPED', rechargeId: null })
  })
})
