import { type Minor, toMinor } from '#shared/core/money.ts'
import { businessDay, dayBegins } from '#shared/core/time.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { Outbox } from './outbox.store.ts'

type Store = Snapshot['store']

/**
 * The open orders that count for a store's limits: those at the server at `serverReadAt` (ms), and those that this
 * terminal has started since. Trials count on their own business day only.
 */
export function openOrders(
  outbox: Pick<Outbox, 'openOfMembers' | 'openOfGuests'> | undefined,
  { orgCode, openHung, openTrials, timeZone, dayStartHour }: Store,
  serverReadAt: number,
  now: Date,
): Pick<Store, 'openHung' | 'openTrials'> {
  const dayOf = (at: Date) => businessDay(at, timeZone, dayStartHour)
  const today = dayOf(now)
  const trials = dayOf(new Date(serverReadAt)) === today ? openTrials : 0
  const own = outbox?.openOfGuests(orgCode, serverReadAt, dayBegins(today, timeZone, dayStartHour)) ?? 0
  return { openHung: openHung + (outbox?.openOfMembers(orgCode, serverReadAt) ?? 0), openTrials: trials + own }
}

/** How much of members' value this terminal may still take while the server is away, in minor units. */
export const valueLeft = (outbox: Pick<Outbox, 'valueOpen'> | undefined, store: Store): Minor =>
  Math.max(0, toMinor(store.offlineTerminalCap) - (outbox?.valueOpen(store.orgCode) ?? 0))
