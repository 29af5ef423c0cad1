import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import type { ChargeInput } from '#shared/features/sessions/charge.schema.ts'
import { claimedPapers } from '#tests/support/venue/claimed-papers.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { lineUp } from '#tests/support/venue/queued.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE, seen } from '#tests/support/venue/venue.ts'
import { expireQueue } from './queue.job.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])

const { refund, orderOf } = refundsOf({ venue, manager, cashier })

const MINUTE = 60_000

afterAll(async () => {
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
})
// Each test begins with an empty queue and default settings.
beforeEach(async () => {
  server.clock.advance(120 * MINUTE)
  await expireQueue(server.deps)
  await settings({ queueCallAhead: 10, queueMinutes: 60, queueAutoCall: 'NO' })
})

const settings = (given: { queueCallAhead?: number; queueMinutes?: number; queueAutoCall?: 'YES' | 'NO' }) =>
  manager.storeSettings.edit({ body: { orgCode: STORE, ...given } })

async function waiting(given: Partial<ChargeInput> = {}) {
  const { id: order, plays } = await lineUp(venue, { by: cashier, ...given })
  const [play] = plays
  const [entry] = await venue.rows('queueEntry').where('playId', play?.id)
  return {
    id: String(entry?.id),
    order,
    play: play?.id,
    ticket: play?.ticketNo ?? '',
    key: String(entry?.guestKey),
    number: Number(entry?.number),
  }
}
const claimed = () => claimedPapers(server, manager)
const line = async () => (await cashier.queue.line({ query: {} })).result
const tickets = async () => (await line()).records.map(({ ticketNo }) => ticketNo)
const stateOf = async (id: string) => (await venue.rows('queueEntry').where('id', id))[0]?.state
const restoring = (id: string) => codeOf(cashier.queue.restore({ body: { id } }))
const status = async (key: string) => (await server.client().queue.status({ query: { key } })).result

