import { describe, expect, it } from 'vitest'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, seen } from '#tests/support/venue/venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const stranger = await server.signIn('manager2')

const REASON = '收银录错'
const adjust = (userId: string, given: object, key = newId(), by = manager) =>
  by.userProjects.adjust({ body: { userId, reason: REASON, ...given }, key })
const ledgerOf = (id: string) => venue.rows('ledgerLine').where('memberId', id)
const projectsOf = async (userId: string, by = cashier) =>
  (await by.userProjects.listByUser({ query: { userId } })).result

/** A member with a part of the balance held by a pending ride. */
async function holding(given: { balance: number; give?: number }): Promise<string> {
  const member = await venue.member(given)
  const { id: vehicleId } = await venue.vehicle()
  await cashier.playBeforePay.add({ body: venue.start({ vehicleId, userId: member }), key: newId() })
  return member
}

describe('a correction', () => {
  it('changes every wallet at once and returns old and new values', async () => {
    const member = await venue.member({ balance: 10_000, integral: 50, laps: 5, coins: 9 })
    const { result, message } = await adjust(member, {
      balance: -12.34,
      give: 5,
      integral: -50,
      laps: 3,
      coins: -4,
      frequency: 4,
      projectType: 'kart',
    })
    expect(message).toBe('已修正')
    expect(result).toEqual([
      { wallet: 'balance', projectType: '', before: 100, after: 87.66 },
      { wallet: 'frequency', projectType: 'kart', before: 0, after: 4 },
      { wallet: 'give', projectType: '', before: 0, after: 5 },
      { wallet: 'integral', projectType: '', before: 50, after: 0 },
      { wallet: 'laps', projectType: '', before: 5, after: 8 },
      { wallet: 'coins', projectType: '', before: 9, after: 5 },
    ])
    expect(await seen(manager, member)).toMatchObject({ balance: 87.66, give: 5, integral: 0, laps: 8, coins: 5 })
    expect(await projectsOf(member)).toMatchObject([{ projectType: 'kart', frequency: 4, userId: member }])
  })

  it('is in the ledger and the audit trail, with user, reason and old values', async () => {
    const member = await venue.member({ balance: 1000 })
    const key = newId()
    await adjust(member, { balance: 1 }, key)
    const [, row] = await ledgerOf(member)
    expect(row).toMatchObject({
      causeKind: 'adjust',
      causeId: key,
      delta: 100,
      valueAfter: 1100,
      operatorId: manager.user.id,
    })
    const { result } = await manager.logs.history({ query: { kind: '/membermanage/sysMemberManage', id: member } })
    expect(result).toMatchObject([
      { username: 'manager', request: { reason: REASON, balance: 1 }, before: { balance: 10 }, after: { balance: 11 } },
    ])
  })

  it('happens once for its key, and not at all if one part fails', async () => {
    const member = await venue.member({ balance: 1000 })
    const key = newId()
    const twice = await Promise.all([adjust(member, { balance: 2 }, key), adjust(member, { balance: 2 }, key)])
    expect(twice[0]?.result).toEqual(twice[1]?.result)
    await expect(adjust(member, { balance: 3 }, key)).rejects.toMatchObject({ code: 'common.keyReused' })
    await expect(adjust(member, { balance: 1, integral: -1 })).rejects.toMatchObject({
      code: 'wallets.integralShort',
      details: { field: 'integral', needed: 1, available: 0 },
    })
    expect(await seen(manager, member)).toMatchObject({ balance: 12 })
  })

  it('never takes held value, and reports how much is free', async () => {
    const { price = 0 } = demoRule()
    const member = await holding({ balance: price, give: 500 })
    await expect(adjust(member, { balance: -5.01 })).rejects.toMatchObject({
      code: 'wallets.balanceShort',
      details: { field: 'balance', needed: '5.01', available: '0.00', held: (price / 100).toFixed(2) },
    })
    await expect(adjust(member, { balance: -5, give: -0.01 })).rejects.toMatchObject({ code: 'wallets.balanceShort' })
    await expect(adjust(member, { give: -5.01 })).rejects.toMatchObject({ details: { available: '5.00' } })
    // A hold is of specific wallets: value added to others is free.
    expect((await adjust(member, { balance: 2, give: -5 })).result).toHaveLength(2)
    expect((await adjust(member, { balance: -2 })).result).toHaveLength(1)
    expect(await seen(manager, member)).toMatchObject({ availableBalance: 0 })
    const visits = await venue.member()
    await adjust(visits, { frequency: 2 })
    await expect(adjust(visits, { frequency: -3 })).rejects.toMatchObject({
      code: 'wallets.frequencyShort',
      details: { needed: 3, available: 2 },
    })
  })

  it('requires a reason and an amount within limits', async () => {
    const member = await venue.member()
    const wrong = [
      { balance: 1, reason: ' ' },
      {},
      { balance: 0, frequency: 0 },
      { balance: 100_000.01 },
      { balance: 0.001 },
      { integral: 1_000_001 },
      { laps: 1.5 },
      { frequency: -10_001 },
    ]
    for (const given of wrong) {
      await expect(adjust(member, given), JSON.stringify(given)).rejects.toMatchObject({ code: 'common.invalidInput' })
    }
    expect(await ledgerOf(member)).toEqual([])
  })

  it('needs the permission, at own stores', async () => {
    const member = await venue.member({ balance: 1000 })
    await expect(adjust(member, { balance: 1 }, newId(), cashier)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(adjust(member, { balance: 1 }, newId(), stranger)).rejects.toMatchObject({ code: 'members.notFound' })
    await expect(adjust('999999', { balance: 1 })).rejects.toMatchObject({ code: 'members.notFound' })
    expect(await projectsOf('100001', stranger)).toEqual([])
    expect(await seen(manager, member)).toMatchObject({ balance: 10 })
  })

  it('adds up with concurrent ones', async () => {
    const member = await venue.member({ balance: 1000 })
    const given = Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? -4 : 1))
    const answers = await Promise.allSettled(given.map((balance) => adjust(member, { balance })))
    const sum = given.reduce((total, one, n) => total + (answers[n]?.status === 'fulfilled' ? one : 0), 10)
    expect(await seen(manager, member)).toMatchObject({ balance: sum })
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })
})

