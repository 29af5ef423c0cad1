import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workOnPayments } from '#server/features/payments/index.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { ChargeInput } from '#shared/features/sessions/charge.schema.ts'
import {
  chargeLines,
  type PricedRule,
  peopleOnVehicles,
  type Spendable,
} from '#shared/features/sessions/charge-lines.calc.ts'
import type { ConsumeInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue.ts'

let server: TestServer
let venue: Venue
let cashier: TestClient
let manager: TestClient

beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  cashier = await server.signIn('cashier')
  manager = await server.signIn('manager', STORE)
})
afterAll(async () => {
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
  await server.stop()
})

type Rule = Parameters<Venue['rule']>[0]
type Given = Partial<ChargeInput> & { key?: string; by?: Pick<TestClient, 'consume'> }

/** Charges by a new rule of a type, at a vehicle of its own unless one is named. */
async function charge(rule: Rule, { key = newId(), by = cashier, ...more }: Given = {}) {
  const consumeType = rule?.consumeType ?? 'BALANCE'
  const { id } = await venue.rule(rule)
  const vehicleId = more.usageMode === 'lineup' ? '' : (await venue.vehicle()).id
  const body = {
    consumeType,
    consumeVehicleMode: 'circlemode',
    sysDepartConsumeRoleId: id,
    vehicleId,
    cheshou: '车手',
  } as const
  return by.consume.add({ key, body: { ...body, ...more } })
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    ({ code }) => code,
  )

const fieldOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    ({ code, details }) => `${code} ${details.field}`,
  )

/** What the ledger says of a cause, `account project delta`. */
const ledgerOf = async (cause: string) =>
  (await venue.rows('ledgerLine').where('causeId', cause))
    .map(({ account, project, delta }) => [account, project, delta].filter((part) => part !== '').join(' '))
    .sort()

async function coupon(given: { value?: number; usesAllowed?: number } = {}): Promise<string> {
  const code = `C${newId().slice(-12)}`
  const row = { id: newId(), orgCode: STORE, code, value: given.value ?? 0, usesAllowed: given.usesAllowed ?? 1 }
  await venue.inEveryStore((trx) => trx.insertInto('groupCoupon').values(row).execute())
  return code
}

const unlimitedCard = (memberId: string, projectType = 'kart', unlimitedUses = 5) =>
  venue.inEveryStore((trx) =>
    trx
      .insertInto('memberProject')
      .values({ memberId, orgCode: STORE, projectType, unlimitedName: '畅玩卡', unlimitedUses, unlimitedUntil: null })
      .execute(),
  )
const visits = (member: string, project: string, delta: number) =>
  venue.post({}, [{ account: 'frequency', member, project, delta }])

