import type { Member } from '#shared/features/members/members.contract.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import type { ChargeAccount, ChargeLine, ChargeQuote } from '#shared/features/sessions/charge.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

export interface WalletRow {
  label: Extract<TextKey, `wallet.${string}`>
  /** Of visits that are good for one project alone; empty for others. */
  project: string
  isMoney: boolean
  value: number
  /** What the charge takes; 0 where it leaves the wallet alone. */
  taken: number
  after: number
  /** Where it comes from, of a wallet whose value ends some day. */
  lots: ChargeLine['lots']
}

const wallets = [
  ['wallet.balance', 'balance', true],
  ['wallet.give', 'give', true],
  ['wallet.integral', 'integral', false],
  ['wallet.laps', 'laps', false],
  ['wallet.frequency', 'frequency', false],
] as const satisfies readonly (readonly [TextKey, ChargeAccount, boolean])[]

type Wallet = (typeof wallets)[number][1]

/** What a wallet has: money with what orders hold of it, all else without. The server's word at the quote is newer than the member's. */
function held(member: Member, account: Wallet, quote: ChargeQuote | null): number {
  const now = quote?.spendable
  switch (account) {
    case 'integral':
      return now?.integral ?? member.availableIntegral
    case 'laps':
      return now?.laps ?? member.availableQuan
    case 'frequency':
      return now ? (now.visits[GENERAL_PROJECT] ?? 0) : member.frequency
    default:
      return quote?.lines.find((line) => line.account === account)?.before ?? member[account]
  }
}

/** Hundredths at most: sums of decimal amounts are not exact. */
const rounded = (amount: number): number => Math.round(amount * 100) / 100

/** Lots that a cashier would ask about: those that end, and all of a wallet of which one ends. */
const relevantLots = (lots: ChargeLine['lots']): ChargeLine['lots'] =>
  lots.some(({ lastDay }) => lastDay !== null) ? lots : []

/** The wallets of a member with what a charge would take from each and what remains; visits of a project stand for themselves. */
export function walletRows(member: Member, quote: ChargeQuote | null): WalletRow[] {
  const own = (quote?.lines ?? []).filter(
    ({ account, projectType }) => account === 'frequency' && projectType !== GENERAL_PROJECT,
  )
  const rows = wallets.map(([label, account, isMoney]): WalletRow => {
    const lines = quote?.lines.filter((line) => line.account === account && !own.includes(line)) ?? []
    const value = held(member, account, quote)
    const taken = rounded(lines.reduce((sum, line) => sum + line.amount, 0))
    const lots = relevantLots(lines.flatMap((line) => line.lots))
    return { label, project: '', isMoney, value, taken, after: rounded(value - taken), lots }
  })
  return [...rows, ...own.map(visitsOfProject)]
}

function visitsOfProject({ projectType, projectType_dictText, amount, before, lots }: ChargeLine): WalletRow {
  const value = before ?? amount
  return {
    label: 'wallet.frequency',
    project: projectType_dictText || projectType,
    isMoney: false,
    value,
    taken: amount,
    after: value - amount,
    lots: relevantLots(lots),
  }
}

/** The unlimited cards that a charge uses; `after` is null for a card without limit. */
export const cardLines = (quote: ChargeQuote | null): { project: string; name: string; after: number | null }[] =>
  (quote?.lines ?? [])
    .filter(({ account }) => account === 'unlimited')
    .map(({ projectType, projectType_dictText, after }) => ({
      project: projectType,
      name: projectType_dictText || projectType,
      after,
    }))
