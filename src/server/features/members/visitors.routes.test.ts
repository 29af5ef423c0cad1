import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '#tests/support/until.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { HOME, shareCards } from '#tests/support/visitors.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])

const find = async (query: { id?: string; idCard?: string }) =>
  (await cashier.members.searchMemberById({ query })).result
const search = async (keyword: string, visitors?: 'YES') =>
  (await cashier.members.search({ query: { keyword, visitors } })).result.records.map(({ id }) => id)

const data = { orgCode: HOME, physicalCard: '7700112233', phone: '13800077001', realname: '顾远行' }
let userId: string
beforeAll(async () => {
  userId = await venue.member({ ...data, balance: 9000, memberLevel: 'gold' })
})
beforeEach(async () => {
  server.clock.advance(3_600_000)
  await shareCards(venue)
})

describe('a member of another store of the chain', () => {
  it('is found by exactly the number, card or phone, with the name of the store', async () => {
    const shown = { id: userId, orgCode: HOME, homeStore: '极速卡丁·城西店', balance: 90 }
    expect(await find({ id: userId })).toMatchObject(shown)
    expect(await find({ idCard: data.physicalCard })).toMatchObject(shown)
    expect(await find({ idCard: userId })).toMatchObject(shown)
    for (const word of [userId, data.physicalCard, data.phone]) expect(await search(word, 'YES')).toEqual([userId])
  })

  it('is found by nothing else, and in no list', async () => {
    for (const word of [data.realname, '顾', data.phone.slice(0, 10), '%7001', userId.slice(0, -1)])
      expect(await search(word, 'YES')).not.toContain(userId)
    expect(await search(userId)).toEqual([])
    expect(await find({ id: userId.slice(1) })).toBeNull()
    expect(await codeOf(manager.memberGlance.glance({ query: { id: userId } }))).toBe('members.notFound')
  })

  it('is shown without phone, card and level', async () => {
    expect(await find({ id: userId })).toMatchObject({
      phone: '138****7001',
      physicalCard: '',
      memberLevel: '',
      letters: '',
      offlineValue: null,
    })
  })

  it('is unknown while the chain does not share its cards', async () => {
    await shareCards(venue, 'NO')
    expect(await find({ id: userId })).toBeNull()
    expect(await find({ idCard: data.physicalCard })).toBeNull()
    expect(await search(data.phone, 'YES')).toEqual([])
  })

  it('comes after the store’s own members', async () => {
    const own = await venue.member({ phone: '13800077002', physicalCard: '7700112244' })
    await venue.member({ orgCode: HOME, phone: '13800077002', physicalCard: '7700112244' })
    expect(await find({ idCard: '7700112244' })).toMatchObject({ id: own, homeStore: '' })
    expect(await search('13800077002', 'YES')).toEqual([own])
  })

  it('is the remaining one where the number was merged', async () => {
    const merged = await venue.member({ orgCode: HOME, mergedInto: userId, frozen: true })
    expect(await find({ id: merged })).toMatchObject({ id: userId })
  })

  it('leaves a trail of each look-up, and cannot be tried out by number', async () => {
    const other = await venue.member({ orgCode: HOME })
    await find({ id: other })
    const trail = await venue.rows('auditEntry').where('recordId', other)
    expect(trail).toMatchObject([{ after: { visits: 'A01A01', home: HOME } }])
    // Serving one visitor again and again is no guessing.
    const rule = await venue.rule({ price: 100 })
    const quote = (visitor: string) =>
      cashier.consume.quote({ query: { sysDepartConsumeRoleId: rule.id, userId: visitor } })
    for (let count = 0; count < 3; count++) await quote(other)
    const many = await Promise.all(Array.from({ length: 200 }, () => venue.member({ orgCode: HOME })))
    const refused = await Promise.all(many.map((visitor) => codeOf(quote(visitor))))
    // Calls at once are counted in any order.
    const unseen = many[refused.indexOf('auth.lockedOut')]
    expect(unseen).toBeDefined()
    expect(await codeOf(find({ id: unseen }))).toBe('auth.lockedOut')
    expect((await find({ id: other }))?.id).toBe(other)
  })

  it('counts once, at whichever copies of the server it is served', async () => {
    const copy = await server.startCopy()
    const clients = [cashier, copy.client(cashier.token)]
    const counted = () =>
      venue.inEveryStore(async (trx) => {
        const guards = await trx.selectFrom('loginGuard').select('failures').execute()
        return guards.reduce((sum, { failures }) => sum + failures, 0)
      })
    // A copy learns of it a moment later.
    await until(async () => {
      const visitor = await venue.member({ orgCode: HOME })
      const before = await counted()
      for (const { members } of clients) await members.searchMemberById({ query: { id: visitor } })
      expect(await counted()).toBe(before + 1)
    })
  })
})
