import { fromMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { amountOfCart } from '#shared/features/products/cart.calc.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import type { ChargeAccount, ChargeLine, ChargeQuote } from '#shared/features/sessions/charge.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { chargeFieldsOf, type Plan } from './plan.calc.ts'

export interface WalletRow {
  label: Extract<TextKey, `wallet.${string}`>
  /** The project of visits that are limited to one; empty for others. */
  project: string
  isMoney: boolean
  value: number
  /** What the charge takes; 0 where nothing. */
  taken: number
  after: number
  /** The lots it comes from, where any of them expires. */
  lots: ChargeLine['lots']
}

const wallets = [
  ['wallet.balance', 'balance', true],
  ['wallet.give', 'give', true],
  ['wallet.integral', 'integral', false],
  ['wallet.laps', 'laps', false],
  ['wallet.coins', 'coins', false],
  ['wallet.frequency', 'frequency', false],
] as const satisfies readonly (readonly [TextKey, ChargeAccount, boolean])[]

type Wallet = (typeof wallets)[number][1]

/** The content of a wallet: money including holds, other values without. The quote is newer than the member record. */
function held(member: Member, account: Wallet, quote: ChargeQuote | null): number {
  const now = quote?.spendable
  switch (account) {
    case 'integral':
      return now?.integral ?? member.availableIntegral
    case 'laps':
      return now?.laps ?? member.availableQuan
    case 'coins':
      return now?.coins ?? member.availableCoins
    case 'frequency':
      return now ? (now.visits[GENERAL_PROJECT] ?? 0) : member.frequency
    default:
      return quote?.lines.find((line) => line.account === account)?.before ?? member[account]
  }
}

/** Rounds to hundredths, because sums of decimal amounts are not exact. */
const rounded = (amount: number): number => Math.round(amount * 100) / 100

/** All lots where any of them expires, else none. */
const relevantLots = (lots: ChargeLine['lots']): ChargeLine['lots'] =>
  lots.some(({ lastDay }) => lastDay !== null) ? lots : []

/** The member's wallets with what a charge takes from each and what remains. Visits of a project have their own rows. */
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

/** What the server is asked for a quote of this plan. */
export function quoteQueryOf(plan: Plan) {
  const { consumePayMode, groupNumber, people, sysDepartConsumeRoleId, usageMode, userId, vehicleId } =
    chargeFieldsOf(plan)
  const goods = fromMinor(amountOfCart(plan.chosen.cart))
  return {
    sysDepartConsumeRoleId,
    usageMode,
    consumePayMode,
    vehicleId,
    people,
    userId: userId ?? '',
    groupNumber: groupNumber ?? '',
    ...(goods > 0 ? { goods } : {}),
  }
}

/** The server's quote, with the query and the number of the member lookup that it belongs to. */
export interface QuoteAnswer {
  query: ReturnType<typeof quoteQueryOf>
  lookup: number
  quote: ChargeQuote
}

/** The quote of a plan, where the answer is one to this plan and lookup; else null. */
export function quoteFor(plan: Plan, lookup: number, answer: QuoteAnswer | null): ChargeQuote | null {
  if (answer?.lookup !== lookup) return null
  return JSON.stringify(answer.query) === JSON.stringify(quoteQueryOf(plan)) ? answer.quote : null
}
