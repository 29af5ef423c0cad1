import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const elsewhere = await server.signIn('manager2', 'A01A02')

let cards = 0
const freshCard = (): string => `77${String(++cards).padStart(8, '0')}`

const find = async (query: { idCard?: string; id?: string }, client: TestClient = cashier) =>
  (await client.members.searchMemberById({ query })).result?.id ?? null
const states = async (userId: string) =>
  (await cashier.memberCards.list({ query: { userId } })).result.map(({ physicalCard, state }) => [physicalCard, state])
const lose = async (userId: string, key = newId()) =>
  (await cashier.memberCards.lost({ body: { userId, reason: '顾客说丢了' }, key })).result.id
const replace = (userId: string, physicalCard: string, client: TestClient = cashier) =>
  client.memberCards.replace({ body: { userId, physicalCard, reason: '' }, key: newId() })

describe('a card', () => {
  it('that is lost finds no member and shows who reported it; when found again it works as before', async () => {
    const physicalCard = freshCard()
    const id = await venue.member({ physicalCard, phone: '13900007701' })
    expect(await find({ idCard: physicalCard })).toBe(id)
    const entry = await lose(id)
    const lost = await cashier.members.searchMemberById({ query: { idCard: physicalCard } }).catch((error) => error)
    expect(lost).toMatchObject({ code: 'members.cardLost', details: { by: cashier.user.realname } })
    expect(lost.serverMessage).toContain('已挂失')
    expect(await find({ id })).toBe(id)
    await cashier.memberCards.undoLost({ body: { id: entry, reason: '找到了' }, key: newId() })
    expect(await find({ idCard: physicalCard })).toBe(id)
    expect(await states(id)).toEqual([[physicalCard, 'active']])
  })

  it('that was replaced never works again; a lost one stays lost beside the new one', async () => {
    const [first, second, third] = [freshCard(), freshCard(), freshCard()]
    const id = await venue.member({ physicalCard: first })
    const entry = await lose(id)
    await replace(id, second)
    expect(await find({ idCard: second })).toBe(id)
    expect(await codeOf(find({ idCard: first }))).toBe('members.cardLost')
    expect(await codeOf(cashier.memberCards.undoLost({ body: { id: entry, reason: '找到了' }, key: newId() }))).toBe(
      'members.hasOtherCard',
    )
    await replace(id, third)
    expect(await codeOf(find({ idCard: second }))).toBe('members.cardReplaced')
    expect(await codeOf(replace(id, third))).toBe('members.cardSame')
    expect(new Map((await states(id)) as [string, string][])).toEqual(
      new Map([
        [first, 'lost'],
        [second, 'replaced'],
        [third, 'active'],
      ]),
    )
  })

  it('is reported lost once, however often it is called; a member without a card has none to lose', async () => {
    const id = await venue.member({ physicalCard: freshCard() })
    const key = newId()
    expect(await lose(id, key)).toBe(await lose(id, key))
    expect(await codeOf(lose(id))).toBe('members.noCard')
  })

  it('belongs to one member, also when two counters assign it at once', async () => {
    const physicalCard = freshCard()
    const members = await Promise.all([1, 2, 3, 4].map(() => venue.member()))
    const outcomes = await Promise.all(
      members.map((id, index) => codeOf(replace(id, physicalCard, index % 2 ? manager : cashier))),
    )
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1)
    expect(outcomes.filter((code) => code === 'members.cardTaken')).toHaveLength(3)
  })

  it('that is lost cannot be given to another member until a manager releases it', async () => {
    const physicalCard = freshCard()
    const [owner, other] = [await venue.member({ physicalCard }), await venue.member()]
    const entry = await lose(owner)
    expect(await codeOf(replace(other, physicalCard))).toBe('members.cardEnded')
    expect(await codeOf(replace(owner, physicalCard))).toBe('members.cardOwnEnded')
    const clear = (client: TestClient) =>
      client.memberCards.clear({ body: { id: entry, reason: '旧卡回收' }, key: newId() })
    expect(await codeOf(clear(cashier))).toBe('auth.forbidden')
    await clear(manager)
    expect(await codeOf(clear(manager))).toBe('members.cardStateChanged')
    await replace(other, physicalCard)
    expect(await find({ idCard: physicalCard })).toBe(other)
  })

  it('of another store is unknown here, and the same number may be given', async () => {
    const physicalCard = freshCard()
    const phone = '13900007709'
    const foreign = await venue.member({ orgCode: 'A01A02', physicalCard, phone, realname: '外店会员' })
    expect(await find({ idCard: physicalCard })).toBeNull()
    expect((await cashier.memberCards.check({ query: { phone, idCard: physicalCard } })).result).toEqual({
      phone: null,
      card: null,
    })
    expect(await codeOf(lose(foreign))).toBe('members.notFound')
    expect((await cashier.memberCards.list({ query: { userId: foreign } })).result).toEqual([])
    const own = await venue.member()
    await replace(own, physicalCard)
    expect([await find({ idCard: physicalCard }), await find({ idCard: physicalCard }, elsewhere)]).toEqual([
      own,
      foreign,
    ])
  })
})

