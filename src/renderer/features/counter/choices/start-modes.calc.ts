/** The keys that start, charge or queue the guest on the screen. */
export const startKeys = ['F4', 'F5', 'F6'] as const
export type StartKey = (typeof startKeys)[number]

/**
 * - `charge`: take the price and start.
 * - `hang`: play first; start a pending ride.
 * - `lineup`: take the price and queue.
 * - `sell`: take the price and start, offline.
 * - `join`: queue offline; the price is taken at the start.
 */
export type StartMode = 'charge' | 'hang' | 'lineup' | 'sell' | 'join'

/** Whether the guest waits in a queue, and needs no vehicle yet. */
export const waitsInQueue = (startMode: StartMode): boolean => startMode === 'lineup' || startMode === 'join'

/** The start modes that sell the cart with the ride. The others are not paid at the server now. */
export const sellsCart = (startMode: StartMode): boolean => startMode === 'charge' || startMode === 'lineup'

export interface StartModesInput {
  /** The store has the XWHF app, so guests may play first. */
  canPlayFirst: boolean
  /** The store has swapped the keys: F5 plays first, F4 charges. */
  isSwapped: boolean
  online: boolean
  /** Whether the signed-in user may charge. */
  mayCharge: boolean
  /** Whether the order on the screen can be paid offline. */
  canSellOffline: boolean
  /** Whether the guest can be queued offline: not in a browser, and not when the guest is already in the offline queue. */
  canQueueOffline: boolean
}

/** What each key does; null when it does nothing. */
export type StartModes = Record<StartKey, StartMode | null>

/**
 * Returns what each start key does now (domain: XWHF). Offline, F5 sells what can be paid offline. Otherwise offline, and
 * for users who may not charge, both start keys play first. In stores without XWHF, F5 stays `charge` so that the preview
 * explains why nothing can be started.
 */
export function startModesOf({
  canPlayFirst,
  isSwapped,
  online,
  mayCharge,
  canSellOffline,
  canQueueOffline,
}: StartModesInput): StartModes {
  const later = canPlayFirst ? 'hang' : null
  const F6 = !online && mayCharge && canQueueOffline ? 'join' : null
  if (!online && mayCharge && canSellOffline) return { F4: later, F5: 'sell', F6 }
  if (!online || !mayCharge) return { F4: later, F5: later ?? 'charge', F6 }
  if (later && isSwapped) return { F4: 'charge', F5: later, F6: 'lineup' }
  return { F4: later, F5: 'charge', F6: 'lineup' }
}
