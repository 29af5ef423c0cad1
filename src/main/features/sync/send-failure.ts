import { isTokenInvalid, isUnreachable } from '#main/core/failures.ts'
import { AppError, type ErrorCode, type ErrorDetails, ServerError } from '#shared/core/errors.ts'

/** What to do with something that was not taken. */
export type SendFailure =
  /**
   * Nobody answered, or the server is in trouble: the same again later. `failed`: it fell over this very request. `why`: what
   * somebody must do before it can be taken.
   */
  | { kind: 'later'; silent: boolean; failed: boolean; why?: { code: ErrorCode; reason: string } }
  /** Whoever is signed in cannot send it: it waits for a sign-in. */
  | { kind: 'signIn'; code: ErrorCode; reason: string; tokenInvalid: boolean }
  /** The store is switched off: what has happened waits until it is open again, and nothing new begins. */
  | { kind: 'closed'; code: ErrorCode; reason: string }
  /** The server looked at it and said no. */
  | { kind: 'refused'; code: ErrorCode; details: ErrorDetails; reason: string }

const passing: ReadonlySet<ErrorCode> = new Set([
  'common.internal',
  'common.tooManyRequests',
  'terminals.unknown',
  'terminals.clockOff',
  'terminals.notEnrolled',
])
/** The store does not believe this terminal (yet): what it started waits until somebody has enrolled it. */
const unproven: ReadonlySet<ErrorCode> = new Set(['terminals.offlineUnproven', 'terminals.signatureInvalid'])
const personal: ReadonlySet<ErrorCode> = new Set(['auth.forbidden', 'auth.chooseStore'])

/**
 * Sorts a failed sending. Only an answer of the server about this very request is a refusal; anything that may be
 * otherwise next time is tried again, because the key makes a repeat harmless.
 */
export function sendFailure(error: unknown): SendFailure {
  if (!(error instanceof ServerError)) return { kind: 'later', silent: isUnreachable(error), failed: false }
  const { code, details, serverMessage, httpStatus } = error
  if (isTokenInvalid(error)) return { kind: 'signIn', code, reason: serverMessage, tokenInvalid: true }
  if (personal.has(code)) return { kind: 'signIn', code, reason: serverMessage, tokenInvalid: false }
  if (code === 'auth.storeClosed') return { kind: 'closed', code, reason: serverMessage }
  if (unproven.has(code)) {
    return { kind: 'later', silent: false, failed: false, why: { code, reason: serverMessage } }
  }
  // Without a code of ours it is not known to be about the request: another server at this address, a broken proxy.
  if (httpStatus !== 200 || isUnreachable(error) || passing.has(code)) {
    return { kind: 'later', silent: false, failed: httpStatus === 500 && code === 'common.internal' }
  }
  return { kind: 'refused', code, details, reason: serverMessage }
}

/** The refusal as the cashier's screen gets it. */
export const refusalError = ({ code, details }: Extract<SendFailure, { kind: 'refused' }>): AppError =>
  new AppError(code, details)
