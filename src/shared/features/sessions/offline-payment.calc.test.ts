import { expect, it } from 'vitest'
import { buildRule } from '#tests/support/venue/counter-data.ts'
import { offlineAmount, offlinePayOf } from './offline-payment.calc.ts'

const store = { acceptsCash: 'YES', offlineMemberCap: 100, offlineTerminalCap: 80 } as const
const ride = buildRule({ price: 30, priceMode: 'every' })
const withValue = (amount: number) => ({ offlineValue: { amount, statement: 's' } })

it('lets guests pay in cash only, and only if the store takes cash', () => {
  const walkIn = buildRule({ consumeTypeRole: 'NOCARDCONSUME' })
  expect(offlinePayOf(walkIn, 1, null, store)).toBe('cash')
  expect(offlinePayOf(walkIn, 1, null, { ...store, acceptsCash: 'NO' })).toBeNull()
})

it('lets members pay up to the stated value and both current caps', () => {
  expect(offlinePayOf(ride, 2, withValue(60), store)).toBe('wallets')
  expect(offlinePayOf(ride, 2, withValue(59.99), store)).toBeNull()
  expect(offlinePayOf(ride, 3, withValue(500), store)).toBeNull()
  expect(offlinePayOf(ride, 1, withValue(500), { ...store, offlineMemberCap: 20 })).toBeNull()
  expect(offlinePayOf(ride, 1, { offlineValue: null }, store)).toBeNull()
  expect(offlinePayOf(ride, 1, null, store)).toBeNull()
})

it('never spends points, laps, visits or a coupon', () => {
  for (const consumeTypeRole of [
    'INTEGRAL',
    'QUAN',
    'FREQUENCY',
    'PLAYFREELY',
    'GROUPCOUPON',
    'BALANCEANDINTEGRAL',
  ] as const)
    expect(offlinePayOf(buildRule({ consumeTypeRole }), 1, withValue(500), store)).toBeNull()
})

it('charges per person or once, by the rule', () => {
  expect(offlineAmount(ride, 3)).toBe(9000)
  expect(offlineAmount({ ...ride, priceMode: 'one' }, 3)).toBe(3000)
})