describe('a charge of each type', () => {
  it('takes the price from paid and gift balance, and starts at once', async () => {
    const userId = await venue.member({ balance: 5000, give: 5000 })
    const key = newId()
    const { result, message } = await charge({ price: 3500 }, { userId, people: 2, key })
    expect(message).toBe(key)
    expect(result).toMatchObject({ id: key, payState: 'payed', payMode: 'balance', amount: 70, deposit: 0 })
    expect(result.lines).toMatchObject([
      { account: 'balance', amount: 50, before: 50, after: 0, lots: [{ amount: 50, validUntil: null }] },
      { account: 'give', amount: 20, before: 50, after: 30 },
    ])
    const [play] = result.plays
    expect(play).toMatchObject({ people: 2, ticketNo: expect.stringMatching(/^A\d{3}$/), ticket: { memberNo: userId } })
    expect(await venue.rows('playBeforePay').where('id', play?.id)).toMatchObject([
      { state: 'CONSUMED', consumeId: key, memberId: userId, gameLogId: play?.gameLogId, people: 2 },
    ])
    expect(await venue.rows('gameLog').where('playId', play?.id)).toMatchObject([{ state: 'RUNNING' }])
    expect(await venue.rows('queueEntry').where('playId', play?.id)).toMatchObject([{ state: 'STARTED' }])
    expect(await venue.rows('printJob').where('orderId', play?.id)).toHaveLength(1)
    expect(await ledgerOf(key)).toEqual(['balance -5000', 'give -2000'])
  })

  it('takes points, both, laps for each vehicle, and visits of the project before general ones', async () => {
    const userId = await venue.member({ balance: 9000, integral: 100, laps: 30 })
    await visits(userId, 'kart', 3)
    await visits(userId, 'currency', 5)
    const points = await charge({ consumeType: 'INTEGRAL', integral: 20 }, { userId, people: 2 })
    expect(await ledgerOf(points.result.id)).toEqual(['integral -40'])
    const both = await charge(
      { consumeType: 'BALANCEANDINTEGRAL', integral: 7, priceMode: 'one' },
      { userId, people: 4 },
    )
    expect(await ledgerOf(both.result.id)).toEqual(['balance -3500', 'integral -7'])
    const cars = [await venue.vehicle(), await venue.vehicle()]
    const vehicleId = cars.map(({ id }) => id).join(',')
    const laps = await charge({ consumeType: 'QUAN', laps: 6 }, { userId, vehicleId })
    expect(await ledgerOf(laps.result.id)).toEqual(['laps -12'])
    expect(laps.result.plays.map(({ vehicleName }) => vehicleName)).toEqual(cars.map(({ name }) => name))
    const often = await charge({ consumeType: 'FREQUENCY', frequency: 2, projectType: 'kart' }, { userId, people: 2 })
    expect(await ledgerOf(often.result.id)).toEqual(['frequency currency -1', 'frequency kart -3'])
    expect(await venue.wallets(userId)).toMatchObject({
      balance: { value: 5500, held: 0 },
      integral: { value: 53 },
      laps: { value: 18 },
      'frequency kart': { value: 0 },
      'frequency currency': { value: 4 },
    })
    expect(await codeOf(charge({ consumeType: 'INTEGRAL', integral: 54 }, { userId }))).toBe(
      'members.insufficientIntegral',
    )
    expect(await codeOf(charge({ consumeType: 'QUAN', laps: 19 }, { userId }))).toBe('members.insufficientQuan')
    const boat = { consumeType: 'FREQUENCY', frequency: 5, projectType: 'boat' } as const
    await expect(charge(boat, { userId, by: server.client(cashier.token, 'en') })).rejects.toMatchObject({
      serverMessage: 'Not enough visits: 5 needed, 4 available',
    })
  })

  it('uses an unlimited card first, and plays freely by one alone', async () => {
    const userId = await venue.member()
    await unlimitedCard(userId)
    await visits(userId, 'kart', 9)
    const rule = { consumeType: 'FREQUENCY', frequency: 2, projectType: 'kart' } as const
    expect(await ledgerOf((await charge(rule, { userId })).result.id)).toEqual(['unlimited kart -1'])
    expect(await ledgerOf((await charge(rule, { userId, people: 3 })).result.id)).toEqual([
      'frequency kart -4',
      'unlimited kart -1',
    ])
    const free = { consumeType: 'PLAYFREELY', projectType: 'kart' } as const
    const { result } = await charge(free, { userId, people: 7 })
    expect(await ledgerOf(result.id)).toEqual(['unlimited kart -1'])
    expect(result.plays).toMatchObject([{ people: 1 }])
    expect(await codeOf(charge({ ...free, projectType: 'boat' }, { userId }))).toBe('members.noUnlimitedCard')
  })

  it('takes cash with its deposit from a guest, and nothing for nothing', async () => {
    const cash = { consumePayMode: 'unline' } as const
    const { result } = await charge({ consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 }, cash)
    expect(result).toMatchObject({ payState: 'payed', payMode: 'cash', amount: 30, deposit: 50 })
    expect(await ledgerOf(result.id)).toEqual(['cash 8000', 'deposit 5000'])
    // A rule without a price is cash whatever is asked for, and an order of nothing needs no payment.
    const left = await charge({ consumeType: 'NOCARDCONSUME', price: 0, deposit: 5000 })
    expect(await ledgerOf(left.result.id)).toEqual(['cash 5000', 'deposit 5000'])
    const free = await charge({ consumeType: 'NOCARDCONSUME', price: 0 })
    expect(free.result).toMatchObject({ payState: 'payed', payMode: 'none', lines: [] })
    const test = await charge({ consumeType: 'TESTCARD' }, { userId: await venue.member(), people: 5 })
    expect(test.result).toMatchObject({ payMode: 'none', lines: [], plays: [{ people: 1, ticket: { memberNo: '' } }] })
  })

  it('takes one use of a coupon for several vehicles', async () => {
    const code = await coupon({ value: 9900 })
    const vehicleId = [await venue.vehicle(), await venue.vehicle(), await venue.vehicle()]
      .map(({ id }) => id)
      .join(',')
    const { result } = await charge({ consumeType: 'GROUPCOUPON' }, { groupNumber: code, vehicleId, people: 3 })
    expect(result).toMatchObject({ amount: 99, payMode: 'none', plays: [{ people: 1 }, { people: 1 }, { people: 1 }] })
    expect(await ledgerOf(result.id)).toEqual(['coupon 9900'])
    expect(await codeOf(charge({ consumeType: 'GROUPCOUPON' }, { groupNumber: code }))).toBe('coupons.used')
    expect(await fieldOf(charge({ consumeType: 'GROUPCOUPON' }))).toBe('sessions.couponRequired groupNumber')
  })

  it('lines up without a vehicle and without a run', async () => {
    const userId = await venue.member({ balance: 5000 })
    const { result } = await charge({ price: 1000 }, { userId, usageMode: 'lineup' })
    const [play] = result.plays
    expect(play).toMatchObject({ gameLogId: null, vehicleId: '', ticketNo: expect.stringMatching(/^A/) })
    expect(await venue.rows('queueEntry').where('playId', play?.id)).toMatchObject([{ state: 'WAITING' }])
    expect(await venue.rows('gameLog').where('playId', play?.id)).toEqual([])
    expect(await venue.rows('playBeforePay').where('id', play?.id)).toMatchObject([
      { state: 'CONSUMED', vehicleId: null },
    ])
    expect((await cashier.playBeforePay.list({ query: { id: play?.id ?? '' } })).result.records).toMatchObject([
      { vehicleId: '' },
    ])
  })
})

