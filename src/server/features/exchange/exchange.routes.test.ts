import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { replayLedger } from '#server/features/ledger/index.ts'
import { reconcile } from '#server/features/reconciliation/reconcile.service.ts'
import { newId } from '#shared/core/id.ts'
import { exchangeProblem, lotsOfExchange, NO_LIMIT, receivedFor } from '#shared/features/exchange/exchange.calc.ts'
import type { ExchangeRateFields } from '#shared/features/exchange/exchange-rates.contract.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])
const stranger = await server.signIn('manager2')

const DAY = 86_400_000
const newRate: Pick<ExchangeRateFields, 'fromWallet' | 'toWallet' | 'fromAmount' | 'toAmount' | 'minimum' | 'step'> = {
  fromWallet: 'integral',
  toWallet: 'give',
  fromAmount: 100,
  toAmount: 1.5,
  minimum: 100,
  step: 50,
}

/** Adds a rate through its form; returns its id. */
async function rateOf(given: Partial<ExchangeRateFields> = {}, by = manager): Promise<string> {
  const remark = newId()
  await by.exchangeRates.add({ body: { ...newRate, ...given, remark } })
  const { records } = (await by.exchangeRates.list({ query: { remark } })).result
  return records[0]?.id ?? ''
}

interface Exchanged {
  userId: string
  rateId: string
  amount: number
  received?: number
  password?: string
}
const exchange = (body: Exchanged, { key = newId(), by = cashier }: { key?: string; by?: TestClient } = {}) =>
  by.exchanges.add({ key, body })
const reverse = (id: string, { key = newId(), by = manager }: { key?: string; by?: TestClient } = {}) =>
  by.exchanges.reverse({ key, body: { id, reason: '换错了' } })
const worth = async (member: string) =>
  Object.fromEntries(Object.entries(await venue.wallets(member)).map(([kind, { value }]) => [kind, value]))
/** The open lots of a member, `kind value days`. */
const lotsOf = async (member: string): Promise<string[]> => {
  const { rows } = await venue.inEveryStore((trx) =>
    sql<{ lot: string }>`
      select concat_ws(' ', kind, value_left, round(extract(epoch from valid_until - ${server.clock.now()}::timestamptz) / 86400)) as lot
        from wallet_lot where member_id = ${member} and is_open order by kind, valid_until, id`.execute(trx),
  )
  return rows.map(({ lot }) => lot)
}
const ledgerAgrees = async () => expect(await venue.inEveryStore(replayLedger)).toEqual([])

