import { businessDay } from '#shared/core/time.ts'
import { daysLeft, endAfter, lastDayOf, type StoreClock } from './validity.calc.ts'

/** Fields of a project's unlimited card that a merge uses. */
export interface HeldCard {
  name: string
  /** Null: without an end. */
  until: Date | null
  /** Left; -1: without a limit. */
  uses: number
  /** Uses that pending rides hold. */
  held?: number
}

const isLive = ({ name, until, uses }: HeldCard, now: Date): boolean =>
  name !== '' && uses !== 0 && (until === null || until > now)

/** A valid card after a merge with one that is used up or ended, whose held uses it takes over. */
function withHeldUses({ name, until, uses }: HeldCard, ended: HeldCard | null): HeldCard {
  const held = ended?.held ?? 0
  const added = ended?.uses === -1 ? held : Math.min(held, ended?.uses ?? 0)
  return { name, until, uses: uses === -1 ? -1 : uses + added }
}

/**
 * Returns a member's card of a project after a merge: remaining days and uses add up, and a card without
 * end or limit stays so. Null if neither has a valid card.
 */
export function joinCards(source: HeldCard | null, target: HeldCard | null, clock: StoreClock): HeldCard | null {
  const { now, timeZone, dayStartHour } = clock
  const [given, own] = [source, target].map((card) => (card && isLive(card, now) ? card : null))
  if (!own) return given ? withHeldUses(given, target) : null
  if (!given) return withHeldUses(own, source)
  const today = businessDay(now, timeZone, dayStartHour)
  return {
    name: own.name,
    until: own.until && given.until ? endAfter(own.until, daysLeft(lastDayOf(given.until, clock), today), clock) : null,
    uses: own.uses === -1 || given.uses === -1 ? -1 : own.uses + given.uses,
  }
}
