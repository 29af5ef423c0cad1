import { afterAll, describe, expect, it } from 'vitest'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import { type Sales, salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const sales = salesOf(server, venue, cashier)

afterAll(async () => {
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

const unlimitedCard = (memberId: string, projectType = 'kart', unlimitedUses = 5) =>
  venue.inEveryStore((trx) =>
    trx
      .insertInto('memberProject')
      .values({ memberId, orgCode: STORE, projectType, unlimitedName: '畅玩卡', unlimitedUses, unlimitedUntil: null })
      .execute(),
  )

describe('a charge of each type', () => {
  it('takes the price from paid and gift balance, and starts at once', async () => {
    const userId = await venue.member({ balance: 5000, give: 5000 })
    const key = newId()
    const { result, message } = await sales.charge({ price: 3500 }, { userId, people: 2, key })
    expect(message).toBe(key)
    expect(result).toMatchObject({ id: key, payState: 'paid', payMode: 'balance', amount: 70, deposit: 0 })
    expect(result.lines).toMatchObject([
      { account: 'balance', amount: 50, before: 50, after: 0, lots: [{ amount: 50, validUntil: null }] },
      { account: 'give', amount: 20, before: 50, after: 30 },
    ])
    const [play] = result.plays
    expect(play).toMatchObject({ people: 2, ticketNo: expect.stringMatching(/^A\d{3}$/), ticket: { memberNo: userId } })
    expect(await venue.rows('playRecord').where('id', play?.id)).toMatchObject([
      { state: 'CONSUMED', consumeId: key, memberId: userId, runId: play?.gameLogId, people: 2 },
    ])
    expect(await venue.rows('run').where('playId', play?.id)).toMatchObject([{ state: 'RUNNING' }])
    expect(await venue.rows('queueEntry').where('playId', play?.id)).toMatchObject([{ state: 'STARTED' }])
    expect(await venue.rows('printJob').where('orderId', play?.id)).toHaveLength(1)
    expect(await sales.ledgerOf(key)).toEqual(['balance -5000', 'give -2000'])
  })

  it('takes points, both, laps for each vehicle, and visits of the project before general ones', async () => {
    const userId = await venue.member({ balance: 9000, integral: 100, laps: 30 })
    await sales.visits(userId, 'kart', 3)
    await sales.visits(userId, 'currency', 5)
    const points = await sales.charge({ consumeType: 'INTEGRAL', integral: 20 }, { userId, people: 2 })
    expect(await sales.ledgerOf(points.result.id)).toEqual(['integral -40'])
    const both = await sales.charge(
      { consumeType: 'BALANCEANDINTEGRAL', integral: 7, priceMode: 'one' },
      { userId, people: 4 },
    )
    expect(await sales.ledgerOf(both.result.id)).toEqual(['balance -3500', 'integral -7'])
    const cars = [await venue.vehicle(), await venue.vehicle()]
    const vehicleId = cars.map(({ id }) => id).join(',')
    const laps = await sales.charge({ consumeType: 'QUAN', laps: 6 }, { userId, vehicleId })
    expect(await sales.ledgerOf(laps.result.id)).toEqual(['laps -12'])
    expect(laps.result.plays.map(({ vehicleName }) => vehicleName)).toEqual(cars.map(({ name }) => name))
    const often = await sales.charge(
      { consumeType: 'FREQUENCY', frequency: 2, projectType: 'kart' },
      { userId, people: 2 },
    )
    expect(await sales.ledgerOf(often.result.id)).toEqual(['frequency currency -1', 'frequency kart -3'])
    expect(await venue.wallets(userId)).toMatchObject({
      balance: { value: 5500, held: 0 },
      integral: { value: 53 },
      laps: { value: 18 },
      'frequency kart': { value: 0 },
      'frequency currency': { value: 4 },
    })
    expect(await codeOf(sales.charge({ consumeType: 'INTEGRAL', integral: 54 }, { userId }))).toBe(
      'members.insufficientIntegral',
    )
    expect(await codeOf(sales.charge({ consumeType: 'QUAN', laps: 19 }, { userId }))).toBe('members.insufficientQuan')
    const boat = { consumeType: 'FREQUENCY', frequency: 5, projectType: 'boat' } as const
    await expect(sales.charge(boat, { userId, by: server.client(cashier.token, 'en') })).rejects.toMatchObject({
      serverMessage: 'Not enough visits: 5 needed, 4 available',
    })
  })

  it('uses an unlimited card first, and rides free with it alone', async () => {
    const userId = await venue.member()
    await unlimitedCard(userId)
    await sales.visits(userId, 'kart', 9)
    const rule = { consumeType: 'FREQUENCY', frequency: 2, projectType: 'kart' } as const
    expect(await sales.ledgerOf((await sales.charge(rule, { userId })).result.id)).toEqual(['unlimited kart -1'])
    expect(await sales.ledgerOf((await sales.charge(rule, { userId, people: 3 })).result.id)).toEqual([
      'frequency kart -4',
      'unlimited kart -1',
    ])
    const free = { consumeType: 'PLAYFREELY', projectType: 'kart' } as const
    const { result } = await sales.charge(free, { userId, people: 7 })
    expect(await sales.ledgerOf(result.id)).toEqual(['unlimited kart -1'])
    expect(result.plays).toMatchObject([{ people: 1 }])
    expect(await codeOf(sales.charge({ ...free, projectType: 'boat' }, { userId }))).toBe('members.noUnlimitedCard')
  })

  it('takes cash with the deposit from a walk-in, and nothing for free rides', async () => {
    const cash = { consumePayMode: 'cash' } as const
    const { result } = await sales.charge({ consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 }, cash)
    expect(result).toMatchObject({ payState: 'paid', payMode: 'cash', amount: 30, deposit: 50 })
    expect(await sales.ledgerOf(result.id)).toEqual(['cash 8000', 'deposit 5000'])
    // A rule without a price is cash whatever is requested, and a free order needs no payment.
    const left = await sales.charge({ consumeType: 'NOCARDCONSUME', price: 0, deposit: 5000 })
    expect(await sales.ledgerOf(left.result.id)).toEqual(['cash 5000', 'deposit 5000'])
    const free = await sales.charge({ consumeType: 'NOCARDCONSUME', price: 0 })
    expect(free.result).toMatchObject({ payState: 'paid', payMode: 'none', lines: [] })
    const test = await sales.charge({ consumeType: 'TESTCARD' }, { userId: await venue.member(), people: 5 })
    expect(test.result).toMatchObject({ payMode: 'none', lines: [], plays: [{ people: 1, ticket: { memberNo: '' } }] })
  })

  it('uses a coupon once for several vehicles', async () => {
    const code = await sales.coupon({ value: 9900 })
    const vehicleId = [await venue.vehicle(), await venue.vehicle(), await venue.vehicle()]
      .map(({ id }) => id)
      .join(',')
    const { result } = await sales.charge({ consumeType: 'GROUPCOUPON' }, { groupNumber: code, vehicleId, people: 3 })
    expect(result).toMatchObject({ amount: 99, payMode: 'none', plays: [{ people: 1 }, { people: 1 }, { people: 1 }] })
    expect(await sales.ledgerOf(result.id)).toEqual(['coupon 9900'])
    expect(await codeOf(sales.charge({ consumeType: 'GROUPCOUPON' }, { groupNumber: code }))).toBe('coupons.used')
    expect(await codeAndFieldOf(sales.charge({ consumeType: 'GROUPCOUPON' }))).toBe(
      'sessions.couponRequired groupNumber',
    )
  })

  it('queues without a vehicle and without a run', async () => {
    const userId = await venue.member({ balance: 5000 })
    const { result } = await sales.charge({ price: 1000 }, { userId, usageMode: 'lineup' })
    const [play] = result.plays
    expect(play).toMatchObject({ gameLogId: null, vehicleId: '', ticketNo: expect.stringMatching(/^A/) })
    expect(await venue.rows('queueEntry').where('playId', play?.id)).toMatchObject([{ state: 'WAITING' }])
    expect(await venue.rows('run').where('playId', play?.id)).toEqual([])
    expect(await venue.rows('playRecord').where('id', play?.id)).toMatchObject([{ state: 'CONSUMED', vehicleId: null }])
    expect((await cashier.playBeforePay.list({ query: { id: play?.id ?? '' } })).result.records).toMatchObject([
      { vehicleId: '' },
    ])
  })
})

describe('a charge', () => {
  it('ignores price, cashier and store of the client', async () => {
    const userId = await venue.member({ balance: 10_000 })
    const lies = { price: 0.01, amount: 0.01, deposit: 0, orgCode: 'A01A02', operatorId: newId(), cashierName: '别人' }
    const { result } = await sales.charge({ price: 3500 }, { userId, ...lies } as Parameters<Sales['charge']>[1])
    expect(result).toMatchObject({ amount: 35 })
    expect(await venue.rows('consumeOrder').where('id', result.id)).toMatchObject([
      { orgCode: STORE, amount: 3500, operatorId: cashier.user.id, cashierId: null },
    ])
    const there = { orgCode: 'A01A02' }
    const [rule, vehicle, member] = [
      await venue.rule(there),
      await venue.vehicle(there),
      await venue.member({ ...there, balance: 9000 }),
    ]
    expect(await codeAndFieldOf(sales.charge({}, { sysDepartConsumeRoleId: rule.id, userId }))).toBe(
      'sessions.ruleNotFound sysDepartConsumeRoleId',
    )
    expect(await codeAndFieldOf(sales.charge({}, { vehicleId: vehicle.id, userId }))).toBe(
      'sessions.vehicleNotFound vehicleId',
    )
    expect(await codeAndFieldOf(sales.charge({}, { userId: member }))).toBe('members.notFound userId')
    expect(await codeAndFieldOf(sales.charge({}, { userId, cashierId: manager2() }))).toBe(
      'sessions.cashierUnknown cashierId',
    )
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 6500 } })
  })

  it('names the invalid field', async () => {
    const userId = await venue.member({ balance: 100_000 })
    const two = [await venue.vehicle(), await venue.vehicle()].map(({ id }) => id).join(',')
    const guest = { consumeType: 'NOCARDCONSUME', price: 3000 } as const
    expect(await codeAndFieldOf(sales.charge({}, {}))).toBe('members.required userId')
    expect(await codeAndFieldOf(sales.charge({}, { userId, racer: '' }))).toBe('sessions.racerRequired racer')
    expect(await codeAndFieldOf(sales.charge({}, { userId, vehicleId: '' }))).toBe('sessions.vehicleRequired vehicleId')
    expect(await codeAndFieldOf(sales.charge({}, { userId, sysDepartConsumeRoleId: '' }))).toBe(
      'sessions.ruleRequired sysDepartConsumeRoleId',
    )
    expect(await codeAndFieldOf(sales.charge({}, { userId, consumeType: 'QUAN' }))).toBe(
      'sessions.ruleTypeMismatch consumeType',
    )
    expect(await codeAndFieldOf(sales.charge({}, { userId, vehicleId: two }))).toBe('sessions.oneVehicle vehicleId')
    expect(await codeAndFieldOf(sales.charge({ laps: 0 }, { userId }))).toBe('sessions.noLapMode consumeVehicleMode')
    expect(await codeAndFieldOf(sales.charge(guest))).toBe('sessions.payCodeRequired payCode')
    expect(await codeAndFieldOf(sales.charge(guest, { payCode: 'not a code' }))).toBe('payments.codeUnknown payCode')
    expect(
      await codeAndFieldOf(sales.charge({}, { userId: await venue.member({ balance: 9000, frozen: true }) })),
    ).toBe('members.frozen userId')
    expect(await codeAndFieldOf(sales.charge({ useMode: 'lineup' }, { userId }))).toBe(
      'sessions.ruleLineup sysDepartConsumeRoleId',
    )
    expect(await codeAndFieldOf(sales.charge({ useMode: 'immediate' }, { userId, usageMode: 'lineup' }))).toBe(
      'sessions.ruleImmediate sysDepartConsumeRoleId',
    )
    const seated = await venue.vehicle({ seats: 2 })
    expect(await codeAndFieldOf(sales.charge({}, { userId, vehicleId: seated.id, people: 3 }))).toBe(
      'sessions.tooManyPeople people',
    )
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 100_000 } })
  })

  it('of several vehicles never exceeds the uses of its rule, all or none', async () => {
    const rule = await venue.rule({ consumeType: 'GROUPCOUPON', limited: true, dailyLimit: 2, memberLimit: -1 })
    const three = [await venue.vehicle(), await venue.vehicle(), await venue.vehicle()].map(({ id }) => id)
    const groupNumber = await sales.coupon({ usesAllowed: 5 })
    const by = { consumeType: 'GROUPCOUPON' as const }
    const asked = { sysDepartConsumeRoleId: rule.id, groupNumber }
    expect(await codeOf(sales.charge(by, { ...asked, vehicleId: three.join() }))).toBe('sessions.ruleUsedUp')
    await sales.charge(by, { ...asked, vehicleId: three.slice(1).join() })
    expect(await codeOf(sales.charge(by, { ...asked, vehicleId: three[0] ?? '' }))).toBe('sessions.ruleUsedUp')
    expect(await venue.rows('groupCoupon').where('code', groupNumber)).toMatchObject([{ usesMade: 1 }])
  })

  it('happens once for its key, and never with another body', async () => {
    const userId = await venue.member({ balance: 10_000 })
    const { id: sysDepartConsumeRoleId } = await venue.rule({ price: 1000 })
    const { id: vehicleId } = await venue.vehicle()
    const body = {
      consumeType: 'BALANCE',
      consumeVehicleMode: 'circlemode',
      sysDepartConsumeRoleId,
      vehicleId,
      userId,
      racer: '车手',
    } as const
    const key = newId()
    const all = await Promise.all([1, 2, 3].map(() => cashier.consume.add({ key, body })))
    expect(new Set(all.map(({ result }) => JSON.stringify(result))).size).toBe(1)
    expect(await codeOf(cashier.consume.add({ key, body: { ...body, people: 2 } }))).toBe('common.keyReused')
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 9000 } })
  })

  it('lets seven of twenty concurrent calls pass with money for seven', async () => {
    const userId = await venue.member({ balance: 3000, give: 4500 })
    const { id: sysDepartConsumeRoleId } = await venue.rule({ price: 1000 })
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(sales.charge({}, { userId, sysDepartConsumeRoleId }))),
    )
    expect(codes.filter((code) => code === 'done')).toHaveLength(7)
    expect(codes.filter((code) => code === 'members.insufficientBalance')).toHaveLength(13)
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 0 }, give: { value: 500 } })
    expect(await venue.rows('consumeOrder').where('memberId', userId)).toHaveLength(7)
  })

  it('lets three of twelve concurrent calls pass with three rides on a card', async () => {
    const userId = await venue.member()
    const { id: sysDepartConsumeRoleId } = await venue.rule({
      consumeType: 'PLAYFREELY',
      projectType: 'kart',
      price: 0,
    })
    const card = { name: '三次卡', uses: 3 }
    const validUntil = new Date(server.clock.now().getTime() + 86_400_000)
    await venue.post({}, [{ account: 'unlimited', member: userId, project: 'kart', delta: 0, card, validUntil }])
    const body = { consumeType: 'PLAYFREELY', userId, sysDepartConsumeRoleId } as const
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(sales.charge({}, body))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(3)
    expect(new Set(codes)).toEqual(new Set(['done', 'members.noUnlimitedCard']))
    expect(await venue.rows('consumeOrder').where('memberId', userId)).toHaveLength(3)
  })

  it('of two counters for one vehicle succeeds once, and the other sees who has it', async () => {
    const [a, b, c] = [await venue.vehicle(), await venue.vehicle(), await venue.vehicle()]
    const userId = await venue.member({ laps: 100 })
    const rule = { consumeType: 'QUAN', laps: 5 } as const
    const outcomes = await Promise.allSettled([
      sales.charge(rule, { userId, vehicleId: [a.id, b.id].join() }),
      sales.charge(rule, { userId, vehicleId: [c.id, b.id].join(), by: manager }),
    ])
    const lost = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const winner = outcomes[0]?.status === 'fulfilled' ? cashier : manager
    expect(lost).toMatchObject({
      reason: { code: 'sessions.vehicleTaken', details: { vehicle: b.name, by: winner.user.realname } },
    })
    expect(await venue.wallets(userId)).toMatchObject({ laps: { value: 90 } })
    expect(await venue.rows('run').where('vehicleId', outcomes[0]?.status === 'fulfilled' ? c.id : a.id)).toEqual([])
  })
})

