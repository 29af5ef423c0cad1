import type { PaymentState } from '#shared/features/payments/payments.schema.ts'

/** Age at which an unpaid payment is reversed. */
export const REVERSE_AFTER_MS = 45_000
/** Age at which the order is closed even if the state at the provider is unknown; the limit is 60 s (spec §5). */
export const GIVE_UP_AFTER_MS = 55_000
/** Time limit of one step; longer than the timeout of a provider. */
export const CLAIM_MS = 8000
/** A time further in the future than any schedule means that the clock was set back. */
export const CLOCK_SLACK_MS = 60_000

const FIRST_INTERVALS_MS = [2000, 2000, 3000]
const INTERVAL_MS = 5000
const MIN_BACKOFF_MS = 2000
const MAX_BACKOFF_MS = 600_000
/** Intervals of queries after the end, because the provider may still have taken the money. */
const CHECK_INTERVALS_MS = [30_000, 300_000, 3_600_000]
/** After this time only the provider's bill is compared. */
const LAST_CHECK_MS = 86_400_000
/** The first query after the end is made even this late, if the provider or server was unavailable. */
const LAST_FIRST_CHECK_MS = 30 * 86_400_000

/** The next step of a payment. */
export type Step = 'ask' | 'query' | 'lastQuery' | 'reverse' | 'forget' | 'giveUp' | 'lookAgain' | 'nothing'

interface PaymentStatus {
  state: PaymentState
  reversal: 'none' | 'owed' | 'done'
  createdAt: Date
}

export function stepOf({ state, reversal, createdAt }: PaymentStatus, now: Date): Step {
  if (state === 'paid') return 'nothing'
  if (state === 'closed') return reversal === 'owed' ? 'reverse' : 'lookAgain'
  const apparentAge = now.getTime() - createdAt.getTime()
  const overdueAge = state === 'reversing' ? GIVE_UP_AFTER_MS : REVERSE_AFTER_MS
  // The age is unknown if the clock was set back; such a payment counts as overdue.
  const age = apparentAge < -CLOCK_SLACK_MS ? overdueAge : apparentAge
  if (state === 'waiting') return age < REVERSE_AFTER_MS ? 'ask' : 'forget'
  if (age >= GIVE_UP_AFTER_MS) return 'giveUp'
  if (state === 'reversing') return 'reverse'
  return age < REVERSE_AFTER_MS ? 'query' : 'lastQuery'
}

const after = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds)

/** When an open payment is checked next, at the latest at its next deadline. */
export function nextCheck({ createdAt, tries }: { createdAt: Date; tries: number }, now: Date): Date {
  const ends = [REVERSE_AFTER_MS, GIVE_UP_AFTER_MS].map((age) => after(createdAt, age)).filter((end) => end > now)
  const all = [after(now, FIRST_INTERVALS_MS[tries] ?? INTERVAL_MS), ...ends]
  return new Date(Math.min(...all.map((at) => at.getTime())))
}

/** When a failed step is retried, with growing intervals, which stay short while an order is open. */
export const nextRetry = (tries: number, now: Date, isOpen = false): Date =>
  after(now, Math.min(MIN_BACKOFF_MS * 2 ** Math.min(tries, 20), isOpen ? INTERVAL_MS : MAX_BACKOFF_MS))

/** When a closed payment is checked again, after this many responses; null means never. */
export function nextCheckAfterEnd(checks: number, endedAt: Date, now: Date): Date | null {
  const pause = CHECK_INTERVALS_MS[checks]
  const longest = checks === 0 ? LAST_FIRST_CHECK_MS : LAST_CHECK_MS
  if (pause === undefined || now.getTime() - endedAt.getTime() > longest) return null
  return after(now, pause)
}