describe('an exchange', () => {
  it('takes value of one wallet and adds the other, rounded down to the unit', async () => {
    const rateId = await rateOf({ fromAmount: 3, toAmount: 1, minimum: 1, step: 1 })
    const userId = await venue.member({ integral: 1000 })
    const key = newId()
    const { result, message } = await exchange({ userId, rateId, amount: 200, received: 66.66 }, { key })
    expect(message).toBe(key)
    expect(result).toEqual({
      id: key,
      amount: 200,
      received: 66.66,
      changes: [
        { wallet: 'integral', projectType: '', before: 1000, after: 800 },
        { wallet: 'give', projectType: '', before: 0, after: 66.66 },
      ],
    })
    expect(await worth(userId)).toEqual({ integral: 800, give: 6666 })
    await ledgerAgrees()
  })

  it('is listed with the rate of that time, its user and the member, and is in the audit trail', async () => {
    const rateId = await rateOf()
    const userId = await venue.member({ integral: 500 })
    const key = newId()
    await exchange({ userId, rateId, amount: 200 }, { key })
    await manager.exchangeRates.edit({ body: { id: rateId, toAmount: 9 } })
    const { records } = (await manager.exchanges.list({ query: { userId } })).result
    expect(records).toMatchObject([
      {
        id: key,
        rateId,
        exchangeState: 'done',
        fromWallet: 'integral',
        fromWallet_dictText: '积分',
        toWallet: 'give',
        amount: 200,
        received: 3,
        fromAmount: 100,
        toAmount: 1.5,
        operatorName: cashier.user.realname,
        sysOrgCode: STORE,
      },
    ])
    const { result } = await manager.logs.history({ query: { kind: '/membermanage/sysMemberManage', id: userId } })
    expect(result).toMatchObject([
      { username: 'cashier', before: { integral: 500, give: 0 }, after: { integral: 300, give: 3 } },
    ])
  })

  it('moves visits between projects', async () => {
    const rateId = await rateOf({
      fromWallet: 'frequency',
      toWallet: 'laps',
      fromAmount: 2,
      toAmount: 5,
      minimum: 2,
      step: 2,
    })
    const userId = await venue.member()
    await venue.post({}, [{ account: 'frequency', project: 'currency', member: userId, delta: 7 }])
    expect(await codeOf(exchange({ userId, rateId, amount: 8 }))).toBe('exchange.short')
    await exchange({ userId, rateId, amount: 6 })
    expect(await worth(userId)).toEqual({ 'frequency currency': 1, laps: 15 })
  })

  it('makes points or laps of coins, and never money', async () => {
    const rateId = await rateOf({
      fromWallet: 'coins',
      toWallet: 'integral',
      fromAmount: 2,
      toAmount: 5,
      minimum: 2,
      step: 2,
    })
    const userId = await venue.member({ coins: 9 })
    const { result } = await exchange({ userId, rateId, amount: 8 })
    expect(result.changes).toEqual([
      { wallet: 'coins', projectType: '', before: 9, after: 1 },
      { wallet: 'integral', projectType: '', before: 0, after: 20 },
    ])
    expect(await codeOf(exchange({ userId, rateId, amount: 2 }))).toBe('exchange.short')
    const toMoney = { fromWallet: 'coins', toWallet: 'give', fromAmount: 2, toAmount: 1, minimum: 2, step: 2 } as const
    expect(await codeAndFieldOf(manager.exchangeRates.add({ body: { ...newRate, ...toMoney } }))).toBe(
      'exchange.coinsNotMoney toWallet',
    )
    await ledgerAgrees()
  })

  it('happens once for its key, also at the same time', async () => {
    const rateId = await rateOf()
    const userId = await venue.member({ integral: 1000 })
    const key = newId()
    const body = { userId, rateId, amount: 100 }
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(body, { key })))
    for (const { result } of answers) expect(result).toEqual(answers[0]?.result)
    expect(await codeOf(exchange({ ...body, amount: 150 }, { key }))).toBe('common.keyReused')
    expect(await worth(userId)).toEqual({ integral: 900, give: 150 })
  })

  it('refuses what its rate forbids, with the field and the amounts', async () => {
    const rateId = await rateOf({ dayLimit: 300 })
    const userId = await venue.member({ integral: 1000 })
    const refusalOf = (body: Partial<Exchanged>) => exchange({ userId, rateId, amount: 100, ...body })
    await expect(refusalOf({ amount: 50 })).rejects.toMatchObject({
      code: 'exchange.belowMinimum',
      details: { field: 'amount', minimum: 100 },
    })
    await expect(refusalOf({ amount: 120 })).rejects.toMatchObject({ code: 'exchange.notStep', details: { step: 50 } })
    await expect(refusalOf({ amount: 350 })).rejects.toMatchObject({
      code: 'exchange.dayLimit',
      details: { field: 'amount', left: 300, limit: 300 },
    })
    expect(await codeAndFieldOf(refusalOf({ amount: 100.5 }))).toBe('exchange.wholeUnits amount')
    expect(await codeAndFieldOf(refusalOf({ received: 1.51 }))).toBe('exchange.changed amount')
    expect(await codeAndFieldOf(refusalOf({ received: 1.501 }))).toBe('common.invalidInput received')
    const laps = await rateOf({ toWallet: 'laps', toAmount: 5 })
    expect(await codeAndFieldOf(refusalOf({ rateId: laps, received: 4.5 }))).toBe('exchange.wholeUnits received')
    expect(await codeAndFieldOf(refusalOf({ rateId: newId() }))).toBe('common.recordNotFound rateId')
    expect(await codeAndFieldOf(refusalOf({ userId: '999999' }))).toBe('members.notFound userId')
    await manager.exchangeRates.edit({ body: { id: rateId, isActive: 'NO' } })
    expect(await codeAndFieldOf(refusalOf({}))).toBe('exchange.inactive rateId')
    expect(await worth(userId)).toEqual({ integral: 1000 })
  })

  it('shows amounts of money as money', async () => {
    const rateId = await rateOf({
      fromWallet: 'balance',
      toWallet: 'integral',
      fromAmount: 1,
      toAmount: 10,
      minimum: 1,
      step: 1,
    })
    const userId = await venue.member({ balance: 550 })
    await expect(exchange({ userId, rateId, amount: 6 })).rejects.toMatchObject({
      code: 'exchange.short',
      details: { field: 'amount', needed: '6.00', available: '5.50' },
    })
  })

  it('never takes what pending rides hold', async () => {
    const rateId = await rateOf({
      fromWallet: 'balance',
      toWallet: 'integral',
      fromAmount: 1,
      toAmount: 10,
      minimum: 1,
      step: 1,
    })
    const userId = await venue.member({ balance: 10_000 })
    const { id: vehicleId } = await venue.vehicle()
    const ruleId = (await venue.rule({ price: 9500 })).id
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId, ruleId, userId }), key: newId() })
    expect(await codeOf(exchange({ userId, rateId, amount: 6 }))).toBe('exchange.short')
    await exchange({ userId, rateId, amount: 5 })
    await ledgerAgrees()
  })

  it('refuses frozen and expired members, and asks for the consumption password', async () => {
    const rateId = await rateOf()
    const frozen = await venue.member({ integral: 500, frozen: true, frozenReason: '冻结' })
    const ended = await venue.member({ integral: 500, endTime: new Date(server.clock.now().getTime() - DAY) })
    expect(await codeAndFieldOf(exchange({ userId: frozen, rateId, amount: 100 }))).toBe('members.frozen userId')
    expect(await codeAndFieldOf(exchange({ userId: ended, rateId, amount: 100 }))).toBe('members.ended userId')
    const userId = await venue.member({ integral: 500 })
    await manager.memberRecords.setPassword({ body: { id: userId, password: '246810' } })
    const body = { userId, rateId, amount: 100 }
    const { result } = await cashier.exchanges.options({ query: { userId } })
    expect(result.passwordRequired).toBe(true)
    expect(await codeAndFieldOf(exchange(body))).toBe('members.passwordRequired password')
    expect(await codeAndFieldOf(exchange({ ...body, password: '111111' }))).toBe('members.passwordWrong password')
    const key = newId()
    await exchange({ ...body, password: '246810' }, { key })
    // A repeated call needs none.
    await exchange(body, { key })
    expect(await worth(userId)).toEqual({ integral: 400, give: 150 })
  })

  it('requires the level of its rate', async () => {
    const rateId = await rateOf({ memberLevel: 'vip' })
    const basic = await venue.member({ integral: 500, memberLevel: 'basic' })
    const vip = await venue.member({ integral: 500, memberLevel: 'vip' })
    await expect(exchange({ userId: basic, rateId, amount: 100 })).rejects.toMatchObject({
      code: 'exchange.level',
      details: { field: 'rateId' },
    })
    await exchange({ userId: vip, rateId, amount: 100 })
  })

  it('holds the limit of a member and day under 20 at once, and frees what is reversed', async () => {
    const rateId = await rateOf({ dayLimit: 300 })
    const userId = await venue.member({ integral: 10_000 })
    const body = { userId, rateId, amount: 100 }
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(exchange(body))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(3)
    expect(new Set(codes)).toEqual(new Set(['done', 'exchange.dayLimit']))
    expect(await worth(userId)).toEqual({ integral: 9700, give: 450 })
    const { records } = (await manager.exchanges.list({ query: { userId } })).result
    await reverse(records[0]?.id ?? '')
    expect(await codeOf(exchange(body))).toBe('done')
    expect(await codeOf(exchange(body))).toBe('exchange.dayLimit')
    // Another member has a limit of their own.
    expect(await codeOf(exchange({ ...body, userId: await venue.member({ integral: 100 }) }))).toBe('done')
    await ledgerAgrees()
  })

  it('checks the passwords of 30 members at once', async () => {
    const rateId = await rateOf()
    const members = await Promise.all(Array.from({ length: 30 }, () => venue.member({ integral: 100 })))
    for (const id of members) await manager.memberRecords.setPassword({ body: { id, password: '246810' } })
    const codes = await Promise.all(
      members.map((userId) => codeOf(exchange({ userId, rateId, amount: 100, password: '246810' }))),
    )
    expect(new Set(codes)).toEqual(new Set(['done']))
    await ledgerAgrees()
  })

  it('never takes more than there is, by 20 at once', async () => {
    const rateId = await rateOf()
    const userId = await venue.member({ integral: 450 })
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(exchange({ userId, rateId, amount: 100 }))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(4)
    expect(await worth(userId)).toEqual({ integral: 50, give: 600 })
    await ledgerAgrees()
  })
})

