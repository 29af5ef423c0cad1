import { isTokenInvalid, isUnreachable } from '#main/core/failures.ts'
import { AppError, type ErrorCode, type ErrorDetails, ServerError } from '#shared/core/errors.ts'

/** How to proceed with a request that failed. */
export type SendFailure =
  /**
   * No answer, or a server problem: retried later. `failed`: the server failed at this very request. `why`: what a user
   * must do before it can be accepted.
   */
  | { kind: 'later'; silent: boolean; failed: boolean; why?: { code: ErrorCode; reason: string } }
  /** The signed-in user may not send it: it waits for another sign-in. */
  | { kind: 'signIn'; code: ErrorCode; reason: string; tokenInvalid: boolean }
  /** The store is disabled: stored requests wait until it is enabled again, and nothing new starts. */
  | { kind: 'closed'; code: ErrorCode; reason: string }
  /** The server refused the request itself. */
  | { kind: 'refused'; code: ErrorCode; details: ErrorDetails; reason: string }

const retryable: ReadonlySet<ErrorCode> = new Set([
  'common.internal',
  'common.tooManyRequests',
  'terminals.unknown',
  'terminals.clockOff',
  'terminals.notEnrolled',
])
/** This terminal is not enrolled (yet): its starts wait until it is. */
const notEnrolled: ReadonlySet<ErrorCode> = new Set(['terminals.offlineUnproven', 'terminals.signatureInvalid'])
const userSpecific: ReadonlySet<ErrorCode> = new Set(['auth.forbidden', 'auth.chooseStore'])

/**
 * Classifies a failed request. Only an answer of the server about this very request is a refusal. Anything else is
 * retried, because the idempotency key makes a repetition harmless.
 */
export function sendFailure(error: unknown): SendFailure {
  if (!(error instanceof ServerError)) return { kind: 'later', silent: isUnreachable(error), failed: false }
  const { code, details, serverMessage, httpStatus } = error
  if (isTokenInvalid(error)) return { kind: 'signIn', code, reason: serverMessage, tokenInvalid: true }
  if (userSpecific.has(code)) return { kind: 'signIn', code, reason: serverMessage, tokenInvalid: false }
  if (code === 'auth.storeClosed') return { kind: 'closed', code, reason: serverMessage }
  if (notEnrolled.has(code)) {
    return { kind: 'later', silent: false, failed: false, why: { code, reason: serverMessage } }
  }
  // Any other status may come from another server at this address or a broken proxy.
  if (httpStatus !== 200 || isUnreachable(error) || retryable.has(code)) {
    return { kind: 'later', silent: false, failed: httpStatus === 500 && code === 'common.internal' }
  }
  return { kind: 'refused', code, details, reason: serverMessage }
}

/** The refusal as an error for the cashier's screen. */
export const refusalError = ({ code, details }: Extract<SendFailure, { kind: 'refused' }>): AppError =>
  new AppError(code, details)
