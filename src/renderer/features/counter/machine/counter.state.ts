import type { Notice } from '#renderer/core/notice.ts'
import type { GoodsPayment } from '#renderer/core/payment-methods.calc.ts'
import { type Choices, firstChoices, type Offer } from '#renderer/features/counter/choices/choices.calc.ts'
import type { StartMode } from '#renderer/features/counter/choices/start-modes.calc.ts'
import type { Plan } from '#renderer/features/counter/plan/plan.calc.ts'
import type { MemberKey, MemberView } from '#renderer/platform/member-lookup.ts'
import type { FoundMember } from '#renderer/platform/platform.ts'
import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { Cart } from '#shared/features/products/cart.calc.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'

export const counterFields = [
  'ruleId',
  'racer',
  'vehicleId',
  'consumeVehicleMode',
  'people',
  'groupNumber',
  'received',
  'lines',
] as const
export type CounterField = (typeof counterFields)[number]

export interface StartProblem {
  error: unknown
  field: CounterField | null
}

/** What is sent when a plan is started; a repetition sends the same under the same idempotency key. */
export interface Order {
  key: string
  plan: Plan
  /** The member's consumption password. */
  password: string | undefined
}

/** A sale of the cart without a ride, as it was sent; a repetition sends the same under the same idempotency key. */
export interface SentSale {
  key: string
  cart: Cart
  member: Member | null
  payment: GoodsPayment
}

/** A plan that waits for the customer's consumption password. */
export interface PasswordRequest {
  plan: Plan
  /** Name of the member. */
  name: string
  /** Why the last password was refused; null at first. */
  error: unknown
}

/** A charge that waits for the guest's pay code. */
export interface PayCodeRequest {
  plan: Plan
  /** The code, where it was scanned before the dialog opened; else empty. */
  payCode: string
}

/** One of the store's own coupons of value, and the member for whom it is redeemed. */
export interface Redemption {
  coupon: ShownCoupon
  /** Null: a gift for the bearer of the code. */
  member: Member | null
}

/** How far the start of the guest on the screen is. */
export type Stage =
  | { kind: 'idle' }
  /** A start key was pressed while the member was being looked up. */
  | { kind: 'awaitsMember'; lookup: number }
  | { kind: 'awaitsPhoto'; plan: Plan }
  | { kind: 'awaitsPassword'; request: PasswordRequest }
  | { kind: 'awaitsPayCode' }
  /** Sent and not answered. A password prompt stays open until then. */
  | { kind: 'starting'; order: Order; lookup: number; request: PasswordRequest | null }

/** Whether the charge on the screen may have taken effect: a quote made now would find its coupon used and its value gone. */
export const isBeingCharged = ({ kind }: Stage): boolean => kind === 'awaitsPayCode' || kind === 'starting'

/** What brings the next guest. During a start it is deferred, and only the last one counts. */
export type NextGuest =
  | { kind: 'scanned'; scan: Scan }
  /** Scanned where only a member's card is expected. */
  | { kind: 'cardScanned'; scan: Scan }
  | { kind: 'memberChosen'; member: Pick<Member, 'id'> }
  /** A member whom a dialog has found, registered or changed. */
  | { kind: 'memberWanted'; key: MemberKey }
  | { kind: 'searchMissed'; wasAsked: boolean }

/** A member that was found. */
export type Found = FoundMember & { member: Member }

export interface CounterState {
  choices: Choices
  /** Choices made during a start: they are the next guest's. */
  ahead: Partial<Choices>
  /** The run mode last chosen; it stays for all guests (spec §2). */
  mode: RunMode
  member: MemberView
  /** The number of the latest lookup. An answer to an earlier one is dropped. */
  lookup: number
  /** The lookup of a card that was swiped while a rule was chosen; null for none. */
  swipedLookup: number | null
  /** Incremented for each guest; used as a React key to reset the member search. */
  guest: number
  /** The text in the member search: while it is not empty, another guest is being looked up. */
  searched: string
  notice: Notice | null
  problem: StartProblem | null
  stage: Stage
  /** The start mode in progress, or the last one. */
  startMode: StartMode
  /** The pay code whose scan acted as the start key; else empty. */
  payCode: string
  /** The charge whose payment dialog is open. It stays open after the payment, until it is closed. */
  paying: PayCodeRequest | null
  /** The redemption whose dialog is open. */
  redeeming: Redemption | null
  /** Presses made before this time (event timestamp, ms) do not count. */
  openFrom: number
  /** The idempotency key of the next start; renewed when something is chosen. */
  orderKey: string
  /** The last order without an answer. It may have taken effect. */
  unanswered: Order | null
  /** The idempotency key of the next sale of the cart without a ride; renewed when the cart changes and after a refusal. */
  saleKey: string
  /** The last sale of a cart without an answer. It may have taken effect. */
  unansweredSale: SentSale | null
  /** The entry of the offline queue on the screen. */
  resumedId: string | null
  /** Carried out after the start in progress. */
  deferred: NextGuest | null
}

/** The state of a counter that was just opened. */
export const firstState = (offer: Offer, mode: RunMode, orderKey: string): CounterState => ({
  choices: firstChoices(offer),
  ahead: {},
  mode,
  member: { kind: 'none' },
  lookup: 0,
  swipedLookup: null,
  guest: 0,
  searched: '',
  notice: null,
  problem: null,
  stage: { kind: 'idle' },
  startMode: 'charge',
  payCode: '',
  paying: null,
  redeeming: null,
  openFrom: Number.NEGATIVE_INFINITY,
  orderKey,
  unanswered: null,
  saleKey: orderKey,
  unansweredSale: null,
  resumedId: null,
  deferred: null,
})

/** The member on the screen, or null. */
export const memberOf = ({ member }: Pick<CounterState, 'member'>): Member | null =>
  member.kind === 'found' ? member.member : null

/** Whether the member on the screen was found by a swipe while a rule was chosen: the card tool then charges at once. */
export const isFoundBySwipe = ({ member, lookup, swipedLookup }: CounterState): boolean =>
  member.kind === 'found' && swipedLookup === lookup