describe('what an exchange adds', () => {
  it('ends when what it came from would have ended, the earliest taken first', async () => {
    const rateId = await rateOf({ fromAmount: 10, toAmount: 0.01, minimum: 1000, step: 1 })
    const userId = await venue.member()
    const now = server.clock.now().getTime()
    const put = (delta: number, days: number | null) =>
      venue.post({}, [
        { account: 'integral', member: userId, delta, validUntil: days === null ? null : new Date(now + days * DAY) },
      ])
    await put(1000, null)
    await put(305, 10)
    await put(200, 5)
    await exchange({ userId, rateId, amount: 1005 })
    // 200 of 5 days, 305 of 10, 500 without an end, for 100 in all: a unit of two lots ends with the earlier.
    expect(await lotsOf(userId)).toEqual(['give 20 5', 'give 31 10', 'give 49', 'integral 500'])
    await ledgerAgrees()
  })

  it('is never paid balance, whatever the rate says', async () => {
    const toBalance = { ...newRate, toWallet: 'balance' as unknown as 'give', toAmount: 1 }
    expect(await codeAndFieldOf(manager.exchangeRates.add({ body: toBalance }))).toBe('common.invalidInput toWallet')
    const rateId = await rateOf()
    expect(
      await codeAndFieldOf(manager.exchangeRates.edit({ body: { id: rateId, toWallet: toBalance.toWallet } })),
    ).toBe('common.invalidInput toWallet')
    const directly = venue.inEveryStore((trx) =>
      sql`update exchange_rate set to_wallet = 'balance' where id = ${rateId}`.execute(trx),
    )
    await expect(directly).rejects.toThrow('exchange_rate_never_to_paid')
    const userId = await venue.member({ give: 100 })
    const posted = venue.post({ kind: 'exchange' }, [
      { account: 'give', member: userId, delta: -100 },
      { account: 'balance', member: userId, delta: 100 },
    ])
    await expect(posted).rejects.toThrow('never adds paid balance')
  })
})

