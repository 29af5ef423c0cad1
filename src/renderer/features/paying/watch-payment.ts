import { AppError } from '#shared/core/errors.ts'

/** What became of a payment: `timeout` means that nobody knows yet. */
export type PayOutcome = 'payed' | 'timeout' | 'failed'

/** Spec §9: every 5 s, up to 15 checks. */
export const POLL_MS = 5000
export const POLLS = 15
/** Once the payment is given up it ends as soon as the provider has answered. */
export const GIVEN_UP_MS = 1000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Whether the server knows of no such order: where its answer got lost, it was perhaps never asked. */
const isUnknown = (error: unknown): boolean => error instanceof AppError && error.code === 'common.recordNotFound'

/**
 * Asks what became of an order until it is paid, closed, or was asked often enough. The first question comes at once,
 * because a deduction from a wallet is settled by the time it is answered.
 */
export async function watchPayment(
  query: () => Promise<string>,
  signal: AbortSignal,
  pauseMs = POLL_MS,
): Promise<PayOutcome> {
  let isMissing = false
  for (let poll = 0; poll < POLLS && !signal.aborted; poll++) {
    if (poll > 0) await pause(pauseMs, signal)
    // A question that gets no answer is one unpaid check, not the end.
    const state = await query().catch((error: unknown) => (isUnknown(error) ? 'missing' : 'nopay'))
    if (state === 'payed') return 'payed'
    if (state === 'closed' || state === 'refunding' || state === 'refunded') return 'failed'
    isMissing = state === 'missing'
  }
  // An order that the server has not heard of by now takes nobody's money any more.
  return isMissing ? 'failed' : 'timeout'
}
