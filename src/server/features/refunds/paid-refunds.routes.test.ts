import { afterAll, describe, expect, it } from 'vitest'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { refundsOf, refusalOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const { refund, ledgerOf, worth, orderOf, recharge, sellCard } = refundsOf({ venue, manager, cashier })

afterAll(async () => {
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

describe('a refund through the payment', () => {
  const paidByScan = async (userId: string) => {
    const id = await recharge(userId, {}, { consumePayMode: 'wechat', payCode: codeEnding(0) })
    await passes(server, 3000)
    return id
  }
  const trade = (id: string, behaviour: string) =>
    venue.inEveryStore((trx) =>
      trx
        .updateTable('sandboxTrade')
        .set({ behaviour, madeAt: server.clock.now() } as never)
        .where('id', '=', id)
        .execute(),
    )
  const stateOf = async (id: string) => (await manager.refunds.queryById({ query: { id } })).result.refundState

  it('is pending until the provider confirms it, however late, also after a crash of the server', async () => {
    const userId = await venue.member()
    const id = await paidByScan(userId)
    await trade(id, 'silent')
    const { message, result } = await refund('recharge', id, { amount: 200 })
    expect(result.refundState).toBe('refunding')
    expect(await orderOf('rechargeOrder', id)).toMatchObject({ state: 'refunding', refunded: 20_000 })
    expect(await worth(userId)).toMatchObject({ balance: 30_000, give: 0 })
    expect(await ledgerOf(message)).not.toContain('scan -20000')
    expect(await refusalOf(refund('recharge', id, { amount: 1 }))).toBe('refunds.pending')
    await passes(server, 10_000)
    expect(await stateOf(message)).toBe('refunding')
    const copy = await server.startCopy()
    await trade(id, 'success')
    await passes(server, 60_000, copy)
    await copy.stop()
    expect(await stateOf(message)).toBe('refunded')
    expect(await ledgerOf(message)).toContain('scan -20000')
    expect(await orderOf('rechargeOrder', id)).toMatchObject({ state: 'paid', refunded: 20_000 })
    await refund('recharge', id)
    await passes(server, 3000)
    expect(await orderOf('rechargeOrder', id)).toMatchObject({ state: 'refunded', refunded: 50_000 })
  })

  it('that the provider refuses changes nothing, and can be tried again', async () => {
    const userId = await venue.member()
    const id = await paidByScan(userId)
    const before = await worth(userId)
    await trade(id, 'refused')
    const { message } = await refund('recharge', id)
    await passes(server, 3000)
    expect(await stateOf(message)).toBe('refused')
    expect(await worth(userId)).toEqual(before)
    expect(await orderOf('rechargeOrder', id)).toMatchObject({ state: 'paid', refunded: 0 })
    await trade(id, 'success')
    // An undone refund is not owed any more: retrying it pays nothing out.
    expect((await manager.payments.unresolved({})).result).toEqual([])
    await manager.payments.retry({ body: { id } })
    await passes(server, 3000)
    expect(await venue.rows('paymentRefund').where('paymentId', id)).toMatchObject([{ state: 'withdrawn' }])
    expect(await worth(userId)).toEqual(before)
    const again = await refund('recharge', id)
    await passes(server, 3000)
    expect(await stateOf(again.message)).toBe('refunded')
    expect(await worth(userId)).toMatchObject({ balance: 0, give: 0 })
    const card = await sellCard(
      userId,
      { plays: -1, days: 5, projectType: 'kart' },
      { consumePayMode: 'wechat', payCode: codeEnding(0) },
    )
    await passes(server, 3000)
    const [held] = await venue.rows('memberProject').where('memberId', userId)
    await trade(card, 'refused')
    await refund('recharge', card)
    await passes(server, 3000)
    expect((await venue.rows('memberProject').where('memberId', userId))[0]).toMatchObject({
      unlimitedUses: -1,
      unlimitedUntil: held?.unlimitedUntil,
    })
  })
})