describe('the card of a merged member', () => {
  const merge = (into: string, id: string) =>
    manager.memberMerge.merge({ body: { targetId: into, sourceId: id, reason: '同一个人' }, key: newId() })

  it('becomes the card of the other member if that has none, otherwise an additional one', async () => {
    const [moved, kept, own] = [freshCard(), freshCard(), freshCard()]
    const bare = await venue.member()
    await merge(bare, await venue.member({ physicalCard: moved }))
    expect(await find({ idCard: moved })).toBe(bare)
    const carded = await venue.member({ physicalCard: own })
    await merge(carded, await venue.member({ physicalCard: kept }))
    expect([await find({ idCard: kept }), await find({ idCard: own })]).toEqual([carded, carded])
    const cards = (await cashier.memberCards.list({ query: { userId: carded } })).result
    expect(cards).toHaveLength(2)
    const alias = cards.find(({ physicalCard }) => physicalCard === kept)?.id ?? ''
    await cashier.memberCards.lost({ body: { userId: carded, id: alias, reason: '旧卡丢了' }, key: newId() })
    expect(await codeOf(find({ idCard: kept }))).toBe('members.cardLost')
    expect(await find({ idCard: own })).toBe(carded)
    await cashier.memberCards.undoLost({ body: { id: alias, reason: '找到了' }, key: newId() })
    expect(await find({ idCard: kept })).toBe(carded)
    // Read as a new card it belongs to this member only.
    expect(await codeOf(replace(carded, kept))).toBe('members.cardSame')
    await cashier.memberCards.lost({ body: { userId: carded, id: alias, reason: '又丢了' }, key: newId() })
    expect(await codeOf(replace(carded, kept))).toBe('members.cardOwnEnded')
  })

  it('is changed under the remaining number; a call with the merged number gets that number', async () => {
    const [into, id] = [await venue.member(), await venue.member({ physicalCard: freshCard() })]
    await merge(into, id)
    for (const late of [() => lose(id), () => replace(id, freshCard())]) {
      await expect(late()).rejects.toMatchObject({ code: 'members.merged', details: { into } })
    }
  })
})

describe('the duplicate check during registration', () => {
  it('shows the holder of a phone or card by the first character of the name', async () => {
    const physicalCard = freshCard()
    const id = await venue.member({ physicalCard, phone: '13900007710', realname: '欧阳小明' })
    const check = async (query: { phone?: string; idCard?: string }) =>
      (await cashier.memberCards.check({ query })).result
    expect(await check({ phone: '13900007710', idCard: physicalCard })).toEqual({
      phone: { id, name: '欧***' },
      card: { id, name: '欧***', state: 'active' },
    })
    await lose(id)
    expect((await check({ idCard: physicalCard })).card).toMatchObject({ state: 'lost' })
    expect(await check({ phone: '13900007799', idCard: freshCard() })).toEqual({ phone: null, card: null })
  })
})
