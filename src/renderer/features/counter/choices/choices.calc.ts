import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import type { Cart } from '#shared/features/products/cart.calc.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { ChargePayMode } from '#shared/features/sessions/charge.schema.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'

/** What the cashier has chosen for the guest; null means the screen's proposal. */
export interface Choices {
  type: ConsumeType
  ruleId: string | null
  people: number
  racer: string | null
  remark: string
  vehicleId: string | null
  /** The run mode chosen for this guest; it overrides the vehicle's default. */
  ownMode: RunMode | null
  /** Further vehicles, for consume types of which one charge starts several. */
  moreVehicles: readonly string[]
  /** How a walk-in pays, or the products beside a ride by coupon are paid. */
  payMode: ChargePayMode | null
  /** Cash received from the guest; null when not entered. */
  received: number | null
  couponCode: string
  cart: Cart
  /** The coupon that takes something off the price. */
  discount: ShownCoupon | null
}

const proposed: Choices = {
  type: 'BALANCE',
  ruleId: null,
  people: 1,
  racer: null,
  remark: '',
  vehicleId: null,
  ownMode: null,
  moreVehicles: [],
  payMode: null,
  received: null,
  couponCode: '',
  cart: [],
  discount: null,
}

/** What a screen offers: its consume types, and whether the rule stays chosen for the next guest. */
export interface Offer {
  types: readonly ConsumeType[]
  retainsRule: boolean
}

/** The offer of the counter. */
export const fullOffer: Offer = { types: ConsumeType.options, retainsRule: false }

/** The choices before anything is chosen. */
export const firstChoices = ({ types: [type = proposed.type] }: Offer): Choices => ({ ...proposed, type })

/** The choices with which the next guest begins. */
export function nextChoices(offer: Offer, { type, ruleId }: Choices): Choices {
  const next = firstChoices(offer)
  return offer.retainsRule ? { ...next, type, ruleId } : next
}

/** The same after a start that has sold this cart. A cart that it has not sold stays. */
export function choicesAfter(offer: Offer, choices: Choices, sold: Cart): Choices {
  const next = nextChoices(offer, choices)
  return sold.length === 0 ? { ...next, cart: choices.cart } : next
}

/** Whether anything was chosen that is worth keeping; a type or a vehicle alone is not. */
export const isFilled = (
  { ruleId, racer, remark, people, couponCode, cart, discount }: Choices,
  { retainsRule }: Offer,
): boolean =>
  (ruleId !== null && !retainsRule) ||
  racer !== null ||
  remark !== '' ||
  people !== proposed.people ||
  couponCode !== '' ||
  cart.length > 0 ||
  discount !== null
