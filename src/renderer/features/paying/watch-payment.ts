import { AppError } from '#shared/core/errors.ts'

/** The result of a payment; `timeout` means that it is still unknown. */
export type PayOutcome = 'paid' | 'timeout' | 'failed'

/** Polls every 5 s, at most 15 times (spec §9). */
export const POLL_MS = 5000
export const MAX_POLLS = 15
/** After cancelling, the result is there as soon as the provider has answered. */
export const CANCEL_POLL_MS = 1000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Whether the server does not know the order: its creation may never have arrived. */
const isUnknown = (error: unknown): boolean => error instanceof AppError && error.code === 'common.recordNotFound'

/**
 * Polls an order until it is paid, closed or the attempts are used up. The first poll is immediate, because a wallet
 * deduction is settled by then.
 */
export async function watchPayment(
  query: () => Promise<string>,
  signal: AbortSignal,
  pauseMs = POLL_MS,
): Promise<PayOutcome> {
  let isMissing = false
  for (let poll = 0; poll < MAX_POLLS && !signal.aborted; poll++) {
    if (poll > 0) await pause(pauseMs, signal)
    // A failed poll counts as unpaid.
    const state = await query().catch((error: unknown) => (isUnknown(error) ? 'missing' : 'nopay'))
    if (state === 'paid') return 'paid'
    if (state === 'closed' || state === 'refunding' || state === 'refunded') return 'failed'
    isMissing = state === 'missing'
  }
  // An order that the server still does not know cannot take money any more.
  return isMissing ? 'failed' : 'timeout'
}