describe('a charge', () => {
  it('believes no price, cashier or store of the client', async () => {
    const userId = await venue.member({ balance: 10_000 })
    const lies = { price: 0.01, amount: 0.01, deposit: 0, orgCode: 'A01A02', operatorId: newId(), cashierName: '别人' }
    const { result } = await charge({ price: 3500 }, { userId, ...lies } as Given)
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
    expect(await fieldOf(charge({}, { sysDepartConsumeRoleId: rule.id, userId }))).toBe(
      'sessions.ruleNotFound sysDepartConsumeRoleId',
    )
    expect(await fieldOf(charge({}, { vehicleId: vehicle.id, userId }))).toBe('sessions.vehicleNotFound vehicleId')
    expect(await fieldOf(charge({}, { userId: member }))).toBe('members.notFound userId')
    expect(await fieldOf(charge({}, { userId, departuserId: manager2() }))).toBe('sessions.cashierUnknown departuserId')
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 6500 } })
  })

  it('names the field that is wrong', async () => {
    const userId = await venue.member({ balance: 100_000 })
    const two = [await venue.vehicle(), await venue.vehicle()].map(({ id }) => id).join(',')
    const guest = { consumeType: 'NOCARDCONSUME', price: 3000 } as const
    expect(await fieldOf(charge({}, {}))).toBe('members.required userId')
    expect(await fieldOf(charge({}, { userId, cheshou: '' }))).toBe('sessions.racerRequired cheshou')
    expect(await fieldOf(charge({}, { userId, vehicleId: '' }))).toBe('sessions.vehicleRequired vehicleId')
    expect(await fieldOf(charge({}, { userId, sysDepartConsumeRoleId: '' }))).toBe(
      'sessions.ruleRequired sysDepartConsumeRoleId',
    )
    expect(await fieldOf(charge({}, { userId, consumeType: 'QUAN' }))).toBe('sessions.ruleTypeMismatch consumeType')
    expect(await fieldOf(charge({}, { userId, vehicleId: two }))).toBe('sessions.oneVehicle vehicleId')
    expect(await fieldOf(charge({ laps: 0 }, { userId }))).toBe('sessions.noLapMode consumeVehicleMode')
    expect(await fieldOf(charge(guest))).toBe('sessions.payCodeRequired payCode')
    expect(await fieldOf(charge(guest, { payCode: 'not a code' }))).toBe('payments.codeUnknown payCode')
    expect(await fieldOf(charge({}, { userId: await venue.member({ balance: 9000, frozen: true }) }))).toBe(
      'members.frozen userId',
    )
    expect(await fieldOf(charge({ useMode: 'lineup' }, { userId }))).toBe('sessions.ruleLineup sysDepartConsumeRoleId')
    expect(await fieldOf(charge({ useMode: 'immediate' }, { userId, usageMode: 'lineup' }))).toBe(
      'sessions.ruleImmediate sysDepartConsumeRoleId',
    )
    const seated = await venue.vehicle({ seats: 2 })
    expect(await fieldOf(charge({}, { userId, vehicleId: seated.id, people: 3 }))).toBe('sessions.tooManyPeople people')
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 100_000 } })
  })

  it('of several vehicles takes no more uses than its rule has, all or none', async () => {
    const rule = await venue.rule({ consumeType: 'GROUPCOUPON', limited: true, dailyLimit: 2, memberLimit: -1 })
    const three = [await venue.vehicle(), await venue.vehicle(), await venue.vehicle()].map(({ id }) => id)
    const groupNumber = await coupon({ usesAllowed: 5 })
    const by = { consumeType: 'GROUPCOUPON' as const }
    const asked = { sysDepartConsumeRoleId: rule.id, groupNumber }
    expect(await codeOf(charge(by, { ...asked, vehicleId: three.join() }))).toBe('sessions.ruleUsedUp')
    await charge(by, { ...asked, vehicleId: three.slice(1).join() })
    expect(await codeOf(charge(by, { ...asked, vehicleId: three[0] ?? '' }))).toBe('sessions.ruleUsedUp')
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
      cheshou: '车手',
    } as const
    const key = newId()
    const all = await Promise.all([1, 2, 3].map(() => cashier.consume.add({ key, body })))
    expect(new Set(all.map(({ result }) => JSON.stringify(result))).size).toBe(1)
    expect(await codeOf(cashier.consume.add({ key, body: { ...body, people: 2 } }))).toBe('common.keyReused')
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 9000 } })
  })

  it('twenty at once on money for seven is seven', async () => {
    const userId = await venue.member({ balance: 3000, give: 4500 })
    const { id: sysDepartConsumeRoleId } = await venue.rule({ price: 1000 })
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(charge({}, { userId, sysDepartConsumeRoleId }))),
    )
    expect(codes.filter((code) => code === 'no refusal')).toHaveLength(7)
    expect(codes.filter((code) => code === 'members.insufficientBalance')).toHaveLength(13)
    expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 0 }, give: { value: 500 } })
    expect(await venue.rows('consumeOrder').where('memberId', userId)).toHaveLength(7)
  })

  it('of two counters that want one vehicle one wins, and the other is told who', async () => {
    const [a, b, c] = [await venue.vehicle(), await venue.vehicle(), await venue.vehicle()]
    const userId = await venue.member({ laps: 100 })
    const rule = { consumeType: 'QUAN', laps: 5 } as const
    const outcomes = await Promise.allSettled([
      charge(rule, { userId, vehicleId: [a.id, b.id].join() }),
      charge(rule, { userId, vehicleId: [c.id, b.id].join(), by: manager }),
    ])
    const lost = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const winner = outcomes[0]?.status === 'fulfilled' ? cashier : manager
    expect(lost).toMatchObject({
      reason: { code: 'sessions.vehicleTaken', details: { vehicle: b.name, by: winner.user.realname } },
    })
    expect(await venue.wallets(userId)).toMatchObject({ laps: { value: 90 } })
    expect(await venue.rows('gameLog').where('vehicleId', outcomes[0]?.status === 'fulfilled' ? c.id : a.id)).toEqual(
      [],
    )
  })
})

