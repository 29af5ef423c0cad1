import type { Member } from '#shared/features/members/members.contract.ts'
import type { ChargeAccount, ChargeLine, ChargeQuote } from '#shared/features/sessions/charge.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

export interface WalletRow {
  label: Extract<TextKey, `wallet.${string}`>
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
  ['wallet.quan', 'laps', false],
  ['wallet.frequency', 'frequency', false],
] as const satisfies readonly (readonly [TextKey, ChargeAccount, boolean])[]

const held = (member: Member, account: (typeof wallets)[number][1]): number =>
  ({
    balance: member.balance,
    give: member.give,
    integral: member.availableIntegral,
    laps: member.availableQuan,
    frequency: member.frequency,
  })[account]

/** Hundredths at most: sums of decimal amounts are not exact. */
const rounded = (amount: number): number => Math.round(amount * 100) / 100

/** Lots that a cashier would ask about: those that end, and all of a wallet of which one ends. */
const lotsWorthSaying = (lots: ChargeLine['lots']): ChargeLine['lots'] =>
  lots.some(({ validUntil }) => validUntil !== null) ? lots : []

/** The wallets of a member with what a charge would take from each and what remains. */
export function walletRows(member: Member, quote: ChargeQuote | null): WalletRow[] {
  return wallets.map(([label, account, isMoney]) => {
    const lines = quote?.lines.filter((line) => line.account === account) ?? []
    const value = held(member, account)
    const taken = rounded(lines.reduce((sum, line) => sum + line.amount, 0))
    const lots = lotsWorthSaying(lines.flatMap((line) => line.lots))
    return { label, isMoney, value, taken, after: rounded(value - taken), lots }
  })
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
