import { type Minor, toMinor } from '#shared/core/money.ts'
import { businessDay, dayBegins } from '#shared/core/time.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { Outbox } from './outbox.store.ts'

type Store = Snapshot['store']

/**
 * The open orders that the limits of a store count: what the server told at a moment, and what this terminal has started since. Trials
 * count on their own business day only.
 */
export function openOrders(
  outbox: Pick<Outbox, 'openOfMembers' | 'openOfGuests'> | undefined,
  { orgCode, openHung, openTrials, timeZone, dayStartHour }: Store,
  toldAt: number,
  now: Date,
): Pick<Store, 'openHung' | 'openTrials'> {
  const dayOf = (at: Date) => businessDay(at, timeZone, dayStartHour)
  const today = dayOf(now)
  const told = dayOf(new Date(toldAt)) === today ? openTrials : 0
  const own = outbox?.openOfGuests(orgCode, toldAt, dayBegins(today, timeZone, dayStartHour)) ?? 0
  return { openHung: openHung + (outbox?.openOfMembers(orgCode, toldAt) ?? 0), openTrials: told + own }
}

/** What this terminal may still take of members' value while the server is away. */
export const valueLeft = (outbox: Pick<Outbox, 'valueOpen'> | undefined, store: Store): Minor =>
  Math.max(0, toMinor(store.offlineTerminalCap) - (outbox?.valueOpen(store.orgCode) ?? 0))
