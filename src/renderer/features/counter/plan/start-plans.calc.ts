import { paymentMethodsOf } from '#renderer/core/payment-methods.calc.ts'
import type { Choices } from '#renderer/features/counter/choices/choices.calc.ts'
import { vehicleTile } from '#renderer/features/counter/choices/counter.calc.ts'
import { refusalFor } from '#renderer/features/counter/choices/rule-tiles.calc.ts'
import {
  type StartMode,
  type StartModes,
  sellsCart,
  startModesOf,
} from '#renderer/features/counter/choices/start-modes.calc.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { toMinor } from '#shared/core/money.ts'
import type { CurrentUser } from '#shared/features/access/access.schema.ts'
import { missingAgreement } from '#shared/features/agreements/agreement.calc.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { standingRefusal } from '#shared/features/members/standing.calc.ts'
import { amountOfCart, type Cart } from '#shared/features/products/cart.calc.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { ChargeQuote } from '#shared/features/sessions/charge.schema.ts'
import type { CouponedRule } from '#shared/features/sessions/charge-lines.calc.ts'
import { previewCharge, previewFromQuote } from '#shared/features/sessions/charge-preview.calc.ts'
import { offlinePayOf } from '#shared/features/sessions/offline-payment.calc.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import {
  type Chosen,
  cartProblemOf,
  dueOf,
  lackOfCharge,
  offeredTendersOf,
  type Plan,
  type Preview,
  passwordNeeded,
  payCodeNeeded,
  payModeOf,
} from './plan.calc.ts'
import { goodsLine, previewOf } from './preview.calc.ts'

/** The app that a store must have to let guests play first (spec §6). */
const XWHF = 'XWHF'

interface PlanInput {
  catalogue: Catalogue | null
  online: boolean
  storesStarts: boolean
  /** Whether the guest on the screen is a resumed entry of the offline queue. */
  isQueueEntry: boolean
  choices: Choices
  mode: RunMode
  people: number
  racer: string
  rule: (OfferedRule & CouponedRule) | null
  member: Member | null
  vehicles: readonly Vehicle[]
  now: number
  cashier: Pick<CurrentUser, 'id' | 'realname'> | null
  mayCharge: boolean
  /** The server's quote for this charge; null while it is pending or unavailable. */
  quote: ChargeQuote | null
}

