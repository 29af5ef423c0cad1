import type { PaymentState } from '#shared/features/payments/payments.schema.ts'

/** When it is no longer waited for the customer: what is not paid then is reversed. */
export const REVERSE_AFTER_MS = 45_000
/** When the order is closed even though the provider has not said what became of the payment; it has 60 s in all. */
export const GIVE_UP_AFTER_MS = 55_000
/** How long one copy of the server has for a step; longer than a provider may take to answer. */
export const CLAIM_MS = 8000
/** What lies further ahead than anything is planned for an open payment was written before the clock was set back. */
export const CLOCK_SLACK_MS = 60_000

const FIRST_PAUSES_MS = [2000, 2000, 3000]
const PAUSE_MS = 5000
const FIRST_BACK_OFF_MS = 2000
const LONGEST_BACK_OFF_MS = 600_000
/** After the end the provider is asked again now and then: it may have taken the money all the same. */
const LOOKS_MS = [30_000, 300_000, 3_600_000]
/** Then nobody looks any more; the provider's list of the day says the rest. */
const LONGEST_LOOK_MS = 86_400_000
/** The provider is asked at least once, however long it or this server was away. */
const LONGEST_FIRST_LOOK_MS = 30 * 86_400_000

/** What is to be done with a payment now. */
export type Step = 'ask' | 'query' | 'lastQuery' | 'reverse' | 'forget' | 'giveUp' | 'lookAgain' | 'nothing'

interface Standing {
  state: PaymentState
  reversal: 'none' | 'owed' | 'done'
  createdAt: Date
}

export function stepOf({ state, reversal, createdAt }: Standing, now: Date): Step {
  if (state === 'paid') return 'nothing'
  if (state === 'closed') return reversal === 'owed' ? 'reverse' : 'lookAgain'
  const apparent = now.getTime() - createdAt.getTime()
  const overdue = state === 'reversing' ? GIVE_UP_AFTER_MS : REVERSE_AFTER_MS
  // How old one is that a clock set back has put into the future nobody knows: its time counts as over.
  const age = apparent < -CLOCK_SLACK_MS ? overdue : apparent
  if (state === 'waiting') return age < REVERSE_AFTER_MS ? 'ask' : 'forget'
  if (age >= GIVE_UP_AFTER_MS) return 'giveUp'
  if (state === 'reversing') return 'reverse'
  return age < REVERSE_AFTER_MS ? 'query' : 'lastQuery'
}

const after = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds)

/** When an open payment is looked at next, never later than one of its ends. */
export function nextCheck({ createdAt, tries }: { createdAt: Date; tries: number }, now: Date): Date {
  const ends = [REVERSE_AFTER_MS, GIVE_UP_AFTER_MS].map((age) => after(createdAt, age)).filter((end) => end > now)
  const all = [after(now, FIRST_PAUSES_MS[tries] ?? PAUSE_MS), ...ends]
  return new Date(Math.min(...all.map((at) => at.getTime())))
}

/** When something that failed is tried again, with growing pauses; nobody waits long where an order is still open. */
export const nextRetry = (tries: number, now: Date, isOpen = false): Date =>
  after(now, Math.min(FIRST_BACK_OFF_MS * 2 ** Math.min(tries, 20), isOpen ? PAUSE_MS : LONGEST_BACK_OFF_MS))

/** When a payment that was closed is looked at again, after so many answers of the provider since; null: not any more. */
export function nextCheckAfterEnd(looks: number, endedAt: Date, now: Date): Date | null {
  const pause = LOOKS_MS[looks]
  const longest = looks === 0 ? LONGEST_FIRST_LOOK_MS : LONGEST_LOOK_MS
  if (pause === undefined || now.getTime() - endedAt.getTime() > longest) return null
  return after(now, pause)
}
