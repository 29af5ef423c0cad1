import { businessDay } from '#shared/core/time.ts'
import { daysLeft, endAfter, lastDayOf, type StoreClock } from './validity.calc.ts'

/** An unlimited-play card of a project, as far as joining two of them asks. */
export interface HeldCard {
  name: string
  /** Null: without an end. */
  until: Date | null
  /** Left; -1: without a limit. */
  uses: number
}

const isLive = ({ name, until, uses }: HeldCard, now: Date): boolean =>
  name !== '' && uses !== 0 && (until === null || until > now)

/**
 * The card that a member has of a project after another one became a part of this one: days left and uses add up, and what has no
 * end or no limit stays without. Null where neither has one that still counts.
 */
export function joinCards(source: HeldCard | null, target: HeldCard | null, clock: StoreClock): HeldCard | null {
  const { now, timeZone, dayStartHour } = clock
  const [given, own] = [source, target].map((card) => (card && isLive(card, now) ? card : null))
  if (!given || !own) return given ?? own ?? null
  const today = businessDay(now, timeZone, dayStartHour)
  return {
    name: own.name,
    until: own.until && given.until ? endAfter(own.until, daysLeft(lastDayOf(given.until, clock), today), clock) : null,
    uses: own.uses === -1 || given.uses === -1 ? -1 : own.uses + given.uses,
  }
}