describe('the line', () => {
  it('calls the next entries up to the store’s limit, and concurrent calls call different ones', async () => {
    const all = [await waiting(), await waiting(), await waiting(), await waiting()]
    await settings({ queueCallAhead: 3 })
    const next = (count: number, by = cashier) => by.queue.callNext({ body: { count }, key: newId() })
    const [first, second] = await Promise.all([next(1), next(1, manager)])
    const called = [...first.result, ...second.result].map(({ id }) => id)
    expect(called.sort()).toEqual([all[0]?.id, all[1]?.id].sort())
    expect((await next(5)).result.map(({ id }) => id)).toEqual([all[2]?.id])
    await expect(next(1)).rejects.toMatchObject({ code: 'queue.enoughCalled', details: { most: 3 } })
    expect(await line()).toMatchObject({ waiting: 1, called: 3, callAhead: 3 })
    // Manual calls do not count against the limit.
    await cashier.queue.call({ body: { id: all[3]?.id ?? '' } })
    expect(await codeOf(next(1))).toBe('queue.nobodyWaits')
    expect((await line()).records[3]).toMatchObject({ queueState: 'CALLED', changeBy: cashier.user.realname })
  })

  it('calls all entries of an order together, also beyond the limit', async () => {
    const alone = await waiting()
    const userId = await venue.member({ laps: 100 })
    const wanted = [await venue.vehicle(), await venue.vehicle(), await venue.vehicle()].map(({ id }) => id)
    const laps = { consumeType: 'QUAN', consumeVehicleMode: 'circlemode', userId } as const
    await waiting({ ...laps, vehicleId: wanted.join(), people: 3 })
    await waiting()
    await settings({ queueCallAhead: 2 })
    const next = async () =>
      (await cashier.queue.callNext({ body: { count: 1 }, key: newId() })).result.map(({ ticketNo }) => ticketNo)
    const party = (await tickets()).slice(1, 4)
    expect(await next()).toEqual([alone.ticket])
    expect(await next()).toEqual(party)
    expect(await codeOf(next())).toBe('queue.enoughCalled')
  })

  it('expires entries by the server’s clock, and restores them at their place', async () => {
    const [first, second] = [await waiting(), await waiting()]
    server.clock.advance(30 * MINUTE)
    await cashier.queue.call({ body: { id: second.id } })
    server.clock.advance(30 * MINUTE)
    // Even before the job runs.
    expect(await tickets()).toEqual([second.ticket])
    expect(await status(first.key)).toMatchObject({ queueState: 'CANCELLED', endReason: 'expired', ahead: null })
    expect(await codeOf(cashier.queue.call({ body: { id: first.id } }))).toBe('queue.expired')
    expect(await expireQueue(server.deps)).toBe(1)
    expect(await expireQueue(server.deps)).toBe(0)
    expect(await stateOf(first.id)).toBe('CANCELLED')
    const { result: left } = await cashier.queue.left({ query: {} })
    expect(left[0]).toMatchObject({ id: first.id, endReason: 'expired' })
    await cashier.queue.restore({ body: { id: first.order } })
    expect(await tickets()).toEqual([first.ticket, second.ticket])
    // The paid amount can still be refunded.
    server.clock.advance(61 * MINUTE)
    await expireQueue(server.deps)
    const cancelled = await manager.queue.cancel({ body: { id: first.id, password: DEMO_PASSWORD }, key: newId() })
    expect(cancelled.result).toMatchObject({ amount: 30, payWay: 'cash', entries: [first.id] })
    expect(await codeOf(cashier.queue.restore({ body: { id: first.id } }))).toBe('queue.notPaid')
  })

  it('calls automatically when a vehicle becomes free, if the store wants it', async () => {
    await settings({ queueAutoCall: 'YES' })
    const ready = await venue.inEveryStore((trx) =>
      trx
        .updateTable('vehicle')
        .set({ condition: 'maintenance' })
        .where('orgCode', '=', STORE)
        .returning('id')
        .execute(),
    )
    const [a, b] = [await venue.vehicle(), await venue.vehicle()]
    const [first, second, third] = [await waiting(), await waiting(), await waiting()]
    await expireQueue(server.deps)
    expect([await stateOf(first.id), await stateOf(second.id), await stateOf(third.id)]).toEqual([
      'CALLED',
      'CALLED',
      'WAITING',
    ])
    const starts = [
      { id: first.id, vehicleId: a.id },
      { id: second.id, vehicleId: b.id },
    ]
    await cashier.queue.start({ body: { starts }, key: newId() })
    expect(await expireQueue(server.deps)).toBe(0)
    // Vehicles held by an emergency stop cause no calls and no wait times.
    const [stop] = (await cashier.emergency.stop({ body: {} })).result
    await cashier.vehicles.finish({ body: { id: a.id } })
    expect(await expireQueue(server.deps)).toBe(0)
    expect([await stateOf(first.id), await stateOf(third.id)]).toEqual(['DONE', 'WAITING'])
    expect((await line()).waitMinutes).toBeNull()
    await manager.emergency.release({ body: { id: stop?.id ?? '' } })
    expect(await expireQueue(server.deps)).toBe(1)
    expect(await stateOf(third.id)).toBe('CALLED')
    const ids = ready.map(({ id }) => id)
    await venue.inEveryStore((trx) =>
      trx.updateTable('vehicle').set({ condition: 'ready' }).where('id', 'in', ids).execute(),
    )
  })

  it('renames a racer, and moves an entry without changing its number', async () => {
    const all = [await waiting(), await waiting(), await waiting()]
    const [first, second, third] = all.map(({ ticket }) => ticket)
    const move = (id: string | undefined, paiduiNumber: number | undefined) =>
      cashier.queue.editEntry({ body: { id: id ?? '', paiduiNumber } })
    await move(all[2]?.id, all[1]?.number)
    expect(await tickets()).toEqual([first, third, second])
    await move(all[1]?.id, all[0]?.number)
    expect(await tickets()).toEqual([second, first, third])
    for (const turn of [0, 1]) await move(all[turn]?.id, all[1 - turn]?.number)
    expect(await tickets()).toEqual([second, first, third])
    // After fifty moves before the same number there is still room between two places.
    await venue.inEveryStore((trx) =>
      sql`update queue_entry set place = (select place from queue_entry where id = ${all[0]?.id}) - 1e-15 where id = ${all[1]?.id}`.execute(
        trx,
      ),
    )
    const fourth = await waiting()
    for (const id of [fourth.id, all[2]?.id]) await move(id, all[0]?.number)
    expect(await tickets()).toEqual([second, fourth.ticket, third, first])
    expect(await codeOf(move(all[0]?.id, 99_999))).toBe('queue.noSuchNumber')
    const { result } = await cashier.queue.editRacer({ body: { id: all[0]?.order ?? '', racer: '新名字' } })
    expect(result).toMatchObject({ ticketNo: first, racer: '新名字' })
    const vehicleId = (await venue.vehicle()).id
    await cashier.queue.start({ body: { starts: [{ id: all[0]?.id ?? '', vehicleId }] }, key: newId() })
    await cashier.queue.editEntry({ body: { id: all[0]?.id ?? '', racer: '再改' } })
    expect(await venue.rows('run').where('vehicleId', vehicleId)).toMatchObject([{ racer: '再改' }])
    expect(await codeOf(move(all[0]?.id, all[1]?.number))).toBe('queue.startedBefore')
  })

  it('shows the wait time of each entry, computed from the active runs', async () => {
    await venue.inEveryStore((trx) =>
      trx.updateTable('vehicle').set({ condition: 'maintenance' }).where('orgCode', '=', STORE).execute(),
    )
    const one = await waiting()
    expect(await line()).toMatchObject({ records: [{ ahead: 0, waitMinutes: null }], waitMinutes: null })
    const vehicleId = (await venue.vehicle()).id
    expect((await line()).records).toMatchObject([{ ahead: 0, waitMinutes: 0 }])
    await cashier.queue.start({ body: { starts: [{ id: one.id, vehicleId }] }, key: newId() })
    const two = await waiting()
    const three = await waiting()
    const [next, last] = (await line()).records
    expect(next?.waitMinutes).toBeGreaterThanOrEqual(10)
    expect(last?.waitMinutes).toBeGreaterThanOrEqual((next?.waitMinutes ?? 0) + 10)
    const shown = await status(three.key)
    expect(shown).toEqual({
      ticketNo: three.ticket,
      departName: expect.any(String),
      queueState: 'WAITING',
      endReason: '',
      ahead: 1,
      waitMinutes: last?.waitMinutes,
      vehicleName: '',
      called: [],
      resultKey: '',
    })
    await cashier.queue.call({ body: { id: two.id } })
    expect((await status(three.key)).called).toEqual([two.ticket])
    const { plays } = await lineUp(venue, { by: cashier })
    // Also on the ticket, for queued rides only.
    expect(plays[0]?.ticket).toMatchObject({ ahead: 2, waitMinutes: expect.any(Number) })
    expect(plays[0]?.ticket?.waitMinutes).toBeGreaterThanOrEqual(last?.waitMinutes ?? 0)
    const papers = await claimed()
    expect(papers.find(({ orderId }) => orderId === plays[0]?.id)).toMatchObject({
      ahead: 2,
      waitMinutes: expect.any(Number),
    })
    expect(papers.find(({ orderId }) => orderId === one.play)).not.toHaveProperty('ahead')
    expect(plays[0]?.ticket?.guestKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(await status(plays[0]?.ticket?.guestKey ?? '')).toMatchObject({ ticketNo: plays[0]?.ticketNo, ahead: 2 })
    expect(await codeOf(status(newId()))).toBe('queue.notFound')
  })

  it('reminds a member once for concurrent calls, and again later', async () => {
    const userId = await venue.member({ phone: '13788880001', balance: 10_000 })
    const { id } = await waiting({ userId })
    const messages = async () => (await venue.rows('message').where('receiver', '13788880001')).length
    const remind = (by = cashier) => by.rechargeOrders.remind({ query: { consumeid: id } })
    await Promise.all([remind(), remind(), remind(manager)])
    await remind()
    expect(await messages()).toBe(1)
    expect((await line()).records[0]?.remindTime).not.toBeNull()
    server.clock.advance(MINUTE)
    await remind()
    expect(await messages()).toBe(2)
    const elsewhere = await server.signIn('manager2')
    expect(await codeOf(remind(elsewhere))).toBe('common.recordNotFound')
  })

  it('delays or refuses a burst of anonymous calls while the counter charges', async () => {
    const { key, ticket } = await waiting()
    const burst = Array.from({ length: 120 }, () => codeOf(status(newId())))
    const own = await waiting()
    const codes = await Promise.all(burst)
    // How many are served depends on the machine.
    for (const code of codes) expect(['queue.notFound', 'common.busy']).toContain(code)
    expect(codes).toContain('queue.notFound')
    expect(await tickets()).toEqual([ticket, own.ticket])
    expect((await status(key)).ticketNo).toBe(ticket)
  })
})

describe('cancelling a queued ride', () => {
  const cancel = (id: string, more: { password?: string } = {}, by = manager, key = newId()) =>
    by.queue.cancel({ body: { id, ...more }, key })

  it('refunds a member once and removes the entry', async () => {
    const userId = await venue.member({ balance: 2000, give: 5000 })
    const one = await waiting({ userId })
    const before = await seen(manager, userId)
    expect(before.balance + before.give).toBe(40)
    const key = newId()
    const { result } = await cancel(one.id, {}, manager, key)
    expect(result).toMatchObject({
      amount: 30,
      payWay: 'balance',
      refundState: 'refunded',
      entries: [one.id],
      deposit: 0,
    })
    expect((await cancel(one.id, {}, manager, key)).result).toEqual(result)
    expect(await seen(manager, userId)).toMatchObject({ balance: 20, give: 50 })
    expect(await venue.rows('consumeOrder').where('id', one.order)).toMatchObject([{ state: 'refunded' }])
    await expect(cancel(one.id)).rejects.toMatchObject({
      code: 'queue.cancelledBefore',
      details: { by: manager.user.realname, ticket: one.ticket },
    })
    expect(await codeOf(cancel(one.id, {}, cashier))).toBe('auth.forbidden')
  })

  it('withdraws the tickets that nobody has printed, also of a free ride', async () => {
    await claimed()
    const userId = await venue.member({ balance: 3000 })
    for (const given of [{ userId }, { consumeType: 'TESTCARD' }] as const) await cancel((await waiting(given)).id)
    // The slip of the refund is printed.
    expect((await claimed()).filter(({ document }) => !document)).toEqual([])
  })

  it('requires the refund password if money leaves the venue', async () => {
    const one = await waiting()
    const family = () => manager.queue.cancelByFamily({ query: { id: one.order }, key: newId() })
    expect(await codeOf(family())).toBe('queue.passwordNeeded')
    expect(await codeOf(cancel(one.id))).toBe('queue.passwordNeeded')
    expect(await codeOf(cancel(one.id, { password: 'wrong' }))).toBe('refunds.passwordWrong')
    expect(await stateOf(one.id)).toBe('WAITING')
    const { result } = await cancel(one.id, { password: DEMO_PASSWORD })
    expect(result).toMatchObject({ amount: 30, payWay: 'cash' })
    expect(await venue.rows('refundOrder').where('orderId', one.order)).toMatchObject([
      { state: 'refunded', reason: '取消排队' },
    ])
    const free = await waiting({ consumeType: 'TESTCARD' })
    expect((await cancel(free.id)).result).toMatchObject({ refundId: null, amount: 0, payWay: null })
  })

  it('cancels all entries of an order, unless one has started', async () => {
    const userId = await venue.member({ laps: 100 })
    const wanted = [(await venue.vehicle()).id, (await venue.vehicle()).id]
    const laps = {
      consumeType: 'QUAN',
      consumeVehicleMode: 'circlemode',
      userId,
      vehicleId: wanted.join(),
      people: 2,
    } as const
    const two = await waiting(laps)
    expect((await cancel(two.order)).result.entries).toHaveLength(2)
    expect(await venue.wallets(userId)).toMatchObject({ laps: { value: 100 } })
    const begun = await waiting(laps)
    await cashier.queue.start({ body: { starts: [{ id: begun.id, vehicleId: wanted[0] ?? '' }] }, key: newId() })
    await expect(cancel(begun.order)).rejects.toMatchObject({
      code: 'queue.partRidden',
      details: { ticket: begun.ticket },
    })
    await expireQueue(server.deps)
    expect(await venue.wallets(userId)).toMatchObject({ laps: { value: 84 } })
  })

  it('frees its use, and restoring it is refused where somebody has taken the use since', async () => {
    const { id: sysDepartConsumeRoleId } = await venue.rule({
      consumeType: 'NOCARDCONSUME',
      price: 0,
      limited: true,
      dailyLimit: 1,
    })
    const free = () => waiting({ sysDepartConsumeRoleId })
    const first = await free()
    expect(await codeOf(free())).toBe('sessions.ruleUsedUp')
    await cancel(first.id)
    const second = await free()
    await expect(cashier.queue.restore({ body: { id: first.id } })).rejects.toMatchObject({
      code: 'sessions.ruleUsedUp',
      details: { field: 'id', used: 1, limit: 1 },
    })
    expect(await stateOf(first.id)).toBe('CANCELLED')
    await cancel(second.id)
    expect(await restoring(first.id)).toBe('done')
    expect(await restoring(second.id)).toBe('sessions.ruleUsedUp')
    await cancel(first.id)
    const ends = await Promise.all([restoring(first.id), restoring(second.id), codeOf(free())])
    const active = [await stateOf(first.id), await stateOf(second.id)].filter((state) => state === 'WAITING')
    expect(active.length + (ends[2] === 'done' ? 1 : 0)).toBe(1)
  })

  it('keeps the use of an expired ride, which is restored though the rule is used up', async () => {
    const { id: sysDepartConsumeRoleId } = await venue.rule({
      consumeType: 'NOCARDCONSUME',
      limited: true,
      dailyLimit: 1,
    })
    const one = await waiting({ sysDepartConsumeRoleId })
    server.clock.advance(61 * MINUTE)
    await expireQueue(server.deps)
    expect(await restoring(one.id)).toBe('done')
  })

  it('and starting it concurrently: only one succeeds', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const userId = await venue.member({ balance: 3000 })
      const one = await waiting({ userId })
      const { id: vehicleId } = await venue.vehicle()
      const ends = await Promise.all([
        codeOf(cashier.queue.start({ body: { starts: [{ id: one.id, vehicleId }] }, key: newId() })),
        codeOf(cancel(one.id)),
      ])
      expect(ends.filter((end) => end === 'done')).toHaveLength(1)
      const isBegun = ends[0] === 'done'
      expect((await seen(manager, userId)).balance).toBe(isBegun ? 0 : 30)
      expect(await venue.rows('run').where('vehicleId', vehicleId)).toHaveLength(isBegun ? 1 : 0)
    }
  })
})

