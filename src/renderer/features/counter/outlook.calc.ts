import { formatAmount, formatMinor, toMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { standingRefusal } from '#shared/features/members/standing.calc.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { OfferRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import { type ChargeOrder, splitBalance } from '#shared/features/sessions/charge.calc.ts'
import type { GuestPayMode } from '#shared/features/sessions/charge.schema.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { allowsMode } from '#shared/features/sessions/start.calc.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import { chargeOf, type Said, shortage, visitsOf } from './counter.calc.ts'
import { lackOfCharge, type Outlook, waitsInLine } from './plan.calc.ts'
import type { Way } from './ways.calc.ts'

export interface OutlookOf {
  way: Way
  rule: ConsumeRule | null
  /** Why the rule is not open to this guest now. */
  refusal: OfferRefusal | null
  member: Member | null
  people: number
  mode: RunMode
  /** Why this member may not be charged now. */
  standing: ReturnType<typeof standingRefusal>
  vehicle: Vehicle | null
  /** How many vehicles are chosen: of some types one charge starts several. */
  vehicleCount: number
  /** How a guest without a card pays, and whether the code of a coupon is there. */
  payMode: GuestPayMode
  hasCoupon: boolean
  /** Whether who is signed in may charge. */
  mayCharge: boolean
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
export function walletLines(
  rule: ConsumeRule,
  { people, vehicleCount, chargeOrder }: Pick<OutlookOf, 'people' | 'vehicleCount' | 'chargeOrder'>,
  member: Member,
): Said[] {
  const charge = chargeOf(rule, people, vehicleCount)
  const lines: Said[] = []
  const pay = (wallet: Said['key'], amount: string | number, rest: string | number) =>
    lines.push({ key: 'counter.will.pay', values: { wallet: { key: wallet }, amount, rest } })
  if (charge.price > 0) {
    const paid = toMinor(member.balance)
    const gift = toMinor(member.give)
    const available = toMinor(member.availableBalance)
    const isSplitKnown = available === paid + gift || gift === 0 || paid === 0
    const parts = isSplitKnown ? splitBalance(charge.price, paid, gift, chargeOrder) : null
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

type LinesOf = Pick<OutlookOf, 'member' | 'people' | 'vehicleCount' | 'chargeOrder' | 'payMode'>

/** What a start that is paid later will do to wallets and till, where nothing stands in its way. */
export function linesOfHang(rule: ConsumeRule, of: LinesOf): Said[] {
  const { price } = chargeOf(rule, of.people)
  const amount = formatMinor(price)
  if (rule.consumeTypeRole === 'TESTCARD') return [{ key: 'counter.will.free' }]
  if (rule.consumeTypeRole === 'GROUPCOUPON') return [{ key: 'counter.will.coupon' }]
  if (rule.consumeTypeRole === 'NOCARDCONSUME') return [{ key: 'counter.will.cash', values: { amount } }]
  if (!of.member)
    return [price > 0 ? { key: 'counter.will.later', values: { amount } } : { key: 'counter.will.noMember' }]
  const lines = walletLines(rule, of, of.member)
  if (lines.length === 0) return [{ key: 'counter.will.free' }]
  return price > 0 ? [...lines, { key: 'counter.will.hold' }] : lines
}

/** What a charge will take, where nothing stands in its way. */
export function linesOfCharge(rule: ConsumeRule, of: LinesOf): Said[] {
  const { price } = chargeOf(rule, of.people)
  if (rule.consumeTypeRole === 'GROUPCOUPON') return [{ key: 'counter.will.useCoupon' }]
  if (rule.consumeTypeRole === 'NOCARDCONSUME' && price > 0) {
    const key = of.payMode === 'unline' ? 'counter.will.takeCash' : 'counter.will.takeScan'
    const deposit = { key: 'counter.will.deposit', values: { amount: formatAmount(rule.deposit) } } as const
    return [{ key, values: { amount: formatMinor(price) } }, ...(rule.deposit > 0 ? [deposit] : [])]
  }
  const lines = of.member ? walletLines(rule, of, of.member) : []
  return lines.length > 0 ? lines : [{ key: 'counter.will.free' }]
}

const blocked = (key: Said['key']): Outlook => ({ tone: 'blocked', lines: [{ key }] })
const warning = (said: Said): Outlook => ({ tone: 'warning', lines: [said] })

/** What stands in the way of a charge or of a start that is paid later, or null. */
function obstacleOf(of: OutlookOf): Outlook | null {
  const { way, rule, vehicle, online } = of
  if (!online && !of.keepsStarts) return blocked('counter.will.needsServer')
  const lack = lackOfCharge(of)
  if (lack && lack.field === null) return blocked(`error.${lack.code}`)
  if (of.lacksCashier) return blocked('counter.will.noCashier')
  if (!rule) return blocked('counter.will.noRule')
  if (!vehicle && !waitsInLine(way)) return blocked(online ? 'counter.will.noVehicle' : 'counter.will.noVehicleOffline')
  if (!allowsMode(rule, of.mode)) {
    const key = of.mode === 'circlemode' ? 'error.sessions.noLapMode' : 'error.sessions.noTimerMode'
    return warning({ key, values: { rule: rule.consumeRoleName } })
  }
  if (of.refusal) return warning({ key: `error.${of.refusal.code}`, values: of.refusal.details })
  if (lack) return blocked(`error.${lack.code}`)
  if (of.standing) return warning({ key: `error.${of.standing}` })
  if (of.agreement === 'block') return warning({ key: 'counter.will.unsigned' })
  return way === 'hang' ? obstacleOfHang(of) : null
}

function obstacleOfHang({ member, online, ...of }: OutlookOf): Outlook | null {
  if (of.vehicleCount > 1) return warning({ key: 'counter.will.oneLater' })
  if (member && of.openHung >= of.hungLimit) {
    const key = online ? 'counter.will.limit' : 'counter.will.limitOffline'
    return warning({ key, values: { limit: of.hungLimit } })
  }
  if (!member && of.trialLimit >= 0 && of.openTrials > of.trialLimit)
    return warning({ key: 'counter.will.trialLimit', values: { limit: of.trialLimit } })
  return null
}

/** The bottom line: the first thing that stands in the way, else what it will do (screens: the counter). */
export function outlook(of: OutlookOf): Outlook {
  const { way, rule, member, vehicle } = of
  const obstacle = obstacleOf(of)
  if (obstacle || !rule) return obstacle ?? blocked('counter.will.noRule')
  if (way === 'join') return { tone: 'ready', lines: [{ key: 'counter.will.join' }] }
  const short = member ? shortage(rule, of.people, member, of.vehicleCount) : null
  if (short) return warning(short)
  if (way === 'charge' || way === 'lineup') {
    const lines = linesOfCharge(rule, of)
    return { tone: 'ready', lines: way === 'lineup' ? [...lines, { key: 'counter.will.queue' }] : lines }
  }
  const lines = way === 'sell' ? linesOfCharge(rule, of) : linesOfHang(rule, of)
  if (of.online) return { tone: 'ready', lines }
  if (of.isVehicleBusy)
    return { tone: 'warning', lines: [{ key: 'counter.will.busy', values: { vehicle: vehicle?.name } }, ...lines] }
  return { tone: 'ready', lines: [...lines, { key: 'counter.will.offline' }] }
}
