import { formatMinor, toMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { OfferRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import { type ChargeOrder, splitBalance } from '#shared/features/sessions/charge.calc.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { allowsMode } from '#shared/features/sessions/start.calc.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import { chargeOf, type Said, shortage, visitsOf } from './counter.calc.ts'

/** What the bottom line of the counter says: what a start will do, or why it cannot be done. */
export interface Outlook {
  /** `ready`: as it says; `warning`: it may be refused; `blocked`: nothing to start yet. */
  tone: 'ready' | 'warning' | 'blocked'
  lines: Said[]
}

export interface OutlookOf {
  rule: ConsumeRule | null
  /** Why the rule is not open to this guest now. */
  refusal: OfferRefusal | null
  member: Member | null
  people: number
  mode: RunMode
  vehicle: Vehicle | null
  /** Chosen although it is shown in use, which only works without the server. */
  isVehicleBusy: boolean
  online: boolean
  /** The store wants to know who serves, and nobody does. */
  lacksCashier: boolean
  chargeOrder: ChargeOrder
  /** What the start does where the member has not signed the safety agreement. */
  agreement: 'none' | 'warn' | 'block'
  /** Open hung orders of members, and the number of them at which another is refused (spec §4). */
  openHung: number
  hungLimit: number
  /** Open trials of today, and the number of them above which another is refused; -1: without limit. */
  openTrials: number
  trialLimit: number
  /** Whether a start is kept here while the server is away; a browser keeps none. */
  keepsStarts: boolean
}

/**
 * Which wallets a charge takes, and what the member can still spend after it: paid and gift together, less what open
 * orders hold. How it splits is known only while nothing is held, because the order of the deductions decides.
 */
export function walletLines(rule: ConsumeRule, people: number, member: Member, order: ChargeOrder): Said[] {
  const charge = chargeOf(rule, people)
  const lines: Said[] = []
  const pay = (wallet: Said['key'], amount: string | number, rest: string | number) =>
    lines.push({ key: 'counter.will.pay', values: { wallet: { key: wallet }, amount, rest } })
  if (charge.price > 0) {
    const paid = toMinor(member.balance)
    const gift = toMinor(member.give)
    const available = toMinor(member.availableBalance)
    const isSplitKnown = available === paid + gift || gift === 0 || paid === 0
    const parts = isSplitKnown ? splitBalance(charge.price, paid, gift, order) : null
    const take = (wallet: Said['key'], amount: number) => {
      if (amount > 0)
        lines.push({ key: 'counter.will.take', values: { wallet: { key: wallet }, amount: formatMinor(amount) } })
    }
    if (parts) {
      take('wallet.balance', parts.balance)
      take('wallet.give', parts.give)
    } else take('wallet.both', charge.price)
    lines.push({ key: 'counter.will.rest', values: { rest: formatMinor(available - charge.price) } })
  }
  if (charge.integral > 0) pay('wallet.integral', charge.integral, member.availableIntegral - charge.integral)
  if (charge.laps > 0) pay('wallet.quan', charge.laps, member.availableQuan - charge.laps)
  if (charge.visits > 0) {
    const visits = visitsOf(member, rule.projectType)
    if (visits >= charge.visits) pay('wallet.frequency', charge.visits, visits - charge.visits)
    else lines.push({ key: 'counter.will.unlimited' })
  }
  if (rule.consumeTypeRole === 'PLAYFREELY') lines.push({ key: 'counter.will.unlimited' })
  return lines
}

/** What a start by a rule will do to wallets and till, where nothing stands in its way. */
export function linesOfStart(
  rule: ConsumeRule,
  { member, people, chargeOrder }: Pick<OutlookOf, 'member' | 'people' | 'chargeOrder'>,
): Said[] {
  const { price } = chargeOf(rule, people)
  const amount = formatMinor(price)
  if (rule.consumeTypeRole === 'TESTCARD') return [{ key: 'counter.will.free' }]
  if (rule.consumeTypeRole === 'GROUPCOUPON') return [{ key: 'counter.will.coupon' }]
  if (rule.consumeTypeRole === 'NOCARDCONSUME') return [{ key: 'counter.will.cash', values: { amount } }]
  if (!member) return [price > 0 ? { key: 'counter.will.later', values: { amount } } : { key: 'counter.will.noMember' }]
  const lines = walletLines(rule, people, member, chargeOrder)
  if (lines.length === 0) return [{ key: 'counter.will.free' }]
  return price > 0 ? [...lines, { key: 'counter.will.hold' }] : lines
}

/** The bottom line: the first thing that stands in the way, else what the start will do (screens: the counter). */
export function outlook(of: OutlookOf): Outlook {
  const { rule, member, vehicle, online } = of
  if (!online && !of.keepsStarts) return { tone: 'blocked', lines: [{ key: 'counter.will.needsServer' }] }
  if (of.lacksCashier) return { tone: 'blocked', lines: [{ key: 'counter.will.noCashier' }] }
  if (!rule) return { tone: 'blocked', lines: [{ key: 'counter.will.noRule' }] }
  if (!vehicle)
    return { tone: 'blocked', lines: [{ key: online ? 'counter.will.noVehicle' : 'counter.will.noVehicleOffline' }] }
  if (!allowsMode(rule, of.mode)) {
    const key = of.mode === 'circlemode' ? 'error.sessions.noLapMode' : 'error.sessions.noTimerMode'
    return { tone: 'warning', lines: [{ key, values: { rule: rule.consumeRoleName } }] }
  }
  if (of.refusal) return { tone: 'warning', lines: [{ key: `error.${of.refusal.code}`, values: of.refusal.details }] }
  if (member?.frozen) return { tone: 'warning', lines: [{ key: 'counter.will.frozen' }] }
  if (of.agreement === 'block') return { tone: 'warning', lines: [{ key: 'counter.will.unsigned' }] }
  if (member && of.openHung >= of.hungLimit) {
    const key = online ? 'counter.will.limit' : 'counter.will.limitOffline'
    return { tone: 'warning', lines: [{ key, values: { limit: of.hungLimit } }] }
  }
  if (!member && of.trialLimit >= 0 && of.openTrials > of.trialLimit)
    return { tone: 'warning', lines: [{ key: 'counter.will.trialLimit', values: { limit: of.trialLimit } }] }
  const short = member ? shortage(rule, of.people, member) : null
  if (short) return { tone: 'warning', lines: [short] }
  const lines = linesOfStart(rule, of)
  if (online) return { tone: 'ready', lines }
  if (of.isVehicleBusy)
    return { tone: 'warning', lines: [{ key: 'counter.will.busy', values: { vehicle: vehicle.name } }, ...lines] }
  return { tone: 'ready', lines: [...lines, { key: 'counter.will.offline' }] }
}