describe('a refund of a ride that has expired or was cancelled', () => {
  const limitedTo = (memberLimit: number) => venue.rule({ price: 3000, limited: true, dailyLimit: 9, memberLimit })
  const withProduct = async (given: Partial<ChargeInput> = {}) =>
    waiting({ lines: [{ productId: await venue.product({ price: 500 }), count: 1 }], ...given })
  const start = async (id: string) => {
    const { id: vehicleId } = await venue.vehicle()
    return codeOf(cashier.queue.start({ body: { starts: [{ id, vehicleId }] }, key: newId() }))
  }
  const expire = async () => {
    server.clock.advance(61 * MINUTE)
    await expireQueue(server.deps)
  }

  it('ends its place for good, also where the order stays paid for its products, and frees the use', async () => {
    for (const goods of [true, false]) {
      const userId = await venue.member({ balance: 10_000 })
      const { id: sysDepartConsumeRoleId } = await limitedTo(1)
      const one = await (goods ? withProduct : waiting)({ userId, sysDepartConsumeRoleId })
      await expire()
      expect(await codeOf(waiting({ userId, sysDepartConsumeRoleId }))).toBe('sessions.ruleMemberLimit')
      await refund('consume', one.order, goods ? { amount: 30 } : {})
      expect((await orderOf('consumeOrder', one.order))?.state).toBe(goods ? 'paid' : 'refunded')
      expect(await restoring(one.id)).toBe('queue.refundedBefore')
      expect(await start(one.id)).toBe('queue.refundedBefore')
      expect(await status(one.key)).toMatchObject({ queueState: 'CANCELLED', endReason: 'refunded' })
      const again = await waiting({ userId, sysDepartConsumeRoleId })
      expect(await stateOf(again.id)).toBe('WAITING')
    }
  })

  it('and restoring it concurrently: the refunded ride is never in the queue', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const one = await withProduct({ userId: await venue.member({ balance: 10_000 }) })
      await expire()
      const ends = await Promise.all([codeOf(refund('consume', one.order, { amount: 30 })), restoring(one.id)])
      expect(ends[0]).toBe('done')
      expect(['done', 'queue.refundedBefore']).toContain(ends[1])
      expect(await stateOf(one.id)).toBe('CANCELLED')
    }
  })

  it('through the payment ends it when the provider has paid, also after a refused refund of a cancellation', async () => {
    const trade = (id: string, behaviour: string) =>
      venue.inEveryStore((trx) =>
        trx
          .updateTable('sandboxTrade')
          .set({ behaviour, madeAt: server.clock.now() } as never)
          .where('id', '=', id)
          .execute(),
      )
    const scanned = async () => {
      const one = await withProduct({ consumePayMode: 'wechat', payCode: codeEnding(0) })
      await passes(server, 3000)
      const [entry] = await venue.rows('queueEntry').where('playId', one.play)
      return { ...one, id: String(entry?.id) }
    }
    const late = await scanned()
    await trade(late.order, 'silent')
    await refund('consume', late.order, { amount: 30 })
    await expire()
    expect(await restoring(late.id)).toBe('queue.notPaid')
    await trade(late.order, 'success')
    await passes(server, 60_000)
    expect((await orderOf('consumeOrder', late.order))?.state).toBe('paid')
    expect(await restoring(late.id)).toBe('queue.refundedBefore')

    const cancelled = await scanned()
    await trade(cancelled.order, 'refused')
    await manager.queue.cancel({ body: { id: cancelled.id, password: DEMO_PASSWORD }, key: newId() })
    await passes(server, 3000)
    expect((await orderOf('consumeOrder', cancelled.order))?.state).toBe('paid')
    await trade(cancelled.order, 'success')
    await refund('consume', cancelled.order, { amount: 30 })
    await passes(server, 3000)
    expect((await orderOf('consumeOrder', cancelled.order))?.state).toBe('paid')
    expect(await restoring(cancelled.id)).toBe('queue.refundedBefore')
  })
})
