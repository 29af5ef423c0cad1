import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { PayInput } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { markCollectable } from './cloakroom.job.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const elsewhere = await server.signIn('manager2')
const { ledgerOf, ended } = salesOf(server, venue, cashier)
const [SUCCESS, NEVER] = [codeEnding(0), codeEnding(2)]

/** Half an hour is free, then each hour begun costs 5.00, at most 12.00. */
beforeAll(async () => {
  const terms = { cloakroomFreeMinutes: 30, cloakroomHourFee: 5, cloakroomFeeMost: 12 }
  await manager.storeSettings.edit({ body: { orgCode: STORE, ...terms } })
})
afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

const save = async (given: object = {}) => {
  const body = { itemName: '背包', guestName: '李女士', phone: '13900002345', ...given }
  return (await cashier.cloakroomItems.save({ key: newId(), body })).result
}
/** A thing for which 5.00 is due. */
async function owing(given: object = {}) {
  const saved = await save(given)
  server.clock.advance(31 * MINUTE)
  return saved
}
const find = async (code: string) => (await cashier.cloakroomItems.find({ body: { code } })).result
const pay = (input: Partial<PayInput>, key = newId(), by = cashier) =>
  by.cloakroomItems.pay({ key, body: { fee: 5, consumePayMode: 'cash', ...input } })
const takeOut = (code: string) => cashier.cloakroomItems.takeOut({ key: newId(), body: { code } })
const itemOf = async (id: string) => (await manager.cloakroomItems.queryById({ query: { id } })).result

