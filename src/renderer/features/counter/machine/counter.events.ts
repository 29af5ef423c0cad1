import type { Notice } from '#renderer/core/notice.ts'
import type { Choices } from '#renderer/features/counter/choices/choices.calc.ts'
import type { RuleTile } from '#renderer/features/counter/choices/rule-tiles.calc.ts'
import type { StartKey } from '#renderer/features/counter/choices/start-modes.calc.ts'
import type { BoardStep } from '#renderer/features/counter/choices/vehicle-board.calc.ts'
import type { Plan, StartPhoto } from '#renderer/features/counter/plan/plan.calc.ts'
import type { StartResult } from '#renderer/features/counter/plan/start-result.calc.ts'
import type { RecentStart } from '#renderer/features/counter/starts/recent-store.ts'
import type { MemberKey, MemberView } from '#renderer/platform/member-lookup.ts'
import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import type { CartAct } from '#shared/features/products/cart.calc.ts'
import type { OfferedProduct } from '#shared/features/products/cart.schema.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import type { CounterField, Found, NextGuest, Order, SentSale } from './counter.state.ts'
import type { CounterData } from './counter.view.ts'

/** What happens at the counter: what the cashier does, and what comes back from outside. */
export type CounterEvent =
  | NextGuest
  /** One of the members to whom a number belongs. */
  | { kind: 'memberTaken'; found: Found }
  | { kind: 'memberCleared' }
  | { kind: 'lookupAnswered'; lookup: number; view: MemberView }
  /** The text in the member search. */
  | { kind: 'searchTyped'; text: string }
  | { kind: 'chosen'; change: Partial<Choices> }
  | { kind: 'ruleChosen'; ruleId: string | null }
  | { kind: 'tilePicked'; tile: RuleTile }
  /** The digit of a rule. */
  | { kind: 'digitPressed'; digit: number }
  | { kind: 'modeChosen'; mode: RunMode }
  | { kind: 'peopleChosen'; people: number }
  | { kind: 'vehiclePicked'; id: string }
  | { kind: 'vehicleAdded' }
  | ({ kind: 'vehicleStepped' } & BoardStep)
  /** A start key, pressed at this time (event timestamp, ms). */
  | { kind: 'pressed'; key: StartKey; at: number }
  | { kind: 'photoGiven'; photo: StartPhoto }
  | { kind: 'passwordGiven'; password: string }
  /** The photograph or the password is not given. */
  | { kind: 'startCancelled' }
  | { kind: 'submitAnswered'; key: string; done: StartResult }
  | { kind: 'submitFailed'; key: string; error: unknown }
  /** The guest has paid by code. */
  | { kind: 'paid'; done: StartResult }
  | { kind: 'paymentClosed' }
  /** F2: the choices of an earlier start, except its vehicle. */
  | { kind: 'repeated'; again: RecentStart['again'] }
  /** What one of the store's own coupons is good for. `guest`: who was served when it was scanned. */
  | { kind: 'couponRead'; coupon: ShownCoupon; guest: number }
  | { kind: 'redemptionClosed' }
  | { kind: 'cartActed'; act: CartAct }
  /** The cart was sold without a ride, or its payment is under way. */
  | { kind: 'cartSold'; notice: Notice | null }
  /** The sale of the cart without a ride failed; it may have taken effect if the answer was lost. */
  | { kind: 'cartRefused'; error: unknown; sale: SentSale }
  /** The products as they are now, read after a refusal. */
  | { kind: 'productsRead'; products: readonly OfferedProduct[] }
  | { kind: 'entryWanted'; entry: OfflineQueueEntry }
  /** An entry of another counter is here, or is gone. `screen`: what was shown when it was wanted. */
  | { kind: 'entryTaken'; entry: OfflineQueueEntry; here: OfflineQueueEntry | null; screen: string }
  | { kind: 'draftRead'; chosen: Partial<Choices>; memberId: string }
  /** Esc. */
  | { kind: 'cleared' }
  /** The guest is dropped, even during a start, because another store is served. */
  | { kind: 'startedOver' }
  | { kind: 'noticed'; notice: Notice }
  | { kind: 'failed'; error: unknown; field: CounterField | null }
  /** Another sign-in may have other rights. */
  | { kind: 'signedIn' }

/** What the machine wants done outside. */
export type CounterEffect =
  | { kind: 'lookUp'; key: MemberKey; lookup: number }
  | { kind: 'readCoupon'; code: string; guest: number }
  | { kind: 'submit'; order: Order }
  /** Shows a start at once in the list of starts and on the vehicles. */
  | { kind: 'recordStart'; plan: Plan; done: StartResult }
  /** Reads again what a refusal shows to be old, and asks for the cashier. */
  | { kind: 'followRefusal'; error: unknown; field: CounterField | null }
  | { kind: 'takeEntry'; entry: OfflineQueueEntry; screen: string }
  | { kind: 'storeMode'; mode: RunMode }
  | { kind: 'play'; sound: 'scan' | 'done' | 'error' }
  | { kind: 'leaveFields' }

/** Facts of the moment of an event. */
export interface CounterContext {
  data: CounterData
  /** The time as an event timestamp (ms). */
  at: number
  /** An idempotency key that was never used. */
  freshKey: string
  /** Whether the user is typing in the focused field. */
  isTyping: boolean
  /** Whether the member search has the focus. */
  isSearching: boolean
}