describe('a reversal', () => {
  it('returns the value to the lots that it came from, once', async () => {
    const rateId = await rateOf()
    const userId = await venue.member()
    await venue.post({}, [
      { account: 'integral', member: userId, delta: 300, validUntil: new Date(server.clock.now().getTime() + 9 * DAY) },
    ])
    const { result } = await exchange({ userId, rateId, amount: 200 })
    expect(await lotsOf(userId)).toEqual(['give 300 9', 'integral 100 9'])
    const key = newId()
    const codes = await Promise.all([
      codeOf(reverse(result.id, { key })),
      codeOf(reverse(result.id, { key })),
      ...Array.from({ length: 8 }, () => codeOf(reverse(result.id))),
    ])
    const done = codes.filter((code) => code === 'done')
    expect([1, 2]).toContain(done.length)
    expect(new Set(codes.filter((code) => code !== 'done'))).toEqual(new Set(['exchange.reversedBefore']))
    expect(await lotsOf(userId)).toEqual(['integral 300 9'])
    const { records } = (await manager.exchanges.list({ query: { userId } })).result
    expect(records).toMatchObject([
      { exchangeState: 'reversed', reason: '换错了', reversedBy: manager.user.realname, amount: 200, received: 3 },
    ])
    await ledgerAgrees()
  })

  it('is refused where a part of the value has been spent', async () => {
    const rateId = await rateOf()
    const userId = await venue.member({ integral: 200 })
    const { result } = await exchange({ userId, rateId, amount: 200 })
    await venue.post({}, [{ account: 'give', member: userId, delta: -1 }])
    // Other value of the same wallet does not replace it.
    await venue.post({}, [{ account: 'give', member: userId, delta: 500 }])
    await expect(reverse(result.id)).rejects.toMatchObject({
      code: 'exchange.spent',
      details: { needed: '3.00', available: '2.99' },
    })
    expect(await worth(userId)).toEqual({ integral: 0, give: 799 })
  })

  it('finds a member who was merged meanwhile', async () => {
    const rateId = await rateOf({ dayLimit: 300 })
    const [sourceId, targetId] = [await venue.member({ integral: 200 }), await venue.member({ integral: 500 })]
    const { result } = await exchange({ userId: sourceId, rateId, amount: 200 })
    await manager.memberMerge.merge({ key: newId(), body: { sourceId, targetId, reason: '同一个人' } })
    // The day's limit counts both numbers.
    expect(await codeOf(exchange({ userId: targetId, rateId, amount: 150 }))).toBe('exchange.dayLimit')
    await reverse(result.id)
    expect(await worth(targetId)).toMatchObject({ integral: 700, give: 0 })
    await ledgerAgrees()
  })

  it('belongs to managers', async () => {
    const rateId = await rateOf()
    const userId = await venue.member({ integral: 200 })
    const { result } = await exchange({ userId, rateId, amount: 200 })
    expect(await codeOf(reverse(result.id, { by: cashier }))).toBe('auth.forbidden')
    expect(await codeAndFieldOf(reverse(result.id, { by: stranger }))).toBe('common.recordNotFound id')
    expect(await codeOf(cashier.exchanges.list({ query: {} }))).toBe('auth.forbidden')
    await reverse(result.id, { by: hq })
  })
})

