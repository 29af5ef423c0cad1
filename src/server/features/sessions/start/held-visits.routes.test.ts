import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const sales = salesOf(server, venue, cashier)

beforeAll(async () => {
  await venue.setHungLimit(1000)
})
afterAll(async () => {
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
})

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR)
const visit = { consumeType: 'FREQUENCY', frequency: 1, projectType: 'kart', price: 0 } as const
const cardRide = { consumeType: 'PLAYFREELY', projectType: 'kart', price: 0 } as const

const giveCard = (member: string, uses: number, hours = 24) =>
  venue.post({}, [
    { account: 'unlimited', member, project: 'kart', delta: 0, card: { name: '卡', uses }, validUntil: inHours(hours) },
  ])
/** Starts a ride that is paid later; returns its record. */
async function start(rule: Parameters<typeof sales.hang>[0], userId: string, people = 1): Promise<string> {
  const key = newId()
  const [{ id: ruleId }, { id: vehicleId }] = [await venue.rule(rule), await venue.vehicle()]
  await cashier.playBeforePay.add({ key, body: venue.start({ ruleId, vehicleId, userId, people }) })
  return key
}
const settled = async (id: string, consumeType: 'FREQUENCY' | 'PLAYFREELY' = 'FREQUENCY') =>
  sales.ledgerOf((await sales.settle(id, consumeType)).message)
const merge = (sourceId: string, targetId: string) =>
  manager.memberMerge.merge({ key: newId(), body: { sourceId, targetId, reason: '同一人' } })
const usesOf = async (member: string) =>
  (await venue.rows('memberProject').where('memberId', member)).map(({ unlimitedUses }) => unlimitedUses)

describe('a pending ride by visits', () => {
  it('needs a visit, and reserves it from other rides until it is settled or cancelled', async () => {
    const userId = await venue.member()
    expect(await codeOf(start(visit, userId))).toBe('members.insufficientFrequency')
    await sales.visits(userId, 'kart', 1)
    const first = await start(visit, userId)
    expect(await venue.wallets(userId)).toMatchObject({ 'frequency kart': { value: 1, held: 1 } })
    expect(await codeOf(start(visit, userId))).toBe('members.insufficientFrequency')
    expect(await codeOf(sales.charge(visit, { userId }))).toBe('members.insufficientFrequency')
    await manager.playBeforePay.delete({ query: { id: first } })
    expect(await venue.wallets(userId)).toMatchObject({ 'frequency kart': { value: 1, held: 0 } })
    const second = await start(visit, userId)
    expect(await settled(second)).toEqual(['frequency kart -1'])
    expect(await venue.wallets(userId)).toMatchObject({ 'frequency kart': { value: 0, held: 0 } })
  })

  it('reserves visits of the project before general ones, and a card for one person', async () => {
    const userId = await venue.member()
    await sales.visits(userId, 'kart', 3)
    await sales.visits(userId, 'currency', 9)
    await giveCard(userId, 1)
    const id = await start({ ...visit, frequency: 2 }, userId, 3)
    const held = { 'frequency kart': { value: 3, held: 3 }, 'frequency currency': { value: 9, held: 1 } }
    expect(await venue.wallets(userId)).toMatchObject(held)
    const { holds } = (await manager.memberGlance.glance({ query: { id: userId } })).result
    expect(holds).toMatchObject([{ id, visits: 4, cardUses: 1 }])
    expect(await settled(id)).toEqual(['frequency currency -1', 'frequency kart -3', 'unlimited kart -1'])
  })

  it('takes what it reserved though visits and card ended meanwhile', async () => {
    const userId = await venue.member()
    await venue.post({}, [{ account: 'frequency', member: userId, project: 'kart', delta: 1, validUntil: inHours(1) }])
    await giveCard(userId, 1, 1)
    const id = await start(visit, userId, 2)
    server.clock.advance(2 * HOUR)
    expect(await settled(id)).toEqual(['frequency kart -1', 'unlimited kart -1'])
    expect(await usesOf(userId)).toEqual([0])
  })

  it('follows an edit to another rule, and a merge of the member', async () => {
    const [sourceId, targetId] = [await venue.member({ balance: 5000 }), await venue.member()]
    const id = await start({ price: 3000 }, sourceId)
    const rule = await venue.rule(visit)
    const edit = () =>
      manager.playBeforePay.edit({ body: { id, ruleId: rule.id, consumeType: 'FREQUENCY', racer: '车手' } })
    expect(await codeOf(edit())).toBe('members.insufficientFrequency')
    expect(await venue.wallets(sourceId)).toMatchObject({ balance: { held: 3000 } })
    await sales.visits(sourceId, 'kart', 1)
    await edit()
    const moved = { balance: { value: 5000, held: 0 }, 'frequency kart': { value: 1, held: 1 } }
    expect(await venue.wallets(sourceId)).toMatchObject(moved)
    await merge(sourceId, targetId)
    expect(await venue.wallets(targetId)).toMatchObject(moved)
    expect(await settled(id)).toEqual(['frequency kart -1'])
  })

  it('frees its visits when another member pays', async () => {
    const [userId, payer] = [await venue.member(), await venue.member()]
    for (const member of [userId, payer]) await sales.visits(member, 'kart', 1)
    const id = await start(visit, userId)
    await sales.settle(id, 'FREQUENCY', { userId: payer })
    expect(await venue.wallets(userId)).toMatchObject({ 'frequency kart': { value: 1, held: 0 } })
    expect(await venue.wallets(payer)).toMatchObject({ 'frequency kart': { value: 0, held: 0 } })
  })

  it('reserves again what the void of its settlement gave back', async () => {
    const terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
    const here = terminal.with(cashier)
    const userId = await venue.member()
    await sales.visits(userId, 'kart', 1)
    await giveCard(userId, 1)
    const id = await start(visit, userId, 2)
    const body = { id, consumeType: 'FREQUENCY', consumeVehicleMode: 'circlemode' } as const
    const { message: orderId } = await here.playBeforePay.settle({ key: newId(), body })
    expect(await venue.wallets(userId)).toMatchObject({ 'frequency kart': { value: 0, held: 0 } })
    await here.refunds.voidSale({ key: newId(), body: { orderKind: 'consume', orderId, reason: '选错' } })
    expect(await venue.wallets(userId)).toMatchObject({ 'frequency kart': { value: 1, held: 1 } })
    expect(await codeOf(sales.charge(cardRide, { userId }))).toBe('members.noUnlimitedCard')
    expect(await settled(id)).toEqual(['frequency kart -1', 'unlimited kart -1'])
  })

  it('is accepted without a visit where it was driven offline, and reserves nothing', async () => {
    const terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
    const userId = await venue.member()
    const [{ id: ruleId }, { id: vehicleId }] = [await venue.rule(visit), await venue.vehicle()]
    const driven = { offline: true, terminalTicket: 'T1-001', startedAt: server.clock.now().toISOString() }
    const body = venue.start({ ruleId, vehicleId, userId, ...driven })
    const { result } = await terminal.with(cashier).playBeforePay.add({ key: newId(), body })
    expect(result).toMatchObject({ playState: 'PENDING', hold: 'none' })
    expect(await codeOf(sales.settle(result.id, 'FREQUENCY'))).toBe('members.insufficientFrequency')
    await sales.visits(userId, 'kart', 1)
    expect(await settled(result.id)).toEqual(['frequency kart -1'])
  })
})

