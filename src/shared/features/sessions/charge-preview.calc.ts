import { type Minor, toMinor } from '#shared/core/money.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import type { ChargeOrder } from './charge.calc.ts'
import type { ChargePayMode, ChargeQuote } from './charge.schema.ts'
import {
  chargeLines,
  depositOf,
  type PlannedLine,
  payModeOf,
  pricedOf,
  priceOf,
  type Shortage,
  type Spendable,
} from './charge-lines.calc.ts'

/** Expected lines of a charge, and the member's spendable value before it. */
export interface ChargePreview {
  lines: PlannedLine[]
  has: Spendable
  /** Whether the split into paid and gift balance is known. */
  isSplitKnown: boolean
}

export interface PreviewedCharge {
  people: number
  vehicles: number
  order: ChargeOrder
  payMode: ChargePayMode
  /** What the products beside the ride cost, in fen. */
  goods?: Minor
}

const nothing: Spendable = { balance: 0, give: 0, integral: 0, laps: 0, coins: 0, visits: {}, unlimited: [] }

/** A preview without any lines. */
export const emptyPreview: ChargePreview = { lines: [], has: nothing, isSplitKnown: true }

/** Cost of a rule in the units of each wallet, independent of the member. */
export interface Cost {
  /** In fen, with the deposit. */
  price: Minor
  integral: number
  laps: number
  coins: number
  visits: number
}

/** Returns the cost of a ride, less what a coupon takes off, before the means of payment are known; an unlimited card may cover one visit. */
export function costOf(rule: ConsumeRule, people: number, vehicles = 1): Cost {
  const priced = pricedOf(rule, 0)
  const times = priced.priceMode === 'one' ? 1 : people
  const { consumeType: type } = priced
  const takesPoints = type === 'INTEGRAL' || type === 'BALANCEANDINTEGRAL'
  return {
    price: priceOf(priced, people) + depositOf(priced),
    integral: takesPoints ? priced.integral * times : 0,
    laps: type === 'QUAN' ? priced.laps * vehicles : 0,
    coins: type === 'COIN' ? priced.coins * times : 0,
    visits: type === 'FREQUENCY' ? priced.frequency * times : 0,
  }
}

/** Returns what a member may spend at a time, like `spendable` in SQL; money is one sum if its parts are unknown. */
export function spendableOf(member: Member, now: number): Pick<ChargePreview, 'has' | 'isSplitKnown'> {
  const money = toMinor(member.availableBalance)
  const give = giveIn(member, money)
  const visits = member.projects.length === 0 ? { [GENERAL_PROJECT]: member.frequency } : visitsIn(member)
  const unlimited = member.projects
    .filter(
      ({ isChangWan, changWanEndTime: end }) => isChangWan === 'YES' && (!end || fromWireTime(end).getTime() > now),
    )
    .map(({ projectType }) => projectType)
  const has = {
    integral: member.availableIntegral,
    laps: member.availableQuan,
    coins: member.availableCoins,
    visits,
    unlimited,
  }
  return { has: { ...has, balance: money - (give ?? 0), give: give ?? 0 }, isSplitKnown: give !== null }
}

/** Returns the gift part of the free balance, or null if unknown. */
function giveIn({ availableGive, balance, give }: Member, money: Minor): Minor | null {
  if (availableGive !== null) return toMinor(availableGive)
  if (give === 0) return 0
  if (balance === 0) return money
  return money === toMinor(balance) + toMinor(give) ? toMinor(give) : null
}

const visitsIn = ({ projects }: Member): Record<string, number> =>
  Object.fromEntries(
    projects.map(({ projectType, frequency, availableFrequency }) => [projectType, availableFrequency ?? frequency]),
  )

/** Previews a charge from local data, or returns the shortage. The server uses the same `chargeLines`. */
export function previewCharge(
  rule: ConsumeRule,
  { people, vehicles, order, payMode: wanted, goods = 0 }: PreviewedCharge,
  member: Member | null,
  now: number,
): ChargePreview | Shortage {
  const priced = pricedOf(rule, toMinor(rule.couponValue), goods)
  const { has, isSplitKnown } = member ? spendableOf(member, now) : { has: nothing, isSplitKnown: true }
  const payMode = payModeOf(priced, people, wanted)
  const lines = chargeLines(priced, { people, vehicles, order, payMode }, has)
  return Array.isArray(lines) ? { lines, has, isSplitKnown } : lines
}

/** The same from a quote of the server; null if it refuses or has no wallets of a member. */
export function previewFromQuote({ lines, spendable, refusal }: ChargeQuote): ChargePreview | null {
  if (refusal || !spendable) return null
  const { balance, give, ...counts } = spendable
  return {
    lines: lines.map(({ account, projectType: project, amount }) => ({
      account,
      project,
      delta: -(isMoney(account) ? toMinor(amount) : amount),
    })),
    has: { ...counts, balance: toMinor(balance), give: toMinor(give) },
    isSplitKnown: true,
  }
}

const isMoney = (account: PlannedLine['account']): boolean =>
  account !== 'integral' && account !== 'laps' && account !== 'frequency' && account !== 'unlimited'

/** Sum of the preview lines of some accounts. */
export const takenOf = ({ lines }: ChargePreview, ...accounts: PlannedLine['account'][]): number =>
  lines.reduce((sum, { account, delta }) => (accounts.includes(account) ? sum - delta : sum), 0)

/** Visits usable for a project, including general ones. */
export const visitsFor = ({ visits }: Spendable, project: string): number =>
  (visits[project] ?? 0) + (project === GENERAL_PROJECT ? 0 : (visits[GENERAL_PROJECT] ?? 0))
