import { expect, it } from 'vitest'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { limitedVenue, refusal } from '#tests/support/venue/limited-rules.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server } = await testVenue()
const venue = await limitedVenue(server)
const manager = await server.signIn('manager2')

const charge = (id: string, key = newId()) =>
  manager.playBeforePay.settle({ body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' }, key })
const member = async (id: string) => (await venue.rows('member').where('id', id))[0]

it('adds the experience of the rule once, and the level that it reaches', async () => {
  await venue.levels('by-hand')
  await venue.inEveryStore((trx) =>
    trx
      .insertInto('memberLevel')
      .values({ id: newId(), orgCode: venue.orgCode, code: 'rider', name: '骑手', rank: 80, experience: 1_000_000 })
      .execute(),
  )
  const userId = await venue.richMember({ experience: 999_970 })
  const { id: ruleId } = await venue.limitedRule({ experience: 30, price: 100 })
  const id = await venue.begin(manager, { ruleId, userId, people: 3 })
  expect(await member(userId)).toMatchObject({ experience: 999_970, lastVisitOn: null })
  const key = newId()
  // The same call twice concurrently, and again later.
  await Promise.all([charge(id, key), charge(id, key)])
  await charge(id, key)
  expect(await refusal(charge(id))).toMatchObject({ code: 'sessions.alreadySettled' })
  expect(await member(userId)).toMatchObject({ experience: 1_000_000, memberLevel: 'rider' })
})

it('adds nothing for a refused charge', async () => {
  const userId = await venue.richMember()
  const { id: ruleId } = await venue.limitedRule({ experience: 30 })
  const id = await venue.begin(manager, { ruleId, userId })
  await venue.inEveryStore((trx) => trx.updateTable('member').set({ frozen: true }).where('id', '=', userId).execute())
  expect(await refusal(charge(id))).toMatchObject({ code: 'members.frozen' })
  expect(await member(userId)).toMatchObject({ experience: 0, lastVisitOn: null })
})

it('charges by the terms of the start, whatever happens to the rule', async () => {
  const userId = await venue.richMember({ balance: 10_000 })
  const { id: ruleId } = await venue.limitedRule({ price: 3500, experience: 10, projectType: 'kart', ranked: false })
  const id = await venue.begin(manager, { ruleId, userId, people: 2 })
  const agreed = await venue.stored(id)
  await venue.inEveryStore((trx) =>
    trx
      .updateTable('consumeRule')
      .set({
        name: '另一条规则',
        consumeType: 'INTEGRAL',
        price: 9900,
        priceMode: 'one',
        deposit: 1,
        integral: 5,
        frequency: 2,
        laps: 1,
        minutes: 1,
        projectType: 'arm',
        experience: 500,
        ranked: true,
        limited: true,
        dailyLimit: 0,
        memberLimit: 0,
        useMode: 'lineup',
        active: false,
      })
      .where('id', '=', ruleId)
      .execute(),
  )
  expect(await venue.stored(id)).toEqual(agreed)
  expect(agreed).toMatchObject({ experience: 10, projectType: 'kart', ranked: false, price: 3500 })
  await charge(id)
  expect(await member(userId)).toMatchObject({ experience: 10 })
  expect(await venue.wallets(userId)).toMatchObject({ balance: { value: 3000, held: 0 } })
  expect(await venue.inEveryStore((trx) => replayLedger(trx))).toEqual([])
})

it('stores the business day of the last visit, and no earlier one', async () => {
  const userId = await venue.richMember()
  const { id: ruleId } = await venue.limitedRule({ price: 100 })
  const visit = async () => (await member(userId))?.lastVisitOn
  await venue.inEveryStore((trx) =>
    trx.updateTable('store').set({ dayStartHour: 4 }).where('orgCode', '=', venue.orgCode).execute(),
  )
  // 03:00 of the day after tomorrow in Shanghai, an hour before the store's day ends.
  const at = new Date(server.clock.now().getTime() + 86_400_000)
  at.setUTCHours(19, 0, 0, 0)
  server.clock.set(at)
  const first = await venue.begin(manager, { ruleId, userId })
  server.clock.advance(2 * 3_600_000)
  const second = await venue.begin(manager, { ruleId, userId })
  await charge(second)
  const later = new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10)
  expect(await visit()).toBe(later)
  await charge(first)
  expect(await visit()).toBe(later)
})