const [SUCCESS, NEVER] = ['134567890123456780', '134567890123456782']
const settled = async (id: string): Promise<string> => {
  for (let looks = 0; looks < 40; looks++) {
    await workOnPayments(server.deps)
    const { result } = await cashier.consume.queryById({ query: { id } })
    if (result.payState !== 'nopay') return result.payState
    server.clock.advance(3000)
  }
  return 'nopay'
}

describe('a payment by scan', () => {
  const guest = { consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 } as const
  it('begins the ride when it is paid, and keeps the vehicle until then', async () => {
    const vehicle = await venue.vehicle()
    const { result } = await charge(guest, { payCode: SUCCESS, vehicleId: vehicle.id })
    expect(result).toMatchObject({
      payState: expect.stringMatching(/nopay/),
      payMode: 'scan',
      plays: [{ ticketNo: '', ticket: null }],
    })
    expect(await settled(result.id)).toBe('payed')
    expect(await ledgerOf(result.id)).toEqual(['deposit 5000', 'scan 8000'])
    const [play] = (await cashier.consume.queryById({ query: { id: result.id } })).result.plays
    expect(play).toMatchObject({ ticketNo: expect.stringMatching(/^A/), gameLogId: expect.any(String) })
    expect(await venue.rows('gameLog').where('playId', play?.id)).toMatchObject([{ state: 'RUNNING' }])
    expect(await venue.rows('printJob').where('orderId', play?.id)).toHaveLength(1)
    expect(await venue.rows('vehicle').where('id', vehicle.id)).toMatchObject([{ keptFor: null, keptBy: '' }])
  })

  it('gives the vehicle free when nobody pays, and nothing else has happened', async () => {
    const vehicle = await venue.vehicle()
    const { result } = await charge(guest, { payCode: NEVER, vehicleId: vehicle.id })
    const other = charge({ price: 0, consumeType: 'NOCARDCONSUME' }, { vehicleId: vehicle.id, by: manager })
    await expect(other).rejects.toMatchObject({ code: 'sessions.vehicleKept', details: { by: cashier.user.realname } })
    expect(await settled(result.id)).toBe('closed')
    expect(await ledgerOf(result.id)).toEqual([])
    expect(await venue.rows('playBeforePay').where('consumeId', result.id)).toMatchObject([
      { state: 'CANCELLED', queueNumber: 0 },
    ])
    await charge({ price: 0, consumeType: 'NOCARDCONSUME' }, { vehicleId: vehicle.id, by: manager })
  })

  it('gives a deposit back once, in the way it was paid', async () => {
    const scanned = (await charge(guest, { payCode: SUCCESS })).result.id
    expect(await codeOf(cashier.consumeOrders.returnDeposit({ key: newId(), body: { id: scanned } }))).toMatch(
      /orderNotPaid|no refusal/,
    )
    expect(await settled(scanned)).toBe('payed')
    const cash = (await charge(guest, { consumePayMode: 'unline' })).result.id
    for (const [id, tender, payMode] of [
      [scanned, 'scan', 'scan'],
      [cash, 'cash', 'cash'],
    ] as const) {
      const keys = [newId(), newId(), newId()]
      const codes = await Promise.all(
        keys.map((key) => codeOf(cashier.consumeOrders.returnDeposit({ key, body: { id } }))),
      )
      expect(codes.sort()).toEqual(['no refusal', 'sessions.depositReturned', 'sessions.depositReturned'])
      const [order] = await venue.rows('consumeOrder').where('id', id)
      const cause = String(order?.depositReturnId)
      expect(await ledgerOf(cause)).toEqual([`${tender} -5000`, 'deposit -5000'].sort())
      expect((await venue.rows('ledgerLine').where('causeId', cause)).every(({ reverses }) => reverses !== null)).toBe(
        true,
      )
      const again = await cashier.consumeOrders.returnDeposit({ key: cause, body: { id } })
      expect(again.result).toEqual({ id, deposit: 50, payMode })
    }
    expect(await venue.rows('paymentRefund').where('paymentId', scanned)).toMatchObject([
      { kind: 'order', amount: 5000 },
    ])
    const free = (await charge({ consumeType: 'NOCARDCONSUME', price: 0 })).result.id
    expect(await codeOf(cashier.consumeOrders.returnDeposit({ key: newId(), body: { id: free } }))).toBe(
      'sessions.noDeposit',
    )
  })
})

