import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { AppError, ServerError } from '#shared/core/errors.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import type { SignUpOption, SignUpResult } from '#shared/features/events/sign-ups.schema.ts'
import type {
  KioskMember,
  KioskOffer,
  KioskPayMethod,
  KioskProduct,
  KioskRecharge,
  KioskTicket,
} from '#shared/features/kiosks/kiosk.schema.ts'

/** A product in the cart of a guest. */
export interface CartItem {
  product: KioskProduct
  count: number
}

/** What a guest buys: products, or a recharge. */
export type Purchase = { items: CartItem[] } | { recharge: KioskRecharge }

/** The sum of a purchase, exact to the fen. */
export const priceOf = (purchase: Purchase): number =>
  'recharge' in purchase
    ? purchase.recharge.price
    : fromMinor(purchase.items.reduce((sum, { product, count }) => sum + toMinor(product.price) * count, 0))

/** The step of a guest. It holds all data of the member, so that resetting it forgets the member. */
export type Step =
  | { at: 'rest'; refusal: unknown }
  | { at: 'choose'; member: KioskMember | null; people: number }
  /** The agreement, and the steps after it and before it. */
  | { at: 'agree'; member: KioskMember; key: string; next: Step; back: Step }
  | { at: 'confirm'; member: KioskMember | null; people: number; offer: KioskOffer; key: string }
  | { at: 'done'; racer: string; ticket: KioskTicket }
  | { at: 'shop'; member: KioskMember | null }
  | { at: 'pay'; member: KioskMember | null; purchase: Purchase; method: KioskPayMethod; key: string }
  | { at: 'bought'; racer: string; purchase: Purchase; orderId: string; isPrinted: boolean }
  | { at: 'events'; member: KioskMember }
  | { at: 'signUp'; member: KioskMember; event: SignUpOption; available: number; needsPassword: boolean; key: string }
  | { at: 'signedUp'; racer: string; event: SignUpOption; result: SignUpResult }
  /** No response: the result of the charge is unknown. */
  | { at: 'unsure'; racer: string }

export const atRest: Step = { at: 'rest', refusal: null }

/** Seconds without a touch until the kiosk resets; shorter after a ticket. */
export const IDLE_TIMEOUT_S: Record<Step['at'], number> = {
  rest: 0,
  choose: 30,
  agree: 120,
  confirm: 30,
  shop: 60,
  pay: 30,
  bought: 20,
  events: 30,
  signUp: 30,
  signedUp: 20,
  done: 20,
  unsure: 60,
}

/** The remaining seconds at which a warning is shown. */
export const WARNING_S = 10

/** Whether a call may have been done without a response; only a retry with the same key can tell. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ServerError && (error.httpStatus >= 502 || error.code === 'common.busy')) return true
  return isAnswerLost(error)
}

/** Whether the kiosk's key is no longer valid. */
export const isKeyEnded = (error: unknown): boolean =>
  error instanceof AppError && ['auth.tokenInvalid', 'auth.tokenMissing', 'auth.forbidden'].includes(error.code)
