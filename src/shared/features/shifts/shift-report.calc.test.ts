import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawerKinds, shiftTotals, tenders } from './shift-report.calc.ts'

it('tells money of the drawer from money of customers, and takes deposits for no revenue', () => {
  const totals = shiftTotals([
    { causeKind: 'float', account: 'cash', count: 1, amount: 50_000 },
    { causeKind: 'cashIn', account: 'cash', count: 1, amount: 10_000 },
    { causeKind: 'cashOut', account: 'cash', count: 2, amount: -20_000 },
    { causeKind: 'consume', account: 'cash', count: 3, amount: 24_000 },
    { causeKind: 'consume', account: 'deposit', count: 1, amount: 5000 },
    { causeKind: 'depositReturn', account: 'cash', count: 1, amount: -5000 },
    { causeKind: 'depositReturn', account: 'deposit', count: 1, amount: -5000 },
    { causeKind: 'recharge', account: 'scan', count: 2, amount: 100_000 },
    { causeKind: 'refund', account: 'cash', count: 1, amount: -3000 },
    { causeKind: 'consume', account: 'balance', count: 4, amount: -27_200 },
  ])
  expect(totals).toEqual({
    float: 50_000,
    cashIn: 10_000,
    cashOut: -20_000,
    cash: 16_000,
    scan: 100_000,
    coupon: 0,
    deposit: 0,
    revenue: 116_000,
    expected: 56_000,
  })
})

it('expects in the drawer whatever cash came and went, to the fen', () => {
  const sum = fc.record({
    causeKind: fc.constantFrom(...drawerKinds, 'consume', 'recharge', 'refund', 'depositReturn'),
    account: fc.constantFrom(...tenders, 'balance', 'integral'),
    count: fc.nat(100),
    amount: fc.integer({ min: -10_000_000, max: 10_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(sum), (sums) => {
      const totals = shiftTotals(sums)
      const cash = sums.filter(({ account }) => account === 'cash').reduce((all, { amount }) => all + amount, 0)
      expect(totals.expected).toBe(cash)
      expect(totals.float + totals.cashIn + totals.cashOut + totals.cash).toBe(
        cash +
          sums
            .filter((one) => one.account !== 'cash' && isOf(drawerKinds, one.causeKind) && isOf(tenders, one.account))
            .reduce((all, { amount }) => all + amount, 0),
      )
    }),
  )
})

const isOf = (list: readonly string[], one: string): boolean => list.includes(one)