describe('a hung record of each type', () => {
  const hung = async (rule: Rule, userId = ''): Promise<string> => {
    const key = newId()
    const [{ id: roleId }, { id: vehicleId }] = [await venue.rule(rule), await venue.vehicle()]
    await cashier.playBeforePay.add({ key, body: venue.start({ roleId, vehicleId, userId }) })
    return key
  }
  const settle = (id: string, consumeType: ConsumeType, more: Partial<ConsumeInput> = {}, key = newId()) =>
    cashier.playBeforePay.doconsume({ key, body: { id, consumeType, consumeVehicleMode: 'circlemode', ...more } })
  const stateOf = async (id: string) => (await venue.rows('playBeforePay').where('id', id))[0]?.state

  it('is settled through the same lines, and gives up what it held', async () => {
    const userId = await venue.member({ balance: 3500, integral: 50, laps: 10 })
    await visits(userId, 'kart', 2)
    const types = [
      ['INTEGRAL', { integral: 20 }, ['integral -20']],
      ['BALANCEANDINTEGRAL', { integral: 30 }, ['balance -3500', 'integral -30']],
      ['QUAN', { laps: 10 }, ['laps -10']],
      ['FREQUENCY', { frequency: 2, projectType: 'kart' }, ['frequency kart -2']],
    ] as const
    for (const [consumeType, rule, lines] of types) {
      const id = await hung({ consumeType, ...rule }, userId)
      const { message } = await settle(id, consumeType)
      expect(await ledgerOf(message)).toEqual(lines)
      expect(await venue.rows('consumeOrder').where('id', message)).toMatchObject([
        { state: 'payed', payMode: 'balance', playIds: [id] },
      ])
      expect(await stateOf(id)).toBe('CONSUMED')
    }
    const wallets = Object.values(await venue.wallets(userId))
    expect(wallets.every(({ value, held }) => value === 0 && held === 0)).toBe(true)
  })

  it('of a guest is paid in cash or by a coupon', async () => {
    const cash = await settle(
      await hung({ consumeType: 'NOCARDCONSUME', price: 3000, deposit: 2000 }),
      'NOCARDCONSUME',
      { consumePayMode: 'unline' },
    )
    expect(await ledgerOf(cash.message)).toEqual(['cash 5000', 'deposit 2000'])
    const groupNumber = await coupon({ value: 5900 })
    const paid = await settle(await hung({ consumeType: 'GROUPCOUPON' }), 'GROUPCOUPON', { groupNumber })
    expect(await ledgerOf(paid.message)).toEqual(['coupon 5900'])
    expect(await codeOf(settle(await hung({ consumeType: 'GROUPCOUPON' }), 'GROUPCOUPON', { groupNumber }))).toBe(
      'coupons.used',
    )
  })

  it('by scan waits for the payment, and hangs again when nobody pays', async () => {
    const id = await hung({ consumeType: 'NOCARDCONSUME', price: 3000 })
    const { message } = await settle(id, 'NOCARDCONSUME', { payCode: NEVER })
    expect(await stateOf(id)).toBe('NOPAY')
    expect(await codeOf(settle(id, 'NOCARDCONSUME', { consumePayMode: 'unline' }))).toBe('sessions.notGuadan')
    expect(await codeOf(manager.playBeforePay.delete({ query: { id } }))).toBe('sessions.notGuadan')
    expect(await settled(message)).toBe('closed')
    expect(await stateOf(id)).toBe('GUADAN')
    const second = await settle(id, 'NOCARDCONSUME', { payCode: SUCCESS })
    expect(await settled(second.message)).toBe('payed')
    expect(await stateOf(id)).toBe('CONSUMED')
    expect(await ledgerOf(second.message)).toEqual(['scan 3000'])
    expect(await venue.rows('gameLog').where('playId', id)).toHaveLength(1)
  })

  it('is none of a store without pay-later', async () => {
    const apps = (names: string[]) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set({ apps: names }).where('orgCode', '=', STORE).execute())
    const rule = { consumeType: 'NOCARDCONSUME', price: 0 } as const
    const id = await hung(rule)
    await apps([])
    expect(await codeOf(hung(rule))).toBe('sessions.payLaterOff')
    expect(await codeOf(settle(id, 'NOCARDCONSUME'))).toBe('sessions.payLaterOff')
    expect(await codeOf(manager.playBeforePay.delete({ query: { id } }))).toBe('sessions.payLaterOff')
    // It charges first.
    await charge(rule)
    await apps(['XWHF'])
    await settle(id, 'NOCARDCONSUME')
  })
})