describe('an unlimited card', () => {
  const card = { projectType: 'kart', changwanName: '月卡', changWanEndTime: null, changwanCount: 10, reason: REASON }
  const set = (userId: string, given: object = {}, by = manager) =>
    by.userProjects.setUnlimitedCard({ body: { userId, ...card, ...given }, key: newId() })

  it('is set, shown with days left and issued rides, and removed', async () => {
    const member = await venue.member()
    server.clock.set(new Date('2026-03-01T04:00:00Z'))
    const { result } = await set(member, { changWanEndTime: '2026-03-03 13:00:00', photo: 'a/b.png' })
    expect(result).toMatchObject({
      isChangWan: 'YES',
      changwanName: '月卡',
      changCount: 10,
      changwanCount: 10,
      changWanLastDay: '2026-03-03',
      daysLeft: 2,
    })
    await set(member, { changWanEndTime: '2026-03-03', changwanCount: 7 })
    expect(await projectsOf(member)).toMatchObject([{ changCount: 10, changwanCount: 7, photo: 'a/b.png' }])
    expect(await projectsOf(member)).toMatchObject([
      { changWanEndTime: '2026-03-04 00:00:00', changWanLastDay: '2026-03-03', daysLeft: 2 },
    ])
    expect((await set(member, { changwanCount: -1 })).result).toMatchObject({ changCount: -1, daysLeft: null })
    expect((await set(member, { changWanEndTime: '2026-02-01 00:00:00' })).result).toMatchObject({
      isChangWan: 'NO',
      daysLeft: 0,
    })
    expect((await set(member, { changwanName: '' })).result).toMatchObject({
      isChangWan: 'NO',
      changwanName: '',
      changCount: 0,
      photo: '',
    })
    server.clock.set(new Date())
  })

  it('leaves its old value in the audit trail, and is not visible to others', async () => {
    const member = await venue.member()
    await set(member)
    await set(member, { changwanCount: 3 })
    const { result } = await manager.logs.history({ query: { kind: '/membermanage/sysMemberManage', id: member } })
    expect(result[0]).toMatchObject({
      request: { reason: REASON },
      before: { unlimitedUses: 10, projectType: 'kart' },
      after: { unlimitedUses: 3 },
    })
    await expect(set(member, {}, cashier)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(set(member, {}, stranger)).rejects.toMatchObject({ code: 'members.notFound' })
    await expect(set(member, { changwanCount: -2 })).rejects.toMatchObject({ code: 'common.invalidInput' })
  })
})
