import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { scopeOf } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { expireValue } from './expire.job.ts'
import { freeIn, freeWalletsOf, type LedgerEntry, lotsOf, post, replayLedger } from './index.ts'

const { server, venue } = await testVenue()

const inDays = (days: number): Date => new Date(server.clock.now().getTime() + days * 86_400_000)
const balance = (member: string, delta: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  account: 'balance',
  member,
  delta,
  ...more,
})
const put = (...lines: LedgerEntry[]) => venue.post({ kind: 'recharge' }, lines)
const take = (...lines: LedgerEntry[]) => venue.post({ kind: 'consume' }, lines)
const back = (...lines: LedgerEntry[]) => venue.post({ kind: 'refund' }, lines)
const left = async (member: string) => {
  const lots = await venue.inEveryStore((trx) => lotsOf(trx, { id: member, orgCode: STORE }))
  return lots.map(({ valueLeft }) => valueLeft)
}
const seqOf = ([line]: { seq: number }[]): number => line?.seq ?? 0
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    ({ code, details }) => ({ code, details }),
  )

describe('posting', () => {
  it('creates lots, takes from the one that ends first, and returns the effect on each', async () => {
    const member = await venue.member()
    const [later] = await put(balance(member, 500, { validUntil: inDays(20) }))
    await put(balance(member, 1000))
    const [sooner] = await put(balance(member, 300, { validUntil: inDays(10) }))
    expect(later?.lots).toMatchObject([{ delta: 500 }])
    const [taken] = await take(balance(member, -400))
    expect(taken).toMatchObject({ account: 'balance', member, project: '', before: 1800, after: 1400 })
    expect(taken?.lots).toMatchObject([
      { id: sooner?.lots[0]?.id, delta: -300 },
      { id: later?.lots[0]?.id, delta: -100 },
    ])
    expect(await left(member)).toEqual([400, 1000])
    await take(balance(member, -50, { lot: later?.lots[0]?.id ?? 0 }))
    expect(await refusal(take(balance(member, -351, { lot: later?.lots[0]?.id ?? 0 })))).toMatchObject({
      code: 'ledger.lotShort',
      details: { needed: '3.51', available: '3.50' },
    })
    expect(await left(member)).toEqual([350, 1000])
  })

  it('records the business day, and accepts one entry per account for a cause', async () => {
    const member = await venue.member()
    const id = newId()
    await venue.post({ kind: 'recharge', id }, [
      balance(member, 100),
      { account: 'give', member, delta: 10 },
      { account: 'cash', member, delta: 100 },
    ])
    const now = server.clock.now().getTime()
    const day = new Date(now + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(await venue.rows('ledgerLine').where('causeId', id)).toMatchObject([
      { account: 'balance', businessDay: day, valueAfter: 100, shiftId: null },
      { account: 'cash', businessDay: day, valueAfter: null },
      { account: 'give', businessDay: day, valueAfter: 10 },
    ])
    expect(await refusal(venue.post({ kind: 'recharge', id }, [balance(member, 100)]))).toMatchObject({
      code: 'common.duplicate',
    })
    expect(await venue.wallets(member)).toMatchObject({ balance: { value: 100 } })
  })

  it('refuses more than a wallet has, and writes nothing then', async () => {
    const member = await venue.member({ balance: 100, integral: 5 })
    const wrong = take(balance(member, -100), { account: 'integral', member, delta: -6 })
    expect(await refusal(wrong)).toEqual({
      code: 'wallets.integralShort',
      details: { field: 'integral', needed: 6, available: 5, held: 0 },
    })
    expect(await venue.wallets(member)).toMatchObject({ balance: { value: 100 }, integral: { value: 5 } })
    expect(await refusal(take(balance('999999', -1)))).toMatchObject({ code: 'members.notFound' })
  })

  it('changes nothing in a store outside the scope', async () => {
    const member = await venue.member({ orgCode: 'A01A02', balance: 100 })
    const cause = { kind: 'adjust' as const, id: newId(), orgCode: 'A01A02', operatorId: null, terminalId: null }
    const foreign = server.deps.db.scoped(scopeOf(STORE), (trx) =>
      post(trx, { ...cause, now: server.clock.now() }, [balance(member, 5)]),
    )
    await expect(foreign).rejects.toThrow(/row-level security/)
    const released = server.deps.db.pool.query('select hold_value($1, $2, $3, 1, 0, 0, 0, 0, $4, now())', [
      newId(),
      'A01A02',
      member,
      'paidFirst',
    ])
    await expect(released).rejects.toThrow(/row-level security/)
    expect(await venue.wallets(member)).toMatchObject({ balance: { value: 100, held: 0 } })
  })

  it('accepts exactly as many of twenty concurrent charges as there is money for', async () => {
    const member = await venue.member({ balance: 790 })
    const all = await Promise.all(Array.from({ length: 20 }, () => refusal(take(balance(member, -100)))))
    expect(all.filter((one) => one === 'no refusal')).toHaveLength(7)
    expect(await left(member)).toEqual([90])
  })
})

describe('giving back', () => {
  it('returns value to its original lots, the last one first, and never more than was taken', async () => {
    const member = await venue.member()
    await put(balance(member, 300, { validUntil: inDays(10) }))
    await put(balance(member, 1000))
    const seq = seqOf(await take(balance(member, -700)))
    expect(await left(member)).toEqual([600])
    await back(balance(member, 450, { reverses: seq }))
    expect(await left(member)).toEqual([50, 1000])
    expect(await refusal(back(balance(member, 251, { reverses: seq })))).toEqual({
      code: 'ledger.reversedMore',
      details: { field: 'balance', needed: '2.51', available: '2.50' },
    })
    await back(balance(member, 250, { reverses: seq }))
    expect(await left(member)).toEqual([300, 1000])
  })

  it('of a recharge takes only what is left of its own lot', async () => {
    const member = await venue.member({ balance: 500 })
    const seq = seqOf(await put(balance(member, 300, { validUntil: inDays(9) })))
    await take(balance(member, -100))
    expect(await refusal(back(balance(member, -300, { reverses: seq })))).toMatchObject({
      code: 'ledger.lotShort',
      details: { available: '2.00' },
    })
    await back(balance(member, -200, { reverses: seq }))
    expect(await left(member)).toEqual([500])
  })

  it('happens once when called twice concurrently', async () => {
    const member = await venue.member({ balance: 500 })
    const seq = seqOf(await take(balance(member, -200)))
    const both = await Promise.all([1, 2].map(() => refusal(back(balance(member, 200, { reverses: seq })))))
    expect(both.filter((one) => one === 'no refusal')).toHaveLength(1)
    expect(await left(member)).toEqual([500])
  })

  it('returns a walk-in’s deposit once and by the original tender', async () => {
    const paid = await take({ account: 'cash', delta: 8000 }, { account: 'deposit', delta: 5000 })
    const [cash, deposit] = paid.map(({ seq }) => seq)
    const returned = () =>
      venue.post({ kind: 'depositReturn' }, [
        { account: 'cash', delta: -5000, reverses: cash ?? 0 },
        { account: 'deposit', delta: -5000, reverses: deposit ?? 0 },
      ])
    await returned()
    expect(await refusal(returned())).toMatchObject({ code: 'ledger.reversedMore' })
  })

  it('finds the lots of a member who was merged meanwhile', async () => {
    const [source, target] = [await venue.member({ balance: 500 }), await venue.member()]
    const seq = seqOf(await take(balance(source, -200)))
    const manager = await server.signIn('manager', STORE)
    await manager.memberMerge.merge({ body: { sourceId: source, targetId: target, reason: '重复' }, key: newId() })
    expect(await refusal(back(balance(source, 200, { reverses: seq })))).toMatchObject({ code: 'members.merged' })
    await back(balance(target, 200, { reverses: seq }))
    expect(await left(target)).toEqual([500])
  })
})

describe('value that ends', () => {
  it('is written off before the wallet is used again, but stays while a pending ride reserves it', async () => {
    const member = await venue.member()
    await put(balance(member, 3500, { validUntil: inDays(1) }), { account: 'give', member, delta: 100 })
    const key = newId()
    const { id: ruleId } = await venue.rule({ price: 3000 })
    const { id: vehicleId } = await venue.vehicle()
    const cashier = await server.signIn('cashier')
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId, ruleId, userId: member }), key })
    server.clock.advance(2 * 86_400_000)
    expect(await refusal(take(balance(member, -501)))).toMatchObject({
      code: 'wallets.balanceShort',
      details: { available: '0.00', held: '30.00' },
    })
    const again = await server.signIn('cashier')
    await again.playBeforePay.settle({
      body: { id: key, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' },
      key: newId(),
    })
    expect(await refusal(take(balance(member, -1)))).toMatchObject({ details: { available: '0.00' } })
    const { rows } = await venue.inEveryStore((trx) =>
      sql`select delta::integer, cause_kind from ledger_line where member_id = ${member} and account = 'balance'
        order by seq`.execute(trx),
    )
    expect(rows).toEqual([
      { delta: 3500, causeKind: 'recharge' },
      { delta: -500, causeKind: 'expire' },
      { delta: -3000, causeKind: 'consume' },
    ])
  })
})