describe('a preview', () => {
  it('says what an exchange would do, and why not', async () => {
    const rateId = await rateOf({ dayLimit: 300 })
    const userId = await venue.member({ integral: 1000, give: 500 })
    await exchange({ userId, rateId, amount: 100 })
    const preview = async (amount: number) =>
      (await cashier.exchanges.preview({ query: { userId, rateId, amount } })).result
    expect(await preview(200)).toEqual({
      amount: 200,
      received: 3,
      available: 900,
      usedToday: 100,
      passwordRequired: false,
      refusal: null,
    })
    expect((await preview(250)).refusal).toEqual({
      code: 'exchange.dayLimit',
      field: 'amount',
      message: '今日最多还可兑出 200（每日上限 300）',
    })
    const { rates } = (await cashier.exchanges.options({ query: { userId } })).result
    expect(rates.find((one) => one.rateId === rateId)).toMatchObject({
      fromAmount: 100,
      toAmount: 1.5,
      minimum: 100,
      step: 50,
      dayLimit: 300,
      available: 900,
      toValue: 6.5,
      usedToday: 100,
      refusal: '',
    })
    expect(await codeAndFieldOf(stranger.exchanges.options({ query: { userId } }))).toBe('members.notFound userId')
  })

  it('agrees with the calculation of the screen', async () => {
    const userId = await venue.member({ integral: 40_000 })
    const cases = fc.sample(
      fc.record({
        fromUnits: fc.integer({ min: 1, max: 1000 }),
        toUnits: fc.integer({ min: 1, max: 100_000_000 }),
        step: fc.integer({ min: 1, max: 100 }),
        steps: fc.integer({ min: 1, max: 20 }),
        limit: fc.integer({ min: -1, max: 30_000 }),
        amount: fc.integer({ min: 1, max: 60_000 }),
      }),
      500,
    )
    for (const { steps, limit, amount, ...given } of cases) {
      const minimum = given.step * steps
      const rate = { ...given, minimum, dayLimit: limit < minimum ? NO_LIMIT : limit }
      const row = {
        id: newId(),
        org_code: STORE,
        from_wallet: 'integral',
        from_project: '',
        to_wallet: 'laps',
        to_project: '',
        from_units: rate.fromUnits,
        to_units: rate.toUnits,
        minimum,
        step: rate.step,
        day_limit: rate.dayLimit,
        member_level: '',
        active: true,
      }
      const { rows } = await venue.inEveryStore((trx) =>
        sql<{ plan: { received: number; refusal: { code: string; details: object } | null } }>`
          select plan_exchange(jsonb_populate_record(null::exchange_rate, ${JSON.stringify(row)}::jsonb), m, ${amount}, now()) as plan
            from member m where m.id = ${userId}`.execute(trx),
      )
      const standing = { available: 40_000, usedToday: 0 }
      const problem = exchangeProblem(rate, amount, standing)
      expect(rows[0]?.plan).toMatchObject({
        received: receivedFor(rate, amount),
        refusal: problem && { code: problem.code, details: problem.details },
      })
    }
  })

  it('divides lots as the calculation does', async () => {
    const cases = fc.sample(
      fc.record({
        parts: fc.array(
          fc.record({
            ends: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 5 })),
            value: fc.integer({ min: 1, max: 1e9 }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        received: fc.integer({ min: 1, max: 1e11 }),
      }),
      200,
    )
    for (const { parts, received } of cases) {
      const ends = parts.map((part) => (part.ends === null ? null : new Date(part.ends * DAY)))
      const { rows } = await venue.inEveryStore((trx) =>
        sql<{ ends: Date | null; part: number }>`
          select * from lots_of_exchange(${parts.map(({ value }) => -value)}::bigint[], ${ends}::timestamptz[], ${received})`.execute(
          trx,
        ),
      )
      const found = rows.map((row) => ({ ends: row.ends && row.ends.getTime() / DAY, value: row.part }))
      expect(found).toEqual(lotsOfExchange(parts, received))
    }
  })
})

describe('a rate', () => {
  it('is refused as a whole where it makes no sense, by its field', async () => {
    const refusal = (given: Partial<ExchangeRateFields>) =>
      codeAndFieldOf(manager.exchangeRates.add({ body: { ...newRate, ...given } }))
    expect(await refusal({ fromWallet: 'give', minimum: 1, step: 1 })).toBe('exchange.sameWallet toWallet')
    expect(await refusal({ fromAmount: 1.5 })).toBe('exchange.wholeUnits fromAmount')
    expect(await refusal({ minimum: 120 })).toBe('exchange.minimumStep minimum')
    expect(await refusal({ fromAmount: 20_000, toAmount: 1 })).toBe('exchange.givesNothing minimum')
    expect(await refusal({ dayLimit: 50 })).toBe('exchange.dayBelowMinimum dayLimit')
    expect(await refusal({ dayLimit: 0 })).toBe('common.invalidInput dayLimit')
    expect(await refusal({ fromWallet: 'frequency', fromProject: 'nowhere' })).toBe('rules.projectUnknown fromProject')
    expect(await refusal({ memberLevel: 'nobody' })).toBe('levels.unknown memberLevel')
    const rateId = await rateOf()
    expect(await codeAndFieldOf(manager.exchangeRates.edit({ body: { id: rateId, step: 30 } }))).toBe(
      'exchange.minimumStep minimum',
    )
  })

  it('has no project for wallets other than visits, and the general one by default', async () => {
    const id = await rateOf({ fromWallet: 'frequency', toWallet: 'laps', toAmount: 3, toProject: 'ignored' })
    const { result } = await manager.exchangeRates.queryById({ query: { id } })
    expect(result).toMatchObject({ fromProject: 'currency', fromProject_dictText: '通用', toProject: '', toAmount: 3 })
  })

  it('protects its level and its project from being deleted', async () => {
    await manager.memberLevels.add({ body: { code: 'rates', name: '兑换会员', rank: 77, experience: -1 } })
    await manager.subProjects.add({ body: { name: '兑换项目' } })
    const [project] = (await manager.subProjects.list({ query: { name: '兑换项目' } })).result.records
    const id = await rateOf({
      fromWallet: 'frequency',
      fromProject: '兑换项目',
      toWallet: 'laps',
      toAmount: 3,
      memberLevel: 'rates',
    })
    expect((await manager.exchangeRates.queryById({ query: { id } })).result.fromProject).toBe(project?.projectType)
    const [level] = (await manager.memberLevels.list({ query: { code: 'rates' } })).result.records
    const removals = () =>
      Promise.all([
        codeOf(manager.memberLevels.delete({ query: { id: level?.id ?? '' } })),
        codeOf(manager.subProjects.delete({ query: { id: project?.id ?? '' } })),
      ])
    expect(await removals()).toEqual(['levels.usedByRates', 'rules.projectInUse'])
    await manager.exchangeRates.delete({ query: { id } })
    expect(await removals()).toEqual(['done', 'done'])
  })

  it('of another store cannot be used or seen', async () => {
    const rateId = await rateOf({}, stranger)
    const userId = await venue.member({ integral: 500 })
    expect(await codeAndFieldOf(exchange({ userId, rateId, amount: 100 }))).toBe('common.recordNotFound rateId')
    expect(await codeAndFieldOf(exchange({ userId, rateId, amount: 100 }, { by: hq }))).toBe(
      'common.recordNotFound rateId',
    )
    expect(await codeOf(manager.exchangeRates.queryById({ query: { id: rateId } }))).toBe('common.recordNotFound')
    expect(await codeAndFieldOf(exchange({ userId, rateId: await rateOf(), amount: 100 }, { by: stranger }))).toBe(
      'members.notFound userId',
    )
  })
})

describe('the nightly comparison', () => {
  it('finds no difference in exchanges, and one in a changed record', async () => {
    const rateId = await rateOf()
    const userId = await venue.member({ integral: 500 })
    const [kept, undone] = [
      (await exchange({ userId, rateId, amount: 100 })).result.id,
      (await exchange({ userId, rateId, amount: 200 })).result.id,
    ]
    await reverse(undone)
    const differences = async () => {
      await reconcile(server.deps, STORE)
      const rows = await venue.rows('reconciliationDifference').where('kind', 'exchange')
      return rows.map(({ reference, account, stored, expected }) => ({ reference, account, stored, expected }))
    }
    expect(await differences()).toEqual([])
    await venue.inEveryStore((trx) =>
      sql`update wallet_exchange set received = received - 1 where id = ${kept}`.execute(trx),
    )
    expect(await differences()).toEqual([{ reference: kept, account: 'give', stored: 149, expected: 150 }])
  })
})
