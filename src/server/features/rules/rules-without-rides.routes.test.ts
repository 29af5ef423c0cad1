import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { codeAndFieldOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { venue, manager, cashier } = await testVenue(['manager', 'cashier'])

// Laps and minutes: a rule that was of rides before keeps nothing else that would refuse them.
const output = { toolType: 'COIN', coinPrice: 700, coinCount: 10, laps: 8, minutes: 10 } as const
let ofMembers = ''
let ofCoupons = ''
let ride = ''
/** Of the tool for gifts and another type, as older versions stored it: nobody can use it. */
let ofNobody = ''
let payer = ''

beforeAll(async () => {
  await venue.setHungLimit(1000)
  ofMembers = (await venue.rule(output)).id
  ofCoupons = (await venue.rule({ ...output, consumeType: 'GROUPCOUPON' })).id
  ofNobody = (await venue.rule({ toolType: 'GIFT' })).id
  ride = (await venue.rule({ consumeType: 'COIN', toolType: 'COIN', coins: 4, price: 0 })).id
  payer = await venue.member({ balance: 90_000, coins: 40 })
})

describe('a rule that starts no ride', () => {
  const idsOf = (list: { result: { records: { id: string }[] } }) => list.result.records.map(({ id }) => id).sort()
  const all = () => ({ id: [ofMembers, ofCoupons, ofNobody, ride].join(','), pageSize: 10 })

  it('is offered for coin output if it sells coins, and not for rides; rides for coins are', async () => {
    const query = all()
    expect(idsOf(await cashier.consumeRules.listActive({ query }))).toEqual([ride])
    expect(idsOf(await cashier.consumeRules.listActive({ query: { ...query, toolType: 'COIN' } }))).toEqual([ride])
    const own = { ...query, userId: payer, sysOrgCode: STORE }
    expect(idsOf(await cashier.consumeRules.listForMember({ query: own }))).toEqual([ride])
    expect(idsOf(await cashier.consumeRules.listForMemberOfStore({ query: own }))).toEqual([ride])
    const sold = await cashier.consumeRules.listActive({ query: { ...query, sellsCoins: 'YES' } })
    expect(idsOf(sold)).toEqual([ofMembers, ofCoupons].sort())
    const offered = (await cashier.terminals.snapshot()).result.rules.map(({ id }) => id)
    expect(offered).toContain(ride)
    expect(offered).not.toContain(ofMembers)
    expect(offered).not.toContain(ofNobody)
  })

  it.each(['coins', 'nobody'])('charges, quotes and starts no ride, and nothing is taken (%s)', async (what) => {
    const ruleId = what === 'coins' ? ofMembers : ofNobody
    const { id: vehicleId } = await venue.vehicle()
    const body = {
      consumeType: 'BALANCE',
      consumeVehicleMode: 'circlemode',
      sysDepartConsumeRoleId: ruleId,
      userId: payer,
      vehicleId,
      racer: '车手',
    } as const
    const notFound = 'sessions.ruleNotFound'
    expect(await codeAndFieldOf(cashier.consume.add({ key: newId(), body }))).toBe(`${notFound} sysDepartConsumeRoleId`)
    // Simultaneous charges share a statement.
    const atOnce = Array.from({ length: 12 }, async () => {
      const of = { ...body, vehicleId: (await venue.vehicle()).id, userId: await venue.member({ balance: 9000 }) }
      return codeAndFieldOf(cashier.consume.add({ key: newId(), body: of }))
    })
    expect(new Set(await Promise.all(atOnce))).toEqual(new Set([`${notFound} sysDepartConsumeRoleId`]))
    const quote = { sysDepartConsumeRoleId: ruleId, userId: payer }
    expect(await codeAndFieldOf(cashier.consume.quote({ query: quote }))).toBe(`${notFound} sysDepartConsumeRoleId`)
    const start = venue.start({ ruleId, vehicleId, userId: payer })
    expect(await codeAndFieldOf(cashier.playBeforePay.add({ key: newId(), body: start }))).toBe(`${notFound} ruleId`)
    expect((await venue.wallets(payer)).balance).toEqual({ value: 90_000, held: 0 })
  })

  it('is not given to a pending ride, a booking session or a batch of coupons', async () => {
    const { id: ruleId } = await venue.rule()
    const key = newId()
    await cashier.playBeforePay.add({
      key,
      body: venue.start({ ruleId, vehicleId: (await venue.vehicle()).id, userId: payer }),
    })
    const change = { id: key, consumeType: 'BALANCE', ruleId: ofMembers, racer: '车手' } as const
    expect(await codeAndFieldOf(manager.playBeforePay.edit({ body: change }))).toBe('sessions.ruleNotFound ruleId')
    const session = { startTime: '2030-01-01 10:00:00', endTime: '2030-01-01 11:00:00', capacity: 5, ruleId: ofMembers }
    expect(await codeAndFieldOf(manager.reservationSessions.add({ key: newId(), body: session as never }))).toBe(
      'sessions.ruleNotFound ruleId',
    )
    const batch = { batchName: '出币券', couponKind: 'rule', codeCount: 1, ruleIds: ofCoupons } as const
    expect(await codeAndFieldOf(manager.couponBatches.add({ body: batch }))).toBe('coupons.ruleUnknown ruleIds')
  })
})
