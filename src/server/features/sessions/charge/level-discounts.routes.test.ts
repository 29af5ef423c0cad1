import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { discountFor, levelDiscount, ruleFor } from '#shared/features/rules/price.calc.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { bookingsOf } from '#tests/support/venue/bookings.ts'
import { chargeCalls } from '#tests/support/venue/charge-calls.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager, hq } = await testVenue(['cashier', 'manager', 'hq'])
const { ride, together, alone } = chargeCalls(server, venue, cashier)
await venue.setHungLimit(1000)

/** Levels with discounts of 15, 50 and 100 percent. */
const SOME = 'some'
const HALF = 'half'
const ALL = 'all'

beforeAll(async () => {
  await venue.setHungLimit(1000)
  await venue.setTrialLimit(-1)
  const levels = [
    [SOME, 15],
    [HALF, 50],
    [ALL, 100],
  ] as const
  for (const [index, [code, discount]] of levels.entries()) {
    const body = { code, name: `折扣${code}`, rank: 90 + index, experience: -1, discount }
    await manager.memberLevels.add({ body })
  }
})
afterAll(async () => {
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

const order = async (id: string) => (await venue.rows('consumeOrder').where('id', id))[0]
const record = async (id: string) => (await venue.rows('playRecord').where('id', id))[0]
const balance = async (id: string) => (await venue.wallets(id)).balance
const memberOf = (memberLevel: string, wallets: object = { balance: 20_000 }) =>
  venue.member({ ...wallets, memberLevel })

async function charge(userId: string | null, rule: object, more: object = {}) {
  const type = (rule as { consumeType?: 'BALANCE' }).consumeType ?? 'BALANCE'
  const body = {
    consumeType: type,
    consumeVehicleMode: 'circlemode' as const,
    sysDepartConsumeRoleId: (await venue.rule({ price: 6800, ...rule })).id,
    vehicleId: (await venue.vehicle()).id,
    racer: '车手',
    userId,
    ...more,
  }
  const key = newId()
  const { usageMode: _, ...asked } = { usageMode: '', ...body }
  const quote = (await cashier.consume.quote({ query: { ...asked, userId: userId ?? '' } })).result
  const { result } = await cashier.consume.add({ body, key })
  // The quote equals the charge.
  expect([quote.amount, quote.discount]).toEqual([result.amount, result.discount])
  return result
}

async function hang(userId: string | null, rule: object = {}, more: object = {}): Promise<string> {
  const { id: ruleId } = await venue.rule({ price: 6800, ...rule })
  const body = venue.start({ vehicleId: (await venue.vehicle()).id, ruleId, ...(userId && { userId }), ...more })
  return (await cashier.playBeforePay.add({ body, key: newId() })).result.id
}

async function settle(id: string, more: object = {}): Promise<string> {
  const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', ...more } as const
  return (await cashier.playBeforePay.settle({ body, key: newId() })).message
}

describe('the price of a level', () => {
  it('is the same on the server and on screens', async () => {
    const cases = fc.sample(
      fc.tuple(
        fc.oneof(fc.integer({ min: 0, max: 99_999_999_999 }), fc.integer({ min: 0, max: 500 })),
        fc.integer({ min: 0, max: 100 }),
      ),
      2000,
    )
    const { rows } = await venue.inEveryStore((trx) =>
      sql<{ off: number }>`select level_discount((c ->> 0)::bigint, true, (c ->> 1)::integer) as off
        from jsonb_array_elements(${JSON.stringify(cases)}) with ordinality as one (c, n) order by n`.execute(trx),
    )
    expect(rows.map(({ off }) => off)).toEqual(cases.map(([price, percent]) => levelDiscount(price, percent)))
    // Half a minor unit is rounded up.
    expect(levelDiscount(5, 50)).toBe(3)
  })

  it('is charged per person, also for queued rides, and refunded', async () => {
    const userId = await memberOf(SOME)
    expect(await charge(userId, {})).toMatchObject({ amount: 57.8, discount: 10.2 })
    expect(await balance(userId)).toEqual({ value: 14_220, held: 0 })
    // 9.99 less 1.50, for three people; once if the rule charges once.
    const many = await charge(userId, { price: 999 }, { people: 3, usageMode: 'lineup', vehicleId: '' })
    expect(many).toMatchObject({ amount: 25.47, discount: 4.5 })
    const once = await charge(userId, { price: 999, priceMode: 'one' }, { people: 3 })
    expect(once).toMatchObject({ amount: 8.49, discount: 1.5 })
    expect(await order(many.id)).toMatchObject({ amount: 2547, discount: 450, paidBalance: 2547 })
    expect(await record(many.plays[0]?.id ?? '')).toMatchObject({ price: 849, discount: 150 })
    const before = (await balance(userId))?.value ?? 0
    await refundsOf({ venue, manager, cashier }).refund('consume', many.id)
    expect(await balance(userId)).toEqual({ value: before + 2547, held: 0 })
  })

  it('applies only to money, and only if the rule allows it', async () => {
    const both = await memberOf(HALF, { balance: 10_000, integral: 100 })
    const mixed = await charge(both, { consumeType: 'BALANCEANDINTEGRAL', price: 3000, integral: 9 })
    expect(mixed).toMatchObject({ amount: 15, discount: 15 })
    expect(await venue.wallets(both)).toMatchObject({ balance: { value: 8500 }, integral: { value: 91 } })
    expect(await charge(both, { levelDiscount: false })).toMatchObject({ amount: 68, discount: 0 })
    const points = await charge(both, { consumeType: 'INTEGRAL', price: 0, integral: 10 })
    expect(points).toMatchObject({ amount: 0, discount: 0 })
    expect((await venue.wallets(both)).integral?.value).toBe(81)
    // A spoken number proves nothing: cash is the full price, whichever member is named.
    const cash = await charge(both, { consumeType: 'NOCARDCONSUME', deposit: 1000 }, { consumePayMode: 'cash' })
    expect(cash).toMatchObject({ amount: 68, discount: 0, deposit: 10 })
    // With a discount of 100 percent nothing is taken and nothing is missing.
    expect(await charge(await memberOf(ALL, {}), {})).toMatchObject({ amount: 0, discount: 68, lines: [] })
    expect(await charge(await memberOf(''), {})).toMatchObject({ amount: 68, discount: 0 })
  })

  it('is the same in a charge batch', async () => {
    const member = { memberLevel: SOME }
    const [one, two] = [await ride({ member }), await ride({ member: { memberLevel: HALF }, people: 2 })] as const
    const single = await ride({ member })
    expect(Object.keys(await together(one, two)).sort()).toEqual([one.key, two.key].sort())
    await alone(single)
    for (const [{ key }, amount, discount] of [
      [one, 2975, 525],
      [single, 2975, 525],
      [two, 3500, 3500],
    ] as const) {
      expect(await order(key)).toMatchObject({ amount, discount })
    }
  })

  it('is held from the start, whatever happens to level and rule', async () => {
    const userId = await memberOf(SOME)
    const [first, second] = [await hang(userId, {}, { people: 2 }), await hang(userId)]
    expect(await balance(userId)).toEqual({ value: 20_000, held: 3 * 5780 })
    await venue.inEveryStore((trx) =>
      trx.updateTable('member').set({ memberLevel: '' }).where('id', '=', userId).execute(),
    )
    const [one, two] = await Promise.all([settle(first), settle(second)])
    expect(await order(one ?? '')).toMatchObject({ amount: 11_560, discount: 2040 })
    expect(await order(two ?? '')).toMatchObject({ amount: 5780, discount: 1020 })
    expect(await balance(userId)).toEqual({ value: 20_000 - 3 * 5780, held: 0 })
  })

  it('follows the payer: another member, or one named later', async () => {
    const starter = await memberOf(HALF)
    const id = await hang(starter)
    const other = await memberOf(SOME)
    expect(await order(await settle(id, { userId: other }))).toMatchObject({
      memberId: other,
      amount: 5780,
      discount: 1020,
    })
    expect(await record(id)).toMatchObject({ price: 5780, discount: 1020, memberId: other })
    expect(await balance(starter)).toEqual({ value: 20_000, held: 0 })
    const trial = await hang(null)
    const { result } = await cashier.playBeforePay.list({ query: { id: trial } })
    expect(result.records[0]).toMatchObject({ price: 68, discount: 0, levelDiscount: 'YES' })
    expect(await order(await settle(trial, { userId: starter }))).toMatchObject({ amount: 3400, discount: 3400 })
  })

  it('changes with an edit of the ride', async () => {
    const userId = await memberOf(HALF)
    const id = await hang(userId)
    const { id: ruleId } = await venue.rule({ price: 9000 })
    await hq.playBeforePay.edit({ body: { id, consumeType: 'BALANCE', racer: '车手', ruleId } })
    expect(await record(id)).toMatchObject({ price: 4500, discount: 4500 })
    expect(await balance(userId)).toEqual({ value: 20_000, held: 4500 })
    expect(await order(await settle(id))).toMatchObject({ amount: 4500, discount: 4500 })
  })

  it('is charged at an arrival', async () => {
    const bookings = bookingsOf(server, { venue, manager, cashier })
    const userId = await memberOf(HALF)
    const { id } = await bookings.book((await bookings.session({})).id, { userId, people: 2 })
    const arrived = await bookings.arrive(id, { consumeType: 'BALANCE' }, { price: 6800 })
    expect(arrived.order).toMatchObject({ amount: 68, discount: 68 })
  })

  it('is known to counters offline, and charged as shown to the guest', async () => {
    const now = () => server.clock.now().getTime()
    const terminal = (await enrolledTerminal(server, manager, { now })).with(cashier)
    await manager.storeSettings.edit({ body: { orgCode: STORE, offlineMemberCap: 100 } })
    const userId = await memberOf(SOME)
    const { id: ruleId } = await venue.rule({ price: 6800 })
    const member = (await cashier.members.searchMemberById({ query: { id: userId } })).result
    const rules = (await terminal.terminals.snapshot()).result.rules
    const rule = rules.find(({ id }) => id === ruleId)
    if (!rule || !member?.offlineValue) throw new Error('no allowance')
    expect([discountFor(rule, member), ruleFor(rule, member).price]).toEqual([1020, 57.8])
    expect(discountFor(rule, { memberLevel: 'constructor' })).toBe(0)
    const { statement } = member.offlineValue
    const sell = async (amount: number) => {
      const paid = { id: newId(), by: 'wallets' as const, amount, deposit: 0, statement }
      const startedAt = new Date(now() - 60_000).toISOString()
      const start = { startedAt, terminalTicket: 'T1-009', offline: true, ruleId, userId, paid }
      const body = venue.start({ ...start, vehicleId: (await venue.vehicle()).id })
      const { id } = (await terminal.playBeforePay.add({ body, key: newId() })).result
      return { id, orderId: paid.id }
    }
    const sold = await sell(57.8)
    expect(await order(sold.orderId)).toMatchObject({ amount: 5780, discount: 1020, state: 'paid' })
    expect(await record(sold.id)).toMatchObject({ ruleConflict: '', price: 5780, discount: 1020 })
    // A counter without the level data: the price shown to the guest counts, and is marked.
    const whole = await sell(30)
    expect(await order(whole.orderId)).toMatchObject({ amount: 3000, discount: 0 })
    expect(await record(whole.id)).toMatchObject({ ruleConflict: 'sessions.priceChanged' })
  })
})
