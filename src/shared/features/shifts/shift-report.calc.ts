import type { Minor } from '#shared/core/money.ts'

/** Tenders; each is a column of the report. */
export const tenders = ['cash', 'scan', 'coupon'] as const
export type Tender = (typeof tenders)[number]

/** Rows of the money table, in order. Deposits have separate rows. */
export const moneyItems = [
  'float',
  'sales',
  'recharges',
  'depositsTaken',
  'depositsReturned',
  'refunds',
  'other',
  'cashIn',
  'cashOut',
] as const
type MoneyItem = (typeof moneyItems)[number]

/** Rows of the table of counts, in order. */
export const countItems = [
  'orders',
  'recharges',
  'refunds',
  'depositsTaken',
  'depositsReturned',
  'runs',
  'used',
  'added',
] as const
type CountItem = (typeof countItems)[number]

/** Unit of a figure in the table of counts. */
export const countUnits = ['orders', 'runs', 'money', 'points', 'laps', 'coins', 'visits', 'uses'] as const
type CountUnit = (typeof countUnits)[number]

/** Counted wallets of members, with their units. */
const walletUnits = {
  balance: 'money',
  give: 'money',
  integral: 'points',
  laps: 'laps',
  coins: 'coins',
  frequency: 'visits',
  unlimited: 'uses',
} as const satisfies Record<string, CountUnit>
type Wallet = keyof typeof walletUnits
export const wallets = [
  'balance',
  'give',
  'integral',
  'laps',
  'coins',
  'frequency',
  'unlimited',
] as const satisfies Wallet[]

/** Sum of a shift for one account and one kind of cause. */
export interface ShiftSum {
  causeKind: string
  account: string
  /** In fen for money accounts. */
  amount: Minor
}

/** Causes of one kind in a shift, with the deposits they took or returned. */
export interface ShiftCauses {
  causeKind: string
  /** Tender of these deposits; null if no money moved. */
  tender: 'cash' | 'scan' | null
  count: number
  /** Number of causes with a deposit. */
  deposits: number
  deposit: Minor
}

interface MoneyRow extends Record<Tender, Minor> {
  item: MoneyItem
}

interface CountRow {
  item: CountItem
  /** Wallet that was used or added to; null in other rows. */
  wallet: Wallet | null
  amount: number
  unit: CountUnit
}

interface ShiftFigures {
  /** Rows with any amount; their columns add up to `totals`. */
  money: MoneyRow[]
  totals: Record<Tender, Minor>
  /** Sales and recharges minus refunds; of deposits only those that the store retains. */
  revenue: Minor
  counts: CountRow[]
}

const itemOfKind: Readonly<Record<string, MoneyItem>> = {
  float: 'float',
  consume: 'sales',
  recharge: 'recharges',
  refund: 'refunds',
  coinOut: 'sales',
  coinBack: 'refunds',
  cashIn: 'cashIn',
  cashOut: 'cashOut',
}
const drawerItems: readonly MoneyItem[] = ['float', 'cashIn', 'cashOut']

const isTender = (account: string): account is Tender => (tenders as readonly string[]).includes(account)
const itemOf = (causeKind: string): MoneyItem => itemOfKind[causeKind] ?? 'other'
const noMoney = (): Record<Tender, Minor> => ({ cash: 0, scan: 0, coupon: 0 })

/** Returns the figures of a shift from the sums of its ledger entries and causes. */
export function shiftFigures(sums: readonly ShiftSum[], causes: readonly ShiftCauses[], runs: number): ShiftFigures {
  const table = new Map(moneyItems.map((item) => [item, noMoney()]))
  const totals = noMoney()
  const add = (item: MoneyItem, tender: Tender, amount: Minor): void => {
    const row = table.get(item)
    if (row) row[tender] += amount
  }
  let revenue = 0
  for (const { causeKind, account, amount } of sums) {
    const item = itemOf(causeKind)
    if (account === 'deposit') revenue -= amount
    if (!isTender(account)) continue
    add(item, account, amount)
    totals[account] += amount
    if (account !== 'coupon' && !drawerItems.includes(item)) revenue += amount
  }
  for (const { causeKind, tender, deposit } of causes) {
    if (tender === null) continue
    add(itemOf(causeKind), tender, -deposit)
    add(deposit > 0 ? 'depositsTaken' : 'depositsReturned', tender, deposit)
  }
  const money = [...table]
    .map(([item, amounts]) => ({ item, ...amounts }))
    .filter(({ item, cash, scan, coupon }) => item === 'float' || cash !== 0 || scan !== 0 || coupon !== 0)
  return { money, totals, revenue, counts: countsOf(sums, causes, runs) }
}

function countsOf(sums: readonly ShiftSum[], causes: readonly ShiftCauses[], runs: number): CountRow[] {
  const count = (of: (one: ShiftCauses) => number): number => causes.reduce((all, one) => all + of(one), 0)
  const ofKind = (kind: string) => count((one) => (one.causeKind === kind ? one.count : 0))
  const orders = (item: CountItem, amount: number): CountRow => ({ item, wallet: null, amount, unit: 'orders' })
  const ofWallet = (wallet: Wallet): CountRow[] => {
    const unit = walletUnits[wallet]
    const amounts = sums.filter(({ account }) => account === wallet).map(({ amount }) => amount)
    const sumOf = (some: number[]) => some.reduce((all, amount) => all + amount, 0)
    return [
      { item: 'used', wallet, amount: -sumOf(amounts.filter((amount) => amount < 0)), unit },
      { item: 'added', wallet, amount: sumOf(amounts.filter((amount) => amount > 0)), unit },
    ]
  }
  return [
    orders('orders', ofKind('consume')),
    orders('recharges', ofKind('recharge')),
    orders('refunds', ofKind('refund')),
    orders(
      'depositsTaken',
      count(({ deposits, deposit }) => (deposit > 0 ? deposits : 0)),
    ),
    orders(
      'depositsReturned',
      count(({ tender, deposits, deposit }) => (tender !== null && deposit < 0 ? deposits : 0)),
    ),
    { item: 'runs' as const, wallet: null, amount: runs, unit: 'runs' as const },
    ...wallets.flatMap(ofWallet),
  ].filter(({ amount }) => amount !== 0)
}