/** Returns the start modes of the keys, and a function that makes the plan for a start mode. */
export function plansOf(on: PlanInput) {
  const store = on.catalogue?.store
  const { rule, member, choices, people, mayCharge } = on
  const { discount } = choices
  const isAlone = !on.online && on.storesStarts
  const pays = isAlone && store && rule ? offlinePayOf(rule, people, member, store) : null
  const startModes: StartModes = startModesOf({
    canPlayFirst: store?.apps.includes(XWHF) ?? false,
    isSwapped: store?.swapStartKeys === 'YES',
    online: on.online,
    mayCharge,
    canSellOffline: pays !== null,
    canQueueOffline: on.storesStarts && !on.isQueueEntry,
  })
  const paymentMethods = paymentMethodsOf(store)
  /** The products that are sold with the ride; offline none are. */
  const cart = on.online ? choices.cart : []
  const goods = amountOfCart(cart)
  // Pay codes need the server.
  const isFree = rule?.off !== undefined && dueOf(rule, people, goods) <= toMinor(rule.deposit)
  const payMode = payModeOf(rule, isAlone || isFree ? 'cash' : choices.payMode, {
    methods: paymentMethods,
    goods,
    member,
  })
  const due = dueOf(rule, people, goods)
  const chosen: Chosen = {
    type: choices.type,
    mode: on.mode,
    ruleId: rule?.id ?? '',
    racer: on.racer,
    remark: choices.remark,
    userId: member?.id ?? '',
    people,
    vehicleIds: on.vehicles.map(({ id }) => id),
    arePicked: choices.vehicleId !== null,
    payMode,
    received: payMode === 'cash' && due > 0 ? choices.received : null,
    couponCode: choices.couponCode,
    cart: [],
    discount,
    cashier: on.cashier,
  }
  const [vehicle = null] = on.vehicles
  const hasCoupon = choices.couponCode !== ''
  const order = store?.chargeOrder ?? 'paidFirst'
  const vehicleCount = Math.max(1, on.vehicles.length)
  /** Uses the server's quote once it is there, and the same calculation on local data until then. */
  const foreseenOf = (startMode: StartMode) => {
    if (!rule) return null
    const quoted = on.quote && sellsCart(startMode) ? previewFromQuote(on.quote) : null
    const asked = { people, vehicles: vehicleCount, order, payMode, goods: sellsCart(startMode) ? goods : 0 }
    return quoted ?? previewCharge(rule, asked, member, on.now)
  }
  const planOf = (startMode: StartMode): Plan => {
    const foreseen = foreseenOf(startMode)
    const sold = sellsCart(startMode) ? cart : []
    const cartProblem = cartProblemOf(startMode, rule, { cart: choices.cart, online: on.online })
    return {
      startMode,
      foreseen,
      chosen: { ...chosen, cart: sold },
      cartProblem,
      rule,
      vehicles: on.vehicles,
      offlinePay: startMode === 'sell' ? pays : null,
      member,
      lack: lackOfCharge({ startMode, rule, member, online: on.online, mayCharge, hasCoupon, discount }),
      needsPassword: on.online && passwordNeeded(startMode, rule, people, member, payMode),
      // An offline start has no photograph; the server records that.
      needsPhoto: on.online && rule?.gatherFace === 'YES',
      photo: null,
      needsPayCode: payCodeNeeded(startMode, rule, people, payMode, goods),
      preview: previewOf({
        startMode,
        rule,
        refusal: rule && refusalFor(startMode, rule, member, on.isQueueEntry),
        member,
        standing: member && standingRefusal(member, on.now),
        people,
        mode: on.mode,
        vehicle,
        vehicleCount,
        foreseen,
        payMode,
        sold,
        cart: choices.cart,
        cartProblem,
        hasCoupon,
        discount,
        mayCharge,
        isVehicleBusy: vehicle !== null && vehicleTile(vehicle, on.now).state !== 'idle',
        online: on.online,
        lacksCashier: on.cashier === null && store?.cashierRequired === 'YES',
        storesStarts: on.storesStarts,
        agreement: store ? missingAgreement(store, member, rule) : 'none',
        pendingCount: store?.openHung ?? 0,
        pendingLimit: store?.hungOrderLimit ?? Number.POSITIVE_INFINITY,
        openTrials: store?.openTrials ?? 0,
        trialLimit: store?.trialLimit ?? -1,
      }),
    }
  }
  return {
    startModes,
    planOf,
    payMode,
    offeredTenders: offeredTendersOf(rule, member, paymentMethods),
    paymentMethods,
    due,
  }
}

/**
 * Returns the preview in the bottom line: that of F5, with the server's reason where the quote is refused. Where F5 lacks
 * only a member or a vehicle, it also shows what F4 or F6 would do.
 */
export function previewShown(
  startModes: StartModes,
  planOf: (startMode: StartMode) => Plan,
  { quote, cart, online }: { quote: ChargeQuote | null; cart: Cart; online: boolean },
): Preview {
  const { startMode, preview, lack, rule } = planOf(startModes.F5 ?? 'charge')
  // Without a ride the cart has a key of its own.
  if (!rule && online && cart.length > 0)
    return { tone: 'blocked', lines: [goodsLine('counter.will.goodsAlone', cart), ...preview.lines] }
  const wantsVehicle = preview.lines[0]?.key.startsWith('counter.will.noVehicle')
  const other = lack?.code === 'counter.memberFirst' ? startModes.F4 : wantsVehicle ? startModes.F6 : null
  if (other && other !== startMode) {
    const { tone, lines } = planOf(other).preview
    if (tone !== 'blocked') return { tone, lines: [...preview.lines, ...lines] }
  }
  if (startMode !== 'charge' || preview.tone !== 'ready' || !quote?.refusal) return preview
  return { tone: 'warning', lines: [{ key: 'counter.will.refused', values: { reason: quote.refusal.message } }] }
}