describe('value that ends while rides reserve a part of the wallet', () => {
  const start = async (userId: string, price: number) => {
    const key = newId()
    const { id: ruleId } = await venue.rule({ price })
    const { id: vehicleId } = await venue.vehicle()
    const cashier = await server.signIn('cashier')
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId, ruleId, userId }), key })
    return key
  }
  const settle = async (id: string) =>
    (await server.signIn('cashier')).playBeforePay.settle({
      body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' },
      key: newId(),
    })
  const cancel = async (id: string) => (await server.signIn('manager', STORE)).playBeforePay.delete({ query: { id } })
  /** A member with value that ends in a day and value that stays. */
  const memberWith = async (ending: number, staying: number) => {
    const member = await venue.member()
    await put(balance(member, ending, { validUntil: inDays(1) }))
    await put(balance(member, staying))
    return member
  }
  const dayPasses = async () => {
    server.clock.advance(2 * 86_400_000)
    await expireValue(server.deps)
  }
  const expired = async (member: string) =>
    (await venue.rows('ledgerLine').where('memberId', member)).flatMap(({ causeKind, delta }) =>
      causeKind === 'expire' ? [delta] : [],
    )
  const freeOf = async (member: string) =>
    freeIn(
      await venue.inEveryStore((trx) => freeWalletsOf(trx, [member], server.clock.now())),
      {
        id: member,
        orgCode: STORE,
      },
      'balance',
    )
  afterEach(async () => expect(await venue.inEveryStore(replayLedger)).toEqual([]))

  it('pays for the ride, although the wallet has other value', async () => {
    const member = await memberWith(3000, 3000)
    const ride = await start(member, 3000)
    await dayPasses()
    expect(await freeOf(member)).toBe(3000)
    await settle(ride)
    expect(await left(member)).toEqual([3000])
    expect(await expired(member)).toEqual([])
  })

  it('is written off beyond what is reserved', async () => {
    const member = await memberWith(5000, 3000)
    const ride = await start(member, 3000)
    server.clock.advance(2 * 86_400_000)
    expect(await freeOf(member)).toBe(3000)
    await expireValue(server.deps)
    expect(await expired(member)).toEqual([-2000])
    expect(await freeOf(member)).toBe(3000)
    await settle(ride)
    expect(await left(member)).toEqual([3000])
  })

  it('stays for every ride from before its end, and is written off when the ride is cancelled', async () => {
    const member = await memberWith(5000, 3000)
    const [one, two] = [await start(member, 3000), await start(member, 3000)]
    await dayPasses()
    expect(await expired(member)).toEqual([])
    await cancel(one)
    expect(await freeOf(member)).toBe(3000)
    await expireValue(server.deps)
    expect(await expired(member)).toEqual([-2000])
    await settle(two)
    expect(await left(member)).toEqual([3000])
  })

  it('is not kept by a ride that starts after its end, nor by what is paid meanwhile', async () => {
    const member = await memberWith(3000, 8000)
    const before = await start(member, 3000)
    await dayPasses()
    const after = await start(member, 4000)
    await take(balance(member, -1000))
    expect(await left(member)).toEqual([3000, 7000])
    expect(await refusal(take(balance(member, -3001)))).toMatchObject({
      details: { available: '30.00', held: '70.00' },
    })
    await settle(after)
    expect(await left(member)).toEqual([3000, 3000])
    await cancel(before)
    await expireValue(server.deps)
    expect(await expired(member)).toEqual([-3000])
    expect(await venue.wallets(member)).toEqual({ balance: { value: 3000, held: 0 } })
  })

  it('is not kept by a later ride in place of a cancelled one', async () => {
    const member = await memberWith(3000, 3000)
    const before = await start(member, 3000)
    await dayPasses()
    await start(member, 3000)
    await cancel(before)
    await expireValue(server.deps)
    expect(await venue.wallets(member)).toEqual({ balance: { value: 3000, held: 3000 } })
    expect(await left(member)).toEqual([3000])
  })
})

