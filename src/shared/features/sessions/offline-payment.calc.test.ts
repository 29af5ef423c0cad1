import { expect, it } from 'vitest'
import { buildRule } from '#tests/support/counter-data.ts'
import { offlineAmount, offlinePayOf } from './offline-payment.calc.ts'

const store = { isUnline: 'YES', offlineMemberCap: 100, offlineTerminalCap: 80 } as const
const ride = buildRule({ price: 30, muiltMode: 'every' })
const withValue = (amount: number) => ({ offlineValue: { amount, statement: 's' } })

it('lets guests pay in cash alone, and only where the store takes cash', () => {
  const walkIn = buildRule({ consumeTypeRole: 'NOCARDCONSUME' })
  expect(offlinePayOf(walkIn, 1, null, store)).toBe('cash')
  expect(offlinePayOf(walkIn, 1, null, { ...store, isUnline: 'NO' })).toBeNull()
})

it('lets members pay as far as the server has said and both caps go by now', () => {
  expect(offlinePayOf(ride, 2, withValue(60), store)).toBe('wallets')
  expect(offlinePayOf(ride, 2, withValue(59.99), store)).toBeNull()
  expect(offlinePayOf(ride, 3, withValue(500), store)).toBeNull()
  expect(offlinePayOf(ride, 1, withValue(500), { ...store, offlineMemberCap: 20 })).toBeNull()
  expect(offlinePayOf(ride, 1, { offlineValue: null }, store)).toBeNull()
  expect(offlinePayOf(ride, 1, null, store)).toBeNull()
})

it('lets nobody spend points, laps, visits or a coupon', () => {
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

it('charges each person, or all once, as the rule says', () => {
  expect(offlineAmount(ride, 3)).toBe(9000)
  expect(offlineAmount({ ...ride, muiltMode: 'one' }, 3)).toBe(3000)
})