describe('a pending ride on an unlimited card', () => {
  it('needs a free use, and reserves it from other rides', async () => {
    const userId = await venue.member()
    expect(await codeOf(start(cardRide, userId))).toBe('members.noUnlimitedCard')
    await giveCard(userId, 1)
    const id = await start(cardRide, userId)
    expect(await codeOf(start(cardRide, userId))).toBe('members.noUnlimitedCard')
    expect(await codeOf(sales.charge(cardRide, { userId }))).toBe('members.noUnlimitedCard')
    expect(await codeOf(start(visit, userId))).toBe('members.insufficientFrequency')
    expect(await settled(id, 'PLAYFREELY')).toEqual(['unlimited kart -1'])
    expect(await usesOf(userId)).toEqual([0])
  })

  it('frees the use when it is cancelled, and a card without a limit serves any number', async () => {
    const [once, always] = [await venue.member(), await venue.member()]
    await giveCard(once, 1)
    await giveCard(always, -1)
    await manager.playBeforePay.delete({ query: { id: await start(cardRide, once) } })
    await start(cardRide, once)
    const rides = [await start(cardRide, always), await start(cardRide, always)]
    for (const id of rides) expect(await settled(id, 'PLAYFREELY')).toEqual(['unlimited kart -1'])
  })

  it('takes its use though the card has ended and the member was merged since', async () => {
    const [source, target] = [await venue.member(), await venue.member()]
    await giveCard(source, 3, 1)
    const [settles, ends] = [await start(cardRide, source), await start(cardRide, source)]
    server.clock.advance(2 * HOUR)
    await merge(source, target)
    expect(await codeOf(start(cardRide, target))).toBe('members.noUnlimitedCard')
    expect(await settled(settles, 'PLAYFREELY')).toEqual(['unlimited kart -1'])
    await manager.playBeforePay.delete({ query: { id: ends } })
    expect(await usesOf(target)).toEqual([2])
  })

  it('moves its use of an ended card to the valid card of the remaining member', async () => {
    const members = [await venue.member(), await venue.member()] as const
    const rides: string[] = []
    for (const member of members) {
      await giveCard(member, 3, 1)
      rides.push(await start(cardRide, member))
    }
    server.clock.advance(2 * HOUR)
    const [source, target] = members
    await giveCard(target, 4)
    rides.push(await start(cardRide, target))
    const { cards } = (await manager.memberMerge.mergePreview({ query: { sourceId: source, targetId: target } })).result
    expect(cards).toMatchObject([{ after: { changwanCount: 5 } }])
    await merge(source, target)
    expect(await usesOf(target)).toEqual([5])
    for (const id of rides) expect(await settled(id, 'PLAYFREELY')).toEqual(['unlimited kart -1'])
    expect(await usesOf(target)).toEqual([2])
  })
})
