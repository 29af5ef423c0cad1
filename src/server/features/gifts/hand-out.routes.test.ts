import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { venue, manager, cashier, hq } = await testVenue(['manager', 'cashier', 'hq'])

let count = 0

/** A gift for points of the store with so many pieces; returns its id. */
async function gift(pieces: number, given: object = {}): Promise<string> {
  const giftName = `兑换礼品${++count}`
  await manager.gifts.add({ body: { giftName, giftMode: 'points', integral: 50, ...given } })
  const [row] = (await manager.gifts.list({ query: { giftName } })).result.records
  if (!row) throw new Error('no gift')
  if (pieces > 0) await manager.giftStock.in({ key: newId(), body: { id: row.id, count: pieces, reason: '进货' } })
  return row.id
}
const stockOf = async (id: string) => (await manager.gifts.queryById({ query: { id } })).result.stock
const pointsOf = async (userId: string) => (await venue.wallets(userId)).integral?.value
const buy = (id: string, userId: string, given: { count?: number; password?: string; key?: string } = {}) => {
  const { key = newId(), ...rest } = given
  return cashier.gifts.buy({ key, body: { id, userId, count: 1, ...rest } })
}
const outbound = async (itemId: string) => (await manager.giftOutbound.list({ query: { itemId } })).result.records

describe('a gift for points', () => {
  it('takes points and stock at once, and the outbound list says who received it', async () => {
    const id = await gift(5)
    const member = await venue.member({ integral: 130, realname: '王小明' })
    expect((await buy(id, member, { count: 2 })).result).toMatchObject({ stock: 3, integral: 30 })
    expect(await outbound(id)).toMatchObject([
      {
        handedFor: 'points',
        handedFor_dictText: '积分兑换',
        delta: -2,
        userId: member,
        recipient: '王小明',
        operatorName: cashier.user.realname,
      },
    ])
    const lines = await venue.rows('ledgerLine').where('memberId', member)
    expect(lines.filter(({ causeKind }) => causeKind === 'gift')).toMatchObject([{ account: 'integral', delta: -100 }])
  })

  it('takes nothing where points lack, and no points where stock lacks', async () => {
    const id = await gift(1)
    const poor = await venue.member({ integral: 49 })
    await expect(buy(id, poor)).rejects.toMatchObject({ code: 'wallets.integralShort' })
    expect(await stockOf(id)).toBe(1)
    const rich = await venue.member({ integral: 500 })
    await expect(buy(id, rich, { count: 2 })).rejects.toMatchObject({ code: 'stock.short', details: { available: 1 } })
    expect(await pointsOf(rich)).toBe(500)
  })

  it('is bought by 10 of 50 at once when 10 are left, and each takes points once', async () => {
    const id = await gift(10)
    const members = await Promise.all(Array.from({ length: 5 }, () => venue.member({ integral: 500 })))
    const bought = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => buy(id, members[index % 5] ?? '')))
    expect(bought.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await stockOf(id)).toBe(0)
    const left = await Promise.all(members.map(pointsOf))
    expect(left.reduce<number>((sum, points) => sum + (points ?? 0), 0)).toBe(5 * 500 - 10 * 50)
  })

  it('is bought once per key', async () => {
    const id = await gift(3)
    const member = await venue.member({ integral: 500 })
    const key = newId()
    await Promise.all([buy(id, member, { key }), buy(id, member, { key })])
    expect([await stockOf(id), await pointsOf(member)]).toEqual([2, 450])
  })

  it('checks the passwords of 30 members at once', async () => {
    const id = await gift(30)
    const members = await Promise.all(Array.from({ length: 30 }, () => venue.member({ integral: 50 })))
    for (const member of members) await manager.memberRecords.setPassword({ body: { id: member, password: '246810' } })
    await Promise.all(members.map((member) => buy(id, member, { password: '246810' })))
    expect(await stockOf(id)).toBe(0)
  })

  it('asks for the consumption password of a member who has one', async () => {
    const id = await gift(3)
    const member = await venue.member({ integral: 500, consumePassword: await hash('2468') })
    await expect(buy(id, member)).rejects.toMatchObject({ code: 'members.passwordRequired' })
    await expect(buy(id, member, { password: '1111' })).rejects.toMatchObject({ code: 'members.passwordWrong' })
    await buy(id, member, { password: '2468' })
    expect([await stockOf(id), await pointsOf(member)]).toEqual([2, 450])
  })

  it('is refused for other gifts, for gifts that are switched off, and for members of other stores or frozen ones', async () => {
    const member = await venue.member({ integral: 500 })
    await expect(buy(await gift(1, { giftMode: 'money', price: 5 }), member)).rejects.toMatchObject({
      code: 'gifts.notForPoints',
    })
    await expect(buy(await gift(1, { isActive: 'NO' }), member)).rejects.toMatchObject({ code: 'gifts.inactive' })
    const id = await gift(1)
    const frozen = await venue.member({ integral: 500, frozen: true })
    await expect(buy(id, frozen)).rejects.toMatchObject({ code: 'members.frozen' })
    const other = await venue.member({ integral: 500, orgCode: 'A01A02' })
    await expect(hq.gifts.buy({ key: newId(), body: { id, userId: other, count: 1 } })).rejects.toMatchObject({
      code: 'gifts.otherStore',
    })
    await expect(buy(id, other)).rejects.toMatchObject({ code: 'members.notFound' })
  })
})

describe('a free gift', () => {
  it('is handed out with a reason, to a member or to a named person', async () => {
    const id = await gift(5, { giftMode: 'handOut' })
    await manager.gifts.give({ key: newId(), body: { id, count: 1, recipient: '李女士', reason: '生日' } })
    expect(await outbound(id)).toMatchObject([{ handedFor: 'free', recipient: '李女士', userId: null, reason: '生日' }])
    expect(await stockOf(id)).toBe(4)
    await expect(manager.gifts.give({ key: newId(), body: { id, count: 1, reason: '生日' } })).rejects.toMatchObject({
      code: 'common.invalidInput',
      details: { field: 'recipient' },
    })
  })

  it('is not for cashiers to give', async () => {
    const id = await gift(1)
    await expect(
      cashier.gifts.give({ key: newId(), body: { id, count: 1, recipient: '李女士', reason: '生日' } }),
    ).rejects.toMatchObject({ code: 'auth.forbidden' })
  })
})
