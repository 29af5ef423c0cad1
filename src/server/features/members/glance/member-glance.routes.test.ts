import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { businessDay } from '#shared/core/time.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule } from '#tests/support/venue/venue.ts'

const { server, venue } = await testVenue()

const AT = 'A01A02'
let manager: TestClient
let cashier: TestClient

beforeAll(async () => {
  manager = await server.signIn('manager2', AT)
  cashier = await server.signIn('cashier')
  await venue.setHungLimit(1000, AT)
})

const glance = async (id: string, client: TestClient = manager) =>
  (await client.memberGlance.glance({ query: { id } })).result

async function ride(userId: string): Promise<string> {
  const { id: vehicleId } = await venue.vehicle({ orgCode: AT })
  const body = venue.start({ ruleId: demoRule('BALANCE', AT).id, vehicleId, userId })
  return (await manager.playBeforePay.add({ body, key: newId() })).result.id
}
const deduct = (id: string) =>
  manager.playBeforePay.settle({
    body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' },
    key: newId(),
  })

describe('a member at a glance', () => {
  it('shows the same figures as the look-up, the ledger and the records', async () => {
    const userId = await venue.member({ orgCode: AT, balance: 30_000, give: 5000, phone: '13900008801' })
    await deduct(await ride(userId))
    await deduct(await ride(userId))
    const open = await ride(userId)
    await manager.playBeforePay.delete({ query: { id: await ride(userId) }, reason: '顾客走了' })
    const { result: member } = await manager.members.searchMemberById({ query: { id: userId } })
    const { result: list } = await manager.playBeforePay.list({ query: { userId } })
    const shown = await glance(userId)
    expect(shown.member).toEqual(member)
    expect(shown.plays.map(({ id }) => id)).toEqual(list.records.map(({ id }) => id))
    expect(shown.visits).toBe(3)
    const price = demoRule('BALANCE', AT).price ?? 0
    expect(shown.holds).toMatchObject([{ id: open, amount: price / 100, integral: 0, laps: 0 }])
    // The amount spent equals what the wallets have lost.
    const spent = shown.spend.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    expect(spent).toBe(2 * price)
    expect(spent).toBe(35_000 - Math.round((shown.member.balance + shown.member.give) * 100))
    expect(shown.spend.at(-1)?.amount).toBe((2 * price) / 100)
  })

  it('covers twelve months of the store’s business days, and nothing before', async () => {
    const userId = await venue.member({ orgCode: AT, balance: 100_000 })
    await deduct(await ride(userId))
    const { spend } = await glance(userId)
    const months = spend.map(({ month }) => month)
    expect(months).toHaveLength(12)
    expect(months).toEqual([...months].sort())
    server.clock.advance(366 * 24 * 3_600_000)
    manager = await server.signIn('manager2', AT)
    cashier = await server.signIn('cashier')
    expect((await glance(userId)).spend.every(({ amount }) => amount === 0)).toBe(true)
  })

  it('does not count a refunded recharge as spending', async () => {
    const userId = await venue.member({ orgCode: AT, balance: 50_000 })
    await venue.post({ orgCode: AT, kind: 'refund' }, [{ account: 'balance', member: userId, delta: -50_000 }])
    expect((await glance(userId)).spend.every(({ amount }) => amount === 0)).toBe(true)
  })

  it('shows valid unlimited cards with the days left', async () => {
    const userId = await venue.member({ orgCode: AT })
    const until = new Date(server.clock.now().getTime() + 36 * 3_600_000)
    const card = { orgCode: AT, memberId: userId, unlimitedName: '畅玩月卡', unlimitedIssued: -1 }
    await venue.inEveryStore((trx) =>
      trx
        .insertInto('memberProject')
        .values([
          { ...card, projectType: 'currency', unlimitedUses: -1, unlimitedUntil: until },
          { ...card, projectType: '卡丁车', unlimitedUses: 3, unlimitedUntil: null },
          { ...card, projectType: '过期', unlimitedUses: 3, unlimitedUntil: new Date(0) },
          { ...card, projectType: '用完', unlimitedUses: 0, unlimitedUntil: null },
        ])
        .execute(),
    )
    expect((await glance(userId)).cards).toMatchObject([
      { projectType: 'currency', lastDay: businessDay(until), changwanCount: -1 },
      { projectType: '卡丁车', lastDay: null, daysLeft: null, changwanCount: 3 },
    ])
  })

  it('shows expiring value, the soonest first, without spent value and value that never ends', async () => {
    const userId = await venue.member({ orgCode: AT, balance: 100 })
    const put = (account: 'balance' | 'frequency', delta: number, days: number) =>
      venue.post({ orgCode: AT }, [
        {
          account,
          member: userId,
          project: account === 'frequency' ? 'kart' : '',
          delta,
          validUntil: new Date(server.clock.now().getTime() + days * 86_400_000),
        },
      ])
    await put('balance', 5000, 20)
    await put('frequency', 3, 9)
    await put('balance', 700, 2)
    await venue.post({ orgCode: AT }, [{ account: 'balance', member: userId, delta: -800 }])
    expect((await glance(userId)).lots).toMatchObject([
      { wallet: 'frequency', projectType: 'kart', value: 3, daysLeft: 9 },
      { wallet: 'balance', projectType: '', value: 49, daysLeft: 20 },
    ])
  })

  it('is available only for members of the store, with the permission', async () => {
    const userId = await venue.member({ orgCode: AT })
    expect(await codeOf(glance(userId, cashier))).toBe('members.notFound')
    expect(await codeOf(glance('999999'))).toBe('members.notFound')
    const coach = await server.signIn('coach')
    expect(await codeOf(glance('100001', coach))).toBe('auth.forbidden')
  })
})