describe('the fee of a stored thing', () => {
  it('begins after the free time, counts hours begun and has a maximum, by the clock of the server', async () => {
    const { code } = await save()
    const fees: number[] = []
    for (const minutes of [0, 29, 2, 57, 4, 60, 60]) {
      server.clock.advance(minutes * MINUTE)
      fees.push((await find(code)).fee)
    }
    // After 0, 29, 31, 88, 92, 152 and 212 minutes.
    expect(fees).toEqual([0, 0, 5, 5, 10, 12, 12])
  })

  it('is that of the terms when the thing was stored, which the slip states', async () => {
    const { id, code } = await owing()
    await manager.storeSettings.edit({ body: { orgCode: STORE, cloakroomHourFee: 50 } })
    expect(await find(code)).toMatchObject({ fee: 5 })
    await manager.storeSettings.edit({ body: { orgCode: STORE, cloakroomHourFee: 5 } })
    const [slip] = (await venue.rows('printJob').where('orderId', id)) as { ticket: { document: { facts: unknown } } }[]
    expect(slip?.ticket.document.facts).toContainEqual(['费用', '每小时 5.00 元，不足一小时按一小时计，最高 12.00 元'])
  })

  it('is due before the thing is handed out, and the job marks it', async () => {
    const { id, code } = await owing()
    expect(await codeOf(takeOut(code))).toBe('cloakroom.feeDue')
    await markCollectable(server.deps)
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'toBeCollected', collectFor: 'fee' })
    const free = await save()
    await takeOut(free.code)
    expect(await codeOf(pay({ code: (await save()).code }))).toBe('cloakroom.nothingDue')
  })

  it('is paid in cash and the thing handed out in one transaction, as a product of an order', async () => {
    const { id, code } = await owing()
    const { result, message } = await pay({ code, received: 10 })
    expect(result).toEqual({ id: message, payState: 'paid', amount: 5 })
    expect(await ledgerOf(message)).toEqual(['cash 500'])
    expect(await venue.rows('orderLine').where('orderId', message)).toMatchObject([
      { kind: 'product', name: '寄存费', pieces: 1, amount: 500, takesStock: false },
    ])
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'takenOut', endBy: '李小敏', fee: 5, orderId: message })
    const trail = await venue.rows('auditEntry').where('recordId', id)
    expect(trail.at(-1)).toMatchObject({
      action: '/cloakroom/sysCloakroomItem/pay',
      after: { cloakroomState: 'takenOut', fee: 500 },
    })
    const all = await venue.rows('auditEntry').where('action', '/cloakroom/sysCloakroomItem/pay')
    expect(JSON.stringify(all)).not.toContain(code.slice(2))
  })

  it('is paid from the balance of the member, with the consumption password', async () => {
    const userId = await venue.member({ balance: 800 })
    const { id, code } = await owing({ userId })
    const { message } = await pay({ code, consumePayMode: 'balance', userId })
    expect(await ledgerOf(message)).toEqual(['balance -500'])
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'takenOut' })
    const next = await owing({ userId })
    expect(await codeOf(pay({ code: next.code, consumePayMode: 'balance', userId }))).toBe(
      'members.insufficientBalance',
    )
    expect(await itemOf(next.id)).toMatchObject({ cloakroomState: 'saved', fee: 0 })
  })

  it('by a tender that the store does not take is refused, and stays due', async () => {
    const { code } = await owing()
    await venue.setTenders({ cash: false, codes: false })
    expect(await codeAndFieldOf(pay({ code }))).toBe('sessions.cashRefused consumePayMode')
    expect(await codeAndFieldOf(pay({ code, consumePayMode: 'wechat', payCode: SUCCESS }))).toBe(
      'payments.providerOff payCode',
    )
    await venue.setTenders({ cash: true, codes: true })
    expect(await find(code)).toMatchObject({ fee: 5, isPaying: false })
  })

  it('by scan keeps the thing until it is paid', async () => {
    const { id, code } = await owing()
    const scan = (payCode: string) => pay({ code, consumePayMode: 'wechat', payCode })
    const unpaid = await scan(NEVER)
    expect(unpaid.result).toMatchObject({ payState: 'nopay' })
    expect(await find(code)).toMatchObject({ isPaying: true })
    expect(await codeOf(takeOut(code))).toBe('cloakroom.paymentOpen')
    expect(await codeOf(pay({ code }))).toBe('cloakroom.paymentOpen')
    expect(await ended(unpaid.message)).toBe('closed')
    expect(await codeOf(takeOut(code))).toBe('cloakroom.feeDue')
    const { fee } = await find(code)
    const paid = await pay({ code, fee, consumePayMode: 'wechat', payCode: SUCCESS })
    expect(await ended(paid.message)).toBe('paid')
    expect(await itemOf(id)).not.toMatchObject({ cloakroomState: 'takenOut' })
    expect(await find(code)).toMatchObject({ fee: 0, isPaying: false })
    await takeOut(code)
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'takenOut', fee })
  })

  it('that was paid covers a quarter of an hour, and then what was paid', async () => {
    const { id, code } = await owing()
    await pay({ id })
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'saved', fee: 5 })
    server.clock.advance(14 * MINUTE)
    expect(await find(code)).toMatchObject({ fee: 0 })
    server.clock.advance(HOUR)
    expect(await find(code)).toMatchObject({ fee: 5 })
  })

  it('is not more than its maximum, however often a part is paid', async () => {
    const { id, code } = await owing()
    await pay({ id })
    server.clock.advance(74 * MINUTE)
    await pay({ id })
    server.clock.advance(HOUR)
    expect(await find(code)).toMatchObject({ fee: 2 })
    expect(await itemOf(id)).toMatchObject({ fee: 10 })
    await pay({ code, fee: 2 })
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'takenOut', fee: 12 })
  })

  it('that was paid in part is still paid after a scan that nobody pays', async () => {
    const { id, code } = await owing()
    await pay({ id })
    server.clock.advance(74 * MINUTE)
    const scan = await pay({ code, consumePayMode: 'wechat', payCode: NEVER })
    expect(await ended(scan.message)).toBe('closed')
    expect(await find(code)).toMatchObject({ fee: 5, isPaying: false })
  })

  it('is refused where it is another one than was shown', async () => {
    const { id, code } = await owing()
    server.clock.advance(HOUR)
    expect(await codeOf(pay({ code, fee: 5 }))).toBe('cloakroom.feeChanged')
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'saved', orderId: null })
  })

  it('is paid once, even at 50 at once, and once per key', async () => {
    const { code } = await owing()
    const ends = await Promise.all(Array.from({ length: 50 }, () => codeOf(pay({ code }))))
    expect(ends.filter((end) => end === 'done')).toHaveLength(1)
    expect(ends.filter((end) => end === 'cloakroom.takenOut')).toHaveLength(49)
    const next = await owing()
    const key = newId()
    const answers = await Promise.all([pay({ code: next.code }, key), pay({ code: next.code }, key)])
    expect(answers[1]?.result).toEqual(answers[0]?.result)
    expect(await ledgerOf(key)).toEqual(['cash 500'])
    expect(await codeOf(pay({ code: next.code, fee: 6 }, key))).toBe('common.keyReused')
  })

  it('is paid for things of the store alone, by the slip or the record', async () => {
    const { id, code } = await owing()
    expect(await codeOf(pay({ code }, newId(), elsewhere))).toBe('cloakroom.codeUnknown')
    expect(await codeOf(pay({ id }, newId(), elsewhere))).toMatch(/cloakroom.codeUnknown|common.recordNotFound/)
    expect(await codeOf(pay({}))).toBe('common.invalidInput')
    expect(await codeOf(pay({ id, code }))).toBe('common.invalidInput')
  })

  it('is paid before a thing is handed out without its slip', async () => {
    const { id } = await owing()
    const without = () =>
      cashier.cloakroomItems.takeOutWithoutSlip({
        key: newId(),
        body: { id, recipient: '李女士', phoneEnd: '2345', confirmerId: manager.user.id, password: DEMO_PASSWORD },
      })
    expect(await codeOf(without())).toBe('cloakroom.feeDue')
    expect((await cashier.cloakroomItems.quote({ query: { id } })).result).toMatchObject({ fee: 5, isPaying: false })
    await pay({ id })
    await without()
    expect(await itemOf(id)).toMatchObject({ cloakroomState: 'takenOut', confirmedBy: manager.user.realname, fee: 5 })
  })

  it('uses one product of the store, also when the first fees come at once', async () => {
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ cloakroomProductId: null }).where('orgCode', '=', STORE).execute(),
    )
    const things = await Promise.all(Array.from({ length: 6 }, () => save()))
    server.clock.advance(31 * MINUTE)
    const orders = await Promise.all(things.map(async ({ code }) => (await pay({ code })).message))
    const lines = await Promise.all(orders.map((order) => venue.rows('orderLine').where('orderId', order)))
    expect(new Set(lines.flat().map(({ productId }) => productId)).size).toBe(1)
  })
})
