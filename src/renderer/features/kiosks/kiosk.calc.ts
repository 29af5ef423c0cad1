import { AppError, ServerError } from '#shared/core/errors.ts'
import type { KioskMember, KioskOffer, KioskTicket } from '#shared/features/kiosks/kiosk.schema.ts'

/** Where a guest is. Everything of a member is in here, so that going to rest forgets it. */
export type Step =
  | { at: 'rest'; refusal: unknown }
  | { at: 'choose'; member: KioskMember | null; people: number }
  | { at: 'agree'; member: KioskMember; people: number; offer: KioskOffer; key: string }
  | { at: 'confirm'; member: KioskMember | null; people: number; offer: KioskOffer; key: string }
  | { at: 'done'; racer: string; ticket: KioskTicket }
  /** The answer did not come: whether something was taken is not known here. */
  | { at: 'unsure'; racer: string }

export const atRest: Step = { at: 'rest', refusal: null }

/** So long nobody touches anything until a kiosk forgets who stood there; somebody who has a ticket reads it, and goes. */
export const PATIENCE_S: Record<Step['at'], number> = {
  rest: 0,
  choose: 30,
  agree: 120,
  confirm: 30,
  done: 20,
  unsure: 60,
}

/** From when on it says that it will. */
export const WARNING_S = 10

/** Whether a call may have been done though no answer says so: only the same key again can tell. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ServerError) return error.httpStatus >= 502 || error.code === 'common.busy'
  return error instanceof AppError && (error.code === 'common.offline' || error.code === 'common.timeout')
}

/** Whether the kiosk's key is good no longer. */
export const isKeyEnded = (error: unknown): boolean =>
  error instanceof AppError && ['auth.tokenInvalid', 'auth.tokenMissing', 'auth.forbidden'].includes(error.code)
