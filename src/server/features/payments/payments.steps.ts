import type { PaymentState, PayWay } from '#shared/features/payments/payments.schema.ts'

/** How long the provider of a payment on the guest's own phone accepts it; the guest must sign in there and choose a card. */
export const PHONE_EXPIRY_MS = 300_000

/** Ages of an unpaid payment. */
interface Limits {
  /** The provider is not asked for a new payment after this age. */
  ask: number
  /** It is reversed. */
  reverse: number
  /** The order is closed even if the state at the provider is unknown. */
  giveUp: number
}

/** The order is closed within 60 s (spec §5). */
const OF_CODE: Limits = { ask: 45_000, reverse: 45_000, giveUp: 55_000 }
/** Reversed after the provider's own expiry, which WeChat Pay sets to at least a minute after it is asked. */
const OF_PHONE: Limits = { ask: 235_000, reverse: PHONE_EXPIRY_MS + 5000, giveUp: PHONE_EXPIRY_MS + 20_000 }

export const limitsOf = (way: PayWay): Limits => (way === 'code' ? OF_CODE : OF_PHONE)

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
  way: PayWay
  createdAt: Date
  /** Null: the provider was never called. */
  askedAt: Date | null
}

export function stepOf({ state, reversal, way, createdAt, askedAt }: PaymentStatus, now: Date): Step {
  if (state === 'paid') return 'nothing'
  if (state === 'closed') return reversal === 'owed' ? 'reverse' : 'lookAgain'
  const apparentAge = now.getTime() - createdAt.getTime()
  const limits = limitsOf(way)
  const overdueAge = state === 'reversing' ? limits.giveUp : limits.reverse
  // The age is unknown if the clock was set back; such a payment counts as overdue.
  const age = apparentAge < -CLOCK_SLACK_MS ? overdueAge : apparentAge
  if (state === 'waiting') return age < limits.ask ? 'ask' : 'forget'
  // It was stopped before, so there is nothing to reverse.
  if (state === 'reversing' && askedAt === null) return 'forget'
  if (age >= limits.giveUp) return 'giveUp'
  if (state === 'reversing') return 'reverse'
  return age < limits.reverse ? 'query' : 'lastQuery'
}

/** Whether a provider has to be asked for the page of a payment on the phone: it was not, or its answer was lost. */
export const needsPage = (
  { way, preparedSealed, createdAt }: Pick<PaymentStatus, 'way' | 'createdAt'> & { preparedSealed: string },
  now: Date,
): boolean => way !== 'code' && preparedSealed === '' && now.getTime() - createdAt.getTime() < limitsOf(way).ask

/** When the provider of a payment on the phone stops accepting it. */
export const expiryOf = ({ createdAt }: Pick<PaymentStatus, 'createdAt'>): Date => after(createdAt, PHONE_EXPIRY_MS)

const after = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds)

/** When an open payment is checked next, at the latest at its next deadline. */
export function nextCheck(
  { way, createdAt, tries }: Pick<PaymentStatus, 'way' | 'createdAt'> & { tries: number },
  now: Date,
): Date {
  const { ask, reverse, giveUp } = limitsOf(way)
  const ends = [ask, reverse, giveUp].map((age) => after(createdAt, age)).filter((end) => end > now)
  const all = [after(now, FIRST_INTERVALS_MS[tries] ?? INTERVAL_MS), ...ends]
  return new Date(Math.min(...all.map((at) => at.getTime())))
}

/** When a failed step is retried, with growing intervals, which stay short while an order is open. */
export const nextRetry = (tries: number, now: Date, isOpen = false): Date =>
  after(now, Math.min(MIN_BACKOFF_MS * 2 ** Math.min(tries, 20), isOpen ? INTERVAL_MS : MAX_BACKOFF_MS))

/** When a refund that a person must finish at the provider is checked again. */
export const nextStuckCheck = (now: Date): Date => after(now, MAX_BACKOFF_MS)

/** When a closed payment is checked again, after this many responses; null means never. */
export function nextCheckAfterEnd(checks: number, endedAt: Date, now: Date): Date | null {
  const pause = CHECK_INTERVALS_MS[checks]
  const longest = checks === 0 ? LAST_FIRST_CHECK_MS : LAST_CHECK_MS
  if (pause === undefined || now.getTime() - endedAt.getTime() > longest) return null
  return after(now, pause)
}