describe('a quote', () => {
  it('equals the later charge, including lots, and reserves nothing', async () => {
    const userId = await venue.member({ give: 500 })
    const soon = new Date(server.clock.now().getTime() + 86_400_000)
    await venue.post({}, [{ account: 'balance', member: userId, delta: 1000 }])
    await venue.post({}, [{ account: 'balance', member: userId, delta: 700, validUntil: soon }])
    const { id: sysDepartConsumeRoleId } = await venue.rule({ price: 1900 })
    const { result: quote } = await cashier.consume.quote({ query: { sysDepartConsumeRoleId, userId } })
    expect(quote).toMatchObject({ amount: 19, payMode: 'balance', refusal: null, passwordRequired: false })
    expect(quote.lines[0]?.lots.map(({ amount }) => amount)).toEqual([7, 10])
    const { result } = await sales.charge({}, { userId, sysDepartConsumeRoleId })
    // Only a quote contains the last day of lots.
    expect(quote.lines[0]?.lots.map(({ lastDay }) => lastDay === null)).toEqual([false, true])
    const posted = quote.lines.map((line) => ({ ...line, lots: line.lots.map((lot) => ({ ...lot, lastDay: null })) }))
    expect(result.lines).toEqual(posted)
    const { result: refused } = await cashier.consume.quote({ query: { sysDepartConsumeRoleId, userId } })
    expect(refused).toMatchObject({
      lines: [],
      refusal: { code: 'members.insufficientBalance', message: '余额不足：需要 19.00，可用 3.00' },
    })
  })
})

const manager2 = (): string => newId()
