import type { Notice } from '#renderer/core/notice.ts'
import { shortageText } from '#renderer/features/counter/choices/counter.calc.ts'
import { type StartMode, waitsInQueue } from '#renderer/features/counter/choices/start-modes.calc.ts'
import { formatAmount, formatMinor } from '#shared/core/money.ts'
import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { standingRefusal } from '#shared/features/members/standing.calc.ts'
import { amountOfCart, type Cart, type CartProblem, piecesOfCart } from '#shared/features/products/cart.calc.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { OfferRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import type { ChargePayMode } from '#shared/features/sessions/charge.schema.ts'
import { type CouponedRule, isShortage, type Shortage } from '#shared/features/sessions/charge-lines.calc.ts'
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
import { dueOf, lackOfCharge, type Preview } from './plan.calc.ts'

export interface PreviewInput {
  startMode: StartMode
  rule: (ConsumeRule & CouponedRule) | null
  /** Why the rule is not available to this guest now. */
  refusal: OfferRefusal | null
  member: Member | null
  people: number
  /** What it takes from the member's wallets, or their shortage; null without a rule. */
  foreseen: ChargePreview | Shortage | null
  mode: RunMode
  /** Why this member may not be charged now. */
  standing: ReturnType<typeof standingRefusal>
  vehicle: Vehicle | null
  /** Number of chosen vehicles; for some consume types one charge starts several. */
  vehicleCount: number
  /** The products that the start sells, those on the screen, and why it cannot begin with them. */
  sold: Cart
  cart: Cart
  cartProblem: CartProblem | null
  /** How a walk-in pays, or the products beside a ride by coupon are paid, and whether a coupon code is entered. */
  payMode: ChargePayMode
  hasCoupon: boolean
  /** The coupon that takes something off the price. */
  discount: Pick<ShownCoupon, 'couponName'> | null
  /** Whether the signed-in user may charge. */
  mayCharge: boolean
  /** The vehicle is shown as in use, which is only allowed offline. */
  isVehicleBusy: boolean
  online: boolean
  /** The store requires a cashier, and none is set. */
  lacksCashier: boolean
  /** What a missing signature of the safety agreement does to the start. */
  agreement: 'none' | 'warn' | 'block'
  /** Pending rides of members, and the number at which another is refused (spec §4). */
  pendingCount: number
  pendingLimit: number
  /** Open trials of today, and the number above which another is refused; -1 means no limit. */
  openTrials: number
  trialLimit: number
  /** Whether starts are stored in the outbox while offline; a browser has none. */
  storesStarts: boolean
}

/** What a charge takes from which wallets, and what remains to spend: paid and gift balance as one sum, visits that fit the rule. */
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
    ['wallet.coins', takenOf(foreseen, 'coins'), has.coins],
    ['wallet.frequency', takenOf(foreseen, 'frequency'), visitsFor(has, rule.projectType)],
  ] as const
  for (const [key, amount, before] of counts)
    if (amount > 0) lines.push({ key: 'counter.will.pay', values: { wallet: { key }, amount, rest: before - amount } })
  return lines
}

type LinesOf = Pick<PreviewInput, 'member' | 'people' | 'payMode'>

/** The lines for a start that is paid later, where nothing prevents it. */
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

/** The lines for a charge with the products that it sells, where nothing prevents it. */
export function chargeLines(rule: ConsumeRule, of: LinesOf & { sold: Cart }, foreseen: ChargePreview): Notice[] {
  const goods = of.sold.length > 0 ? [goodsLine('counter.will.goods', of.sold)] : []
  const due = dueOf(rule, of.people, amountOfCart(of.sold))
  const isCoupon = rule.consumeTypeRole === 'GROUPCOUPON'
  const coupon: Notice[] = isCoupon ? [{ key: 'counter.will.useCoupon' }] : []
  if (due > 0 && of.payMode === 'balance') return [...coupon, ...walletLines(rule, foreseen), ...goods]
  if (due > 0) {
    const key = of.payMode === 'cash' ? 'counter.will.takeCash' : 'counter.will.takeScan'
    const deposit = { key: 'counter.will.deposit', values: { amount: formatAmount(rule.deposit) } } as const
    return [
      ...coupon,
      { key, values: { amount: formatMinor(due) } },
      ...goods,
      ...(!isCoupon && rule.deposit > 0 ? [deposit] : []),
    ]
  }
  if (isCoupon) return coupon
  const lines = of.member ? walletLines(rule, foreseen) : []
  return lines.length > 0 ? [...lines, ...goods] : [{ key: 'counter.will.free' }]
}

/** A line about products: pieces and price. */
export const goodsLine = (
  key: 'counter.will.goods' | 'counter.will.goodsAlone' | 'counter.will.goodsLeft',
  cart: Cart,
): Notice => ({
  key,
  values: { count: piecesOfCart(cart), amount: formatMinor(amountOfCart(cart)) },
})

/** The charge lines for an example member, or the shortage; used where rules are edited. */
export function exampleLines(rule: ConsumeRule, people: number, member: Member | null): Notice[] {
  const foreseen = previewCharge(rule, { people, vehicles: 1, order: 'paidFirst', payMode: 'cash' }, member, Date.now())
  if (isShortage(foreseen)) return [shortageText(foreseen)]
  return chargeLines(rule, { member, people, payMode: 'cash', sold: [] }, foreseen)
}

const blocked = (key: Notice['key']): Preview => ({ tone: 'blocked', lines: [{ key }] })
const warning = (notice: Notice): Preview => ({ tone: 'warning', lines: [notice] })

/** Returns what prevents a charge or a pending ride, or null. */
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
  if (of.cartProblem) return warning({ key: `error.${of.cartProblem.code}`, values: of.cartProblem.details })
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

/** Returns the preview of a start mode: the first obstacle, else what it will do (screens: the counter). */
export function previewOf(of: PreviewInput): Preview {
  const { startMode, rule, member, vehicle, foreseen } = of
  const obstacle = obstacleOf(of)
  if (obstacle || !rule || !foreseen) return obstacle ?? blocked('counter.will.noRule')
  if (startMode === 'join') return { tone: 'ready', lines: [{ key: 'counter.will.join' }] }
  if (member && isShortage(foreseen)) return warning(shortageText(foreseen))
  const taken = isShortage(foreseen) ? emptyPreview : foreseen
  if (startMode === 'charge' || startMode === 'lineup') {
    const off = rule.off
      ? [
          {
            key: 'couponCode.off',
            values: { name: of.discount?.couponName ?? '', amount: formatMinor(rule.off) },
          } as const,
        ]
      : []
    const lines: Notice[] = [...off, ...chargeLines(rule, of, taken)]
    return { tone: 'ready', lines: startMode === 'lineup' ? [...lines, { key: 'counter.will.queue' }] : lines }
  }
  const lines = startMode === 'sell' ? chargeLines(rule, of, taken) : playFirstLines(rule, of, taken)
  if (of.online) return { tone: 'ready', lines }
  if (of.cart.length > 0) return { tone: 'warning', lines: [...lines, goodsLine('counter.will.goodsLeft', of.cart)] }
  if (of.isVehicleBusy)
    return { tone: 'warning', lines: [{ key: 'counter.will.busy', values: { vehicle: vehicle?.name } }, ...lines] }
  return { tone: 'ready', lines: [...lines, { key: 'counter.will.offline' }] }
}
