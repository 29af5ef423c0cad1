import { formatAmount, formatMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { standingRefusal } from '#shared/features/members/standing.calc.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { OfferRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import type { GuestPayMode } from '#shared/features/sessions/charge.schema.ts'
import { isShortage, type Shortage } from '#shared/features/sessions/charge-lines.calc.ts'
import {
  type ChargePreview,
  costOf,
  emptyPreview,
  previewCharge,
  takenOf,
  visitsFor,
} from '#shared/features/sessions/charge-preview.calc.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { allowsMode } from '#shared/features/sessions/start.calc.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import { type Notice, shortageText } from './counter.calc.ts'
import { lackOfCharge, type Preview, waitsInQueue } from './plan.calc.ts'
import type { StartMode } from './start-modes.calc.ts'

export interface PreviewInput {
  startMode: StartMode
  rule: ConsumeRule | null
  /** Why the rule is not open to this guest now. */
  refusal: OfferRefusal | null
  member: Member | null
  people: number
  /** What it takes of the member's wallets, or what they lack; null without a rule. */
  foreseen: ChargePreview | Shortage | null
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
  /** What the start does where the member has not signed the safety agreement. */
  agreement: 'none' | 'warn' | 'block'
  /** Open hung orders of members, and the number of them at which another is refused (spec §4). */
  pendingCount: number
  pendingLimit: number
  /** Open trials of today, and the number of them above which another is refused; -1: without limit. */
  openTrials: number
  trialLimit: number
  /** Whether a start is kept here while the server is away; a browser keeps none. */
  storesStarts: boolean
}

/** Which wallets a charge takes, and what the member can still spend after it: paid and gift together, visits that fit the rule. */
export function walletLines(rule: ConsumeRule, foreseen: ChargePreview): Notice[] {
  const { has } = foreseen
  const lines: Notice[] = []
  const [paid, gift] = [takenOf(foreseen, 'balance'), takenOf(foreseen, 'give')]
  const money = [
    ['wallet.balance', foreseen.isSplitKnown ? paid : 0],
    ['wallet.give', foreseen.isSplitKnown ? gift : 0],
    ['wallet.both', foreseen.isSplitKnown ? 0 : paid + gift],
  ] as const
  for (const [key, amount] of money)
    if (amount > 0) lines.push({ key: 'counter.will.take', values: { wallet: { key }, amount: formatMinor(amount) } })
  if (paid + gift > 0)
    lines.push({ key: 'counter.will.rest', values: { rest: formatMinor(has.balance + has.give - paid - gift) } })
  if (takenOf(foreseen, 'unlimited') > 0) lines.push({ key: 'counter.will.unlimited' })
  const counts = [
    ['wallet.integral', takenOf(foreseen, 'integral'), has.integral],
    ['wallet.laps', takenOf(foreseen, 'laps'), has.laps],
    ['wallet.frequency', takenOf(foreseen, 'frequency'), visitsFor(has, rule.projectType)],
  ] as const
  for (const [key, amount, before] of counts)
    if (amount > 0) lines.push({ key: 'counter.will.pay', values: { wallet: { key }, amount, rest: before - amount } })
  return lines
}

type LinesOf = Pick<PreviewInput, 'member' | 'people' | 'payMode'>

/** What a start that is paid later will do to wallets and till, where nothing stands in its way. */
export function playFirstLines(rule: ConsumeRule, of: LinesOf, foreseen: ChargePreview): Notice[] {
  const { price } = costOf(rule, of.people)
  const amount = formatMinor(price)
  if (rule.consumeTypeRole === 'TESTCARD') return [{ key: 'counter.will.free' }]
  if (rule.consumeTypeRole === 'GROUPCOUPON') return [{ key: 'counter.will.coupon' }]
  if (rule.consumeTypeRole === 'NOCARDCONSUME') return [{ key: 'counter.will.cash', values: { amount } }]
  if (!of.member)
    return [price > 0 ? { key: 'counter.will.later', values: { amount } } : { key: 'counter.will.noMember' }]
  const lines = walletLines(rule, foreseen)
  if (lines.length === 0) return [{ key: 'counter.will.free' }]
  return price > 0 ? [...lines, { key: 'counter.will.hold' }] : lines
}

/** What a charge will take, where nothing stands in its way. */
export function chargeLines(rule: ConsumeRule, of: LinesOf, foreseen: ChargePreview): Notice[] {
  const { price } = costOf(rule, of.people)
  if (rule.consumeTypeRole === 'GROUPCOUPON') return [{ key: 'counter.will.useCoupon' }]
  if (rule.consumeTypeRole === 'NOCARDCONSUME' && price > 0) {
    const key = of.payMode === 'unline' ? 'counter.will.takeCash' : 'counter.will.takeScan'
    const deposit = { key: 'counter.will.deposit', values: { amount: formatAmount(rule.deposit) } } as const
    return [{ key, values: { amount: formatMinor(price) } }, ...(rule.deposit > 0 ? [deposit] : [])]
  }
  const lines = of.member ? walletLines(rule, foreseen) : []
  return lines.length > 0 ? lines : [{ key: 'counter.will.free' }]
}

/** What a charge by a rule takes of a member that is only an example, or what it lacks. */
export function exampleLines(rule: ConsumeRule, people: number, member: Member | null): Notice[] {
  const foreseen = previewCharge(
    rule,
    { people, vehicles: 1, order: 'paidFirst', payMode: 'unline' },
    member,
    Date.now(),
  )
  if (isShortage(foreseen)) return [shortageText(foreseen)]
  return chargeLines(rule, { member, people, payMode: 'unline' }, foreseen)
}

const blocked = (key: Notice['key']): Preview => ({ tone: 'blocked', lines: [{ key }] })
const warning = (notice: Notice): Preview => ({ tone: 'warning', lines: [notice] })

/** What stands in the way of a charge or of a start that is paid later, or null. */
function obstacleOf(of: PreviewInput): Preview | null {
  const { startMode, rule, vehicle, online } = of
  if (!online && !of.storesStarts) return blocked('counter.will.needsServer')
  const lack = lackOfCharge(of)
  if (lack && lack.field === null) return blocked(`error.${lack.code}`)
  if (of.lacksCashier) return blocked('counter.will.noCashier')
  if (!rule) return blocked('counter.will.noRule')
  if (!vehicle && !waitsInQueue(startMode))
    return blocked(online ? 'counter.will.noVehicle' : 'counter.will.noVehicleOffline')
  if (!allowsMode(rule, of.mode)) {
    const key = of.mode === 'circlemode' ? 'error.sessions.noLapMode' : 'error.sessions.noTimerMode'
    return warning({ key, values: { rule: rule.consumeRoleName } })
  }
  if (of.refusal) return warning({ key: `error.${of.refusal.code}`, values: of.refusal.details })
  if (lack) return blocked(`error.${lack.code}`)
  if (of.standing) return warning({ key: `error.${of.standing}` })
  if (of.agreement === 'block') return warning({ key: 'counter.will.unsigned' })
  return startMode === 'hang' ? playFirstObstacle(of) : null
}

function playFirstObstacle({ member, online, ...of }: PreviewInput): Preview | null {
  if (of.vehicleCount > 1) return warning({ key: 'counter.will.oneLater' })
  if (member && of.pendingCount >= of.pendingLimit) {
    const key = online ? 'counter.will.limit' : 'counter.will.limitOffline'
    return warning({ key, values: { limit: of.pendingLimit } })
  }
  if (!member && of.trialLimit >= 0 && of.openTrials > of.trialLimit)
    return warning({ key: 'counter.will.trialLimit', values: { limit: of.trialLimit } })
  return null
}

/** The bottom line: the first thing that stands in the way, else what it will do (screens: the counter). */
export function previewOf(of: PreviewInput): Preview {
  const { startMode, rule, member, vehicle, foreseen } = of
  const obstacle = obstacleOf(of)
  if (obstacle || !rule || !foreseen) return obstacle ?? blocked('counter.will.noRule')
  if (startMode === 'join') return { tone: 'ready', lines: [{ key: 'counter.will.join' }] }
  if (member && isShortage(foreseen)) return warning(shortageText(foreseen))
  const taken = isShortage(foreseen) ? emptyPreview : foreseen
  if (startMode === 'charge' || startMode === 'lineup') {
    const lines = chargeLines(rule, of, taken)
    return { tone: 'ready', lines: startMode === 'lineup' ? [...lines, { key: 'counter.will.queue' }] : lines }
  }
  const lines = startMode === 'sell' ? chargeLines(rule, of, taken) : playFirstLines(rule, of, taken)
  if (of.online) return { tone: 'ready', lines }
  if (of.isVehicleBusy)
    return { tone: 'warning', lines: [{ key: 'counter.will.busy', values: { vehicle: vehicle?.name } }, ...lines] }
  return { tone: 'ready', lines: [...lines, { key: 'counter.will.offline' }] }
}
