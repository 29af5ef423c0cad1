export type PayOutcome = 'payed' | 'timeout' | 'failed'

/** Spec §9: every 5 s, up to 15 checks. */
export const POLL_MS = 5000
export const POLLS = 15

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Asks what became of an order until it is paid, closed, or was asked often enough. The first question comes at once,
 * because a deduction from a wallet is settled by the time it is answered.
 */
export async function watchPayment(query: () => Promise<string>, signal: AbortSignal): Promise<PayOutcome> {
  for (let poll = 0; poll < POLLS && !signal.aborted; poll++) {
    if (poll > 0) await pause(POLL_MS, signal)
    // A question that gets no answer is one unpaid check, not the end.
    const state = await query().catch(() => 'nopay')
    if (state === 'payed') return 'payed'
    if (state === 'closed' || state === 'refunded') return 'failed'
  }
  return 'timeout'
}
