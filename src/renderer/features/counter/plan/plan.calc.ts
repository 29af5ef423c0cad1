import type { Notice } from '#renderer/core/notice.ts'
import { type OfferedTender, type PaymentMethods, paysCash, tendersOf } from '#renderer/core/payment-methods.calc.ts'
import { asksPassword, chargesMember } from '#renderer/features/counter/choices/counter.calc.ts'
import { type StartMode, sellsCart } from '#renderer/features/counter/choices/start-modes.calc.ts'
import type { ChargeFields } from '#renderer/platform/platform.ts'
import { formatMinor, type Minor } from '#shared/core/money.ts'
import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import {
  amountOfCart,
  type Cart,
  type CartProblem,
  linesOfCart,
  problemOfCart,
} from '#shared/features/products/cart.calc.ts'
import type { ConsumeRule, ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { ChargePayMode } from '#shared/features/sessions/charge.schema.ts'
import { type Shortage, takesProducts } from '#shared/features/sessions/charge-lines.calc.ts'
import { type ChargePreview, costOf } from '#shared/features/sessions/charge-preview.calc.ts'
import type { OfflinePay } from '#shared/features/sessions/offline-payment.schema.ts'
import type { RunMode, StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

/** The bottom line of the counter: what a start mode will do, or why it cannot. */
export interface Preview {
  /** `ready`: it will work; `warning`: it may be refused; `blocked`: it cannot be started yet. */
  tone: 'ready' | 'warning' | 'blocked'
  lines: Notice[]
}

/** The choices on the screen for the guest, with the proposals filled in. */
export interface Chosen {
  type: ConsumeType
  mode: RunMode
  ruleId: string
  racer: string
  remark: string
  userId: string
  people: number
  /** The vehicles to start: the cashier's choice, else the screen's proposal. */
  vehicleIds: readonly string[]
  /** Whether the cashier chose them. */
  arePicked: boolean
  payMode: ChargePayMode
  /** Cash received; null when not entered or no cash is due. */
  received: number | null
  couponCode: string
  /** The products that this start sells with the ride. */
  cart: Cart
  /** The coupon that takes something off the price. */
  discount: ShownCoupon | null
  cashier: { id: string; realname: string } | null
}

/** Why a charge cannot be sent: an error code and the field that is missing. */
export interface ChargeLack {
  code:
    | 'counter.chargeOffline'
    | 'auth.forbidden'
    | 'counter.memberFirst'
    | 'sessions.couponRequired'
    | 'couponCodes.chargeOnly'
  field: 'userId' | 'groupNumber' | null
}

interface ChargeInput {
  startMode: StartMode
  rule: ConsumeRule | null
  member: Member | null
  online: boolean
  /** Whether the signed-in user may charge. */
  mayCharge: boolean
  hasCoupon: boolean
  /** The coupon that takes something off the price. */
  discount: Pick<ShownCoupon, 'couponName'> | null
}

/** Returns what a charge lacks beyond what every start needs; null where nothing. Other start modes take no discount coupon. */
export function lackOfCharge({
  startMode,
  rule,
  member,
  online,
  mayCharge,
  hasCoupon,
  discount,
}: ChargeInput): ChargeLack | null {
  if (startMode === 'hang' || startMode === 'sell' || startMode === 'join')
    return discount ? { code: 'couponCodes.chargeOnly', field: 'groupNumber' } : null
  if (!online) return { code: 'counter.chargeOffline', field: null }
  if (!mayCharge) return { code: 'auth.forbidden', field: null }
  if (!rule) return null
  if (chargesMember(rule.consumeTypeRole) && !member) return { code: 'counter.memberFirst', field: 'userId' }
  if (rule.consumeTypeRole === 'GROUPCOUPON' && !hasCoupon)
    return { code: 'sessions.couponRequired', field: 'groupNumber' }
  return null
}

/** The racer's photograph, or the reason why there is none. */
export type StartPhoto = { photoId: string; noPhoto?: never } | { noPhoto: string; photoId?: never }

/** What a start key would do with the choices on the screen. */
export interface Plan {
  startMode: StartMode
  chosen: Chosen
  rule: ConsumeRule | null
  vehicles: readonly Vehicle[]
  preview: Preview
  /** What it takes from the member's wallets, or their shortage; null without a rule. */
  foreseen: ChargePreview | Shortage | null
  lack: ChargeLack | null
  /** Why it cannot be started with this cart, or null. */
  cartProblem: CartProblem | null
  /** How it is paid offline; null where it is not. */
  offlinePay: OfflinePay | null
  /** The member as looked up. */
  member: Member | null
  needsPassword: boolean
  /** Whether the rule requires a photograph before the start; `photo` is its result. */
  needsPhoto: boolean
  photo: StartPhoto | null
  /** Whether the guest pays by a code, which the payment dialog asks for. */
  needsPayCode: boolean
}

/** Why a start mode cannot begin with the cart on the screen, or null. Offline the ride begins without it. */
export function cartProblemOf(
  startMode: StartMode,
  rule: ConsumeRule | null,
  { cart, online }: { cart: Cart; online: boolean },
): CartProblem | null {
  if (cart.length === 0 || !online) return null
  if (!sellsCart(startMode)) return { code: 'products.paidAtOnce', details: { field: 'lines' } }
  if (rule && !takesProducts(rule.consumeTypeRole)) return { code: 'products.soldApart', details: { field: 'lines' } }
  return problemOfCart(cart)
}

/** What a guest pays at the counter, in minor units: price, deposit and products of a walk-in, the products beside a coupon; else 0. */
export function dueOf(rule: ConsumeRule | null, people: number, goods: Minor): Minor {
  if (rule?.consumeTypeRole === 'GROUPCOUPON') return goods
  return rule?.consumeTypeRole === 'NOCARDCONSUME' ? costOf(rule, people).price + goods : 0
}

/** The formatted amount that a plan takes from a wallet or at the counter; empty where none. */
export function amountOf({ rule, chosen }: Plan): string {
  const price = (rule ? costOf(rule, chosen.people).price : 0) + amountOfCart(chosen.cart)
  return price > 0 ? formatMinor(price) : ''
}

/** How the guest on the screen may pay: products beside a ride by coupon also from the balance of the member. */
export const offeredTendersOf = (
  rule: ConsumeRule | null,
  member: Member | null,
  methods: PaymentMethods,
): OfferedTender<ChargePayMode>[] =>
  tendersOf(methods, { after: rule?.consumeTypeRole === 'GROUPCOUPON' && member ? ['balance'] : [] })

/** How a guest pays at the counter. Nothing but a deposit counts as cash, and so does everything where only cash is accepted. */
export function payModeOf(
  rule: ConsumeRule | null,
  chosen: ChargePayMode | null,
  { methods, goods, member }: { methods: PaymentMethods; goods: Minor; member: Member | null },
): ChargePayMode {
  if (rule && rule.price === 0 && goods === 0) return 'cash'
  if (
    chosen === 'balance' &&
    goods > 0 &&
    offeredTendersOf(rule, member, methods).some(({ tender }) => tender === 'balance')
  )
    return 'balance'
  return paysCash(chosen === 'cash', methods) ? 'cash' : 'wechat'
}

export const payCodeNeeded = (
  startMode: StartMode,
  rule: ConsumeRule | null,
  people: number,
  payMode: ChargePayMode,
  goods: Minor,
): boolean => sellsCart(startMode) && payMode === 'wechat' && dueOf(rule, people, goods) > 0

/** Whether the member's consumption password is needed: value is taken or held, and a password is set. */
export function passwordNeeded(
  startMode: StartMode,
  rule: ConsumeRule | null,
  people: number,
  member: Member | null,
  payMode: ChargePayMode,
): boolean {
  if (!rule || member?.havePassword !== 'YES') return false
  if (startMode === 'hang') return asksPassword(rule, people, member)
  return chargesMember(rule.consumeTypeRole) || (sellsCart(startMode) && payMode === 'balance')
}

export const startFieldsOf = ({ startMode, chosen, photo }: Plan): StartFields => ({
  consumeVehicleMode: chosen.mode,
  ruleId: chosen.ruleId,
  racer: chosen.racer,
  // A queued guest waits for any vehicle, unless the cashier chose one.
  vehicleId: startMode === 'join' && !chosen.arePicked ? '' : (chosen.vehicleIds[0] ?? ''),
  remark: chosen.remark,
  userId: chosen.userId,
  people: chosen.people,
  cashierId: chosen.cashier?.id ?? null,
  photoId: photo?.photoId ?? null,
  noPhoto: photo?.noPhoto ?? null,
})

/** The fields of a charge. A queued guest waits for any vehicle, unless the cashier chose one. */
export const chargeFieldsOf = ({ startMode, chosen, photo }: Plan): ChargeFields => ({
  consumeType: chosen.type,
  consumeVehicleMode: chosen.mode,
  usageMode: startMode === 'lineup' ? 'lineup' : 'immediate',
  consumePayMode: chosen.payMode,
  received: chosen.received,
  sysDepartConsumeRoleId: chosen.ruleId,
  vehicleId: startMode === 'lineup' && !chosen.arePicked ? '' : chosen.vehicleIds.join(','),
  people: chosen.people,
  userId: chosen.userId === '' ? null : chosen.userId,
  groupNumber: chosen.type === 'GROUPCOUPON' ? chosen.couponCode : (chosen.discount?.code ?? null),
  racer: chosen.racer,
  remark: chosen.remark,
  cashierId: chosen.cashier?.id ?? null,
  departusername: chosen.cashier?.realname ?? null,
  photoId: photo?.photoId ?? null,
  noPhoto: photo?.noPhoto ?? null,
  ...(chosen.cart.length > 0 ? { lines: linesOfCart(chosen.cart) } : {}),
})
