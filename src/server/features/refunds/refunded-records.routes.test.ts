import { expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue } = await testVenue()

it('shows the payment state of each record: unpaid, paid, partly or fully refunded, or voided', async () => {
  const manager = await server.signIn('manager', STORE)
  const cashier = await server.signIn('cashier')
  const now = () => server.clock.now().getTime()
  const here = (await enrolledTerminal(server, manager, { now })).with(cashier)
  const { charge, refund } = refundsOf({ venue, manager, cashier: { ...cashier, consume: here.consume } })
  const guest = { consumeType: 'NOCARDCONSUME', price: 3000 } as const
  const sold = async () => charge({ price: 3000 }, { userId: await venue.member({ balance: 3000 }) })
  const unpaid = await charge(guest, { payCode: codeEnding(2) })
  const [kept, part, whole] = [await sold(), await sold(), await sold()]
  await refund('consume', part, { amount: 10 })
  await refund('consume', whole)
  const voided = await sold()
  await here.refunds.voidSale({ key: newId(), body: { orderKind: 'consume', orderId: voided, reason: '选错规则' } })

  const { records } = (await manager.playBeforePay.list({ query: { pageSize: 50 } })).result
  const standing = (order: string) => {
    const record = records.find(({ consumeId }) => consumeId === order)
    return [record?.playState, record?.refundState]
  }
  expect([unpaid, kept, part, whole, voided].map(standing)).toEqual([
    ['NOPAY', 'none'],
    ['CONSUMED', 'none'],
    ['CONSUMED', 'part'],
    ['CONSUMED', 'refunded'],
    ['CANCELLED', 'voided'],
  ])
})