describe('a quote', () => {
  it('says what the charge then takes, from which lots, and reserves nothing', async () => {
    const userId = await venue.member({ give: 500 })
    const soon = new Date(server.clock.now().getTime() + 86_400_000)
    await venue.post({}, [{ account: 'balance', member: userId, delta: 1000 }])
    await venue.post({}, [{ account: 'balance', member: userId, delta: 700, validUntil: soon }])
    const { id: sysDepartConsumeRoleId } = await venue.rule({ price: 1900 })
    const { result: quote } = await cashier.consume.quote({ query: { sysDepartConsumeRoleId, userId } })
    expect(quote).toMatchObject({ amount: 19, payMode: 'balance', refusal: null, passwordRequired: false })
    expect(quote.lines[0]?.lots.map(({ amount }) => amount)).toEqual([7, 10])
    const { result } = await charge({}, { userId, sysDepartConsumeRoleId })
    expect(result.lines).toEqual(quote.lines)
    const { result: refused } = await cashier.consume.quote({ query: { sysDepartConsumeRoleId, userId } })
    expect(refused).toMatchObject({
      lines: [],
      refusal: { code: 'members.insufficientBalance', message: '余额不足：需要 19.00，可用 3.00' },
    })
  })
})

describe('the SQL of a charge', () => {
  const amount = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 20 }))
  const few = fc.integer({ min: 0, max: 20 })
  const project = fc.constantFrom('currency', 'kart', 'boat')
  const rule: fc.Arbitrary<PricedRule> = fc.record({
    consumeType: fc.constantFrom(...ConsumeType.options),
    priceMode: fc.constantFrom('one', 'every'),
    price: amount,
    deposit: amount,
    integral: few,
    frequency: few,
    laps: few,
    projectType: project,
    couponValue: amount,
  })
  const has: fc.Arbitrary<Spendable> = fc.record({
    balance: amount,
    give: amount,
    integral: few,
    laps: few,
    visits: fc.dictionary(project, few, { noNullPrototype: true }),
    unlimited: fc.uniqueArray(project),
  })
  const count = fc.integer({ min: 1, max: 6 })
  const asked = fc.record({
    people: count,
    vehicles: count,
    order: fc.constantFrom('paidFirst', 'giftFirst', 'proportional'),
    payMode: fc.constantFrom('balance', 'cash', 'scan', 'none'),
  })

  it('takes what the shared calculation says', async () => {
    const cases = fc.sample(fc.tuple(rule, asked, has), 1500)
    const { rows } = await venue.inEveryStore((trx) =>
      sql<{
        lines: unknown
      }>`select charge_lines(c -> 0, (c -> 1 ->> 'people')::integer, (c -> 1 ->> 'vehicles')::integer,
          c -> 1 ->> 'order', c -> 1 ->> 'payMode', c -> 2) as lines
        from jsonb_array_elements(${JSON.stringify(cases.map(([by, how, owned]) => [inColumns(by), how, owned]))}) with ordinality as one (c, n)
        order by n`.execute(trx),
    )
    expect(rows.map(({ lines }) => lines)).toEqual(cases.map(([by, how, owned]) => chargeLines(by, how, owned)))
  })

  it('spreads people as the shared calculation does', async () => {
    const cases = fc.sample(
      fc.tuple(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 }),
      ),
      300,
    )
    const { rows } = await venue.inEveryStore((trx) =>
      sql<{
        spread: number[] | null
      }>`select people_on_vehicles((c ->> 0)::integer, array(select jsonb_array_elements_text(c -> 1)::integer)) as spread
        from jsonb_array_elements(${JSON.stringify(cases)}) with ordinality as one (c, n) order by n`.execute(trx),
    )
    expect(rows.map(({ spread }) => spread)).toEqual(cases.map(([people, seats]) => peopleOnVehicles(people, seats)))
  })
})

/** A rule by the names of its columns. */
const inColumns = ({ consumeType, priceMode, projectType, couponValue, ...same }: PricedRule) => ({
  ...same,
  consume_type: consumeType,
  price_mode: priceMode,
  project_type: projectType,
  coupon_value: couponValue,
})

const manager2 = (): string => newId()
