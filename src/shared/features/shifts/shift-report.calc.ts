import type { Minor } from '#shared/core/money.ts'

/** What money is paid with. */
export const tenders = ['cash', 'scan', 'coupon', 'deposit'] as const
export type Tender = (typeof tenders)[number]

/** Cash that is put into a drawer or taken out of it, by nobody who buys. */
export const drawerKinds = ['float', 'cashIn', 'cashOut'] as const

/** What a shift has of one account by one kind of cause, added up. */
export interface ShiftSum {
  causeKind: string
  account: string
  /** How many orders. */
  count: number
  /** In fen where the account is money. */
  amount: Minor
}

export interface ShiftTotals extends Record<Tender, Minor> {
  float: Minor
  cashIn: Minor
  cashOut: Minor
  /** Cash and scan without deposits, which are the customers' own. */
  revenue: Minor
  /** The cash that ought to lie in the drawer. */
  expected: Minor
}

const isTender = (account: string): account is Tender => (tenders as readonly string[]).includes(account)
const isDrawer = (kind: string): kind is (typeof drawerKinds)[number] =>
  (drawerKinds as readonly string[]).includes(kind)

/** What a shift took, gave and ought to have: figures of a report follow from the sums of its ledger lines alone. */
export function shiftTotals(sums: readonly ShiftSum[]): ShiftTotals {
  const totals: ShiftTotals = {
    float: 0,
    cashIn: 0,
    cashOut: 0,
    cash: 0,
    scan: 0,
    coupon: 0,
    deposit: 0,
    revenue: 0,
    expected: 0,
  }
  for (const { causeKind, account, amount } of sums) {
    if (!isTender(account)) continue
    if (account === 'cash') totals.expected += amount
    totals[isDrawer(causeKind) ? causeKind : account] += amount
  }
  totals.revenue = totals.cash + totals.scan - totals.deposit
  return totals
}
