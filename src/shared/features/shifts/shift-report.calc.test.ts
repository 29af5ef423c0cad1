import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ShiftCauses, type ShiftSum, shiftFigures, tenders, wallets } from './shift-report.calc.ts'

const kinds = [
  'float',
  'cashIn',
  'cashOut',
  'consume',
  'recharge',
  'refund',
  'depositReturn',
  'bookDeposit',
  'bookKept',
]

interface Cause {
  causeKind: string
  lines: Record<string, number>
}

/** The database's sums for these causes. */
function sumsOf(causes: readonly Cause[]): ShiftSum[] {
  const sums = new Map<string, ShiftSum>()
  for (const { causeKind, lines } of causes)
    for (const [account, delta] of Object.entries(lines)) {
      const key = `${causeKind} ${account}`
      sums.set(key, { causeKind, account, amount: (sums.get(key)?.amount ?? 0) + delta })
    }
  return [...sums.values()]
}
function groupsOf(causes: readonly Cause[]): ShiftCauses[] {
  const groups = new Map<string, ShiftCauses>()
  for (const { causeKind, lines } of causes) {
    const paidWith = 'cash' in lines ? 'cash' : 'scan' in lines ? 'scan' : null
    const tender = lines.deposit === undefined ? null : paidWith
    const key = `${causeKind} ${tender}`
    const group = groups.get(key) ?? { causeKind, tender, count: 0, deposits: 0, deposit: 0 }
    groups.set(key, {
      ...group,
      count: group.count + 1,
      deposits: group.deposits + (lines.deposit === undefined ? 0 : 1),
      deposit: group.deposit + (lines.deposit ?? 0),
    })
  }
  return [...groups.values()]
}

it('lists each amount of a day once, deposits separate from sales, with the counts', () => {
  const causes: Cause[] = [
    { causeKind: 'float', lines: { cash: 50_000 } },
    { causeKind: 'cashIn', lines: { cash: 10_000 } },
    { causeKind: 'cashOut', lines: { cash: -20_000 } },
    { causeKind: 'consume', lines: { cash: 10_800, deposit: 5000 } },
    { causeKind: 'consume', lines: { scan: 10_800, deposit: 5000 } },
    { causeKind: 'consume', lines: { cash: 5800 } },
    { causeKind: 'consume', lines: { balance: -27_200, integral: 100 } },
    { causeKind: 'consume', lines: { unlimited: -1 } },
    { causeKind: 'depositReturn', lines: { cash: -5000, deposit: -5000 } },
    { causeKind: 'recharge', lines: { scan: 100_000, balance: 100_000, give: 5000 } },
    { causeKind: 'refund', lines: { cash: -5800 } },
    { causeKind: 'bookKept', lines: { deposit: -3000 } },
  ]
  const { money, totals, revenue, counts } = shiftFigures(sumsOf(causes), groupsOf(causes), 4)
  expect(money).toEqual([
    { item: 'float', cash: 50_000, scan: 0, coupon: 0 },
    { item: 'sales', cash: 11_600, scan: 5800, coupon: 0 },
    { item: 'recharges', cash: 0, scan: 100_000, coupon: 0 },
    { item: 'depositsTaken', cash: 5000, scan: 5000, coupon: 0 },
    { item: 'depositsReturned', cash: -5000, scan: 0, coupon: 0 },
    { item: 'refunds', cash: -5800, scan: 0, coupon: 0 },
    { item: 'cashIn', cash: 10_000, scan: 0, coupon: 0 },
    { item: 'cashOut', cash: -20_000, scan: 0, coupon: 0 },
  ])
  expect(totals).toEqual({ cash: 45_800, scan: 110_800, coupon: 0 })
  // Sales, the recharge and the retained deposit, minus the refund.
  expect(revenue).toBe(11_600 + 5800 + 100_000 + 3000 - 5800)
  expect(counts).toEqual([
    { item: 'orders', wallet: null, amount: 5, unit: 'orders' },
    { item: 'recharges', wallet: null, amount: 1, unit: 'orders' },
    { item: 'refunds', wallet: null, amount: 1, unit: 'orders' },
    { item: 'depositsTaken', wallet: null, amount: 2, unit: 'orders' },
    { item: 'depositsReturned', wallet: null, amount: 1, unit: 'orders' },
    { item: 'runs', wallet: null, amount: 4, unit: 'runs' },
    { item: 'used', wallet: 'balance', amount: 27_200, unit: 'money' },
    { item: 'added', wallet: 'balance', amount: 100_000, unit: 'money' },
    { item: 'added', wallet: 'give', amount: 5000, unit: 'money' },
    { item: 'added', wallet: 'integral', amount: 100, unit: 'points' },
    { item: 'used', wallet: 'unlimited', amount: 1, unit: 'uses' },
  ])
})

it('adds up to the ledger in each column, with each deposit in one row', () => {
  const amount = fc.integer({ min: -10_000_000, max: 10_000_000 })
  const cause = fc.record({
    causeKind: fc.constantFrom(...kinds),
    lines: fc.dictionary(fc.constantFrom(...tenders, 'deposit', ...wallets), amount),
  })
  fc.assert(
    fc.property(fc.array(cause), (causes) => {
      const sums = sumsOf(causes)
      const { money, totals, counts } = shiftFigures(sums, groupsOf(causes), 0)
      for (const tender of tenders) {
        const ledger = sums.filter(({ account }) => account === tender).reduce((all, one) => all + one.amount, 0)
        expect(totals[tender]).toBe(ledger)
        expect(money.reduce((all, row) => all + row[tender], 0)).toBe(ledger)
      }
      const paid = causes.filter(({ lines }) => 'cash' in lines || 'scan' in lines)
      expect(
        money
          .filter(({ item }) => item === 'depositsTaken' || item === 'depositsReturned')
          .reduce((all, row) => all + row.cash + row.scan, 0),
      ).toBe(paid.reduce((all, { lines }) => all + (lines.deposit ?? 0), 0))
      for (const wallet of wallets) {
        const of = (item: string) => counts.find((row) => row.item === item && row.wallet === wallet)?.amount ?? 0
        const ledger = sums.filter(({ account }) => account === wallet).reduce((all, one) => all + one.amount, 0)
        expect(of('added') - of('used')).toBe(ledger)
      }
    }),
  )
})