describe('an unlimited card', () => {
  const line = (member: string, delta: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
    account: 'unlimited',
    member,
    project: 'kart',
    delta,
    ...more,
  })

  it('is added, used, given back, and joined with the next one', async () => {
    const member = await venue.member()
    const card = { name: '次卡', uses: 2 }
    expect(await refusal(take(line(member, -1)))).toMatchObject({ code: 'ledger.noCard' })
    await put(line(member, 0, { card, validUntil: inDays(30) }))
    const seq = seqOf(await take(line(member, -1)))
    expect(await take(line(member, -1))).toMatchObject([{ before: 1, after: 0 }])
    expect(await refusal(take(line(member, -1)))).toMatchObject({ code: 'ledger.noCard' })
    await back(line(member, 1, { reverses: seq }))
    await put(line(member, 0, { card: { name: '年卡', uses: 5 }, validUntil: inDays(10) }))
    const [row] = await venue.rows('memberProject').where('memberId', member)
    expect(row).toMatchObject({ unlimitedName: '年卡', unlimitedUses: 6, unlimitedIssued: 7 })
    await put(line(member, 0, { card: { name: '无限', uses: -1 }, validUntil: null }))
    expect(await take(line(member, -1))).toMatchObject([{ before: -1, after: -1 }])
  })
})

it('leaves ledger, wallets and lots consistent after all tests of this file', async () => {
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
})
