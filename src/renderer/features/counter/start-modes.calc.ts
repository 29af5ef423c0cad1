/** The keys that begin something for the guest on the screen. */
export const startKeys = ['F4', 'F5', 'F6'] as const
export type StartKey = (typeof startKeys)[number]

/**
 * `charge`: takes what it costs and starts; `hang`: starts, to be paid later; `lineup`: takes what it costs and queues; `sell`: takes
 * what it costs and starts, without the server; `join`: queues without the server, and takes nothing before the start.
 */
export type StartMode = 'charge' | 'hang' | 'lineup' | 'sell' | 'join'

export interface StartModesInput {
  /** The store has XWHF: it may let guests play first. */
  canPlayFirst: boolean
  /** The store wants F5 to play first, and F4 to charge. */
  isSwapped: boolean
  online: boolean
  /** Whether who is signed in may charge at all. */
  mayCharge: boolean
  /** Whether what stands on the screen can be paid without the server. */
  canSellOffline: boolean
  /** Whether a guest can be lined up without the server: a browser keeps nobody, and who is in line already is not lined up again. */
  canQueueOffline: boolean
}

/** What each key does; null: nothing. */
export type StartModes = Record<StartKey, StartMode | null>

/**
 * What the keys do here and now (domain: XWHF). Without the server F5 takes what can be paid without it; otherwise, and for who may not
 * charge, both start keys play first. Where the store does not do that either, F5 says why nothing can be started.
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
