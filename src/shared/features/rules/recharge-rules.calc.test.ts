import { expect, it } from 'vitest'
import { rechargeDraft, rechargeOutcome } from './recharge-rules.calc.ts'

const TODAY = '2026-12-31'
const outcome = (given: Record<string, unknown>, amount = 0) => rechargeOutcome(rechargeDraft(given), TODAY, amount)

it('grants the stored value and its gifts for the days of the rule', () => {
  expect(outcome({ recharge: 500, give: 50, integral: 10, validityType: 'fixedDays', validDays: 365 })).toEqual({
    pays: 50_000,
    balance: 50_000,
    give: 5000,
    integral: 10,
    frequency: 0,
    laps: 0,
    validUntil: '2027-12-31',
  })
})

it('supports a listed price and a fixed last day', () => {
  const tenVisits = { salesMethod: 'listedPrice', price: 180, frequency: 10 }
  expect(outcome({ ...tenVisits, validityType: 'fixedDate', validDate: '2027-06-30' })).toMatchObject({
    pays: 18_000,
    balance: 0,
    frequency: 10,
    validUntil: '2027-06-30',
  })
  expect(outcome({ ...tenVisits, validDate: '2027-06-30' }).validUntil).toBeNull()
})

it('adds the paid amount to the balance for custom amounts', () => {
  expect(outcome({ amountType: 'custom', recharge: 50, give: 5 }, 20_000)).toMatchObject({
    pays: 20_000,
    balance: 20_000,
    give: 500,
  })
})
