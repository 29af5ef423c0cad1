import { describe, expect, it } from 'vitest'
import { findBroken } from '#tests/support/invariants/index.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { refundsOf, refusalOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const sales = salesOf(server, venue, cashier)
const { charge, refund } = refundsOf({ venue, manager, cashier })

const ride = { consumeType: 'GROUPCOUPON' } as const
const coupon = async (given: object = {}): Promise<string> =>
  (await venue.coupons({ kind: 'rule', value: 6800, ...given }))[0] ?? ''
const rowOf = async (code: string) => {
  const find = venue.inEveryStore((trx) => trx.selectFrom('couponCode').selectAll().where('code', '=', code).execute())
  return (await find)[0]
}
const stateOf = async (code: string) =>
  (await manager.couponCodes.list({ query: { code } })).result.records[0]?.codeState
const ends = (code: string, validUntil: Date) =>
  venue.inEveryStore((trx) => trx.updateTable('couponCode').set({ validUntil }).where('code', '=', code).execute())
const expectSound = async () => expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])

describe('a ride coupon of the store', () => {
  it('pays one order, typed in any case, with its value as the tender', async () => {
    const code = await coupon()
    const order = await charge(ride, { groupNumber: ` ${code.toLowerCase()} ` })
    expect(await venue.rows('consumeOrder').where('id', order)).toMatchObject([{ amount: 6800, couponCode: code }])
    expect(await venue.rows('ledgerLine').where('causeId', order)).toMatchObject([{ account: 'coupon', delta: 6800 }])
    expect(await rowOf(code)).toMatchObject({ usedFor: order, memberId: null })
    expect(await refusalOf(charge(ride, { groupNumber: code }))).toBe('couponCodes.used groupNumber')
    await expectSound()
  })

  it('pays a ride for nothing', async () => {
    const code = await coupon({ value: 0 })
    const order = await charge(ride, { groupNumber: code, usageMode: 'lineup' })
    expect(await venue.rows('consumeOrder').where('id', order)).toMatchObject([{ amount: 0, state: 'paid' }])
    await expectSound()
  })

  it('pays one of twenty orders at once', async () => {
    const code = await coupon()
    const done = await Promise.allSettled(
      Array.from({ length: 20 }, () => charge(ride, { groupNumber: code, usageMode: 'lineup' })),
    )
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectSound()
  })

  it('is good again when its order is refunded, unless it has expired', async () => {
    const [code, ended] = [await coupon(), await coupon()]
    const userId = await venue.member()
    const order = await charge(ride, { groupNumber: code, userId })
    expect(await rowOf(code)).toMatchObject({ memberId: userId })
    await refund('consume', order)
    expect(await rowOf(code)).toMatchObject({ usedFor: null, usedAt: null, memberId: null })
    expect(await stateOf(code)).toBe('unused')
    await refund('consume', await charge(ride, { groupNumber: code }))
    const last = await charge(ride, { groupNumber: ended })
    await ends(ended, new Date(Date.now() - 1000))
    expect(await stateOf(ended)).toBe('used')
    await refund('consume', last)
    expect(await stateOf(ended)).toBe('expired')
    expect(await refusalOf(charge(ride, { groupNumber: ended }))).toBe('coupons.expired groupNumber')
    await expectSound()
  })

  it('is only for the rules of its batch, and a value coupon pays no ride', async () => {
    const { id } = await venue.rule(ride)
    const code = await coupon({ ruleIds: [id] })
    expect(await refusalOf(charge(ride, { groupNumber: code }))).toBe('coupons.otherRule groupNumber')
    await charge(ride, { groupNumber: code, sysDepartConsumeRoleId: id })
    const value = await coupon({ kind: 'value' })
    expect(await refusalOf(charge(ride, { groupNumber: value }))).toBe('couponCodes.forValue groupNumber')
  })

  it('is its member’s, where it was issued to one, and counts for the limit of the batch', async () => {
    const codes = await venue.coupons({ kind: 'rule', count: 3, perMember: 1 })
    const [owner, other] = [await venue.member(), await venue.member()]
    const batch = (await rowOf(codes[0] ?? ''))?.batchId ?? ''
    await manager.couponBatches.issue({ body: { id: batch, audience: 'members', userIds: [owner] } })
    const mine = (await Promise.all(codes.map(rowOf))).find((row) => row?.memberId === owner)
    const free = codes.filter((code) => code !== mine?.code)
    const groupNumber = mine?.code ?? ''
    expect(await refusalOf(charge(ride, { groupNumber, userId: other }))).toBe('couponCodes.otherMember groupNumber')
    expect(await refusalOf(charge(ride, { groupNumber }))).toBe('couponCodes.memberRequired groupNumber')
    expect(await refusalOf(charge(ride, { groupNumber: free[0] ?? '', userId: owner }))).toBe(
      'couponCodes.perMember groupNumber',
    )
    await charge(ride, { groupNumber, userId: owner })
    await charge(ride, { groupNumber: free[0] ?? '', userId: other })
    await expectSound()
  })

  it('of another store is unknown', async () => {
    const code = (await venue.coupons({ kind: 'rule', orgCode: 'A01A02' }))[0] ?? ''
    expect(await refusalOf(charge(ride, { groupNumber: code }))).toBe('coupons.notFound groupNumber')
  })

  it('settles a pending ride, and is quoted with its value or its refusal', async () => {
    const { id: sysDepartConsumeRoleId } = await venue.rule(ride)
    const { id: vehicleId } = await venue.vehicle()
    const code = await coupon()
    const quote = async (groupNumber: string) =>
      (await cashier.consume.quote({ query: { sysDepartConsumeRoleId, vehicleId, groupNumber } })).result
    expect(await quote(code)).toMatchObject({ amount: 68, refusal: null })
    await sales.settle(await sales.hang(ride), 'GROUPCOUPON', { groupNumber: code })
    expect((await rowOf(code))?.usedFor).not.toBeNull()
    expect(await quote(code)).toMatchObject({ refusal: { code: 'couponCodes.used' } })
    expect(await quote('C.22222222222222')).toMatchObject({ refusal: { code: 'coupons.notFound' } })
    await expectSound()
  })
})
